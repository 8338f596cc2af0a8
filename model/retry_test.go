package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// ask asks m one thing and returns how long it took.
func ask(t *testing.T, m adhere.Model) (*adhere.Response, time.Duration, error) {
	t.Helper()
	start := time.Now()
	resp, err := m.Generate(t.Context(), modeltest.Ask("x"))
	return resp, time.Since(start), err
}

// steady is a policy whose every jitter is half of its bound.
func steady(p model.Policy) model.Policy {
	p.Rand = func() float64 { return 0.5 }
	return p
}

func TestRetryHonoursRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hour := modeltest.Behaviour{Status: 429, RetryAfter: time.Hour}
		s := &modeltest.Stub{Plan: modeltest.In(hour, hour, hour)}
		l := model.NewLimiter(model.Limits{})
		m := model.Retry(model.Limit(open(t, "openai/m", s), l), steady(model.Policy{MaxAfter: time.Hour, Total: 4 * time.Hour}))
		_, took, err := ask(t, m)
		// On top of the hours: half of 0.5 s, of 1 s and of 1.5 s.
		if err != nil || took != 3*time.Hour+1500*time.Millisecond {
			t.Errorf("took %s, %v", took, err)
		}
	})
}

func TestRetryBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Status: 500})}
		m := model.Retry(open(t, "openai/m", s), steady(model.Policy{Tries: 6, Base: time.Second, Longest: 4 * time.Second}))
		_, took, err := ask(t, m)
		if want := time.Second / 2 * (1 + 2 + 4 + 4 + 4); took != want {
			t.Errorf("waited %s, want %s", took, want)
		}
		if s.Requests() != 6 || adhere.CodeOf(err) != adhere.Unavailable || !strings.Contains(err.Error(), "gave up after 6 calls") {
			t.Errorf("%d calls, %v", s.Requests(), err)
		}
		if adhere.HintOf(err) == "" {
			t.Error("the hint was lost")
		}
	})
}

func TestRetryGivesUp(t *testing.T) {
	limited := modeltest.Behaviour{Status: 429}
	for name, c := range map[string]struct {
		behaviour modeltest.Behaviour
		policy    model.Policy
		calls     int
		says      string
	}{
		"not retryable":       {modeltest.Behaviour{Status: 401}, model.Policy{}, 1, "401"},
		"account used up":     {modeltest.Behaviour{Status: 429, Kind: "insufficient_quota"}, model.Policy{}, 1, "429"},
		"too many limits":     {limited, model.Policy{Waits: 4}, 4, "no more waits for rate limits"},
		"asked to wait long":  {modeltest.Behaviour{Status: 429, RetryAfter: time.Hour}, model.Policy{MaxAfter: time.Minute}, 1, "gave up after 1 call: the provider asks to wait 1h0m0s, and 1m0s is allowed"},
		"all waits together":  {limited, model.Policy{Base: 10 * time.Second, Longest: 10 * time.Second, Total: 12 * time.Second}, 3, "would pass 12s"},
		"the caller's time":   {modeltest.Behaviour{Status: 503, RetryAfter: 2 * time.Minute}, model.Policy{}, 1, "the time for the call would end"},
		"a broken reply":      {modeltest.Behaviour{Fault: modeltest.Cut}, model.Policy{}, 1, "probably paid for, cannot be read"},
		"several, if allowed": {modeltest.Behaviour{Fault: modeltest.Malformed}, model.Policy{Paid: 3}, 3, "probably paid for, cannot be read"},
		"but tries are fewer": {modeltest.Behaviour{Fault: modeltest.Malformed}, model.Policy{Paid: 3, Tries: 2}, 2, "no more tries"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &modeltest.Stub{Plan: modeltest.Always(c.behaviour)}
			m := model.Retry(open(t, "openai/m", s), steady(c.policy))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			_, err := m.Generate(ctx, modeltest.Ask("x"))
			if err == nil || !strings.Contains(err.Error(), c.says) || s.Requests() != c.calls {
				t.Errorf("%s: %d calls, %v", name, s.Requests(), err)
			}
			if ctx.Err() != nil {
				t.Errorf("%s: waited although it could not help", name)
			}
		})
	}
}

// TestRetryCountsUnreadable: replies that could not be read were paid for too.
func TestRetryCountsUnreadable(t *testing.T) {
	for _, last := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			broken := modeltest.Behaviour{Fault: modeltest.Malformed}
			plan := modeltest.In(broken, broken, modeltest.Behaviour{})
			if last {
				plan = modeltest.Always(broken)
			}
			var meter model.Meter
			m := meter.Count("subject", model.Retry(open(t, "openai/m", &modeltest.Stub{Plan: plan}), model.Policy{Paid: 3}))
			_, err := m.Generate(t.Context(), modeltest.Ask("x"))
			if used := meter.Roles()["subject"].Now; used.Calls != 3 || (err != nil) != last {
				t.Errorf("three calls: counted %+v, %v", used, err)
			}
		})
	}
}

func TestRetryStopsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Status: 429, RetryAfter: 5 * time.Minute})}
		m := model.Retry(open(t, "openai/m", s), model.Policy{})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		start := time.Now()
		_, err := m.Generate(ctx, modeltest.Ask("x"))
		if adhere.CodeOf(err) != adhere.Cancelled || time.Since(start) != time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

func TestRetryStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{
			Reply: func(*modeltest.Asked) string { return "some words that come in pieces" },
			Plan:  modeltest.In(modeltest.Behaviour{Status: 500}, modeltest.Behaviour{}, modeltest.Behaviour{Fault: modeltest.Cut}),
		}
		m := model.Retry(open(t, "openai/m", s), model.Policy{})
		var text string
		read := func(c adhere.Chunk) error { text += c.Text; return nil }
		if _, err := model.Stream(t.Context(), m, modeltest.Ask("x"), read); err != nil || text != "some words that come in pieces" {
			t.Errorf("nothing was handed over yet, so it could try again; got %q, %v", text, err)
		}
		text = ""
		_, err := model.Stream(t.Context(), m, modeltest.Ask("x"), read)
		if adhere.CodeOf(err) != adhere.Unusable || text == "" || s.Requests() != 3 {
			t.Errorf("a piece was handed over, so it must not try again; %d calls, got %q, %v", s.Requests(), text, err)
		}
		if _, err := model.Stream(t.Context(), m, modeltest.Ask("x"), func(adhere.Chunk) error { return errors.New("enough") }); err == nil || err.Error() != "enough" {
			t.Errorf("got %v, want the reader's error as it is", err)
		}
	})
}
