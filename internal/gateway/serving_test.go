package gateway_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/serving"
	"adhere/judge"
	"adhere/refine"
	"adhere/verify/suites"
)

// served puts a gateway behind keys.
func served(t *testing.T, u http.Handler, keys *serving.Keyring, telemetry *serving.Telemetry, change func(*gateway.Options)) string {
	t.Helper()
	back := httptest.NewServer(u)
	t.Cleanup(back.Close)
	o := gateway.Options{
		Upstreams: []gateway.Upstream{{URL: back.URL + "/v1"}}, Catalog: suites.Catalog(), Telemetry: telemetry,
		Price: func(string, adhere.Usage) adhere.Money { return adhere.USD },
	}
	if change != nil {
		change(&o)
	}
	g, err := gateway.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := serving.New(serving.Config{Keys: keys, Telemetry: telemetry})
	s.Handle(serving.Route{Pattern: "/v1/", Handler: g})
	front := httptest.NewServer(s.Handler())
	t.Cleanup(front.Close)
	return front.URL
}

func withKey(t *testing.T, url, key, body string) (int, string) {
	t.Helper()
	req, _ := http.NewRequest(http.MethodPost, url+"/v1/chat/completions", strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b)
}

func TestStrategyAndBudgetOfAKey(t *testing.T) {
	keys, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	_, strict, err := keys.Add(serving.Key{Name: "strict", Options: map[string]string{gateway.StrategyOption: "decrim"}, Limits: serving.Limits{TotalBudget: 3 * adhere.USD}})
	if err != nil {
		t.Fatal(err)
	}
	_, plain, err := keys.Add(serving.Key{Name: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	u := &upstream{say: repairs}
	url := served(t, u, keys, nil, func(o *gateway.Options) { o.ForwardKeys = true }) // as where the first key is made while it runs
	if status, body := withKey(t, url, plain, ask(haiku)); status != http.StatusOK || strings.Contains(body, "adhere") {
		t.Errorf("%d %s", status, body)
	}
	status, body := withKey(t, url, strict, ask(haiku))
	if r := read(t, body); status != http.StatusOK || r.Adhere == nil || r.Adhere.Answer != 2 {
		t.Errorf("%d %s", status, body)
	}
	for i := range u.calls() {
		if got := u.request(i).header.Get("Authorization"); got != "" {
			t.Errorf("a key of the gateway went to the upstream: %s", got)
		}
	}
	// Two of three dollars are spent: one more call, passed through, is the last.
	if status, body := withKey(t, url, strict, ask("hello", `"adhere":{"strategy":"passthrough"}`)); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
	before := u.calls()
	if status, body := withKey(t, url, strict, ask("hello")); status != http.StatusTooManyRequests || read(t, body).Error.Type != "insufficient_quota" || u.calls() != before {
		t.Errorf("%d %s", status, body)
	}
	if status, _ := withKey(t, url, "wrong", ask("hello")); status != http.StatusUnauthorized {
		t.Errorf("a wrong key gets %d", status)
	}
}

// What one caller pins, another does not see.
func TestPinsAreTheCallers(t *testing.T) {
	keys, _ := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
	_, one, err := keys.Add(serving.Key{Name: "one"})
	if err != nil {
		t.Fatal(err)
	}
	_, two, err := keys.Add(serving.Key{Name: "two"})
	if err != nil {
		t.Fatal(err)
	}
	u := &upstream{say: func(*asked) string { return "Tea" }}
	url := served(t, u, keys, nil, func(o *gateway.Options) { o.Settings.Strategy = "decrim" })
	req, _ := http.NewRequest(http.MethodPost, url+"/v1/constraints", strings.NewReader(ask(haiku, `"constraints":["Use at most 5 words."]`)))
	req.Header.Set("Authorization", "Bearer "+one)
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	for key, want := range map[string]gateway.Source{one: gateway.FromPin, two: gateway.FromText} {
		if _, body := withKey(t, url, key, ask(haiku)); read(t, body).Adhere.Source != want {
			t.Errorf("want %s: %s", want, body)
		}
	}
}

// Verdicts leave as log records, calls as spans, figures for Prometheus.
func TestTelemetry(t *testing.T) {
	var mu sync.Mutex
	sent := map[string]string{}
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		sent[r.URL.Path] += string(b)
	}))
	defer collector.Close()
	telemetry := serving.NewTelemetry(serving.Export{Endpoint: collector.URL, Service: "test"})
	u := &upstream{say: repairs}
	url := served(t, u, nil, telemetry, func(o *gateway.Options) { o.Settings.Strategy = "decrim" })
	if status, body := withKey(t, url, "any", ask(haiku)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	for _, body := range []string{ask(haiku, `"stream":true`), ask("hello", `"stream":true`), ask(haiku, `"stream":true`, `"adhere":{"stream":"optimistic"}`)} {
		withKey(t, url, "any", body)
	}
	resp, err := client.Get(url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	metrics, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	for _, want := range []string{
		`adhere_gateway_answers_total{flagged="false",stopped="satisfied",strategy="decrim"} 3`, `adhere_gateway_verdicts_total{method="rule",outcome="met"} 6`,
		`adhere_gateway_calls_total{step="rewrite"} 3`, `gen_ai_client_token_usage_total{type="input"} 60`, `adhere_cost_usd_total 6`,
		`gen_ai_client_operation_duration_seconds_count{status="200"} 7`,
		`gen_ai_server_time_to_first_token_seconds_count{mode="buffered"} 1`, `gen_ai_server_time_to_first_token_seconds_count{mode="optimistic"} 1`,
		`gen_ai_server_time_to_first_token_seconds_count{mode="passthrough"} 1`,
	} {
		if !strings.Contains(string(metrics), want) {
			t.Errorf("%s is not in\n%s", want, metrics)
		}
	}
	if err := telemetry.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{"gen_ai.evaluation.result", "gen_ai.evaluation.score.label", "Do not use any commas", "chatcmpl-2"} {
		if !strings.Contains(sent["/v1/logs"], want) {
			t.Errorf("%s is not among the records", want)
		}
	}
	if !strings.Contains(sent["/v1/traces"], "POST /chat/completions") || u.request(0).header.Get("Traceparent") == "" {
		t.Error("calls have no spans, or the upstream is not told")
	}
}

// Every call for an answer that was to be checked is counted, also where nothing was
// checked in the end, where a list was ended with its request, and where calls failed.
func TestAllCallsAreCounted(t *testing.T) {
	listing := make(chan bool, 9)
	u := &upstream{}
	u.raw = func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		drafts := a.fields["x_mine"] != nil
		switch {
		case !drafts && strings.Contains(a.last(), "stay away"):
			listing <- true
			<-r.Context().Done()
			return true
		case drafts && strings.Contains(a.last(), "stay away"):
			<-listing // the list is asked for
			return answersWith(`"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}`)(w, r, a)
		case strings.Contains(a.last(), "broken "+map[bool]string{true: "draft", false: "list"}[drafts]):
			w.WriteHeader(http.StatusInternalServerError)
			return true
		}
		return false
	}
	u.say = func(a *asked) string {
		switch {
		case a.fields["x_mine"] != nil:
			return repairs(a)
		case strings.Contains(a.last(), "write refused"):
			return "I'm sorry, I can't help with that."
		case strings.Contains(a.last(), "write zero"):
			return "NONE"
		}
		return "1. [message 1; whole answer] Do not use any commas."
	}
	for _, strategy := range []string{"decrim", gateway.Verify} {
		u.mu.Lock()
		u.seen = nil
		u.mu.Unlock()
		back := httptest.NewServer(u)
		defer back.Close()
		telemetry := serving.NewTelemetry(serving.Export{})
		g := decrim(t, back.URL, demandsOf, func(o *gateway.Options) {
			o.Settings.Strategy, o.Retries, o.Telemetry = strategy, 1, telemetry
		})
		s := serving.New(serving.Config{Telemetry: telemetry})
		s.Handle(serving.Route{Pattern: "/v1/", Handler: g})
		front := httptest.NewServer(s.Handler())
		defer front.Close()
		for _, prompt := range []string{"write one", "write zero", "write refused", "stay away", "broken draft", "broken list"} {
			if prompt != "stay away" || strategy != gateway.Verify { // there the list does not end with its request
				withKey(t, front.URL, "any", ask(prompt+" under "+strategy, `"x_mine":1`))
			}
		}
		g.Wait(t.Context())
		resp, err := client.Get(front.URL + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		metrics, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		calls := 0
		for line := range strings.SplitSeq(string(metrics), "\n") {
			if name, value, _ := strings.Cut(line, " "); strings.HasPrefix(name, "adhere_gateway_calls_total{") {
				n, _ := strconv.Atoi(value)
				calls += n
			}
		}
		if calls != u.calls() {
			t.Errorf("%s: %d calls are counted, and the upstream saw %d:\n%s", strategy, calls, u.calls(), metrics)
		}
	}
}

// A model that lists the constraints is asked once for a prompt; what it takes
// is in the sum.
func TestDecomposer(t *testing.T) {
	lists := 0
	u := &upstream{}
	u.say = func(a *asked) string {
		if a.fields["x_mine"] != nil {
			return repairs(a)
		}
		lists++
		return "1. Do not use any commas.\n2. Be kind to the reader."
	}
	url := open(t, u, func(o *gateway.Options) {
		o.Decomposer = func(m adhere.Model) (refine.Decomposer, error) {
			d, err := judge.NewDecomposer(judge.Options{Model: m, Reasks: -1})
			return refine.Lists(d), err
		}
	})
	for i := range 2 {
		_, body := post(t, url+"/v1/chat/completions", ask(haiku, `"x_mine":1`))
		r := read(t, body)
		if r.Adhere.Source != gateway.FromModel || len(r.Adhere.Constraints) != 2 || r.Adhere.Met != 1 || r.Adhere.Undecided != 1 {
			t.Errorf("%s", body)
		}
		if r.Adhere.Usage["decompose"].Calls != 1-i || r.Usage.Total != 45-15*i {
			t.Errorf("usage %+v, %+v", r.Usage, r.Adhere.Usage)
		}
	}
	if lists != 1 {
		t.Errorf("the list was asked for %d times", lists)
	}
}

// What a key uses is known also where the client would take the answer packed.
func TestUsageOfPackedAnswers(t *testing.T) {
	keys, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := keys.Add(serving.Key{Name: "k"})
	if err != nil {
		t.Fatal(err)
	}
	u := &upstream{}
	url := served(t, u, keys, nil, nil)
	req, _ := http.NewRequest(http.MethodPost, url+"/v1/chat/completions", strings.NewReader(ask("hello")))
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := u.request(0).header.Get("Accept-Encoding"); got != "identity" {
		t.Errorf("the upstream may answer in %s, which nobody reads", got)
	}
}

// A client that leaves pays for what it got, and for what was asked on its
// behalf: leaving early is no way around a budget.
func TestLeavingEarlyIsPaidFor(t *testing.T) {
	const sse = `"stream":true`
	for name, c := range map[string]struct {
		body  string
		calls int // the call that is never finished
	}{
		"pass-through": {ask("hello", sse), 1},
		"shadow":       {ask(haiku, sse, `"adhere":{"strategy":"verify"}`), 1},
		"buffered":     {ask(haiku, sse, `"adhere":{"strategy":"decrim"}`), 1},
		"optimistic":   {ask(haiku, sse, `"adhere":{"strategy":"decrim","stream":"optimistic"}`), 1},
		"rewrite":      {ask(haiku, `"adhere":{"strategy":"decrim"}`), 2},
	} {
		t.Run(name, func(t *testing.T) {
			keys, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
			if err != nil {
				t.Fatal(err)
			}
			_, key, err := keys.Add(serving.Key{Name: "k", Limits: serving.Limits{TotalBudget: adhere.USD, Concurrent: 1}})
			if err != nil {
				t.Fatal(err)
			}
			ctx, leave := context.WithCancel(context.Background())
			u := &upstream{say: repairs}
			u.raw = func(w http.ResponseWriter, r *http.Request, _ *asked) bool {
				if u.calls() < c.calls {
					return false
				}
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, "data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"much\"}}]}\n\n")
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
				return true
			}
			url := served(t, u, keys, nil, func(o *gateway.Options) { o.Transport = &onceRead{http.DefaultTransport, leave} })
			req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"/v1/chat/completions", strings.NewReader(c.body))
			req.Header.Set("Authorization", "Bearer "+key)
			if resp, err := client.Do(req); err == nil {
				_, _ = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			if !paid(t, url, key) {
				t.Error("nothing was paid")
			}
		})
	}
}

// A stream of Anthropic's says at its beginning that it has used one token. Where it
// breaks off, what came is counted, not that: else leaving early would cost nothing.
func TestCutStreamsOfAnthropicAreCounted(t *testing.T) {
	for _, strategy := range []string{gateway.Passthrough, gateway.Verify, "decrim"} {
		keys, k := keyed(t, serving.Key{Name: "a"})
		telemetry := serving.NewTelemetry(serving.Export{})
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, `data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"usage":{"input_tokens":10,"output_tokens":1}}}`+"\n\n")
			for range 300 {
				_, _ = io.WriteString(w, `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"tea, "}}`+"\n\n")
			}
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}}
		url := served(t, u, keys, telemetry, nil)
		post := func(path, body string) string {
			req, _ := http.NewRequest(http.MethodPost, url+path, strings.NewReader(body))
			if body == "" {
				req, _ = http.NewRequest(http.MethodGet, url+path, http.NoBody)
			}
			req.Header.Set("Authorization", "Bearer "+k[0])
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			got, _ := io.ReadAll(resp.Body)
			return string(got)
		}
		post("/v1/messages", `{"model":"m","max_tokens":999,"stream":true,"adhere":{"strategy":"`+strategy+`"},"messages":[{"role":"user","content":"Describe tea. Do not use any commas."}]}`)
		metrics := post("/metrics", "")
		_, said, _ := strings.Cut(metrics, `gen_ai_client_token_usage_total{type="output"} `)
		said, _, _ = strings.Cut(said, "\n")
		if n, _ := strconv.Atoi(said); n < 300 || n > 450 {
			t.Errorf("%s: %q tokens of about 300 are counted", strategy, said)
		}
	}
}

// onceRead is a transport that tells when what came of a stream has been dealt
// with: when more is asked for.
type onceRead struct {
	http.RoundTripper
	tell func()
}

func (o *onceRead) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := o.RoundTripper.RoundTrip(r)
	if err == nil && resp.Header.Get("Content-Type") == "text/event-stream" {
		resp.Body = &streamRead{resp.Body, o.tell, false}
	}
	return resp, err
}

type streamRead struct {
	io.ReadCloser
	tell func()
	some bool
}

func (s *streamRead) Read(b []byte) (int, error) {
	if s.some {
		s.tell()
	}
	n, err := s.ReadCloser.Read(b)
	s.some = s.some || n > 0
	return n, err
}

// An upstream that answers whole where a stream was asked for is paid as well.
func TestNoStreamIsPaidFor(t *testing.T) {
	for progress, want := range map[string]string{"false": `"not_met":1`, "true": "upstream_unreadable"} { // progress begins a stream
		keys, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
		if err != nil {
			t.Fatal(err)
		}
		_, key, err := keys.Add(serving.Key{Name: "k", Limits: serving.Limits{TotalBudget: adhere.USD, Concurrent: 1}})
		if err != nil {
			t.Fatal(err)
		}
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"a, b"}}]}`)
			return true
		}}
		url := served(t, u, keys, nil, nil)
		if status, body := withKey(t, url, key, ask(haiku, `"stream":true`, `"adhere":{"strategy":"decrim","progress":`+progress+`}`)); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d %s", status, body)
		}
		if !paid(t, url, key) {
			t.Error("nothing was paid")
		}
	}
}

// The list of what an answer must meet is counted also where the answer is left alone.
func TestListsOfAnswersLeftAloneAreCounted(t *testing.T) {
	for _, strategy := range []string{gateway.Verify, "decrim"} {
		for _, stream := range []string{"false", "true"} {
			listed, telemetry := make(chan bool, 1), serving.NewTelemetry(serving.Export{})
			u := &upstream{say: func(*asked) string { return "1. [message 1; whole answer] Do not use any commas." }}
			u.raw = func(w http.ResponseWriter, r *http.Request, a *asked) bool {
				if a.fields["x_mine"] == nil {
					listed <- true
					return false
				}
				<-listed
				time.Sleep(50 * time.Millisecond) // until the list has come
				refusal := `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":"No."},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":1}}`
				if stream == "true" {
					refusal = "data: " + strings.Replace(refusal, "message", "delta", 1) + "\n\ndata: [DONE]\n\n"
				}
				return answersWith(refusal)(w, r, a)
			}
			url := served(t, u, nil, telemetry, demandsOf)
			if status, body := withKey(t, url, "any", ask("Describe tea without commas.", `"x_mine":1`, `"stream":`+stream, `"adhere":{"strategy":"`+strategy+`"}`)); status != http.StatusOK || !strings.Contains(body, "No.") {
				t.Errorf("%d %s", status, body)
			}
			resp, err := client.Get(url + "/metrics")
			if err != nil {
				t.Fatal(err)
			}
			metrics, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if !strings.Contains(string(metrics), `gen_ai_client_token_usage_total{type="input"} 20`) {
				t.Errorf("%s, stream %s: the tokens of %d calls are not counted:\n%s", strategy, stream, u.calls(), metrics)
			}
		}
	}
}

// An answer that comes whole and breaks off is paid for, whatever is done with it.
func TestCutAnswersArePaidFor(t *testing.T) {
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"a, b`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}}
	for _, strategy := range []string{gateway.Passthrough, gateway.Verify, "decrim"} {
		keys, k := keyed(t, serving.Key{Name: "a", Limits: serving.Limits{TotalBudget: adhere.USD, Concurrent: 1}})
		url := served(t, u, keys, nil, nil)
		req, _ := http.NewRequest(http.MethodPost, url+"/v1/chat/completions", strings.NewReader(ask(haiku, `"adhere":{"strategy":"`+strategy+`"}`)))
		req.Header.Set("Authorization", "Bearer "+k[0])
		if resp, err := client.Do(req); err == nil {
			resp.Body.Close()
		}
		if !paid(t, url, k[0]) {
			t.Errorf("%s: nothing was paid", strategy)
		}
	}
}

// paid waits until a key's only place is free again, and reports whether its
// budget is used up.
func paid(t *testing.T, url, key string) bool {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for ; ; <-tick.C {
		req, _ := http.NewRequest(http.MethodPost, url+"/v1/constraints", strings.NewReader(ask("x")))
		req.Header.Set("Authorization", "Bearer "+key)
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if !strings.Contains(string(body), "concurrent_requests_exceeded") {
			return strings.Contains(string(body), "insufficient_quota")
		}
	}
}
