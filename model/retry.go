package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"adhere"
)

// A Policy says how often and how long a failed call is tried again. Only
// rate limits and failures of provider and network are, see Retryable, and
// unreadable replies where Paid allows it. The zero value is ready for use.
type Policy struct {
	Tries int // most calls that may fail, the first included, rate limits apart; 0 is read as 8
	Paid  int // most calls answered with a reply that cannot be read, which has probably been paid for; 0 is read as 1
	Waits int // most rate limits met; 0 is read as 100, since they are the normal pace of a busy provider

	Base     time.Duration // bound of the first wait; 0 is read as 500 ms
	Longest  time.Duration // bound of any wait but Retry-After's; 0 is read as 30 s
	MaxAfter time.Duration // longest Retry-After obeyed; a longer one ends the call; 0 is read as 10 minutes
	Total    time.Duration // bound of all waits of one call together; 0 is read as an hour

	Rand func() float64 // uniform in [0,1), safe for concurrent use; nil for a random one
}

// longestAfter is the longest Retry-After that is obeyed where nothing else is said.
const longestAfter = 10 * time.Minute

func (p Policy) withDefaults() Policy {
	p.Tries = cmp.Or(p.Tries, 8)
	p.Paid = cmp.Or(p.Paid, 1)
	p.Waits = cmp.Or(p.Waits, 100)
	p.Base = cmp.Or(p.Base, 500*time.Millisecond)
	p.Longest = cmp.Or(p.Longest, 30*time.Second)
	p.MaxAfter = cmp.Or(p.MaxAfter, longestAfter)
	p.Total = cmp.Or(p.Total, time.Hour)
	if p.Rand == nil {
		p.Rand = rand.Float64
	}
	return p
}

// Retry returns m with failed calls tried again under the policy. A wait is
// uniform between nothing and a bound that doubles ("full jitter"). Where a
// Retry-After says how long to wait, the bound grows evenly instead, and comes
// on top. A stream is tried again only while nothing of it was handed over.
// The last error is returned, with how often it was tried. A reply, or the last
// one that cannot be read, has the usage of unreadable ones before it too.
func Retry(m adhere.Model, p Policy) adhere.Model { return &retrying{present(m), p.withDefaults()} }

type retrying struct {
	adhere.Model
	policy Policy
}

func (m *retrying) Unwrap() adhere.Model { return m.Model }

func (m *retrying) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	return m.try(ctx, func() (*adhere.Response, error) { return m.Model.Generate(ctx, req) })
}

func (m *retrying) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	begun := false
	return m.try(ctx, func() (*adhere.Response, error) {
		resp, err := Stream(ctx, m.Model, req, func(c adhere.Chunk) error {
			begun = true
			return each(c)
		})
		if err != nil && begun {
			return nil, &final{err}
		}
		return resp, err
	})
}

// final keeps an error from being tried again.
type final struct{ error }

func (m *retrying) try(ctx context.Context, call func() (*adhere.Response, error)) (*adhere.Response, error) {
	a := attempts{policy: &m.policy}
	for {
		resp, err := call()
		if err == nil {
			if resp != nil {
				resp.Usage = resp.Usage.Add(a.lost)
			}
			return resp, nil
		}
		if u := asUnreadable(err); u != nil {
			a.lost = a.lost.Add(u.Usage)
			u.Usage = a.lost
		}
		if last, ok := errors.AsType[*final](err); ok {
			return nil, last.error
		}
		if a.last(err) || ctx.Err() != nil {
			return nil, err
		}
		if halted(ctx) {
			return nil, Stopped(ctx, m.Name())
		}
		wait, why := a.next(err)
		if why != "" {
			return nil, m.giveUp(err, &a, why)
		}
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
			return nil, m.giveUp(err, &a, "the time for the call would end during the next wait")
		}
		if !sleep(ctx, wait) {
			return nil, Stopped(ctx, m.Name())
		}
	}
}

// attempts counts what became of one call.
type attempts struct {
	policy          *Policy
	failed, limited int
	paid            int
	lost            adhere.Usage // of unreadable replies
	waited          time.Duration
}

// last reports whether no further call is made after err, whatever time there is.
func (a *attempts) last(err error) bool {
	if asUnreadable(err) == nil {
		return !Retryable(err)
	}
	a.paid++
	return a.paid >= a.policy.Paid
}

// next returns how long to wait after err, or why not to try again.
func (a *attempts) next(err error) (time.Duration, string) {
	p := a.policy
	var n int
	if adhere.CodeOf(err) == adhere.RateLimited {
		if a.limited++; a.limited >= p.Waits {
			return 0, "no more waits for rate limits are allowed"
		}
		n = a.limited
	} else {
		if a.failed++; a.failed >= p.Tries {
			return 0, "no more tries are allowed"
		}
		n = a.failed
	}
	after := RetryAfter(err)
	if after > p.MaxAfter {
		return 0, fmt.Sprintf("the provider asks to wait %s, and %s is allowed", after, p.MaxAfter)
	}
	bound := p.Longest
	switch {
	case after > 0: // the provider names the time; what is added only keeps a crowd apart
		bound = min(bound, p.Base*time.Duration(n))
	case n <= 30:
		bound = min(bound, p.Base<<(n-1))
	}
	wait := after + time.Duration(p.Rand()*float64(bound))
	if a.waited+wait > p.Total {
		return 0, fmt.Sprintf("all waits together would pass %s", p.Total)
	}
	a.waited += wait
	return wait, ""
}

// giveUp wraps the last error of a call that is not tried again.
func (m *retrying) giveUp(err error, a *attempts, why string) error {
	calls := "1 call"
	if n := a.failed + a.limited; n != 1 {
		calls = fmt.Sprintf("%d calls", n)
	}
	return &adhere.Error{
		Code:    adhere.CodeOf(err),
		Message: fmt.Sprintf("gave up after %s: %s", calls, why),
		Err:     err,
	}
}

// sleep waits for d and reports whether ctx was still alive and not halted at
// its end.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	case <-haltOf(ctx):
		return false
	}
}
