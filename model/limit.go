package model

import (
	"context"
	"time"

	"adhere"
)

// Limit returns m behind a limiter, which several models may share. Without a
// limiter m is returned as it is.
func Limit(m adhere.Model, l *Limiter) adhere.Model {
	if l == nil {
		return m
	}
	l.begin()
	return around(m, l.limit)
}

func (l *Limiter) limit(ctx context.Context, req *adhere.Request, a asking) (resp *adhere.Response, err error) {
	in, out := 0, 0
	if l.limits.TPM > 0 {
		in = EstimateRequest(req)
		if req.Params.MaxTokens != nil {
			out = *req.Params.MaxTokens
		}
	}
	p := l.acquire(ctx, in, out)
	if p == nil {
		return nil, Stopped(ctx, a.model)
	}
	defer func() { l.done(p, resp, err) }() // also if the call panics
	return a.call(context.WithValue(ctx, limiterKey{}, l), req)
}

// Stream streams from a model that can, and asks one that cannot for the
// whole reply, which is then one piece.
func Stream(ctx context.Context, m adhere.Model, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	if each == nil {
		return nil, adhere.Errorf(adhere.Invalid, "a stream needs a function that takes its pieces")
	}
	m = present(m)
	if s, ok := m.(adhere.Streamer); ok {
		return s.Stream(ctx, req, each)
	}
	resp, err := m.Generate(ctx, req)
	return handOver(resp, err, each)
}

// whole hands a reply over as one piece.
func whole(resp *adhere.Response, each func(adhere.Chunk) error) error {
	if resp.Text == "" && resp.Reasoning == "" {
		return nil
	}
	return each(adhere.Chunk{Text: resp.Text, Reasoning: resp.Reasoning})
}

// limiterKey finds the limiter of a call in its context.
type limiterKey struct{}

// Pause has the limiter of the call whose context this is let no call pass for
// the given time, a minute at most. A model calls it when its provider says that
// no requests or tokens are left, before calls are refused.
func Pause(ctx context.Context, wait time.Duration) {
	if l, ok := ctx.Value(limiterKey{}).(*Limiter); ok && wait > 0 {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.pause(min(wait, minute))
	}
}
