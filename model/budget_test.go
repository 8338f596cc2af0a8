package model_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// tenCents is a table in which p/m costs ten cents for a thousand reply
// tokens and nothing for a prompt.
func tenCents(t *testing.T) *model.Prices {
	t.Helper()
	p, err := model.ParsePrices(strings.NewReader("date: 2026-01-01\nmodels:\n  p/*: {in: 0, out: 100}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// spender answers with so many reply tokens.
func spender(name string, tokens int) *modeltest.Fake {
	return modeltest.NewFake(name, func(*adhere.Request) string { return strings.Repeat("word", tokens) })
}

func thousand(prompt string) *adhere.Request {
	n := 1000
	r := modeltest.Ask(prompt)
	r.Params.MaxTokens = &n
	return r
}

func TestBudgetIsNeverPassed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		prices := tenCents(t)
		b := model.NewBudget(adhere.USD, 0)
		// Two models share one dollar; each call costs three cents of the ten
		// that it may cost.
		var models []adhere.Model
		for _, name := range []string{"p/one", "p/two"} {
			fake := spender(name, 300)
			fake.Delay = time.Second
			models = append(models, model.Within(model.Priced(fake, prices), b, prices))
		}
		var done, refused atomic.Int64
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				_, err := models[i%2].Generate(t.Context(), thousand(fmt.Sprint(i)))
				switch {
				case err == nil:
					done.Add(1)
				case adhere.CodeOf(err) == adhere.Exhausted:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		spent, _ := b.Spent()
		// The last call starts while ten cents are left: 31 calls make 93 cents.
		if done.Load() != 31 || spent != 93*adhere.USD/100 || done.Load()+refused.Load() != 100 {
			t.Errorf("%d done, %d refused, %s spent", done.Load(), refused.Load(), spent)
		}
	})
}

func TestBudgetOfTokens(t *testing.T) {
	b := model.NewBudget(0, 2400)
	fake := spender("q/m", 700)
	m := model.Within(fake, b, nil)
	for i, want := range []adhere.Code{"", "", adhere.Exhausted} { // 1000 no longer fit after 1400
		_, err := m.Generate(t.Context(), thousand(fmt.Sprint(i)))
		if adhere.CodeOf(err) != want {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if fake.Calls() != 2 {
		t.Errorf("%d calls", fake.Calls())
	}
}

func TestBudgetLearnsReplyLength(t *testing.T) {
	b := model.NewBudget(0, 9000)
	fake := spender("q/m", 4000)
	m := model.Within(fake, b, nil)
	if _, _, err := ask(t, m); err != nil {
		t.Fatal(err)
	}
	// Without a limit the longest reply so far is set aside: 4000 fit once
	// more.
	for i, want := range []adhere.Code{"", adhere.Exhausted} {
		if _, err := m.Generate(t.Context(), modeltest.Ask(fmt.Sprint(i))); adhere.CodeOf(err) != want {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

func TestBudgetNeedsPrices(t *testing.T) {
	fake := modeltest.NewFake("q/m", nil)
	for _, prices := range []*model.Prices{nil, tenCents(t)} {
		_, _, err := ask(t, model.Within(fake, model.NewBudget(adhere.USD, 0), prices))
		if adhere.CodeOf(err) != adhere.Invalid || adhere.HintOf(err) == "" || fake.Calls() != 0 {
			t.Errorf("%d calls, %v", fake.Calls(), err)
		}
	}
}

func TestBudgetGivesBackWhatFailed(t *testing.T) {
	fake := modeltest.NewFake("q/m", nil)
	fake.Fail = func(*adhere.Request) error { return &adhere.Error{Code: adhere.Unavailable, Message: "down"} }
	m := model.Within(fake, model.NewBudget(0, 1200), nil)
	for i := range 5 {
		if _, err := m.Generate(t.Context(), thousand(fmt.Sprint(i))); adhere.CodeOf(err) != adhere.Unavailable {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

func TestBudgetWaitEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := spender("q/m", 100)
		fake.Delay = time.Minute
		m := model.Within(fake, model.NewBudget(0, 1500), nil)
		go func() { _, _ = m.Generate(t.Context(), thousand("holds most of it")) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		if _, err := m.Generate(ctx, thousand("waits")); adhere.CodeOf(err) != adhere.Exhausted || time.Since(start) != time.Second || fake.Calls() != 1 {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
		if _, took, err := ask(t, m); err == nil || took != 0 { // 2048 are assumed and can never fit
			t.Errorf("took %s, %v", took, err)
		}
		if _, err := m.Generate(t.Context(), thousand("waits for the first")); err != nil || time.Since(start) < 59*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}
