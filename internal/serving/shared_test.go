package serving_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/internal/serving"
)

// memory keeps states for the services of one test.
type memory struct {
	mu    sync.Mutex
	kept  map[string][]byte
	fault error
}

func (m *memory) State(_ context.Context, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept[name], m.fault
}

func (m *memory) ChangeState(_ context.Context, name string, change func(time.Time, []byte) ([]byte, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault != nil {
		return m.fault
	}
	_, _ = change(time.Now(), m.kept[name]) // it may be called more than once
	after, err := change(time.Now(), m.kept[name])
	if err == nil && after != nil {
		m.kept[name] = after
	}
	return err
}

func (m *memory) ring(t *testing.T) *serving.Keyring {
	t.Helper()
	r, err := serving.ShareKeys(t.Context(), m, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSharedLimits asks two services by turns, many at a time: a key's limits
// are those of both together.
func TestSharedLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{kept: map[string][]byte{}}
		var services []*serving.Server
		for range 2 {
			services = append(services, newServer(t, serving.Config{Keys: m.ring(t)}, echo))
		}
		key := addKey(t, m.ring(t), serving.Key{Name: "k", Limits: serving.Limits{RequestsPerMinute: 600}})
		time.Sleep(2 * time.Second) // services look for new keys now and then
		let := 0
		for i := range 6000 { // a hundred a second, for a minute
			if ask(services[i%2], "POST", "/echo", "", "x-api-key", key).Code == http.StatusOK {
				let++
			}
			time.Sleep(10 * time.Millisecond)
		}
		// A full bucket at the beginning, and a minute's worth in a minute.
		if let < 1200*98/100 || let > 1200*102/100 {
			t.Errorf("%d requests were let in, want 1200", let)
		}
	})
}

// TestSharedPlaces holds that requests at one time count in both services, and
// that those of a service that is gone do not.
func TestSharedPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{kept: map[string][]byte{}}
		key := addKey(t, m.ring(t), serving.Key{Name: "k", Limits: serving.Limits{Concurrent: 1}})
		leave := make(chan struct{})
		slow := serving.Route{Pattern: "POST /slow", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-leave })}
		one, other := newServer(t, serving.Config{Keys: m.ring(t)}, slow), newServer(t, serving.Config{Keys: m.ring(t)}, echo)
		done := make(chan int)
		go func() { done <- ask(one, "POST", "/slow", "", "x-api-key", key).Code }()
		synctest.Wait()
		if w := ask(other, "POST", "/echo", "", "x-api-key", key); w.Code != 429 || errorCode(t, w) != "concurrent_requests_exceeded" {
			t.Errorf("a second request at one time: %d", w.Code)
		}
		time.Sleep(20 * time.Second) // nothing is heard of the first service, which does not run
		if w := ask(other, "POST", "/echo", "", "x-api-key", key); w.Code != 200 {
			t.Errorf("beside a request of a service that is gone: %d", w.Code)
		}
		close(leave)
		if code := <-done; code != 200 {
			t.Error(code)
		}
		if w := ask(one, "POST", "/slow", "", "x-api-key", key); w.Code != 200 {
			t.Errorf("after all is over: %d", w.Code)
		}
	})
}

// TestSharedBudget spends a budget by two services to its end, and not beyond.
func TestSharedBudget(t *testing.T) {
	m := &memory{kept: map[string][]byte{}}
	ring := m.ring(t)
	key := addKey(t, ring, serving.Key{Name: "k", Limits: serving.Limits{TotalBudget: 10 * adhere.USD, TokensPerMinute: 100_000}})
	var services []*serving.Server
	for range 2 {
		services = append(services, newServer(t, serving.Config{Keys: m.ring(t)}, spend(100, 50, 2*adhere.USD, adhere.USD)))
	}
	var mu sync.Mutex
	codes := map[int]int{}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			for range 20 { // while others hold what is left
				w := ask(services[i%2], "POST", "/spend", "", "x-api-key", key)
				mu.Lock()
				codes[w.Code]++
				mu.Unlock()
				if w.Code == 200 {
					return
				}
			}
		})
	}
	all.Wait()
	today, total, err := ring.Spent(t.Context(), key[7:15], time.Now())
	// Each reserves two dollars and spends one: with less than two left, none is let in.
	if err != nil || total != 9*adhere.USD || today != total || codes[200] != 9 {
		t.Errorf("%v spent, %v today, %v: %v", total, today, codes, err)
	}
}

// TestSharedKeys holds that keys made in one service open others, and that
// limits which cannot be looked up let nobody in.
func TestSharedKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{kept: map[string][]byte{}}
		s := newServer(t, serving.Config{Keys: m.ring(t)}, echo)
		ring := m.ring(t)
		key := addKey(t, ring, serving.Key{Name: "k", Limits: serving.Limits{RequestsPerMinute: 10}})
		if _, _, err := m.ring(t).Add(serving.Key{Name: "k"}); adhere.CodeOf(err) != adhere.Conflict {
			t.Errorf("a second key of that name: %v", err)
		}
		time.Sleep(2 * time.Second)
		want := func(path, headers string, code int) {
			t.Helper()
			if w := ask(s, "GET", path, ""); path != "/echo" && w.Code != code {
				t.Errorf("%s: %d, want %d", path, w.Code, code)
			}
			if w := ask(s, "POST", "/echo", "", "x-api-key", headers); path == "/echo" && w.Code != code {
				t.Errorf("a request: %d, want %d: %s", w.Code, code, w.Body)
			}
		}
		want("/echo", key, 200)
		want("/livez", "", 200)
		want("/readyz", "", 200)
		m.fault = errors.New("the database is down")
		time.Sleep(2 * time.Second)
		want("/echo", key, 503)
		want("/livez", "", 200)
		want("/readyz", "", 503)
		m.fault = nil
		time.Sleep(2 * time.Second)
		want("/readyz", "", 200)
		if _, err := ring.Revoke("k"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		want("/echo", key, 401)
		m.kept["keys"] = []byte("no keys")
		if _, err := serving.ShareKeys(t.Context(), m, time.Now); err == nil {
			t.Error("keys that are none were read")
		}
	})
}

// TestReady holds that a service says when it is about to end, and when what it
// rests on cannot be reached.
func TestReady(t *testing.T) {
	var fault error
	s := newServer(t, serving.Config{Listen: "127.0.0.1:0", Drain: time.Millisecond, Ready: func(context.Context) error { return fault }})
	_, stop := running(t, s)
	status := func() string {
		return fmt.Sprint(ask(s, "GET", "/livez", "").Code, ask(s, "GET", "/readyz", "").Code)
	}
	before := status()
	fault = errors.New("no database")
	without := status()
	fault = nil
	if err := stop(); err != nil {
		t.Error(err)
	}
	if after := status(); before != "200 200" || without != "200 503" || after != "200 503" {
		t.Errorf("%s; without a database %s; at the end %s", before, without, after)
	}
}
