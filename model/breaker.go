package model

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"adhere"
)

// How long a provider may be out of reach before nobody tries it any more, and
// how it is tried meanwhile.
const (
	openAfter     = 3                      // failures in a row to connect, after which one call at a time tries
	firstPatience = 2 * time.Second        // where the provider has never answered: a wrong port, a server not started
	patience      = 2 * time.Minute        // where it has
	firstProbe    = 250 * time.Millisecond // wait before the first single try; it doubles
	longestProbe  = 15 * time.Second
	sickAfter     = 50 // answers in a row that are the provider's own failure
	deniedAfter   = 3  // calls that are denied in a row where none ever succeeded
	garbledAfter  = 10 // replies that cannot be read in a row where none ever could
)

// A Breaker keeps calls from a provider that cannot be reached. Once it could
// not be connected to a few times in a row, one call at a time tries, less and
// less often, and the others wait; when that has gone on for too long every
// call ends at once with a Permanent error that says why, and since when. So do
// calls after a bad certificate and an unknown host, after many failures of the
// provider itself over two minutes, and where each call is denied or each reply
// unreadable.
//
// It is shared by all models behind one address; the zero value is ready for
// use.
type Breaker struct {
	mu       sync.Mutex
	answered bool      // the provider answered once, if only with an error
	served   bool      // and once with a reply
	failed   int       // calls in a row that failed
	away     int       // of them, in a row, without a connection
	denied   int       // in a row, by the provider or by a reply that cannot be read
	since    time.Time // the first of them
	probing  bool
	next     time.Time // no try before
	wait     time.Duration
	broken   error
}

// Guard returns m behind a breaker. Errors that came of an Unconnected count as
// failures to connect. Without a breaker m is returned as it is.
func Guard(m adhere.Model, b *Breaker) adhere.Model {
	if b == nil {
		return m
	}
	return around(m, b.guard)
}

func (b *Breaker) guard(ctx context.Context, req *adhere.Request, a asking) (resp *adhere.Response, err error) {
	for {
		wait, err := b.enter()
		if err != nil {
			return nil, err
		}
		if wait == 0 {
			break
		}
		if !sleep(ctx, wait) {
			return nil, Stopped(ctx, a.model)
		}
	}
	ended := false
	defer func() {
		if gone := b.leave(a.model, err, ctx.Err() != nil || !ended); gone != nil { // not ended: the call panics
			resp, err = nil, gone
		}
	}()
	resp, err = a.call(ctx, req)
	ended = true
	return resp, err
}

// enter returns how long to wait before looking again; 0 lets the call through.
func (b *Breaker) enter() (time.Duration, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.broken != nil:
		return 0, b.broken
	case b.away < openAfter:
		return 0, nil
	}
	if d := time.Until(b.next); d > 0 {
		return d, nil
	}
	if b.probing {
		return firstProbe, nil
	}
	b.probing = true
	return 0, nil
}

// leave learns from a call. It returns the error that all calls end with from
// now on, if that is so.
func (b *Breaker) leave(name string, err error, cancelled bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
	if cancelled {
		return nil
	}
	now := time.Now()
	if err == nil {
		b.answered, b.served, b.failed, b.away, b.denied = true, true, 0, 0, 0
		return nil
	}
	if b.failed++; b.failed == 1 {
		b.since = now
	}
	switch code := adhere.CodeOf(err); {
	case code == adhere.Permanent:
		b.trip(name, err)
	case unconnected(err):
		b.lost(name, err, now)
	case code == adhere.Unavailable:
		b.away, b.denied, b.answered = 0, 0, true
		if b.failed >= sickAfter && now.Sub(b.since) >= patience {
			b.trip(name, err)
		}
	case code == adhere.Refused, code == adhere.NotFound, forbidden(err), asUnreadable(err) != nil:
		limit := deniedAfter
		if asUnreadable(err) != nil {
			limit = garbledAfter
		}
		b.away, b.answered = 0, true
		if b.denied++; b.denied >= limit && !b.served {
			b.trip(name, err)
		}
	default: // an answer, if not one to this call
		b.away, b.denied, b.failed, b.answered = 0, 0, 0, true
	}
	return b.broken
}

// lost notes that the provider could not be connected to.
func (b *Breaker) lost(name string, err error, now time.Time) {
	if b.away++; b.away == 1 {
		b.since, b.wait = now, firstProbe
	}
	limit := patience
	if !b.answered {
		limit = firstPatience
	}
	if b.away < openAfter {
		return
	}
	if !now.Before(b.next) { // else one of many that were under way together: the wait stays
		b.next = now.Add(b.wait)
		b.wait = min(2*b.wait, longestProbe)
	}
	if now.Sub(b.since) >= limit {
		b.trip(name, err)
	}
}

// trip ends all calls from now on.
func (b *Breaker) trip(name string, err error) {
	if b.broken != nil {
		return
	}
	said := fmt.Sprintf("%s: every call has failed since %s (%d calls)", name, b.since.Format(time.TimeOnly), b.failed)
	if b.failed == 1 {
		said = name + ": no call can succeed"
	}
	b.broken = &adhere.Error{Code: adhere.Permanent, Message: said, Err: err, Hint: adhere.HintOf(err)}
}

// forbidden reports whether a firewall turned a call down: for its prompt, or since
// it turns all down.
func forbidden(err error) bool {
	p, ok := errors.AsType[*ProviderError](err)
	return ok && p.Firewall()
}

// unconnected reports whether a call failed before it reached the provider.
func unconnected(err error) bool {
	_, ok := errors.AsType[*Unconnected](err)
	return ok
}
