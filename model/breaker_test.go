package model_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// A scripted model fails with what its plan says, and counts.
type scripted struct {
	mu    sync.Mutex
	calls int
	err   func(call int) error
	takes time.Duration
	most  int // under way at once
	now   int
}

func (s *scripted) Name() string { return "stub/m" }

func (s *scripted) Generate(ctx context.Context, _ *adhere.Request) (*adhere.Response, error) {
	s.mu.Lock()
	s.calls++
	call := s.calls
	s.now++
	s.most = max(s.most, s.now)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.now--
		s.mu.Unlock()
	}()
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return nil, &adhere.Error{Code: adhere.Cancelled, Message: "stopped", Err: ctx.Err()}
	}
	if err := s.err(call); err != nil {
		return nil, err
	}
	return &adhere.Response{Model: "stub/m", Text: "hello", Finish: adhere.FinishStop}, nil
}

func failing(code adhere.Code) error {
	return &adhere.Error{Code: code, Message: "no luck", Hint: "look"}
}

func firewall() error {
	return &adhere.Error{Code: adhere.Unusable, Message: "no luck", Hint: "look", Err: &model.ProviderError{Status: 403, Message: "<html>"}}
}

func lost() error {
	return &adhere.Error{Code: adhere.Unavailable, Message: "lost", Err: &model.Unconnected{Err: errors.New("connection refused")}}
}

// from returns errors: the given one for the calls whose number is not good.
func from(err error, good ...int) func(int) error {
	return func(call int) error {
		if slices.Contains(good, call) {
			return nil
		}
		return err
	}
}

func TestBreaker(t *testing.T) {
	for _, c := range []struct {
		name  string
		err   func(int) error
		asked int           // calls made, one after the other
		apart time.Duration // between them
		sent  int           // of them reached the provider
		open  bool          // the last is still let through
	}{
		{"permanent at once", from(failing(adhere.Permanent)), 5, 0, 1, false},
		{"denied three times", from(failing(adhere.Refused)), 5, 0, 3, false},
		{"a firewall three times", from(firewall()), 5, 0, 3, false},
		{"a firewall for some prompts", from(firewall(), 1), 20, 0, 20, true},
		{"not found three times", from(failing(adhere.NotFound)), 5, 0, 3, false},
		{"denied after it served once", from(failing(adhere.Refused), 1), 20, 0, 20, true},
		{"denied, but not in a row", from(failing(adhere.Refused), 3, 6), 20, 0, 20, true},
		{"sick for two minutes", from(failing(adhere.Unavailable)), 200, 4 * time.Second, 50, false},
		{"sick seldom", from(failing(adhere.Unavailable)), 49, time.Minute, 49, true},
		{"sick in a burst", from(failing(adhere.Unavailable)), 100, time.Second, 100, true},
		{"sick with a pause of health", from(failing(adhere.Unavailable), 30, 60, 90), 100, 4 * time.Second, 100, true},
		{"bad requests", from(failing(adhere.Invalid)), 200, time.Minute, 200, true},
		{"rate limits", from(failing(adhere.RateLimited)), 200, time.Minute, 200, true},
		{"unusable", from(failing(adhere.Unusable)), 200, time.Minute, 200, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &scripted{err: c.err}
				m := model.Guard(s, &model.Breaker{})
				var last error
				for range c.asked {
					_, last = m.Generate(t.Context(), modeltest.Ask("x"))
					time.Sleep(c.apart)
				}
				sent, broken := min(c.sent, c.asked), adhere.CodeOf(last) == adhere.Permanent
				if s.calls != sent || broken == c.open {
					t.Errorf("%d calls, want %d; %v", s.calls, sent, last)
				}
				if broken && (!strings.Contains(last.Error(), "no luck") || adhere.HintOf(last) != "look") {
					t.Errorf("the reason is lost: %v", last)
				}
			})
		})
	}
}

// TestBreakerSaysSinceWhen wants the time of the first failure and the number
// of them.
func TestBreakerSaysSinceWhen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := model.Guard(&scripted{err: from(failing(adhere.Unavailable))}, &model.Breaker{})
		since := time.Now().Format(time.TimeOnly)
		var last error
		for range 60 {
			_, last = m.Generate(t.Context(), modeltest.Ask("x"))
			time.Sleep(3 * time.Second)
		}
		if want := "every call has failed since " + since + " (50 calls)"; last == nil || !strings.Contains(last.Error(), want) {
			t.Errorf("%v, want %q", last, want)
		}
	})
}

// TestBreakerAwayFromTheStart ends many callers of a server that never
// answered within seconds, and few of them try.
func TestBreakerAwayFromTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{err: from(lost()), takes: time.Millisecond}
		start := time.Now()
		if got := together(t, s, &model.Breaker{}, 50); got[adhere.Permanent] != 50 {
			t.Errorf("ended with %v", got)
		}
		if took := time.Since(start); took > 5*time.Second || s.calls > 60 {
			t.Errorf("%d calls in %s", s.calls, took)
		}
	})
}

// together makes many calls at once with retries, and counts how they ended.
func together(t *testing.T, s *scripted, b *model.Breaker, n int) map[adhere.Code]int {
	t.Helper()
	m := model.Retry(model.Guard(s, b), model.Policy{Tries: 1000})
	ended := map[adhere.Code]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			_, err := m.Generate(t.Context(), modeltest.Ask("x"))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				ended[""]++
				return
			}
			ended[adhere.CodeOf(err)]++
		})
	}
	all.Wait()
	return ended
}

// TestBreakerComesBack loses a server that has answered for a minute: one call
// at a time tries, and all succeed once it is there again.
func TestBreakerComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s := &scripted{takes: time.Millisecond, err: func(call int) error {
			if away := time.Since(start) < time.Minute; away && call > 1 {
				return lost()
			}
			return nil
		}}
		b := &model.Breaker{}
		if _, err := model.Guard(s, b).Generate(t.Context(), modeltest.Ask("x")); err != nil {
			t.Fatal(err)
		}
		if got := together(t, s, b, 40); got[""] != 40 {
			t.Errorf("ended with %v", got)
		}
		if s.calls > 1+40+40+20 { // one each when it went, one each when it came, a few probes
			t.Errorf("%d calls", s.calls)
		}
	})
}

// TestBreakerGivesUp on a server that answered and stays away.
func TestBreakerGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s, b := &scripted{err: from(lost(), 1), takes: time.Millisecond}, &model.Breaker{}
		_, _ = model.Guard(s, b).Generate(t.Context(), modeltest.Ask("x"))
		if got := together(t, s, b, 10); got[adhere.Permanent] != 10 {
			t.Errorf("ended with %v", got)
		}
		if took := time.Since(start); took < 2*time.Minute || took > 3*time.Minute {
			t.Errorf("gave up after %s", took)
		}
	})
}

// TestBreakerIgnoresCancelled does not hold a caller's end against the server.
func TestBreakerIgnoresCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{err: from(nil), takes: time.Hour}
		m := model.Guard(s, &model.Breaker{})
		for range 100 {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			_, err := m.Generate(ctx, modeltest.Ask("x"))
			cancel()
			if adhere.CodeOf(err) == adhere.Permanent {
				t.Fatal(err)
			}
		}
		if s.calls != 100 {
			t.Errorf("%d calls", s.calls)
		}
	})
}

func TestBreakerStopsPayingForNothing(t *testing.T) {
	s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Fault: modeltest.Malformed})}
	m := model.Guard(open(t, "openai/m", s), &model.Breaker{})
	var err error
	for range 30 {
		_, _, err = ask(t, m)
	}
	if s.Requests() != 10 || adhere.CodeOf(err) != adhere.Permanent || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("%d requests, %v", s.Requests(), err)
	}
}

// TestBreakerSurvivesAPanic holds that a single try that panics does not keep
// all others waiting.
func TestBreakerSurvivesAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := model.Guard(&scripted{err: func(call int) error {
			switch {
			case call <= 3:
				return lost()
			case call == 4:
				panic("a fault")
			}
			return nil
		}}, &model.Breaker{})
		for range 4 {
			func() {
				defer func() { _ = recover() }()
				_, _, _ = ask(t, m)
			}()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := m.Generate(ctx, modeltest.Ask("x")); err != nil {
			t.Error(err)
		}
	})
}
