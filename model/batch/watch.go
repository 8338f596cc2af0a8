package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// A watch is a batch under way, with who waits for it.
type watch struct {
	mu    sync.Mutex
	calls map[string][]*call
	ended bool
}

// join adds calls, unless the batch has ended.
func (w *watch) join(calls []*call) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return false
	}
	for _, one := range calls {
		w.calls[one.key] = append(w.calls[one.key], one)
	}
	return true
}

// close ends the watch, and returns who still waits.
func (w *watch) close() map[string][]*call {
	w.mu.Lock()
	defer w.mu.Unlock()
	left := w.calls
	w.calls, w.ended = nil, true
	return left
}

// waiting returns who waits.
func (w *watch) waiting() []*call {
	w.mu.Lock()
	defer w.mu.Unlock()
	return flat(w.calls)
}

func flat(calls map[string][]*call) []*call {
	return slices.Concat(slices.Collect(maps.Values(calls))...)
}

// forsaken reports whether nobody waits any more, and ends the watch if so: a call
// that came later would wait for ever.
func (w *watch) forsaken() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, calls := range w.calls {
		for _, one := range calls {
			select {
			case <-one.gone:
			default:
				return false
			}
		}
	}
	w.ended = true
	return true
}

// watch begins to wait for a batch; one without a name is found first.
func (c *Collector) watch(f format, b Batch, calls []*call) {
	w := &watch{calls: map[string][]*call{}}
	w.join(calls)
	c.mu.Lock()
	if c.running == nil {
		c.running, c.given = map[string]*watch{}, map[string]string{}
	}
	c.running[b.ID] = w
	c.mu.Unlock()
	go func() {
		defer func() {
			c.mu.Lock()
			if c.running[b.ID] == w { // not another that has begun since
				delete(c.running, b.ID)
			}
			c.mu.Unlock()
		}()
		if b.Provider != "" || c.tell(f, &b, w) {
			c.await(f, b, w)
		}
	}()
}

// tell finds a batch that may be one of several, once these have ended, or that is not
// listed yet, and reports whether there is one to wait for. One that was never sent is
// sent again.
func (c *Collector) tell(f format, b *Batch, w *watch) bool {
	for !w.forsaken() {
		<-time.After(cmp.Or(c.LongPoll, time.Minute))
		c.resuming.Lock()
		name, err := c.find(context.Background(), f, *b, w.waiting())
		c.resuming.Unlock()
		switch {
		case errors.As(err, &undecided{}):
		case err != nil: // asked again, the calls are looked for anew
			fail(flat(w.close()), err)
			return false
		case name == "":
			for _, one := range flat(w.close()) {
				c.add(one)
			}
			return false
		default:
			b.Provider = name
			c.sayWaiting(*b)
			return true
		}
	}
	return false
}

// mostUnread is how often results are fetched that are no JSON, or not there, and how
// often in turn a batch is asked for that is answered with none.
const mostUnread = 6

// await looks at a batch until it has ended and hands its results over.
func (c *Collector) await(f format, b Batch, w *watch) {
	ctx, failures, unread := context.Background(), 0, 0
	longest := cmp.Or(c.LongPoll, time.Minute)
	for pause := cmp.Or(c.Poll, time.Second); !w.forsaken(); pause = min(2*pause, longest) {
		<-time.After(pause)
		state, err := f.state(ctx, b.Provider)
		what := "the status"
		if gone(err) {
			_ = c.Journal.DropBatch(ctx, b.ID)
			c.end(b, w, http.StatusServiceUnavailable, "the provider no longer has batch "+b.Provider)
			return
		}
		if err == nil && state.ended {
			what = "the results"
			if err = c.deliver(ctx, f, b, w, state); err == nil {
				return
			}
		}
		if err == nil {
			failures, unread = 0, 0
			continue
		}
		if unreadable(err) {
			unread++
		}
		if errors.Is(err, errTooLong) {
			c.end(b, w, http.StatusBadRequest, "batch "+b.Provider+": "+err.Error())
			return
		}
		if unread == mostUnread { // the batch stays written down, since it has been paid for
			c.end(b, w, http.StatusFailedDependency, fmt.Sprintf("%s of batch %s cannot be read: %v; this was tried %d times, and will be again when the run is resumed", what, b.Provider, err, unread))
			return
		}
		if failures++; failures == 1 || failures%20 == 0 {
			c.say("batch %s: %v; trying again", b.Provider, err)
		}
		if refused, ok := errors.AsType[*refusal](err); ok && (refused.status == http.StatusUnauthorized || refused.status == http.StatusForbidden) {
			c.end(b, w, refused.status, string(refused.body))
			return
		}
	}
}

// deliver hands the results of a batch that has ended to who waits for them.
func (c *Collector) deliver(ctx context.Context, f format, b Batch, w *watch, state state) error {
	answered, refused := 0, 0
	err := f.results(ctx, state, func(key string, status int, body []byte) {
		w.mu.Lock()
		calls := w.calls[key]
		delete(w.calls, key)
		w.mu.Unlock()
		c.mark(b, key, len(calls))
		switch {
		case len(calls) == 0: // a line that came before, or nobody's
		case status == http.StatusOK:
			answered++
		default:
			refused++
		}
		for _, one := range calls {
			one.answer(status, body, b.Provider)
		}
	})
	if err != nil && (!unreadable(err) || !w.forsaken()) {
		return err // what was handed over is; the rest is fetched again
	}
	status, message, settle := http.StatusServiceUnavailable, "batch "+b.Provider+" ended without an answer to this call", c.Journal.FinishBatch
	if state.failed != "" { // as a whole: a later run may send its calls anew
		status, message, settle = http.StatusBadRequest, state.failed, c.Journal.DropBatch
	}
	left := c.end(b, w, status, message)
	_ = settle(ctx, b.ID)
	c.say("batch %s has ended: %d calls answered, %d not", b.Provider, answered, refused+left)
	return nil
}

// mark notes from which batch a call was answered: asked again, it goes into
// another.
func (c *Collector) mark(b Batch, key string, waited int) {
	if waited == 0 {
		return
	}
	c.mu.Lock()
	c.given[key] = b.ID
	c.mu.Unlock()
}

// end answers who still waits for a batch, and says how many those are.
func (c *Collector) end(b Batch, w *watch, status int, message string) int {
	left := w.close()
	for key, calls := range left {
		if status >= http.StatusInternalServerError { // asked again, it goes into another batch
			c.mark(b, key, len(calls))
		}
		body := []byte(message)
		if !strings.HasPrefix(strings.TrimSpace(message), "{") {
			body = errorBody(message)
		}
		for _, one := range calls {
			one.answer(status, body, "")
		}
	}
	return len(left)
}
