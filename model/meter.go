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
		if lost != nil && !stored { // estimated
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

func (m metered) call(ctx context.Context, req *adhere.Request, call asking) (*adhere.Response, error) {
	var stored bool
	resp, err := call(context.WithValue(ctx, storedKey{}, &stored), req)
	m.meter.add(m.role, resp, asUnreadable(err), stored)
	if stored {
		markStored(ctx) // a meter around this one must know too
	}
	return resp, err
}

// storedKey finds in a call's context where a cache says that the reply was
// not made for it. The cache says so before it returns, in the caller's own
// goroutine.
type storedKey struct{}

func markStored(ctx context.Context) {
	if stored, ok := ctx.Value(storedKey{}).(*bool); ok {
		*stored = true
	}
}
