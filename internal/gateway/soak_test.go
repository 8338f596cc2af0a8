package gateway_test

import (
	"context"
	"flag"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/serving"
	"adhere/verify/suites"
)

// soakRequests is how many requests TestSoak makes: a few seconds' worth,
// or with -soak 500000 about a day's.
var soakRequests = flag.Int("soak", 5000, "requests that TestSoak makes")

// A soakKind is one kind of request, of which so many in 100 are.
type soakKind struct {
	share   int
	kind    string // of what the upstream does; "" behaves well
	path    string // "" is /chat/completions
	body    string // "" asks by GET
	key     string // "" is the good one
	leaves  bool   // the client goes away
	silence bool   // through the gateway that is impatient with silence
	want    []int  // statuses; nil is 200
	ends    string // what an answer with status 200 ends with
}

func soakKinds() []soakKind {
	const sse, done = `"stream":true`, "data: [DONE]\n\n"
	off, watched, shadow := `"adhere":{"strategy":"passthrough"}`, `"adhere":{"stream":"optimistic"}`, `"adhere":{"strategy":"verify"}`
	soon := `"adhere":{"deadline_ms":20}`
	input := `{"model":"m","store":false,"input":` + quote(haiku)
	tools := `{"model":"m","tools":[{"type":"function"}],"messages":[{"role":"user","content":` + quote(haiku) + `},{"role":"assistant","tool_calls":[{"id":"1"}]},{"role":"tool","tool_call_id":"1","content":"x"}]}`
	return []soakKind{
		{share: 15, body: ask("hello")},
		{share: 8, body: ask("hello", sse), ends: done},
		{share: 4, body: ask(haiku, sse, off), ends: done},
		{share: 8, body: ask(haiku)},
		{share: 8, body: ask(haiku, sse), ends: done},
		{share: 5, body: ask(haiku, sse, watched), ends: done},
		{share: 5, body: ask(haiku, shadow)},
		{share: 3, body: ask(haiku, sse, shadow), ends: done},
		{share: 4, body: tools},
		{share: 3, body: ask(haiku, `"tools":[{"type":"function"}]`), kind: "calls a tool"},
		{share: 4, path: "/responses", body: input + "}"},
		{share: 4, path: "/responses", body: input + `,"stream":true}`, ends: "\n\n"},
		{share: 2, path: "/models"},
		{share: 2, path: "/constraints", body: ask(haiku)},
		{share: 2, path: "/embeddings", body: `{"model":"e","input":"x"}`},
		{share: 2, body: "{", want: []int{400}},
		{share: 2, body: ask("hello"), key: "none", want: []int{401}},
		{share: 2, body: ask("hello"), key: "limited", want: []int{200, 429}},
		{share: 3, body: ask(haiku), kind: "busy", want: []int{200, 429, 502}},  // 502 where the connection of the second try broke
		{share: 2, body: ask(haiku, sse), kind: "fails", want: []int{500, 502}}, // likewise
		{share: 1, body: ask("hello"), kind: "resets", want: []int{502}},
		{share: 2, body: ask(haiku, soon), kind: "stalls", want: []int{504}},
		{share: 1, body: ask("hello"), kind: "stalls", silence: true, want: []int{504}},
		{share: 1, body: ask("hello", sse), kind: "stalls in a stream", silence: true, want: []int{200, 504}, ends: done},
		{share: 2, body: ask(haiku, sse), kind: "garbage", want: []int{502}},
		{share: 1, body: ask("hello", sse), kind: "garbage", ends: done},
		{share: 2, body: ask("hello", sse), kind: "cuts", ends: done},
		{share: 2, body: ask("hello", sse), kind: "stalls in a stream", leaves: true},
		{share: 2, body: ask(haiku), kind: "stalls", leaves: true},
	}
}

// A soak is a gateway with all that it needs, and its clients.
type soak struct {
	t                *testing.T
	up               soakUpstream
	patient, restive string // addresses
	keys             map[string]string
	client           *http.Client
	upstreams        *http.Transport
	plan             []soakKind
	next             atomic.Int64
}

func newSoak(t *testing.T) *soak {
	s := &soak{t: t, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}, upstreams: &http.Transport{MaxIdleConnsPerHost: 100}}
	for _, k := range soakKinds() {
		for range k.share {
			s.plan = append(s.plan, k)
		}
	}
	back := httptest.NewServer(&s.up)
	t.Cleanup(back.Close)
	ring, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	s.keys = map[string]string{"none": "adhere_none"}
	for name, limits := range map[string]serving.Limits{"": {TotalBudget: 1e9 * adhere.USD, TokensPerMinute: 1 << 40}, "limited": {RequestsPerMinute: 60}} {
		grants := serving.Grants{Routes: map[string]*adhere.Money{"embeddings": nil}}
		if _, s.keys[name], err = ring.Add(serving.Key{Name: "key " + name, Limits: limits, Grants: grants}); err != nil {
			t.Fatal(err)
		}
	}
	s.patient, s.restive = s.open(ring, back.URL, time.Minute), s.open(ring, back.URL, 50*time.Millisecond)
	return s
}

func (s *soak) open(ring *serving.Keyring, upstream string, idle time.Duration) string {
	server := serving.New(serving.Config{Keys: ring})
	g, err := gateway.New(gateway.Options{
		Upstreams: []gateway.Upstream{{URL: upstream + "/v1"}}, Transport: s.upstreams, Retries: 1, Idle: idle, Catalog: suites.Catalog(), Telemetry: server.Telemetry(),
		Settings: gateway.Settings{Strategy: "decrim"}, Record: func(*gateway.Exchange) {},
		Price: func(string, adhere.Usage) adhere.Money { return adhere.USD / 1000 },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	server.Handle(serving.Route{Pattern: "/v1/", Handler: g})
	front := httptest.NewServer(server.Handler())
	s.t.Cleanup(func() {
		front.Close()
		g.Wait(context.Background())
	})
	return front.URL + "/v1"
}

// run makes requests from the one that is next up to a number.
func (s *soak) run(upTo int) {
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for {
				i := s.next.Add(1) - 1
				if i >= int64(upTo) {
					s.next.Add(-1)
					return
				}
				s.one(&s.plan[int(i*37)%len(s.plan)]) // 37 and 100 have no common divisor: the kinds are mixed
			}
		})
	}
	all.Wait()
	s.client.CloseIdleConnections()
	s.upstreams.CloseIdleConnections()
}

// one makes a request and compares its end with what is wanted.
func (s *soak) one(k *soakKind) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if k.leaves {
		time.AfterFunc(10*time.Millisecond, cancel)
	}
	url, path, method := s.patient, "/chat/completions", http.MethodPost
	if k.silence {
		url = s.restive
	}
	if k.path != "" {
		path = k.path
	}
	if k.body == "" {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, method, url+path, strings.NewReader(k.body))
	if err != nil {
		s.t.Error(err)
		return
	}
	req.Header.Set("Authorization", "Bearer "+s.keys[k.key])
	req.Header.Set("X-Kind", k.kind)
	resp, err := s.client.Do(req)
	var body []byte
	if err == nil {
		body, err = io.ReadAll(resp.Body)
		resp.Body.Close()
	}
	want := k.want
	if want == nil {
		want = []int{http.StatusOK}
	}
	switch {
	case k.leaves && err == nil:
		s.t.Errorf("%+v: an answer %q although nobody waits", *k, body)
	case k.leaves:
	case err != nil:
		s.t.Errorf("%+v: %v", *k, err)
	case !slices.Contains(want, resp.StatusCode) || resp.StatusCode == http.StatusOK && !strings.HasSuffix(string(body), k.ends):
		s.t.Errorf("%+v: status %d, %.300s", *k, resp.StatusCode, body)
	}
}

// held is what a process holds.
type held struct {
	goroutines, files int
	heap              uint64
}

func holds() held {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd") // where the system has none, none are counted
	return held{runtime.NumGoroutine(), len(files), m.HeapAlloc + m.StackInuse}
}

// within reports whether no more is held than in another moment.
func (h held) within(most held) bool {
	return h.goroutines <= most.goroutines && h.files <= most.files && h.heap <= most.heap
}

// settle waits until no more is held than may be, or it has waited in vain:
// what was abandoned takes a moment to end, and more on a busy machine.
func (s *soak) settle(most held) held {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(2 * time.Minute); ; <-tick.C {
		if now := holds(); now.within(most) || time.Now().After(end) {
			return now
		}
	}
}

// TestSoak: requests of every kind, among them clients that leave and upstreams
// that misbehave in every way, leave goroutines, files and memory where they
// were.
func TestSoak(t *testing.T) {
	s := newSoak(t)
	start := holds()
	s.run(max(*soakRequests/5, 1000)) // fills what is kept: constraints, metrics
	warm := s.settle(held{start.goroutines, start.files, math.MaxUint64})
	begun := time.Now()
	s.run(*soakRequests)
	took := time.Since(begun)
	end := s.settle(held{start.goroutines, start.files, warm.heap + 2<<20})
	t.Logf("%d requests, %d calls upstream, %.0f requests/s; goroutines %d, then %d; files %d, then %d; memory %.2f MB when warm, then %.2f MB",
		*soakRequests, s.up.asked.Load(), float64(*soakRequests)*4/5/took.Seconds(), start.goroutines, end.goroutines, start.files, end.files,
		float64(warm.heap)/(1<<20), float64(end.heap)/(1<<20))
	if end.goroutines > start.goroutines || end.files > start.files {
		buf := make([]byte, 1<<20)
		t.Errorf("goroutines %d, then %d; files %d, then %d\n%s", start.goroutines, end.goroutines, start.files, end.files, buf[:runtime.Stack(buf, true)])
	}
	if end.heap > warm.heap+2<<20 {
		t.Errorf("memory %d bytes when warm, then %d", warm.heap, end.heap)
	}
	if n := s.up.open.Load(); n != 0 {
		t.Errorf("%d calls are open upstream", n)
	}
}
