package model

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"adhere"
)

// Limit returns m behind a limiter, which several models may share.
func Limit(m adhere.Model, l *Limiter) adhere.Model {
	return around(m, limited{m.Name(), l}.call)
}

type limited struct {
	name    string
	limiter *Limiter
}

func (m limited) call(ctx context.Context, req *adhere.Request, call asking) (resp *adhere.Response, err error) {
	in, out := 0, 0
	if m.limiter.limits.TPM > 0 {
		in = EstimateRequest(req)
		if req.Params.MaxTokens != nil {
			out = *req.Params.MaxTokens
		}
	}
	p := m.limiter.acquire(ctx, in, out)
	if p == nil {
		return nil, stopped(ctx, m.name)
	}
	defer func() { m.limiter.done(p, resp, err) }() // also if the call panics
	return call(context.WithValue(ctx, limiterKey{}, m.limiter), req)
}

// Stream streams from a model that can, and asks one that cannot for the
// whole reply, which is then one piece.
func Stream(ctx context.Context, m adhere.Model, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
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

// limiterKey finds the limiter of a call in its context, so that the wire can
// tell it what the provider's headers say.
type limiterKey struct{}

// notice tells the call's limiter when the provider says that nothing is left
// of its requests or tokens: better to wait now than to be told off.
func notice(ctx context.Context, h http.Header) {
	l, ok := ctx.Value(limiterKey{}).(*Limiter)
	if !ok {
		return
	}
	for _, kind := range [...]string{"Requests", "Tokens"} {
		var wait time.Duration
		switch {
		case first(h, "X-Ratelimit-Remaining-"+kind) == "0":
			wait = resetIn(first(h, "X-Ratelimit-Reset-"+kind))
		case first(h, "Anthropic-Ratelimit-"+kind+"-Remaining") == "0":
			at, err := time.Parse(time.RFC3339, first(h, "Anthropic-Ratelimit-"+kind+"-Reset"))
			if err == nil {
				wait = time.Until(at)
			}
		}
		if wait > 0 {
			l.mu.Lock()
			l.pause(min(wait, minute))
			l.mu.Unlock()
		}
	}
}

// first returns a header's value by its canonical name.
func first(h http.Header, name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// resetIn reads a reset time as providers write it: "1s", "6m0s", "20ms", or
// a number of seconds.
func resetIn(v string) time.Duration {
	if s, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && s > 0 {
		return seconds(s)
	}
	d, err := time.ParseDuration(v)
	if err != nil {
		return 0
	}
	return d
}
