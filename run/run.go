// Package run runs a plan: it takes a run's items, longest chains of calls
// first, gets an answer for each, has it judged and stores the record, many
// items at a time.
//
// A run can be stopped at any moment and continued later: an item either has
// its record or is still pending.
package run

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"adhere"
)

// A Journal is a run's list of what is to be done and what is done.
type Journal interface {
	// Pending calls each for every item that is still to be done, in the
	// order in which they are to be begun, until each returns an error, which
	// it returns. An item is an attempt at an instruction; its position names
	// it within the run.
	Pending(ctx context.Context, each func(position, attempt int, in *adhere.Instruction) error) error
	// Finish keeps the record of an item, in place of an earlier one, and what was
	// used for it, with what the earlier one used: see adhere.Used.After.
	// When it returns nil, they survive a crash. An item whose record is a
	// failed one will be pending again in the next run over the journal.
	Finish(ctx context.Context, position int, rec *adhere.Record, used adhere.Used, failed bool) error
}

// The roles under which a Runner books what answers and verdicts say they used,
// beyond what is counted.
const (
	Subject = "subject" // the model under test
	Judge   = "judge"   // judges and graders
)

// A Runner holds the parts of a run.
type Runner struct {
	Subject adhere.Subject
	Params  adhere.Params  // of every task
	Judges  []adhere.Judge // asked in this order, which is the order of a record's verdicts
	Graders []adhere.Grader
	// Comparer, if set, is asked whether a refined answer is better than its
	// first attempt, where it has another text.
	Comparer adhere.Comparer

	// Workers is the number of items in flight at once; 0 is read as 1. Some
	// more than there are connections keep these busy while other items are
	// judged by code and stored; each takes about 30 KB.
	Workers int
	// FailLimit stops the run when more than so many items have failed; 0
	// sets no limit, and a negative one stops at the first failure.
	FailLimit int
	// Grace is how long items in flight may go on after a stop; 0 ends them
	// at once.
	Grace time.Duration
	// Halting, if set, makes of the context of all calls one in which none
	// begins once the channel is closed, at the stop: the grace is for calls
	// under way. Those that it keeps from beginning must end with Cancelled.
	Halting func(ctx context.Context, stopped <-chan struct{}) context.Context
	// Counting, if set, makes of the context of a subject or judge one whose calls are
	// counted, and returns what reads what they used. Without it, only what answers
	// and verdicts say they used is known, and nothing of what failed.
	Counting func(ctx context.Context) (context.Context, func() adhere.Used)
	// Progress, if set, is told the tally whenever an item begins or ends,
	// one call at a time. It must be quick.
	Progress func(Tally)
	// Log, if set, gets what a record does not show: where a judge crashed.
	Log *slog.Logger
}

// A Tally counts what one call of Run did.
type Tally struct {
	Done     int // items that got a record, the failed included
	Failed   int
	InFlight int
	GivenUp  int                     // items whose calls were cut off by a stop: they have no record, and stay pending
	Usage    map[string]adhere.Usage // by role; nil in reports of progress until something was used
	Failure  string                  // why the last of the failed did; empty while none has
}

// Run does all pending items of the journal. A call that fails, a judge that
// fails or crashes make a failed record and the run goes on. It stops before
// the end, with an error,
//
//   - when ctx ends: Cancelled;
//   - when a call is refused for want of a key or a model, nothing answers at
//     the address, the budget is used up, or the journal fails: that error;
//   - when more than FailLimit items have failed: Unavailable.
//
// Then no further item begins, nor any call that Halting keeps from it, and
// those in flight have Grace to finish. An item that does not has no record
// and stays pending.
func (r *Runner) Run(ctx context.Context, j Journal) (Tally, error) {
	if r.Subject == nil || j == nil || slices.Contains(r.Judges, nil) || slices.Contains(r.Graders, nil) {
		return Tally{}, adhere.Errorf(adhere.Invalid, "a run needs a Subject, a Journal, and no nil among Judges and Graders")
	}
	c := newExecution(ctx, r, j)
	defer c.dismiss()
	items := make(chan item)
	var workers sync.WaitGroup
	for range max(r.Workers, 1) {
		workers.Go(func() {
			for it := range items {
				c.do(it)
			}
		})
	}
	listed := j.Pending(c.begin, func(position, attempt int, in *adhere.Instruction) error {
		select {
		case items <- item{position, attempt, in}:
			return nil
		case <-c.begin.Done():
			return errStopped
		}
	})
	close(items)
	workers.Wait()
	return c.result(ctx, listed)
}

// An item is an attempt at an instruction that a worker takes on.
type item struct {
	position, attempt int
	in                *adhere.Instruction
}

func (it item) task(params adhere.Params) *adhere.Task {
	return &adhere.Task{Instruction: it.in, Attempt: it.attempt, Params: params.ForAttempt(it.attempt)}
}

// errStopped ends the listing of items; whoever stopped the run knows why.
var errStopped = errors.New("stopped")

// result says how the run ended; listed is what listing the items came to.
func (c *execution) result(ctx context.Context, listed error) (Tally, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	tally := c.snapshot()
	switch {
	case c.fatal != nil:
		return tally, c.fatal
	case listed == nil && !c.left:
		return tally, nil
	case ctx.Err() != nil:
		return tally, &adhere.Error{
			Code: adhere.Cancelled, Message: "the run was stopped before its end",
			Hint: "finished items are stored; resume the run to continue", Err: context.Cause(ctx),
		}
	case listed != nil:
		return tally, fmt.Errorf("list the items of the run: %w", listed)
	}
	return tally, &adhere.Error{Code: adhere.Internal, Message: "items were left without a reason"}
}
