package model_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

func refresh(m adhere.Model, calls model.Calls) adhere.Model {
	return model.Stack(m, model.Layers{Calls: calls, Refresh: true})
}

func TestCacheStoresAndFinds(t *testing.T) {
	calls := newCalls()
	fake := modeltest.NewFake("p/m", func(*adhere.Request) string { return "answer" })
	req := modeltest.Ask("x")
	for range 3 {
		resp, err := model.Cache(fake, calls).Generate(t.Context(), req)
		if err != nil || resp.Text != "answer" || resp.Usage.Calls != 1 {
			t.Fatalf("%+v, %v", resp, err)
		}
	}
	if fake.Calls() != 1 || calls.puts != 1 {
		t.Errorf("%d calls, %d stored", fake.Calls(), calls.puts)
	}
	if _, ok := calls.replies[req.Key("p/m")]; !ok {
		t.Error("not stored under the request's key")
	}
	other := *req
	other.Attempt = 1
	if _, err := model.Cache(fake, calls).Generate(t.Context(), &other); err != nil || fake.Calls() != 2 {
		t.Errorf("another attempt is another call: %d calls, %v", fake.Calls(), err)
	}
	if _, err := refresh(fake, calls).Generate(t.Context(), req); err != nil || fake.Calls() != 3 || calls.puts != 3 {
		t.Errorf("refresh makes the call anew and stores it: %d calls, %d stored, %v", fake.Calls(), calls.puts, err)
	}
}

func TestCacheReturnsCopies(t *testing.T) {
	m := model.Cache(modeltest.NewFake("p/m", nil), newCalls())
	first, _, err := ask(t, m)
	if err != nil {
		t.Fatal(err)
	}
	first.Text = "changed by a caller"
	if second, _, _ := ask(t, m); second.Text != "ok" {
		t.Errorf("a caller changed what is stored: %q", second.Text)
	}
}

func TestCacheMakesIdenticalCallsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := modeltest.NewFake("p/m", nil)
		fake.Delay = time.Second
		m := model.Cache(fake, newCalls())
		var meter model.Meter
		m = meter.Count("subject", m)
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if _, took, err := ask(t, m); err != nil || took != time.Second {
					t.Errorf("took %s, %v", took, err)
				}
			})
		}
		wg.Wait()
		if fake.Calls() != 1 {
			t.Errorf("%d calls", fake.Calls())
		}
		if s := meter.Roles()["subject"]; s.Now.Calls != 1 || s.Stored.Calls != 49 {
			t.Errorf("one pays and 49 share: %+v", s)
		}
	})
}

func TestCacheOutlivesAWaiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := modeltest.NewFake("p/m", nil)
		fake.Delay = time.Minute
		calls := newCalls()
		m := model.Cache(fake, calls)
		impatient, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		gone := make(chan error, 1)
		go func() {
			_, err := m.Generate(impatient, modeltest.Ask("x"))
			gone <- err
		}()
		synctest.Wait() // the impatient one has made the call
		_, took, err := ask(t, m)
		if err != nil || took != time.Minute || fake.Calls() != 1 {
			t.Errorf("took %s, %d calls, %v", took, fake.Calls(), err)
		}
		if err := <-gone; adhere.CodeOf(err) != adhere.Exhausted {
			t.Errorf("the impatient one: %v", err)
		}
	})
}

func TestCacheStopsWhatNobodyWaitsFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Plan: modeltest.In(modeltest.Behaviour{Fault: modeltest.Hang})}
		m := model.Cache(open(t, "openai/m", s), newCalls())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := m.Generate(ctx, modeltest.Ask("x")); adhere.CodeOf(err) != adhere.Exhausted {
			t.Error(err)
		}
		// The hanging call is dead; the next caller must not join it.
		if _, took, err := ask(t, m); err != nil || took != 0 {
			t.Errorf("took %s, %v", took, err)
		}
	})
}

// late is a model whose caller goes away at the moment the reply arrives.
type late struct {
	*modeltest.Fake
	cancel context.CancelFunc
}

func (m *late) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	resp, err := m.Fake.Generate(ctx, req)
	m.cancel()
	return resp, err
}

func TestCacheStoresWhatWasPaidFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		calls := newCalls()
		m := model.Cache(&late{modeltest.NewFake("p/m", nil), cancel}, calls)
		_, _ = m.Generate(ctx, modeltest.Ask("x")) // either outcome is right
		synctest.Wait()
		if calls.puts != 1 {
			t.Error("the reply came and was not stored")
		}
	})
}

func TestCacheErrors(t *testing.T) {
	broken := errors.New("disk full")
	fake := modeltest.NewFake("p/m", nil)
	calls := newCalls()
	calls.getErr = broken
	if _, _, err := ask(t, model.Cache(fake, calls)); !errors.Is(err, broken) || fake.Calls() != 0 {
		t.Errorf("a store that cannot be read: %d calls, %v", fake.Calls(), err)
	}
	calls = newCalls()
	calls.putErr = broken
	if resp, _, err := ask(t, model.Cache(fake, calls)); !errors.Is(err, broken) || resp != nil {
		t.Errorf("a store that cannot be written: %v, %v", resp, err)
	}
	calls = newCalls()
	fake.Fail = func(*adhere.Request) error { return &adhere.Error{Code: adhere.Unavailable, Message: "down"} }
	m := model.Cache(fake, calls)
	if _, _, err := ask(t, m); adhere.CodeOf(err) != adhere.Unavailable || calls.puts != 0 {
		t.Errorf("an error was stored: %v", err)
	}
	fake.Fail = nil
	if _, _, err := ask(t, m); err != nil {
		t.Errorf("an error stayed: %v", err)
	}
}

// TestUnreadableRepliesArePaidForOnce holds what becomes of a reply that came
// with status 200 and cannot be read: it is counted, its beginning is kept, and
// it is bought again only where stored replies are not looked for.
func TestUnreadableRepliesArePaidForOnce(t *testing.T) {
	for name, b := range map[string]modeltest.Behaviour{"cut off": {Fault: modeltest.Cut}, "half of it": {Fault: modeltest.Malformed}} {
		s := &modeltest.Stub{Plan: modeltest.In(b), Reply: func(*modeltest.Asked) string { return strings.Repeat("word ", 100) }}
		calls, meter := newCalls(), &model.Meter{}
		layers := model.Layers{Calls: calls, Retry: &model.Policy{}, Breaker: &model.Breaker{}}
		m := meter.Count("subject", model.Stack(open(t, "openai/m", s), layers))
		for range 2 {
			if _, _, err := ask(t, m); adhere.CodeOf(err) != adhere.Unusable || !strings.Contains(adhere.HintOf(err), "--no-cache") {
				t.Errorf("%s: %v (%s)", name, err, adhere.HintOf(err))
			}
		}
		if got := meter.Roles()["subject"]; s.Requests() != 1 || got.Failed != 2 || got.Now.Calls != 1 || got.Now.In == 0 || got.Now.Out == 0 {
			t.Errorf("%s: %d requests, %+v", name, s.Requests(), got)
		}
		for _, kept := range calls.replies {
			if kept.Finish != adhere.FinishBroken || !strings.HasPrefix(kept.Raw, "{") {
				t.Errorf("%s: kept is %+v", name, kept)
			}
		}
		layers.Refresh = true
		if resp, _, err := ask(t, model.Stack(open(t, "openai/m", s), layers)); err != nil || !strings.HasPrefix(resp.Text, "word") {
			t.Errorf("%s: asked anew: %v", name, err)
		}
	}
}

func TestUnreadableReplyReplacesNoGoodOne(t *testing.T) {
	s := &modeltest.Stub{Plan: modeltest.In(modeltest.Behaviour{}, modeltest.Behaviour{Fault: modeltest.Malformed})}
	calls := newCalls()
	var errs []error // made, made anew and broken, stored
	for _, wrap := range []func(adhere.Model, model.Calls) adhere.Model{model.Cache, refresh, model.Cache} {
		_, _, err := ask(t, wrap(open(t, "openai/m", s), calls))
		errs = append(errs, err)
	}
	if s.Requests() != 2 || errs[0] != nil || adhere.CodeOf(errs[1]) != adhere.Unusable || errs[2] != nil {
		t.Errorf("%d requests, %v", s.Requests(), errs)
	}
}

// raised is a model with a fault of its own.
type raised struct{ *modeltest.Fake }

func (raised) Stream(context.Context, *adhere.Request, func(adhere.Chunk) error) (*adhere.Response, error) {
	panic("a fault")
}

func TestCacheStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := modeltest.NewFake("p/m", func(*adhere.Request) string { return "three words here" })
		calls := newCalls()
		m := model.Cache(fake, calls)
		for i, pieces := range []int{3, 1} { // made, then stored
			n, text := 0, ""
			_, err := model.Stream(t.Context(), m, modeltest.Ask("x"), func(c adhere.Chunk) error { n++; text += c.Text; return nil })
			if err != nil || n != pieces || text != "three words here" {
				t.Errorf("stream %d: %d pieces, %q, %v", i, n, text, err)
			}
		}
		if fake.Calls() != 1 || calls.puts != 1 {
			t.Errorf("%d calls, %d stored", fake.Calls(), calls.puts)
		}
	})
}

func TestCacheStreamFailureIsNotShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Latency: time.Second}
		m := model.Cache(open(t, "openai/m", s), newCalls())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		go func() { _, _ = model.Stream(ctx, m, modeltest.Ask("x"), func(adhere.Chunk) error { return nil }) }()
		synctest.Wait()
		if resp, _, err := ask(t, m); err != nil || resp.Text != "ok" || s.Requests() != 2 {
			t.Errorf("the streamer went away, another waited: %d requests, %v", s.Requests(), err)
		}
	})
}

func TestCachePanicLeavesNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := model.Cache(raised{modeltest.NewFake("p/m", nil)}, newCalls())
		func() {
			defer func() { _ = recover() }()
			_, _ = model.Stream(t.Context(), m, modeltest.Ask("x"), func(adhere.Chunk) error { return nil })
		}()
		if _, _, err := ask(t, m); err != nil {
			t.Errorf("the call after a panic: %v", err)
		}
	})
}

// TestCacheTellsOfLongWaits holds that waiting for another process is told, but
// only where it is long.
func TestCacheTellsOfLongWaits(t *testing.T) {
	for lasts, want := range map[time.Duration]int{2 * time.Second: 0, time.Minute: 1} {
		synctest.Test(t, func(t *testing.T) {
			var told []string
			calls := &elsewhere{newCalls(), time.Now().Add(lasts)}
			m := model.Stack(modeltest.NewFake("p/m", nil), model.Layers{Calls: calls, Waiting: func(what string) { told = append(told, what) }})
			if _, err := m.Generate(t.Context(), modeltest.Ask("x")); err != nil || len(told) != want {
				t.Fatalf("a wait of %v: told %q, %v", lasts, told, err)
			}
			if want > 0 && !strings.Contains(told[0], "another process") {
				t.Error(told[0])
			}
		})
	}
}

// elsewhere are calls that another process makes for some time.
type elsewhere struct {
	*memory
	until time.Time
}

func (e *elsewhere) ClaimCall(string) (release func(), claimed bool, err error) {
	return func() {}, !time.Now().Before(e.until), nil
}
