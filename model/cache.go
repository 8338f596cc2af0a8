package model

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"adhere"
)

// Calls is where replies are kept. Put returns once the reply will survive a
// crash. Both are called concurrently.
type Calls interface {
	// Get returns the reply stored under key, and whether there is one.
	Get(ctx context.Context, key string) (*adhere.Response, bool, error)
	// Put stores the reply that the named model gave to req under key, in
	// place of what is there.
	Put(ctx context.Context, key, model string, req *adhere.Request, resp *adhere.Response) error
}

// A Claimer is Calls that several processes share: a call that one of them is
// making is waited for by the others. ClaimCall reports false where another
// makes the call with that key now; who gets true calls release once the reply
// is stored, or has failed.
type Claimer interface {
	ClaimCall(key string) (release func(), claimed bool, err error)
}

// How long to wait before looking again for a reply that another process is
// getting: longer each time, up to the second.
const firstPause, longestPause = 20 * time.Millisecond, time.Second

// How long a wait for another process may be until somebody is told of it.
const silentWait = 5 * time.Second

// Cache returns m with each reply stored under req.Key(Identity(m)) before it is
// returned, and found there ever after; the reply's Call is that key. Identical
// calls in flight are made
// once; the call goes on while anybody waits for it, and a reply that arrives
// is stored even if nobody does. A stored reply keeps the Usage of the call
// that was paid for; a Meter tells what was spent now from what was stored.
// Errors are not stored, but for replies that cannot be read: their body is, and
// asking again is an Unusable error until the call is refreshed. If the store fails so does the call, since a reply
// that is not kept would be paid for again.
func Cache(m adhere.Model, calls Calls) adhere.Model { return Stack(m, Layers{Calls: calls}) }

func (c *cache) Unwrap() adhere.Model { return c.Model }

type cache struct {
	adhere.Model
	calls   Calls
	refresh bool
	waiting func(what string) // is told of each long wait; may be nil

	mu      sync.Mutex
	flights map[string]*flight
}

// A flight is one call under way, with those who wait for it.
type flight struct {
	done    chan struct{} // closed once the fields below are set
	resp    *adhere.Response
	key     string // under which the reply is stored
	err     error
	stored  bool        // the reply was found, not made
	claimed atomic.Bool // somebody accounts for what it cost

	streams bool // runs in its caller's context, so its failure is not others'
	waiting int  // guarded by the cache's mutex
	cancel  context.CancelFunc
}

// Generate returns the stored reply, the reply of an identical call under
// way, or a new one.
func (c *cache) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	key := req.Key(Identity(c.Model))
	for {
		f, alone := c.join(ctx, key)
		if alone != nil {
			return c.make(ctx, alone, f, key, req)
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			c.leave(f, key)
			return nil, Stopped(ctx, c.Name())
		}
		if f.streams && f.err != nil && ctx.Err() == nil {
			continue // it failed for its caller's reasons: make our own
		}
		return f.result(ctx)
	}
}

// Stream hands a stored reply, or one that an identical call brings, over as
// one piece. Otherwise it streams, and stores the reply at the end.
func (c *cache) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	key := req.Key(Identity(c.Model))
	f := c.claim(key)
	if f == nil {
		resp, err := c.Generate(ctx, req)
		return handOver(resp, err, each)
	}
	handed := false
	c.fly(ctx, f, key, req, func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
		handed = true
		return Stream(ctx, c.Model, req, each)
	})
	resp, err := f.result(ctx)
	if handed {
		return resp, err
	}
	return handOver(resp, err, each)
}

// handOver ends a stream whose reply came in one piece.
func handOver(resp *adhere.Response, err error, each func(adhere.Chunk) error) (*adhere.Response, error) {
	if err == nil {
		err = whole(resp, each)
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// join returns the flight for key. If there was none, the caller has to make
// it, in the context that join returns besides.
func (c *cache) join(ctx context.Context, key string) (f *flight, alone context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f, ok := c.flights[key]; ok {
		f.waiting++
		return f, nil
	}
	f = &flight{done: make(chan struct{}), waiting: 1}
	alone, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
	c.flights[key] = f
	return f, alone
}

// make flies f in the caller's goroutine, whose stack has grown to the size
// of a call. It stays to the end if the caller gives up while others wait.
func (c *cache) make(ctx, alone context.Context, f *flight, key string, req *adhere.Request) (*adhere.Response, error) {
	defer f.cancel()
	defer context.AfterFunc(ctx, func() { c.leave(f, key) })()
	c.fly(alone, f, key, req, c.Model.Generate)
	if ctx.Err() != nil {
		return nil, Stopped(ctx, c.Name())
	}
	return f.result(ctx)
}

// claim returns a new flight for key that the caller flies, or nil if one is
// under way.
func (c *cache) claim(key string) *flight {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flights[key] != nil {
		return nil
	}
	f := &flight{done: make(chan struct{}), streams: true}
	c.flights[key] = f
	return f
}

// leave ends a flight that nobody waits for any more. The next caller must
// not join a dying call, so it is forgotten at once.
func (c *cache) leave(f *flight, key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.waiting--
	if f.waiting == 0 && f.cancel != nil {
		f.cancel()
		c.forget(f, key)
	}
}

func (c *cache) forget(f *flight, key string) {
	if c.flights[key] == f {
		delete(c.flights, key)
	}
}

// fly finds or makes the reply and wakes who waits.
func (c *cache) fly(ctx context.Context, f *flight, key string, req *adhere.Request, call func(context.Context, *adhere.Request) (*adhere.Response, error)) {
	defer func() {
		if f.resp == nil && f.err == nil { // the model panicked: others must not wait for ever
			f.err = &adhere.Error{Code: adhere.Internal, Message: c.Name() + ": the call broke off"}
		}
		c.mu.Lock()
		c.forget(f, key)
		c.mu.Unlock()
		close(f.done)
	}()
	release, err := c.claimOrFind(ctx, f, key)
	if err != nil || f.resp != nil {
		f.err = err
		return
	}
	defer release()
	resp, err := call(context.WithValue(ctx, keyOf{}, key), req)
	if err != nil {
		f.err = err
		if u := asUnreadable(err); u != nil { // what came is kept, and not bought again unasked
			f.err = c.keep(context.WithoutCancel(ctx), key, req, u)
		}
		return
	}
	// The reply is paid for: it is stored even if nobody waits any more.
	if err := c.calls.Put(context.WithoutCancel(ctx), key, c.Name(), req, resp); err != nil {
		f.err = fmt.Errorf("storing the reply of %s: %w", c.Name(), err)
		return
	}
	f.resp, f.key = resp, key
}

type keyOf struct{}

// CallKey returns the key under which a cache stores the reply to the call whose
// context this is, and "" where none does.
func CallKey(ctx context.Context) string {
	key, _ := ctx.Value(keyOf{}).(string)
	return key
}

// keep stores a reply that cannot be read, unless there is a better one, and
// returns its error.
func (c *cache) keep(ctx context.Context, key string, req *adhere.Request, u *Unreadable) error {
	if resp, found, err := c.calls.Get(ctx, key); err == nil && found && resp.Finish != adhere.FinishBroken {
		return u.Fault(c.Name(), "the stored reply stays as it was")
	}
	if err := c.calls.Put(ctx, key, c.Name(), req, u.response(c.Name(), Address(c.Model))); err != nil {
		return u.Fault(c.Name(), "")
	}
	return u.kept(c.Name())
}

// claimOrFind looks for a stored reply, which it puts into f, and else claims
// the call. It waits while another process makes it.
func (c *cache) claimOrFind(ctx context.Context, f *flight, key string) (release func(), err error) {
	release = func() {}
	if c.refresh {
		return release, nil
	}
	claimer, shared := c.calls.(Claimer)
	waited := time.Duration(0)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		claimed := true
		if shared { // first, so that nobody can store it between looking and claiming
			if release, claimed, err = claimer.ClaimCall(key); err != nil {
				return nil, err
			}
		}
		if resp, found, err := c.calls.Get(ctx, key); err != nil || found {
			if claimed {
				release()
			}
			if err != nil {
				return nil, fmt.Errorf("looking for a stored reply of %s: %w", c.Name(), err)
			}
			if resp.Finish == adhere.FinishBroken {
				f.stored = true
				return nil, storedUnreadable(c.Name(), resp)
			}
			f.resp, f.stored, f.key = resp, true, key
			return nil, nil
		}
		if claimed {
			return release, nil
		}
		if waited += pause; c.waiting != nil && waited >= silentWait && waited-pause < silentWait {
			c.waiting("another process makes the same call; waiting for its reply, so that it is paid for once")
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, Stopped(ctx, c.Name())
		}
	}
}

// result returns a copy of the reply, since several callers may get it. One
// of them accounts for what it cost; the others got it for nothing.
func (f *flight) result(ctx context.Context) (*adhere.Response, error) {
	if f.err != nil {
		if asUnreadable(f.err) != nil {
			f.account(ctx)
		}
		return nil, f.err
	}
	f.account(ctx)
	resp := *f.resp
	resp.Call = f.key
	return &resp, nil
}

// account notes for all callers but one that what the reply cost is not theirs
// to account for.
func (f *flight) account(ctx context.Context) {
	if f.stored || !f.claimed.CompareAndSwap(false, true) {
		markStored(ctx)
	}
}
