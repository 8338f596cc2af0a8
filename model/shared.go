package model

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"adhere"
)

// Turns hands out turns that processes share. A Gate uses it.
type Turns interface {
	// TakeTurn takes the next turn under a name, which lasts so long, and
	// returns how long to wait until it begins. A turn that begins later than
	// within is not taken.
	TakeTurn(ctx context.Context, name string, lasts, within time.Duration) (wait time.Duration, taken bool, err error)
}

// A Gate lets calls to one model begin at an even pace that all processes hold
// together: RPM of them and TPM of their tokens in a minute. What a process
// has taken and not used when it dies is lost, so that the pace is never
// exceeded.
type Gate struct {
	turns    Turns
	name     string
	rpm, tpm int
	waiting  atomic.Int32  // calls that have no turn yet
	asking   chan struct{} // held by the call that takes turns
	taken    []time.Time   // turns of calls that are not used yet, in order
}

// NewGate returns a gate for the model that processes know by that name. 0 sets
// no bound.
func NewGate(turns Turns, name string, rpm, tpm int) *Gate {
	return &Gate{turns: turns, name: name, rpm: rpm, tpm: tpm, asking: make(chan struct{}, 1)}
}

const (
	// usualReply is how many tokens are taken for a reply until it is there.
	usualReply = 500
	// atOnce is how much of the time of all a process takes at a time at most,
	// for calls that wait: so much may be lost with it.
	atOnce = 50 * time.Millisecond
	// ahead is how long before it begins a turn is taken at most.
	ahead = 500 * time.Millisecond
)

// wait returns once a call of so many tokens may begin.
func (g *Gate) wait(ctx context.Context, tokens int) error {
	at, err := g.inTurn(ctx, tokens)
	if err != nil {
		return err
	}
	return pauseUntil(ctx, at)
}

// inTurn takes the call's turn, one call at a time.
func (g *Gate) inTurn(ctx context.Context, tokens int) (at time.Time, err error) {
	g.waiting.Add(1)
	defer g.waiting.Add(-1)
	select {
	case g.asking <- struct{}{}:
	case <-ctx.Done():
		return at, ctx.Err()
	case <-haltOf(ctx):
		return at, context.Canceled
	}
	defer func() { <-g.asking }()
	return g.turn(ctx, tokens)
}

// turn takes the turn of the next call and returns when it begins.
func (g *Gate) turn(ctx context.Context, tokens int) (at time.Time, err error) {
	if g.rpm > 0 {
		each := time.Minute / time.Duration(g.rpm)
		for len(g.taken) > 0 && time.Since(g.taken[0]) > atOnce { // nobody came in time
			g.taken = g.taken[1:]
		}
		if len(g.taken) == 0 {
			n := max(min(int(atOnce/max(each, 1)), int(g.waiting.Load())), 1)
			begins, err := g.take(ctx, g.name, time.Duration(n)*each)
			if err != nil {
				return at, err
			}
			for i := range n {
				g.taken = append(g.taken, begins.Add(time.Duration(i)*each))
			}
		}
		at, g.taken = g.taken[0], g.taken[1:]
	}
	if g.tpm > 0 {
		begins, err := g.take(ctx, g.name+" tokens", g.lasts(tokens))
		if err != nil {
			return at, err
		}
		if begins.After(at) {
			at = begins
		}
	}
	return at, nil
}

// take waits until a turn is near, and takes it.
func (g *Gate) take(ctx context.Context, name string, lasts time.Duration) (begins time.Time, err error) {
	for {
		wait, taken, err := g.turns.TakeTurn(ctx, name, lasts, ahead)
		if taken || err != nil {
			return time.Now().Add(wait), err
		}
		if err := pauseUntil(ctx, time.Now().Add(wait-ahead/2)); err != nil {
			return begins, err
		}
	}
}

func pauseUntil(ctx context.Context, at time.Time) error {
	if !sleep(ctx, time.Until(at)) {
		return context.Canceled
	}
	return nil
}

// lasts is how long so many tokens take.
func (g *Gate) lasts(tokens int) time.Duration {
	return time.Duration(float64(tokens) / float64(g.tpm) * float64(time.Minute))
}

// correct takes the tokens that a call used beyond those that were taken for
// it, or gives back what it did not use.
func (g *Gate) correct(ctx context.Context, more int) error {
	if g.tpm <= 0 || more == 0 {
		return nil
	}
	_, _, err := g.turns.TakeTurn(ctx, g.name+" tokens", g.lasts(more), math.MaxInt64)
	return err
}

// Through returns m with its calls let through a gate. Without a gate, or with
// the zero Gate, m is returned as it is.
func Through(m adhere.Model, g *Gate) adhere.Model {
	if g == nil || g.turns == nil {
		return m
	}
	return around(m, g.pass)
}

func (g *Gate) pass(ctx context.Context, req *adhere.Request, a asking) (*adhere.Response, error) {
	tokens := 0
	if g.tpm > 0 {
		out := usualReply
		if most := req.Params.MaxTokens; most != nil {
			out = min(out, *most)
		}
		tokens = EstimateRequest(req) + out
	}
	if err := g.wait(ctx, tokens); err != nil {
		if ctx.Err() != nil || halted(ctx) {
			return nil, Stopped(ctx, a.model)
		}
		return nil, err
	}
	resp, err := a.call(ctx, req)
	if err == nil {
		err = g.correct(context.WithoutCancel(ctx), resp.Usage.In+resp.Usage.Out-tokens)
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}
