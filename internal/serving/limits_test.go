package serving_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/internal/serving"
)

// spend is a route that reserves what the query says and settles for the
// header's part of it.
func spend(tokens, used int, money, cost adhere.Money) serving.Route {
	return serving.Route{Pattern: "POST /spend", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		held, err := serving.Reserve(r.Context(), serving.Estimate{Tokens: tokens, Money: money, Least: money})
		if err != nil {
			serving.WriteError(w, r, err)
			return
		}
		defer held.Settle(0, 0)
		if err := held.Settle(used, cost); err != nil {
			serving.WriteError(w, r, err)
		}
	})}
}

func TestRequestsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := ring(t)
		one := addKey(t, keys, serving.Key{Name: "one", Limits: serving.Limits{RequestsPerMinute: 3}})
		two := addKey(t, keys, serving.Key{Name: "two", Limits: serving.Limits{RequestsPerMinute: 3}})
		s := newServer(t, serving.Config{Keys: keys}, echo)
		for range 3 {
			if w := ask(s, "POST", "/echo", "", "x-api-key", one); w.Code != 200 {
				t.Fatal(w.Code)
			}
		}
		w := ask(s, "POST", "/echo", "", "x-api-key", one)
		if w.Code != 429 || w.Header().Get("Retry-After") != "20" || errorCode(t, w) != "rate_limit_exceeded" {
			t.Errorf("%d, again after %q", w.Code, w.Header().Get("Retry-After"))
		}
		if w := ask(s, "POST", "/echo", "", "x-api-key", two); w.Code != 200 {
			t.Error("one key's limit holds another", w.Code)
		}
		time.Sleep(20 * time.Second)
		if w := ask(s, "POST", "/echo", "", "x-api-key", one); w.Code != 200 {
			t.Error("after what Retry-After said:", w.Code)
		}
	})
}

func TestTokensPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := ring(t)
		k := addKey(t, keys, serving.Key{Name: "k", Limits: serving.Limits{TokensPerMinute: 600}})
		s := newServer(t, serving.Config{Keys: keys}, spend(400, 100, 0, 0))
		for i := range 3 { // 100 are used of each 400 held back
			if w := ask(s, "POST", "/spend", "", "x-api-key", k); w.Code != 200 {
				t.Fatal(i, w.Code)
			}
		}
		if w := ask(s, "POST", "/spend", "", "x-api-key", k); w.Code != 429 || w.Header().Get("Retry-After") != "10" {
			t.Errorf("300 left, expected 400: %d after %q s", w.Code, w.Header().Get("Retry-After"))
		}
		big := newServer(t, serving.Config{Keys: keys}, spend(1200, 1200, 0, 0))
		if w := ask(big, "POST", "/spend", "", "x-api-key", k); w.Code != 200 {
			t.Error("more than a minute's worth is late, not refused for ever:", w.Code)
		}
		time.Sleep(61 * time.Second)
		if w := ask(big, "POST", "/spend", "", "x-api-key", k); w.Code != 429 {
			t.Error("the debt of a minute is not paid:", w.Code)
		}
	})
}

// Where there are no keys, one caller gets all places.
func TestAllPlacesWithoutKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := serving.Route{Pattern: "POST /slow", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(time.Minute) })}
		s := newServer(t, serving.Config{MaxOpen: 12}, slow)
		var answered, refused atomic.Int32
		var open sync.WaitGroup
		for range 20 {
			open.Go(func() {
				switch w := ask(s, "POST", "/slow", ""); w.Code {
				case http.StatusOK:
					answered.Add(1)
				case http.StatusServiceUnavailable:
					refused.Add(1)
				}
			})
		}
		open.Wait()
		if answered.Load() != 12 || refused.Load() != 8 {
			t.Errorf("%d answered, %d refused", answered.Load(), refused.Load())
		}
	})
}

func TestConcurrentAndFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := ring(t)
		few := addKey(t, keys, serving.Key{Name: "few", Limits: serving.Limits{Concurrent: 2}})
		greedy, modest := addKey(t, keys, serving.Key{Name: "greedy"}), addKey(t, keys, serving.Key{Name: "modest"})
		slow := serving.Route{Pattern: "POST /slow", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(time.Minute) })}
		s := newServer(t, serving.Config{Keys: keys, MaxOpen: 12}, slow)
		var mu sync.Mutex
		status := map[string]map[int]int{}
		var open sync.WaitGroup
		send := func(name, key string, n int) {
			status[name] = map[int]int{}
			for range n {
				open.Go(func() {
					code := ask(s, "POST", "/slow", "", "x-api-key", key).Code
					mu.Lock()
					defer mu.Unlock()
					status[name][code]++
				})
			}
			synctest.Wait()
		}
		send("few", few, 5)
		send("greedy", greedy, 20)
		send("modest", modest, 2)
		open.Wait()
		if got := status["few"]; got[200] != 2 || got[429] != 3 {
			t.Error("two at a time:", got)
		}
		if got := status["modest"]; got[200] != 2 {
			t.Error("a busy caller leaves no room:", got)
		}
		if got := status["greedy"]; got[200] < 4 || got[503] < 10 {
			t.Error("the busy caller:", got)
		}
		if w := ask(s, "POST", "/slow", "", "x-api-key", greedy); w.Code != 200 {
			t.Error("afterwards:", w.Code)
		}
	})
}

func TestBudgetsOutliveTheService(t *testing.T) {
	now := time.Date(2026, 3, 1, 22, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	dir := t.TempDir()
	path := filepath.Join(dir, "spent")
	keys := ring(t)
	k := addKey(t, keys, serving.Key{Name: "k", Limits: serving.Limits{DailyBudget: 3 * adhere.USD, TotalBudget: 5 * adhere.USD}})
	begin := func() (*serving.Server, *serving.Ledger) {
		ledger, err := serving.OpenLedger(path)
		if err != nil {
			t.Fatal(err)
		}
		return newServer(t, serving.Config{Keys: keys, Ledger: ledger, Now: clock}, spend(0, 0, adhere.USD, adhere.USD)), ledger
	}
	try := func(s *serving.Server, want int) {
		t.Helper()
		if w := ask(s, "POST", "/spend", "", "x-api-key", k); w.Code != want {
			t.Fatalf("status %d, want %d: %s", w.Code, want, w.Body)
		}
	}
	s, ledger := begin()
	try(s, 200)
	try(s, 200)
	if _, err := serving.OpenLedger(path); adhere.CodeOf(err) != adhere.Conflict {
		t.Error("two services share a ledger:", err)
	}
	ledger.Close()
	if f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0); err != nil {
		t.Fatal(err)
	} else if _, err := f.WriteString(`{"key":"` + k[7:15] + `","day":"2026-03-`); err != nil || f.Close() != nil {
		t.Fatal(err) // the program was killed while it wrote a line
	}
	s, ledger = begin()
	try(s, 200)
	w := ask(s, "POST", "/spend", "", "x-api-key", k)
	if w.Code != 429 || errorCode(t, w) != "insufficient_quota" || w.Header().Get("Retry-After") != "7200" || w.Header().Get("X-Should-Retry") != "false" {
		t.Errorf("the day's budget: %d %v", w.Code, w.Header())
	}
	ledger.Close()
	now = now.Add(3 * time.Hour) // another day
	s, ledger = begin()
	try(s, 200)
	try(s, 200)
	if w := ask(s, "POST", "/spend", "", "x-api-key", k); w.Code != 429 || w.Header().Get("Retry-After") != "" {
		t.Errorf("the whole budget: %d %v", w.Code, w.Header())
	}
	ledger.Close()
	_, ledger = begin()
	defer ledger.Close()
	b, err := os.ReadFile(path)
	if err != nil || strings.Count(string(b), "\n") != 2 {
		t.Errorf("the ledger is not shortened: %q %v", b, err)
	}
	if today, total := ledger.Spent(k[7:15], now); today != 2*adhere.USD || total != 5*adhere.USD {
		t.Error(today, total)
	}
}

// TestHeldBack holds that what is being answered counts against a budget.
func TestHeldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := ring(t)
		k := addKey(t, keys, serving.Key{Name: "k", Limits: serving.Limits{TotalBudget: 3 * adhere.USD}})
		s := newServer(t, serving.Config{Keys: keys}, serving.Route{Pattern: "POST /hold", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			held, err := serving.Reserve(r.Context(), serving.Estimate{Money: adhere.USD, Least: adhere.USD})
			if err != nil {
				serving.WriteError(w, r, err)
				return
			}
			defer held.Settle(0, 0) // it cost nothing in the end
			time.Sleep(time.Second)
		})})
		var mu sync.Mutex
		var open sync.WaitGroup
		got := map[int]int{}
		for range 8 {
			open.Go(func() {
				code := ask(s, "POST", "/hold", "", "x-api-key", k).Code
				mu.Lock()
				defer mu.Unlock()
				got[code]++
			})
		}
		open.Wait()
		if got[200] != 3 || got[429] != 5 {
			t.Error(got)
		}
		if w := ask(s, "POST", "/hold", "", "x-api-key", k); w.Code != 200 {
			t.Error("what was not used is not given back:", w.Code)
		}
	})
}

func FuzzLedger(f *testing.F) {
	f.Add(`{"key":"a","day":"2026-01-01","money":5}` + "\n")
	f.Add("{}\n{\"key\":1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "spent")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := serving.OpenLedger(path)
		if err != nil {
			return
		}
		l.Close()
		again, err := serving.OpenLedger(path)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		again.Close()
	})
}
