package store

import (
	"sync"

	"adhere"
)

// maxBatch bounds what is done at a time, and so how long the first waits for
// the last.
const maxBatch = 512

// A queue gathers what many ask for, until one loop takes it all.
type queue[T any] struct {
	mu      sync.Mutex
	waiting []T
	closed  bool
	news    chan struct{} // holds a token while somebody waits; closed with the queue
}

func newQueue[T any]() *queue[T] { return &queue[T]{news: make(chan struct{}, 1)} }

// add puts v into the queue. Once that is closed it is an error.
func (q *queue[T]) add(v T) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return &adhere.Error{Code: adhere.Internal, Message: "the store is closed"}
	}
	if q.waiting = append(q.waiting, v); len(q.waiting) == 1 {
		q.news <- struct{}{}
	}
	return nil
}

// take empties the queue, once per token.
func (q *queue[T]) take() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}

func (q *queue[T]) len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// close refuses what comes from now on; what waits is still to be taken.
func (q *queue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	close(q.news)
}
