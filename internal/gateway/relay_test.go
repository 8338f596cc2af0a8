package gateway_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"adhere/internal/gateway"
)

// Whatever the gateway has no interest in arrives, and comes back, byte for
// byte.
func TestOtherRoutesPassThrough(t *testing.T) {
	answer := "\x00\xff binary {\"adhere\":1}"
	u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, _ *asked) bool {
		w.Header().Set("X-Own", "yes")
		w.Header().Set("Content-Type", "audio/mpeg")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, answer)
		return true
	}}
	url := open(t, u)
	form := "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\x00\x01\x02\r\n--b--\r\n"
	for path, c := range map[string]struct{ kind, body string }{
		"/v1/embeddings":                   {"application/json", `{ "model":"e","input":["a"],"adhere":{"x":1}}`},
		"/v1/audio/transcriptions?a=b%20c": {"multipart/form-data; boundary=b", form},
		"/v1/files/a%2Fb":                  {"text/plain", "x"},
	} {
		before := u.calls()
		req, _ := http.NewRequest(http.MethodPost, url+path, strings.NewReader(c.body))
		req.Header.Set("Content-Type", c.kind)
		req.Header.Set("Openai-Organization", "org")
		req.Header.Set("Connection", "X-Hop")
		req.Header.Set("X-Hop", "1")
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(got) != answer || resp.StatusCode != http.StatusCreated || resp.Header.Get("X-Own") != "yes" {
			t.Errorf("%s: %d %q", path, resp.StatusCode, got)
		}
		a := u.request(before)
		if a.path != path || string(a.body) != c.body || a.header.Get("Content-Type") != c.kind || a.header.Get("Openai-Organization") != "org" || a.header.Get("X-Hop") != "" {
			t.Errorf("%s: the upstream saw %s %q %v", path, a.path, a.body, a.header)
		}
	}
	for path, status := range map[string]int{"/": 404, "/v2/x": 404, "/v1/../admin": 404, "/v1/x/%2e%2e/y": 404} {
		req, _ := http.NewRequest(http.MethodGet, url, http.NoBody)
		req.URL.Opaque = path
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != status {
			t.Errorf("%s: status %d, want %d", path, resp.StatusCode, status)
		}
	}
}

func TestKeysOfUpstreamAndClient(t *testing.T) {
	for name, c := range map[string]struct {
		key     string
		forward bool
		want    string
	}{
		"the client's":                    {"", true, "Bearer client"},
		"the upstream's":                  {"secret", true, "Bearer secret"},
		"not the client's of the gateway": {"", false, ""},
	} {
		u := &upstream{say: repairs}
		url := open(t, u, func(o *gateway.Options) { o.Upstreams[0].Key, o.ForwardKeys = c.key, c.forward })
		for _, strategy := range []string{"passthrough", "decrim", "verify"} {
			before := u.calls()
			req, _ := http.NewRequest(http.MethodPost, url+"/v1/chat/completions", strings.NewReader(ask(haiku, `"adhere":{"strategy":"`+strategy+`"}`)))
			req.Header.Set("Authorization", "Bearer client")
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			for i := before; i < u.calls(); i++ {
				if got := u.request(i).header.Get("Authorization"); got != c.want {
					t.Errorf("%s, %s: call %d has the key %q, want %q", name, strategy, i, got, c.want)
				}
			}
		}
	}
}

func TestErrorsOfTheMomentAreTriedAgain(t *testing.T) {
	var n atomic.Int32
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		switch n.Add(1) {
		case 1:
			w.Header().Set("Retry-After-Ms", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		case 2:
			w.Header().Set("Retry-After", "0.001")
			w.WriteHeader(http.StatusRequestTimeout)
		case 3:
			w.WriteHeader(http.StatusBadGateway)
		default:
			return false
		}
		return true
	}}
	url := open(t, u, func(o *gateway.Options) { o.Retries = 3 })
	if resp, body := post(t, url+"/v1/chat/completions", ask("hello")); resp.StatusCode != http.StatusOK || u.calls() != 4 {
		t.Errorf("status %d after %d calls: %s", resp.StatusCode, u.calls(), body)
	}
}

// What the upstream refuses for good is the client's to read, unchanged.
func TestRefusalsReachTheClient(t *testing.T) {
	said := `{"error":{"message":"no such model","type":"invalid_request_error","code":"model_not_found"}}`
	for _, status := range []int{400, 401, 404} {
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, said)
			return true
		}}
		url := open(t, u)
		for _, stream := range []string{"true", "false"} {
			if resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":`+stream)); resp.StatusCode != status || body != said {
				t.Errorf("stream %s: %d %s", stream, resp.StatusCode, body)
			}
		}
		if u.calls() != 2 {
			t.Errorf("status %d was asked for %d times, want 2", status, u.calls())
		}
	}
}

func TestFallback(t *testing.T) {
	down := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer down.Close()
	const gone = "http://127.0.0.1:1/v1" // nobody listens there, and no other test gets that port
	u := &upstream{}
	url := open(t, u, func(o *gateway.Options) {
		o.Retries = 0
		o.Upstreams = append([]gateway.Upstream{{URL: down.URL + "/v1", Key: "a"}, {URL: gone}}, o.Upstreams...)
	})
	if resp, body := post(t, url+"/v1/chat/completions", ask("hello")); resp.StatusCode != http.StatusOK || u.calls() != 1 {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if got := u.request(0).header.Get("Authorization"); got != "" {
		t.Errorf("the key of one upstream went to another: %q", got)
	}
	// With nobody else to ask, the client learns what the last one said.
	url = open(t, u, func(o *gateway.Options) { o.Upstreams = []gateway.Upstream{{URL: down.URL + "/v1"}} })
	if resp, _ := post(t, url+"/v1/chat/completions", ask("hello")); resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") != "3600" {
		t.Errorf("status %d, headers %v", resp.StatusCode, resp.Header)
	}
	crashes := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer crashes.Close()
	for _, at := range []string{gone, crashes.URL + "/v1"} {
		url = open(t, u, func(o *gateway.Options) { o.Retries, o.Upstreams = 0, []gateway.Upstream{{URL: at}} })
		resp, body := post(t, url+"/v1/chat/completions", ask("hello"))
		if e := read(t, body).Error; resp.StatusCode != http.StatusBadGateway || e.Code != "upstream_error" || !strings.Contains(e.Message, "cannot be reached or ended the connection") {
			t.Errorf("%s: status %d: %s", at, resp.StatusCode, body)
		}
	}
}

// A stream reaches a client whole that takes answers packed: Anthropic packs streams
// for those, and some servers pack what they send whatever is taken.
func TestPackedStreams(t *testing.T) {
	for _, always := range []bool{false, true} {
		u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
			plain := httptest.NewRecorder()
			stream(plain, a, "a b")
			w.Header().Set("Content-Type", "text/event-stream")
			sent := plain.Body.String()
			if always || strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				w.Header().Set("Content-Encoding", "gzip")
				sent = packed(t, sent)
			}
			_, _ = io.WriteString(w, sent)
			return true
		}}
		url := open(t, u)
		for _, body := range []string{ask("hello"), ask(haiku, `"adhere":{"strategy":"passthrough"}`), ask(haiku, `"adhere":{"strategy":"verify"}`)} {
			_, got := post(t, url+"/v1/chat/completions", strings.Replace(body, "{", `{"stream":true,`, 1)) // the client unpacks
			if s := readStream(t, got); s.text != "a b" || s.last != "[DONE]" || len(s.errors) > 0 {
				t.Errorf("always packed %t, %s: %q", always, body, got)
			}
		}
	}
}

// A stream that says that it is not packed is read: servers say so for proxies that
// would pack it.
func TestStreamsThatSayTheyAreNotPacked(t *testing.T) {
	for _, encoding := range []string{"identity", "none", "None"} {
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
			w.Header().Set("Content-Encoding", encoding)
			stream(w, a, "a b")
			return true
		}}
		_, got := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"stream":true`))
		if s := readStream(t, got); s.text != "a b" || s.report == nil {
			t.Errorf("%s: %s", encoding, got)
		}
	}
}

// What an upstream's address asks for, such as a version of its interface, is asked for
// with every request.
func TestQueryOfAnUpstream(t *testing.T) {
	for more, c := range map[string][2]string{"?api-version=preview": {"", "?api-version=preview"}, "/?v=1": {"?a=b", "?v=1&a=b"}, "": {"?a=b", "?a=b"}} {
		u := &upstream{}
		url := open(t, u, func(o *gateway.Options) { o.Upstreams[0].URL += more })
		for _, strategy := range []string{"passthrough", "decrim"} {
			post(t, url+"/v1/chat/completions"+c[0], ask(haiku, `"adhere":{"strategy":"`+strategy+`"}`))
			if got := u.request(u.calls() - 1).path; got != "/v1/chat/completions"+c[1] {
				t.Errorf("%s, %s: asked %s", more, strategy, got)
			}
		}
	}
}

// Java's client offers HTTP/2 with every request that is not encrypted, and goes on
// with HTTP/1.1 where nobody takes it up. A WebSocket is another matter.
func TestOffersOfOtherProtocols(t *testing.T) {
	u := &upstream{}
	url := open(t, u)
	for offer, status := range map[string]int{"h2c": http.StatusOK, "websocket": http.StatusNotImplemented, "WebSocket": http.StatusNotImplemented} {
		resp, _ := send(t, client, url+"/v1/chat/completions", ask("hello"), "Connection", "Upgrade, HTTP2-Settings", "Upgrade", offer, "HTTP2-Settings", "AAMAAABk")
		if resp.StatusCode != status {
			t.Errorf("%s: status %d, want %d", offer, resp.StatusCode, status)
		}
	}
	if h := u.request(0).header; u.calls() != 1 || h.Get("Upgrade")+h.Get("HTTP2-Settings") != "" {
		t.Errorf("%d calls, %v", u.calls(), h)
	}
}

// A client that goes away takes the upstream's call with it, at whatever point
// of the answer.
func TestClientGone(t *testing.T) {
	const sse, optimistic = `"stream":true`, `"adhere":{"stream":"optimistic"}`
	for name, c := range map[string]struct {
		body    string
		begins  bool // the stream has begun
		rewrite bool // it is the rewrite that nobody waits for
	}{
		"pass-through":        {body: ask("hello")},
		"pass-through, sse":   {body: ask("hello", sse)},
		"pass-through, begun": {body: ask("hello", sse), begins: true},
		"draft":               {body: ask(haiku)},
		"rewrite":             {body: ask(haiku), rewrite: true},
		"buffered":            {body: ask(haiku, sse)},
		"buffered, begun":     {body: ask(haiku, sse), begins: true},
		"buffered, rewrite":   {body: ask(haiku, sse), begins: true, rewrite: true},
		"optimistic, begun":   {body: ask(haiku, sse, optimistic), begins: true},
		"optimistic, rewrite": {body: ask(haiku, sse, optimistic), rewrite: true},
		"shadow":              {body: ask(haiku, `"adhere":{"strategy":"verify"}`)},
		"shadow, begun":       {body: ask(haiku, sse, `"adhere":{"strategy":"verify"}`), begins: true},
		"best of several":     {body: ask(haiku, `"adhere":{"strategy":"best_of_n"}`), rewrite: true},
	} {
		t.Run(name, func(t *testing.T) {
			waiting, over := make(chan struct{}, 10), make(chan struct{}, 10)
			u := &upstream{say: repairs}
			u.raw = func(w http.ResponseWriter, r *http.Request, _ *asked) bool {
				if c.rewrite && u.calls() == 1 {
					return false
				}
				if c.begins {
					w.Header().Set("Content-Type", "text/event-stream")
					fmt.Fprint(w, "data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n")
					_ = http.NewResponseController(w).Flush()
				}
				waiting <- struct{}{}
				<-r.Context().Done()
				over <- struct{}{}
				return true
			}
			ctx, leave := context.WithCancel(context.Background())
			defer leave()
			req, _ := http.NewRequestWithContext(ctx, http.MethodPost, open(t, u)+"/v1/chat/completions", strings.NewReader(c.body))
			go func() {
				<-waiting
				leave()
			}()
			if resp, err := client.Do(req); err == nil {
				_, err = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				if err == nil {
					t.Error("the answer came to its end")
				}
			}
			<-over // or the test hangs
		})
	}
}

func TestLargeBodiesAreRefused(t *testing.T) {
	u := &upstream{}
	url := open(t, u, func(o *gateway.Options) { o.MaxBody = 100 })
	for _, body := range []io.Reader{strings.NewReader(ask(strings.Repeat("a", 200))), struct{ io.Reader }{bytes.NewReader(make([]byte, 200))}} {
		resp, err := client.Post(url+"/v1/chat/completions", "application/json", body)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusRequestEntityTooLarge || u.calls() != 0 {
			t.Errorf("status %d, %d calls", resp.StatusCode, u.calls())
		}
	}
}

func TestModelsListsStrategies(t *testing.T) {
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		fmt.Fprint(w, `{"object":"list","data":[{"id":"gpt-x","object":"model","owned_by":"us"}]}`)
		return true
	}}
	url := open(t, u)
	resp, err := client.Get(url + "/v1/models")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	one, err := client.Get(url + "/v1/models/us/gpt-x+decrim?a=1")
	if err != nil {
		t.Fatal(err)
	}
	one.Body.Close()
	if got := u.request(1).path; got != "/v1/models/us/gpt-x?a=1" {
		t.Errorf("a virtual model is looked up as %s", got)
	}
	for _, want := range []string{`{"id":"gpt-x","object":"model","owned_by":"us"}`, `{"id":"gpt-x+decrim","object":"model","owned_by":"us"}`, `"gpt-x+verify"`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s is not in %s", want, b)
		}
	}
}

// An error event of the upstream ends its stream: the client gets no second one,
// however the JSON is spaced.
func TestErrorEventsEndStreams(t *testing.T) {
	for path, said := range map[string]string{
		"/v1/responses": "event: error\ndata: {\"type\": \"error\", \"sequence_number\": 1, \"code\": \"server_error\", \"message\": \"boom\", \"param\": null}\n\n",
		"/v1/messages":  "event: error\ndata: {\"type\": \"error\", \"error\": {\"type\": \"overloaded_error\", \"message\": \"Overloaded\"}}\n\n",
	} {
		u := &upstream{raw: answers(http.StatusOK, said, "Content-Type", "text/event-stream")}
		if _, got := post(t, open(t, u)+path, `{"model":"m","max_tokens":9,"stream":true,"input":"hello","messages":[{"role":"user","content":"hello"}]}`); got != said {
			t.Errorf("%s: the client gets\n%s", path, got)
		}
	}
}
