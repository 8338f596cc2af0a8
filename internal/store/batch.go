package store

import (
	"context"
	"time"

	"adhere"
)

// maxBatch bounds the writes that share one transaction, and so how long the
// first of them waits for the last.
const maxBatch = 512

// patience is how long a write waits for others to share its transaction.
const patience = 2 * time.Millisecond

// A write is one small change that waits to be committed. It may be carried
// out twice, the first time in a transaction that is rolled back.
type write struct {
	do     func(*tx) error
	result chan error
}

// commit carries out a small change together with what others ask for at the
// same time, and returns once it is in the database. It does not stop when a
// caller gives up: what was paid for is kept.
func (s *Store) commit(do func(*tx) error) error {
	w := &write{do, make(chan error, 1)}
	select {
	case s.queue <- w:
		return <-w.result
	case <-s.closing:
		return &adhere.Error{Code: adhere.Internal, Message: "the store is closed"}
	}
}

// writeLoop commits what is queued, as much as there is at a time.
func (s *Store) writeLoop() {
	batch := make([]*write, 0, maxBatch)
	for {
		select {
		case w := <-s.queue:
			batch = s.gather(append(batch[:0], w))
			s.commitBatch(batch)
			clear(batch)
		case <-s.closing:
			return
		}
	}
}

// gather waits a moment for others to join: a commit costs as much as several
// writes, and a model's reply took much longer than the moment.
func (s *Store) gather(batch []*write) []*write {
	moment := time.NewTimer(patience)
	defer moment.Stop()
	for len(batch) < maxBatch {
		select {
		case w := <-s.queue:
			batch = append(batch, w)
		case <-moment.C:
			return batch
		}
	}
	return batch
}

// commitBatch commits all writes at once, or, where one of them fails, each
// on its own, so that nobody suffers for another's mistake.
func (s *Store) commitBatch(batch []*write) {
	ctx := context.Background()
	err := s.transact(ctx, func(t *tx) error {
		for _, w := range batch {
			if err := w.do(t); err != nil {
				return err
			}
		}
		return nil
	})
	for _, w := range batch {
		if err != nil && len(batch) > 1 {
			w.result <- s.transact(ctx, w.do)
		} else {
			w.result <- err
		}
	}
}
