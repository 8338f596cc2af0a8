package run

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"adhere"
)

// An execution is a Runner at work on one journal.
type execution struct {
	*Runner
	j Journal

	begin context.Context // ends when no further item may begin
	stop  context.CancelFunc
	work  context.Context // ends when items in flight must end too
	abort context.CancelFunc

	mu    sync.Mutex
	tally Tally
	fatal error // why the run stopped, if not because it was told to
	left  bool  // an item in flight was given up
}

func newExecution(ctx context.Context, r *Runner, j Journal) *execution {
	c := &execution{Runner: r, j: j}
	c.begin, c.stop = context.WithCancel(ctx)
	c.work, c.abort = context.WithCancel(context.WithoutCancel(ctx))
	if r.Halting != nil {
		c.work = r.Halting(c.work, c.begin.Done())
	}
	context.AfterFunc(c.begin, func() {
		grace := time.AfterFunc(c.Grace, c.abort)
		context.AfterFunc(c.work, func() { grace.Stop() })
	})
	return c
}

// dismiss ends both contexts when all work is done.
func (c *execution) dismiss() {
	c.abort()
	c.stop()
}

// do carries out one item from its prompt to its record.
func (c *execution) do(it item) {
	if c.begin.Err() != nil { // stopped while the item was handed over
		c.leave()
		return
	}
	c.count(func(t *Tally) { t.InFlight++ })
	a, err := c.attempt(it)
	if err == nil {
		err = c.j.Finish(c.work, it.position, &a.rec, a.used, a.failed)
	}
	c.count(func(t *Tally) {
		t.InFlight--
		if err == nil {
			t.add(a)
		} else if c.begin.Err() != nil {
			t.GivenUp++
		}
	})
	if err != nil {
		c.leave()
		c.fail(fmt.Errorf("item %s: %w", it.in.ID, err))
	} else if a.failed {
		c.limit(a)
	}
}

// leave notes that an item was given up.
func (c *execution) leave() {
	c.mu.Lock()
	c.left = true
	c.mu.Unlock()
}

// fail stops the run because of err, unless it has been stopped before.
func (c *execution) fail(err error) {
	c.mu.Lock()
	if c.fatal == nil && c.begin.Err() == nil {
		c.fatal = err
	}
	c.mu.Unlock()
	c.stop()
}

// limit stops the run if too many items have failed.
func (c *execution) limit(last *attempt) {
	c.mu.Lock()
	failed := c.tally.Failed
	c.mu.Unlock()
	if c.FailLimit != 0 && failed > max(c.FailLimit, 0) {
		c.fail(adhere.Errorf(adhere.Unavailable, "%d items failed, more than the limit of %d; the last because %s", failed, max(c.FailLimit, 0), last.why).
			WithHint("finished items are stored; when the cause is gone, resume the run"))
	}
}

// count changes the tally and reports it.
func (c *execution) count(change func(*Tally)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.tally)
	if c.Progress != nil {
		c.Progress(c.snapshot())
	}
}

// snapshot returns a tally of its own; the caller holds mu.
func (c *execution) snapshot() Tally {
	t := c.tally
	t.Usage = maps.Clone(t.Usage)
	return t
}

// add counts a finished item.
func (t *Tally) add(a *attempt) {
	t.Done++
	if a.failed {
		t.Failed++
		t.Failure = a.why
	}
	if t.Usage == nil {
		t.Usage = map[string]adhere.Usage{}
	}
	for role, u := range a.used.After(nil) {
		t.Usage[role] = t.Usage[role].Add(u)
	}
}
