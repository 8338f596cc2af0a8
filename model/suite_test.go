package model_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

func open(t *testing.T, spec string, s *modeltest.Stub) adhere.Model {
	t.Helper()
	m, err := provider.Open(spec, func(string) string { return "" }, provider.Options{BaseURL: "http://stub/v1", Client: modeltest.Client(s)})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// quick is a retry policy that the suite's patience allows.
var quick = model.Policy{Tries: 3, Waits: 3, Base: time.Microsecond}

func TestWrappers(t *testing.T) {
	prices, err := model.BuiltInPrices()
	if err != nil {
		t.Fatal(err)
	}
	wrappers := map[string]func(adhere.Model) adhere.Model{
		"cache": func(m adhere.Model) adhere.Model { return model.Cache(m, newCalls()) },
		"retry": func(m adhere.Model) adhere.Model { return model.Retry(m, quick) },
		"limit": func(m adhere.Model) adhere.Model {
			return model.Limit(m, model.NewLimiter(model.Limits{Connections: 3}))
		},
		"budget": func(m adhere.Model) adhere.Model { return model.Within(m, model.NewBudget(100*adhere.USD, 0), prices) },
		"priced": func(m adhere.Model) adhere.Model { return model.Priced(m, prices) },
		"meter":  func(m adhere.Model) adhere.Model { return new(model.Meter).Count("judge", m) },
		"stack": func(m adhere.Model) adhere.Model {
			return model.Stack(m, model.Layers{
				Calls: newCalls(), Budget: model.NewBudget(100*adhere.USD, 0), Retry: &quick,
				Limiter: model.NewLimiter(model.Limits{Connections: 5}), Prices: prices,
			})
		},
	}
	for name, wrap := range wrappers {
		t.Run(name, func(t *testing.T) {
			modeltest.TestModel(t, func(t *testing.T, s *modeltest.Stub) adhere.Model {
				return wrap(open(t, "openai/gpt-4o", s))
			})
		})
	}
}

// memory keeps replies for as long as a test.
type memory struct {
	mu      sync.Mutex
	replies map[string]*adhere.Response
	puts    int
	getErr  error
	putErr  error
}

func newCalls() *memory { return &memory{replies: map[string]*adhere.Response{}} }

func (c *memory) Get(_ context.Context, key string) (*adhere.Response, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.replies[key]
	return r, ok, c.getErr
}

func (c *memory) Put(ctx context.Context, key, _ string, _ *adhere.Request, resp *adhere.Response) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.putErr != nil || ctx.Err() != nil {
		return c.putErr
	}
	c.puts++
	c.replies[key] = resp
	return nil
}
