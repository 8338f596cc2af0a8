package model_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// TestHalting puts ten calls of a second each and halts them in the second
// second, at every place where calls wait. Those that the server has are
// answered, no other begins, and none waits any longer.
func TestHalting(t *testing.T) {
	const halts = 1500 * time.Millisecond
	for name, c := range map[string]struct {
		layers   func() model.Layers
		plan     modeltest.Behaviour
		requests int // that the server sees
		answers  int
		ends     time.Duration
	}{
		"in the limiter": {
			func() model.Layers { return model.Layers{Limiter: model.NewLimiter(model.Limits{Connections: 3})} },
			modeltest.Behaviour{},
			6, 6, 2 * time.Second,
		},
		"for the minute to end": {
			func() model.Layers { return model.Layers{Limiter: model.NewLimiter(model.Limits{RPM: 4})} },
			modeltest.Behaviour{},
			4, 4, halts,
		},
		"for the budget": {
			func() model.Layers { return model.Layers{Budget: model.NewBudget(0, 1000)} },
			modeltest.Behaviour{},
			4, 4, 2 * time.Second,
		},
		"to be tried again": {
			func() model.Layers { return model.Layers{Retry: &model.Policy{}} },
			modeltest.Behaviour{Status: 429, RetryAfter: time.Minute},
			10, 0, halts,
		},
		"and then fail": {
			func() model.Layers { return model.Layers{Retry: &model.Policy{}} },
			modeltest.Behaviour{Status: 500, Latency: 2 * time.Second},
			10, 0, 2 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stub := &modeltest.Stub{Latency: time.Second, Plan: modeltest.Always(c.plan)}
				m := model.Stack(open(t, "openai/m", stub), c.layers())
				halt := make(chan struct{})
				time.AfterFunc(halts, func() { close(halt) })
				start := time.Now()
				errs := askAll(model.Halting(t.Context(), halt), &bounded{m}, 10)
				if took := time.Since(start); took != c.ends {
					t.Errorf("ended after %s, want %s", took, c.ends)
				}
				if stub.Requests() != c.requests || len(errs) != 10-c.answers {
					t.Errorf("%d requests and %d errors, want %d and %d", stub.Requests(), len(errs), c.requests, 10-c.answers)
				}
				for _, err := range errs {
					if adhere.CodeOf(err) != adhere.Cancelled || !errors.Is(err, context.Canceled) {
						t.Errorf("error %v", err)
					}
				}
				if errs := askAll(model.Halting(t.Context(), halt), &bounded{m}, 1); c.answers > 0 && (len(errs) == 0 || stub.Requests() > c.requests) {
					t.Errorf("after the halt a call was made: %v", errs)
				}
			})
		})
	}
}

// A bounded model is asked for 400 tokens at most.
type bounded struct{ adhere.Model }

func (m *bounded) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	most := 400
	req.Params.MaxTokens = &most
	return m.Model.Generate(ctx, req)
}
