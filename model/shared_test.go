package model_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
)

// A pool is what processes share: turns and a budget.
type pool struct {
	mu    sync.Mutex
	next  map[string]time.Time
	taken adhere.Usage
	most  adhere.Usage
}

func (p *pool) TakeTurn(_ context.Context, name string, lasts, within time.Duration) (time.Duration, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.next == nil {
		p.next = map[string]time.Time{}
	}
	begins := p.next[name]
	if begins.Before(now) {
		begins = now
	}
	if begins.Sub(now) > within {
		return begins.Sub(now), false, nil
	}
	p.next[name] = begins.Add(lasts)
	return begins.Sub(now), true, nil
}

func (p *pool) take(_ context.Context, money adhere.Money, tokens int) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken.Money+money > p.most.Money || p.taken.In+tokens > p.most.In {
		return false, nil
	}
	p.taken.Money, p.taken.In = p.taken.Money+money, p.taken.In+tokens
	return true, nil
}

// asks is a model that is a function.
type asks func(context.Context, *adhere.Request) (*adhere.Response, error)

func (asks) Name() string { return "stub/m" }

func (f asks) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	return f(ctx, req)
}

// TestGate has fifty processes call one model as fast as they may, of which
// some stop. No minute holds more calls than are allowed, and few less.
func TestGate(t *testing.T) {
	for _, rpm := range []int{30, 600, 60000} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			var at []time.Time
			stub := asks(func(context.Context, *adhere.Request) (*adhere.Response, error) {
				mu.Lock()
				defer mu.Unlock()
				at = append(at, time.Now())
				return &adhere.Response{Text: "yes"}, nil
			})
			shared := &pool{}
			ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
			defer stop()
			var all sync.WaitGroup
			for n := range 50 {
				m := model.Through(stub, model.NewGate(shared, "m", rpm, 0))
				own := ctx
				if n%5 == 0 {
					short, cancel := context.WithTimeout(ctx, time.Duration(n)*time.Second)
					defer cancel()
					own = short
				}
				for range 3 {
					all.Go(func() {
						for own.Err() == nil {
							_, _ = m.Generate(own, &adhere.Request{})
						}
					})
				}
			}
			all.Wait()
			first, most := 0, 0
			for i := range at {
				for at[i].Sub(at[first]) >= time.Minute {
					first++
				}
				most = max(most, i-first+1)
			}
			if least := rpm * 3 * 98 / 100; most > rpm+rpm/50+1 || len(at) < least {
				t.Errorf("%d calls in one minute, %d in three; %d a minute are allowed", most, len(at), rpm)
			}
		})
	}
}

// TestGateOfTokens holds the pace of tokens, which are known only afterwards.
func TestGateOfTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stub := asks(func(context.Context, *adhere.Request) (*adhere.Response, error) {
			return &adhere.Response{Text: "yes", Usage: adhere.Usage{In: 100, Out: 1900}}, nil
		})
		m := model.Through(stub, model.NewGate(&pool{}, "m", 0, 20000))
		start := time.Now()
		for range 50 {
			if _, err := m.Generate(t.Context(), &adhere.Request{}); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took < 280*time.Second || took > 300*time.Second {
			t.Errorf("50 calls of 2,000 tokens at 20,000 a minute took %v", took)
		}
	})
}

// TestSharedBudgetClosed gives back nothing that a call under way may spend.
func TestSharedBudgetClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &pool{most: adhere.Usage{In: 1000}}
		most := 500
		b := model.NewSharedBudget(0, 1000, shared.take)
		m := model.Within(asks(func(context.Context, *adhere.Request) (*adhere.Response, error) {
			if err := b.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if shared.taken.In < most {
				t.Errorf("%d tokens are taken while a call of up to %d is under way", shared.taken.In, most)
			}
			return &adhere.Response{Text: "yes", Usage: adhere.Usage{In: 10, Out: 400}}, nil
		}), b, nil)
		if _, err := m.Generate(t.Context(), &adhere.Request{Params: adhere.Params{MaxTokens: &most}}); err != nil {
			t.Error(err)
		}
		if err := b.Close(t.Context()); err != nil || shared.taken.In != 410 {
			t.Errorf("%d tokens are taken, 410 spent: %v", shared.taken.In, err)
		}
	})
}

// TestSharedBudget has ten processes spend one budget; three die without giving
// anything back. Together they never spend more, and leave little unspent.
func TestSharedBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &pool{most: adhere.Usage{In: 100000}}
		var mu sync.Mutex
		spent := 0
		stub := asks(func(context.Context, *adhere.Request) (*adhere.Response, error) {
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			spent += 90
			return &adhere.Response{Text: "yes", Usage: adhere.Usage{In: 40, Out: 50}}, nil
		})
		most := 60
		var all sync.WaitGroup
		for n := range 10 {
			all.Go(func() {
				b := model.NewSharedBudget(0, 100000, shared.take)
				m := model.Within(stub, b, nil)
				for i := 0; ; i++ {
					if n < 3 && i == 20 {
						return
					}
					_, err := m.Generate(t.Context(), &adhere.Request{
						Messages: []adhere.Message{{Role: "user", Text: "say something that is about forty bytes long"}}, Params: adhere.Params{MaxTokens: &most},
					})
					if adhere.CodeOf(err) == adhere.Exhausted {
						break
					}
					if err != nil {
						t.Error(err)
						break
					}
				}
				if err := b.Close(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if spent > 100000 || spent < 96000 {
			t.Errorf("%d of 100000 tokens were spent", spent)
		}
		if got := shared.taken.In; got < spent || got > spent+3*1000 {
			t.Errorf("%d tokens were taken, %d spent", got, spent)
		}
	})
}
