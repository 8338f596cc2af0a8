package model

import (
	"context"
	"maps"
	"sync"

	"adhere"
)

// A Meter sums what calls used, by role: subject, judge, critic, rewriter.
// It is safe for concurrent use; the zero value is ready for use.
type Meter struct {
	mu    sync.Mutex
	roles map[string]Spending
}

// Spending is what the calls of one role used: Now is what this run had to pay;
// with Stored it is what the work costs.
type Spending struct {
	Now    adhere.Usage // calls made
	Stored adhere.Usage // replies that were stored, or shared with an identical call: used when they were made
	Failed int          // calls without a reply that can be read, after all tries
}

// Count returns m with its calls counted under role. It belongs outside the
// cache, where it sees every reply once.
func (t *Meter) Count(role string, m adhere.Model) adhere.Model {
	return around(m, metered{role, t}.call)
}

// Roles returns what was counted so far, by role.
func (t *Meter) Roles() map[string]Spending {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.roles == nil {
		return map[string]Spending{}
	}
	return maps.Clone(t.roles)
}

// In returns a context whose calls this meter counts too: what one piece of work
// used of models that many share. The role is that under which a model is counted,
// or that of the step of a refinement: one model may draft and rewrite.
func (t *Meter) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, meterKey{}, t)
}

type meterKey struct{}

// Cost is what the work cost so far: calls made, and replies that were stored.
func (t *Meter) Cost() adhere.Used {
	used := adhere.Used{Made: map[string]adhere.Usage{}, Stored: map[string]adhere.Usage{}}
	for role, s := range t.Roles() {
		used.Made[role], used.Stored[role] = s.Now, s.Stored
	}
	return used
}

// Used is what calls cost so far, of all roles.
func (t *Meter) Used() (all adhere.Usage) {
	for _, s := range t.Roles() {
		all = all.Add(s.Now)
	}
	return all
}

func (t *Meter) add(role string, resp *adhere.Response, lost *Unreadable, stored bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.roles == nil {
		t.roles = map[string]Spending{}
	}
	s := t.roles[role]
	switch {
	case resp == nil:
		s.Failed++
		if lost == nil {
			break
		}
		if stored {
			s.Stored = s.Stored.Add(lost.Usage) // estimated, as below
		} else {
			s.Now = s.Now.Add(lost.Usage)
		}
	case stored:
		s.Stored = s.Stored.Add(resp.Usage)
	default:
		s.Now = s.Now.Add(resp.Usage)
	}
	t.roles[role] = s
}

type metered struct {
	role  string
	meter *Meter
}

func (m metered) call(ctx context.Context, req *adhere.Request, a asking) (*adhere.Response, error) {
	var got booking
	resp, err := a.call(context.WithValue(ctx, bookingKey{}, &got), req)
	lost := asUnreadable(err)
	m.meter.add(m.role, resp, lost, got.stored)
	if of, ok := ctx.Value(meterKey{}).(*Meter); ok && !got.counted {
		role := m.role
		if step := adhere.StepIn(ctx); step != "" {
			role = step.Role()
		}
		of.add(role, resp, lost, got.stored)
	}
	if around := bookingOf(ctx); around != nil { // a meter around this one
		around.stored, around.counted = around.stored || got.stored, true
	}
	return resp, err
}

// A booking is what a meter must know of a call besides its reply.
type booking struct {
	stored  bool // the reply was not made for it
	counted bool // by a meter nearer to the model, for that of the context
}

// bookingKey finds in a call's context the booking that its meter wants. It is
// filled in before the call returns, in the caller's own goroutine.
type bookingKey struct{}

func bookingOf(ctx context.Context) *booking {
	o, _ := ctx.Value(bookingKey{}).(*booking)
	return o
}

// markStored notes that the reply to a call was not made for it.
func markStored(ctx context.Context) {
	if o := bookingOf(ctx); o != nil {
		o.stored = true
	}
}
