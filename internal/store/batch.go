package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"adhere/internal/lists"
	"adhere/internal/postgres"
)

// A commit costs as much as several writes, so those of a crowd wait for one
// another: as long as some keep joining moment after moment, and at most so
// many moments. A model's reply took much longer.
const (
	moment      = time.Millisecond
	mostMoments = 8
)

// A write is one small change that waits to be committed. It may be carried
// out twice, the first time in a transaction that is rolled back.
type write struct {
	do     func(*tx) error
	lock   int64 // on a server, what no other process may hold meanwhile; 0 is nothing
	result chan error
}

// commit carries out a small change together with what others ask for at the
// same time, and returns once it is in the database. It does not stop when a
// caller gives up: what was paid for is kept.
func (s *Store) commit(do func(*tx) error) error { return s.enqueue(do, writeLock) }

// commitNamed is commit for a change that rests on nothing but what is kept
// under that name: on a server, changes of other names go on side by side.
func (s *Store) commitNamed(name string, do func(*tx) error) error {
	return s.enqueue(do, numberOf(name))
}

// commitRows is commit for a change of rows that does not rest on what was read
// before: on a server, other processes may write at the same time.
func (s *Store) commitRows(do func(*tx) error) error { return s.enqueue(do, 0) }

func (s *Store) enqueue(do func(*tx) error, lock int64) error {
	w := &write{do, lock, make(chan error, 1)}
	if err := s.writes.add(w); err != nil {
		return err
	}
	return <-w.result
}

// writeLoop commits what is queued, as much as there is at a time.
func (s *Store) writeLoop() {
	crowd := false
	for range s.writes.news {
		if crowd {
			s.gather()
		}
		all := s.writes.take()
		crowd = len(all) > 1
		for batch := range slices.Chunk(all, maxBatch) {
			s.commitBatch(batch)
		}
	}
}

// gather waits for others to join.
func (s *Store) gather() {
	before := 0
	for range mostMoments {
		time.Sleep(moment) //nolint:forbidigo // a millisecond, which nothing needs to cut short
		n := s.writes.len()
		if n == before || n >= maxBatch {
			return
		}
		before = n
	}
}

// commitBatch commits all writes at once, or, where one of them fails, each
// on its own, so that nobody suffers for another's mistake. What a server that
// is lost for long was to do, fails at once for all.
func (s *Store) commitBatch(batch []*write) {
	ctx := context.Background()
	locks := lists.Map(batch, func(w *write) int64 { return w.lock })
	err := s.transactAs(ctx, locks, func(t *tx) error {
		for _, w := range batch {
			if err := w.do(t); err != nil {
				return err
			}
		}
		return nil
	})
	for _, w := range batch {
		if err != nil && len(batch) > 1 && !postgres.IsLost(err) && !errors.Is(err, errUnknown) {
			w.result <- s.transactAs(ctx, []int64{w.lock}, w.do)
		} else {
			w.result <- err
		}
	}
}
