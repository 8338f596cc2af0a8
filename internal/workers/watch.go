package workers

import (
	"context"
	"fmt"
	"time"

	"adhere"
	"adhere/internal/jobs"
	"adhere/internal/store"
	"adhere/run"
)

// Enqueue adds what is pending of a run to the queue, for workers that plan it by
// the same settings, and returns how many items in how many parts.
func Enqueue(ctx context.Context, s *store.Store, q *jobs.Queue, run, settings string, o jobs.Options) (items, parts int, err error) {
	if err := q.Forget(ctx, run); err != nil {
		return 0, 0, err
	}
	if err := s.DropShare(ctx, budgetOf(run)); err != nil {
		return 0, 0, err
	}
	positions, err := s.PendingAt(ctx, run)
	if err != nil {
		return 0, 0, err
	}
	all := jobs.Parts(run, settings, positions)
	return len(positions), len(all), q.Add(ctx, all, o)
}

// mostFailures is how many looks in a row may fail before a watch ends. One that
// finds no server has waited a minute for it.
const mostFailures = 60

// Watch shows how a run goes until none of its parts waits. show may be nil.
func Watch(ctx context.Context, s *store.Store, q *jobs.Queue, r *adhere.Run, show func(run.Tally)) error {
	before, failures := r.Done-r.Failed, 0
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		waits, err := q.Waits(ctx, r.ID)
		if err == nil {
			var now *adhere.Run
			if now, err = s.Run(ctx, r.ID); err == nil {
				r = now
			}
		}
		switch {
		case err == nil && !waits:
			return endOfWatch(ctx, s, q, r)
		case err == nil && show != nil:
			show(run.Tally{Done: r.Done - before, Failed: r.Failed})
		}
		if failures++; err == nil {
			failures = 0
		}
		if failures > mostFailures {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return &adhere.Error{Code: adhere.Cancelled, Message: "no longer watching run " + r.ID + "; the workers go on", Hint: "the same command shows its progress again, adhere worker cancel " + r.ID + " stops it"}
		}
	}
}

// endOfWatch says why a run ended early, if it did.
func endOfWatch(ctx context.Context, s *store.Store, q *jobs.Queue, r *adhere.Run) error {
	state, err := s.Settle(ctx, r.ID)
	if err != nil || state == adhere.Finished {
		return err
	}
	why := &adhere.Error{Code: adhere.Unavailable, Message: fmt.Sprintf("run %s stopped at %d of %d items; everything finished is stored", r.ID, r.Done-r.Failed, r.Items), Hint: "the same command with --resume continues"}
	states, err := q.States(ctx, r.ID)
	if err != nil {
		return err
	}
	for _, s := range states {
		why.Message += ": " + s.Error
	}
	return why
}
