package model_test

import (
	"context"
	"strings"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// A wrapper without what it goes by is left out, and what is ready for use is.
func TestWrappersOfNothing(t *testing.T) {
	for name, wrap := range map[string]func(adhere.Model) adhere.Model{
		"cache":        func(m adhere.Model) adhere.Model { return model.Cache(m, nil) },
		"refresh":      func(m adhere.Model) adhere.Model { return refresh(m, nil) },
		"budget":       func(m adhere.Model) adhere.Model { return model.Within(m, nil, nil) },
		"breaker":      func(m adhere.Model) adhere.Model { return model.Guard(m, nil) },
		"limiter":      func(m adhere.Model) adhere.Model { return model.Limit(m, nil) },
		"zero limiter": func(m adhere.Model) adhere.Model { return model.Limit(m, &model.Limiter{}) },
		"gate":         func(m adhere.Model) adhere.Model { return model.Through(m, nil) },
		"zero gate":    func(m adhere.Model) adhere.Model { return model.Through(m, &model.Gate{}) },
		"prices":       func(m adhere.Model) adhere.Model { return model.Priced(m, nil) },
	} {
		resp, err := wrap(modeltest.NewFake("a/b", func(*adhere.Request) string { return "Hi" })).Generate(t.Context(), &adhere.Request{})
		if err != nil || resp.Text != "Hi" {
			t.Errorf("%s: %v, %v", name, resp, err)
		}
	}
}

// A wrapper of no model says so, whole and streamed; so does Stream without one, or
// without a function for the pieces.
func TestWrappersOfNoModel(t *testing.T) {
	some, prices := modeltest.NewFake("a/b", func(*adhere.Request) string { return "Hi" }), &model.Prices{}
	for name, m := range map[string]adhere.Model{
		"stack":   model.Stack(nil, model.Layers{}),
		"full":    model.Stack(nil, model.Layers{Calls: nothing{}, Retry: &model.Policy{}, Breaker: &model.Breaker{}, Limiter: &model.Limiter{}, Budget: model.NewBudget(0, 1_000_000), Prices: prices}),
		"cache":   model.Cache(nil, nothing{}),
		"budget":  model.Within(nil, model.NewBudget(0, 1_000_000), nil),
		"breaker": model.Guard(nil, &model.Breaker{}),
		"limiter": model.Limit(nil, &model.Limiter{}),
		"gate":    model.Through(nil, model.NewGate(nil, "a/b", 1, 1)),
		"prices":  model.Priced(nil, prices),
		"retry":   model.Retry(nil, model.Policy{}),
		"meter":   new(model.Meter).Count("judge", nil),
		"notices": model.Noticing(nil, func(string) {}),
		"answers": model.Answering(nil),
		"nothing": nil,
	} {
		if m != nil {
			if resp, err := m.Generate(t.Context(), &adhere.Request{}); adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), "the model is nil") {
				t.Errorf("%s: %v, %v", name, resp, err)
			}
		}
		if resp, err := model.Stream(t.Context(), m, &adhere.Request{}, func(adhere.Chunk) error { return nil }); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%s, streamed: %v, %v", name, resp, err)
		}
	}
	for _, m := range []adhere.Model{some, model.Retry(some, model.Policy{})} {
		if resp, err := model.Stream(t.Context(), m, &adhere.Request{}, nil); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("no function for pieces: %v, %v", resp, err)
		}
	}
}

// nothing stores no calls.
type nothing struct{}

func (nothing) Get(context.Context, string) (*adhere.Response, bool, error) { return nil, false, nil }

func (nothing) Put(context.Context, string, string, *adhere.Request, *adhere.Response) error {
	return nil
}

// A subject without a model says so.
func TestSubjectOfNothing(t *testing.T) {
	in := &adhere.Instruction{ID: "1", Messages: []adhere.Message{{Role: adhere.User, Text: "Hi"}}}
	s := model.NewSubject(nil, nil)
	if a, err := s.Answer(t.Context(), &adhere.Task{Instruction: in}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("%s: %v, %v", s.Name(), a, err)
	}
}

// mute gives neither a reply nor an error.
type mute struct{}

func (mute) Name() string { return "mine/mute" }
func (mute) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return nil, nil
}

// A model that says nothing at all is an error behind every wrapper.
func TestWrappersOfAMuteModel(t *testing.T) {
	for name, wrap := range map[string]func(adhere.Model) adhere.Model{
		"notices": func(m adhere.Model) adhere.Model { return model.Noticing(m, func(string) {}) },
		"budget":  func(m adhere.Model) adhere.Model { return model.Within(m, model.NewBudget(0, 100_000), nil) },
		"limiter": func(m adhere.Model) adhere.Model { return model.Limit(m, model.NewLimiter(model.Limits{})) },
		"answers": model.Answering,
	} {
		if resp, err := wrap(mute{}).Generate(t.Context(), &adhere.Request{}); err == nil || !strings.Contains(err.Error(), "mine/mute gave neither") {
			t.Errorf("%s: %v, %v", name, resp, err)
		}
	}
}
