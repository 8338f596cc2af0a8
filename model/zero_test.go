package model_test

import (
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// A wrapper without what it goes by is left out, and what is ready for use is.
func TestWrappersOfNothing(t *testing.T) {
	for name, wrap := range map[string]func(adhere.Model) adhere.Model{
		"cache":        func(m adhere.Model) adhere.Model { return model.Cache(m, nil) },
		"refresh":      func(m adhere.Model) adhere.Model { return model.Refresh(m, nil) },
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
