package model_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

// askAll asks m n different things at once and returns the errors.
func askAll(ctx context.Context, m adhere.Model, n int) []error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { _, errs[i] = m.Generate(ctx, modeltest.Ask(fmt.Sprint("prompt ", i))) })
	}
	wg.Wait()
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

func TestLimiterConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Latency: 100 * time.Millisecond}
		l := model.NewLimiter(model.Limits{Connections: 10})
		// Two roles ask one model: they share its connections.
		subject, judge := model.Limit(open(t, "openai/m", s), l), model.Limit(open(t, "openai/m", s), l)
		start := time.Now()
		var wg sync.WaitGroup
		for _, m := range []adhere.Model{subject, judge} {
			wg.Go(func() {
				if errs := askAll(t.Context(), m, 50); len(errs) > 0 {
					t.Error(errs[0])
				}
			})
		}
		wg.Wait()
		if took := time.Since(start); took != time.Second {
			t.Errorf("100 calls of 0.1 s over 10 connections took %s", took)
		}
		if s.MostInFlight() != 10 {
			t.Errorf("the server saw %d in flight", s.MostInFlight())
		}
		if st := l.State(); st != (model.LimiterState{Connections: 10}) {
			t.Errorf("at rest: %+v", st)
		}
	})
}

func TestLimiterRPM(t *testing.T) {
	for _, rpm := range []int{1, 3, 60} {
		synctest.Test(t, func(t *testing.T) {
			s := &modeltest.Stub{Latency: 700 * time.Millisecond}
			m := model.Limit(open(t, "openai/m", s), model.NewLimiter(model.Limits{RPM: rpm}))
			start := time.Now()
			askAll(t.Context(), m, 4*rpm)
			if got := s.MostWithin(time.Minute + time.Nanosecond); got != rpm {
				t.Errorf("%d requests within a minute, want %d", got, rpm)
			}
			if took := time.Since(start); took > 3*61*time.Second {
				t.Errorf("%d requests at %d a minute took %s", 4*rpm, rpm, took)
			}
		})
	}
}

func TestLimiterTPM(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const tpm, each = 1000, 90
		s := &modeltest.Stub{
			Latency: time.Second,
			Usage:   func(*modeltest.Asked) modeltest.StubUsage { return modeltest.StubUsage{In: 30, Out: each - 30} },
		}
		l := model.NewLimiter(model.Limits{TPM: tpm})
		m := model.Limit(open(t, "openai/m", s), l)
		limit := 400
		req := func(i int) *adhere.Request {
			r := modeltest.Ask(fmt.Sprint("prompt ", i))
			r.Params.MaxTokens = &limit
			return r
		}
		start := time.Now()
		var wg sync.WaitGroup
		for i := range 44 {
			wg.Go(func() {
				if _, err := m.Generate(t.Context(), req(i)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := s.MostWithin(time.Minute+time.Nanosecond) * each; got > tpm {
			t.Errorf("%d tokens within a minute, %d allowed", got, tpm)
		}
		// What calls did not use of their limit is given back: 6 or more a
		// minute where the limits alone would allow 2.
		if took := time.Since(start); took > 8*time.Minute {
			t.Errorf("44 calls of 90 tokens at 1000 a minute took %s", took)
		}
		limit = 5000
		if _, err := m.Generate(t.Context(), req(-1)); err != nil {
			t.Errorf("a call larger than the bound must go alone: %v", err)
		}
	})
}

func TestLimiterShrinksOncePerEpisodeAndGrowsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Latency: time.Second, Plan: func(a *modeltest.Asked) modeltest.Behaviour {
			if a.N < 100 { // everything that is under way at first
				return modeltest.Behaviour{Status: 429}
			}
			return modeltest.Behaviour{}
		}}
		l := model.NewLimiter(model.Limits{Connections: 100})
		m := model.Limit(open(t, "openai/m", s), l)
		if errs := askAll(t.Context(), m, 100); len(errs) != 100 {
			t.Fatalf("%d rate limits", len(errs))
		}
		if got := l.State().Connections; got != 33 {
			t.Errorf("one episode left %d of 100 connections, want 33", got)
		}
		askAll(t.Context(), m, 400)
		if got := l.State().Connections; got <= 33 || got >= 100 {
			t.Errorf("after some success: %d connections", got)
		}
		askAll(t.Context(), m, 3000)
		if got := l.State().Connections; got != 100 {
			t.Errorf("after much success: %d connections", got)
		}
	})
}

func TestLimiterBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Status: 429})}
		l := model.NewLimiter(model.Limits{Connections: 50, Start: 20, Min: 4})
		m := model.Limit(open(t, "openai/m", s), l)
		if got := l.State().Connections; got != 20 {
			t.Errorf("starts with %d", got)
		}
		askAll(t.Context(), m, 200)
		if got := l.State().Connections; got != 4 {
			t.Errorf("shrank to %d, want the least, 4", got)
		}
	})
}

// A Retry-After concerns the call that got it as long as others succeed, and
// everybody when the provider says the same to all.
func TestLimiterPauses(t *testing.T) {
	limit := modeltest.Behaviour{Status: 429, RetryAfter: time.Minute}
	seven := slices.Repeat([]modeltest.Behaviour{limit}, 7)
	for name, c := range map[string]struct {
		plan []modeltest.Behaviour
		want time.Duration
	}{
		"one of several":    {[]modeltest.Behaviour{{}, limit, {}}, 0},
		"several in a row":  {seven, 0},
		"with some success": {slices.Concat(seven, []modeltest.Behaviour{{}}, seven), 0},
		"all":               {slices.Concat(seven, []modeltest.Behaviour{limit}), time.Minute},
		"a day, all":        {slices.Repeat([]modeltest.Behaviour{{Status: 429, RetryAfter: 24 * time.Hour}}, 20), 0},
		"all, and failures": {slices.Concat(seven, []modeltest.Behaviour{{Status: 500}, limit}), time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := model.NewLimiter(model.Limits{})
			m := model.Limit(open(t, "openai/m", &modeltest.Stub{Plan: modeltest.In(c.plan...)}), l)
			for range c.plan {
				_, _, _ = ask(t, m)
			}
			if got := l.State().Paused; got != c.want {
				t.Errorf("%s: paused for %s, want %s", name, got, c.want)
			}
			if _, took, err := ask(t, m); took != c.want || err != nil {
				t.Errorf("%s: another caller waited %s, %v", name, took, err)
			}
		})
	}
}

func TestLimiterReadsHeaders(t *testing.T) {
	for name, c := range map[string]struct {
		spec   string
		header func() http.Header
		want   time.Duration
	}{
		"openai": {"openai/m", func() http.Header {
			return http.Header{"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"7s"}}
		}, 7 * time.Second},
		"openai, left": {"openai/m", func() http.Header {
			return http.Header{"X-Ratelimit-Remaining-Requests": {"1"}, "X-Ratelimit-Reset-Requests": {"7s"}}
		}, 0},
		"tokens": {"openai/m", func() http.Header {
			return http.Header{"X-Ratelimit-Remaining-Tokens": {"0"}, "X-Ratelimit-Reset-Tokens": {"12"}}
		}, 12 * time.Second},
		"anthropic": {"anthropic/m", func() http.Header {
			return http.Header{"Anthropic-Ratelimit-Requests-Remaining": {"0"}, "Anthropic-Ratelimit-Requests-Reset": {time.Now().Add(9 * time.Second).Format(time.RFC3339)}}
		}, 9 * time.Second},
		"nonsense": {"openai/m", func() http.Header {
			return http.Header{"X-Ratelimit-Remaining-Tokens": {"0"}, "X-Ratelimit-Reset-Tokens": {"soon"}}
		}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := model.NewLimiter(model.Limits{})
			m := model.Limit(open(t, c.spec, &modeltest.Stub{Header: func(*modeltest.Asked) http.Header { return c.header() }}), l)
			if _, _, err := ask(t, m); err != nil {
				t.Fatal(err)
			}
			if got := l.State().Paused; got != c.want {
				t.Errorf("%s: paused for %s, want %s", name, got, c.want)
			}
		})
	}
}

func TestLimiterIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		s := &modeltest.Stub{Latency: time.Second, Reply: func(a *modeltest.Asked) string {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, a.Prompt())
			return "ok"
		}}
		m := model.Limit(open(t, "openai/m", s), model.NewLimiter(model.Limits{Connections: 1}))
		var want []string
		var wg sync.WaitGroup
		for i := range 20 {
			want = append(want, fmt.Sprint(i))
			wg.Go(func() { _, _ = m.Generate(t.Context(), modeltest.Ask(fmt.Sprint(i))) })
			synctest.Wait() // it is in the queue
		}
		wg.Wait()
		if !slices.Equal(order, want) {
			t.Errorf("served in the order %v", order)
		}
	})
}

func TestLimiterWaitEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Latency: time.Hour}
		l := model.NewLimiter(model.Limits{Connections: 1})
		m := model.Limit(open(t, "openai/m", s), l)
		long, stopLong := context.WithCancel(t.Context())
		defer stopLong()
		go func() { _, _ = m.Generate(long, modeltest.Ask("holds the connection")) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		_, err := m.Generate(ctx, modeltest.Ask("waits"))
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
		if st := l.State(); st.Queued != 0 || st.InFlight != 1 {
			t.Errorf("%+v", st)
		}
		stopLong()
		synctest.Wait()
		if st := l.State(); st.InFlight != 0 {
			t.Errorf("%+v", st)
		}
		if s.Requests() != 1 {
			t.Errorf("%d requests", s.Requests())
		}
	})
}

func TestLimiterSurvivesAPanic(t *testing.T) {
	l := model.NewLimiter(model.Limits{Connections: 1})
	m := model.Limit(raised{modeltest.NewFake("p/m", nil)}, l)
	func() {
		defer func() { _ = recover() }()
		_, _ = model.Stream(t.Context(), m, modeltest.Ask("x"), func(adhere.Chunk) error { return nil })
	}()
	if _, _, err := ask(t, m); err != nil || l.State().InFlight != 0 {
		t.Errorf("%+v, %v", l.State(), err)
	}
}

// TestRunAgainstBadServer puts a whole run against a server that answers a
// third of the calls with 429 and a tenth with 500: every item finishes and
// the bounds hold as the server sees them.
func TestRunAgainstBadServer(t *testing.T) {
	const items, connections, rpm = 2000, 40, 1200
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{
			Latency: 200 * time.Millisecond,
			Plan: modeltest.Shares(7,
				modeltest.Share{Part: 1.0 / 3, Behaviour: modeltest.Behaviour{Status: 429, RetryAfter: time.Second}},
				modeltest.Share{Part: 0.1, Behaviour: modeltest.Behaviour{Status: 500}},
			),
		}
		calls := newCalls()
		m := model.Stack(open(t, "openai/m", s), model.Layers{
			Calls: calls, Retry: &model.Policy{},
			Limiter: model.NewLimiter(model.Limits{Connections: connections, RPM: rpm}),
		})
		if errs := askAll(t.Context(), m, items); len(errs) > 0 {
			t.Errorf("%d items failed: %v", len(errs), errs[0])
		}
		asked, answered := s.Distinct()
		if _, twice := s.MostRepeated(); asked != items || answered != items || twice != 1 || calls.puts != items {
			t.Errorf("%d asked, %d answered, at most %d times each, %d stored", asked, answered, twice, calls.puts)
		}
		if got := s.MostInFlight(); got > connections {
			t.Errorf("%d in flight, %d allowed", got, connections)
		}
		if got := s.MostWithin(time.Minute); got > rpm {
			t.Errorf("%d within a minute, %d allowed", got, rpm)
		}
	})
}

// TestRunOverNetwork is the same over real connections: the bound on calls in
// flight holds where the server counts, not only where we do.
func TestRunOverNetwork(t *testing.T) {
	const items, connections = 600, 25
	s := &modeltest.Stub{
		Latency: 2 * time.Millisecond,
		Plan: modeltest.Shares(7,
			modeltest.Share{Part: 0.05, Behaviour: modeltest.Behaviour{Status: 500}},
			modeltest.Share{Part: 0.05, Behaviour: modeltest.Behaviour{Fault: modeltest.Cut}},
			modeltest.Share{Part: 0.05, Behaviour: modeltest.Behaviour{Fault: modeltest.Malformed}},
		),
	}
	url, stop, err := s.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	m, err := provider.Open("openai-api/local/m", func(string) string { return "" }, provider.Options{BaseURL: url, MaxConnections: connections})
	if err != nil {
		t.Fatal(err)
	}
	m = model.Stack(m, model.Layers{
		Retry:   &model.Policy{Base: time.Millisecond, Paid: 8},
		Limiter: model.NewLimiter(model.Limits{Connections: connections}),
	})
	if errs := askAll(t.Context(), m, items); len(errs) > 0 {
		t.Errorf("%d items failed: %v", len(errs), errs[0])
	}
	if got := s.MostInFlight(); got > connections {
		t.Errorf("%d in flight, %d allowed", got, connections)
	}
}
