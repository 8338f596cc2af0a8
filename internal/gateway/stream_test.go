package gateway_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere/internal/gateway"
	"adhere/model/modeltest"
)

func TestBufferedStream(t *testing.T) {
	u := &upstream{say: repairs}
	url := open(t, u)
	resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`, `"adhere":{"progress":true}`))
	s := readStream(t, body)
	if s.text != "Tea warms the hands and the house" || s.done != 1 || s.last != "[DONE]" {
		t.Fatalf("%+v in %s", s, body)
	}
	if s.report == nil || s.report.Met != 2 || s.report.Answer != 2 {
		t.Errorf("report %+v", s.report)
	}
	if s.total != -1 || strings.Contains(body, `"usage":null`) {
		t.Errorf("usage that was not asked for in %s", body)
	}
	if !slices.Equal(s.marks, []int{1, 2}) {
		t.Errorf("progress %v", s.marks)
	}
	if got := resp.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/event-stream") {
		t.Errorf("type %q", got)
	}
	_, body = post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`, `"stream_options":{"include_usage":true}`))
	if s := readStream(t, body); s.total != 30 || s.done != 1 {
		t.Errorf("usage %d, want the sum 30: %s", s.total, body)
	}
}

// An upstream that answers whole where a stream was asked for is checked and
// corrected all the same, and what is no answer is an error.
func TestNoStreamIsCorrected(t *testing.T) {
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%s}}]}`, quote(repairs(a)))
		return true
	}}
	resp, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"stream":true`))
	if a := read(t, body); a.text() != "Tea warms the hands and the house" || resp.Header.Get("X-Adhere-Attempts") != "2" {
		t.Errorf("%v: %s", resp.Header, body)
	}
	for _, bad := range []string{"", "<html>", `{"error":{"message":"overloaded"}}`} {
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			_, _ = io.WriteString(w, bad)
			return true
		}}
		resp, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"stream":true`))
		if resp.StatusCode != http.StatusBadGateway || !strings.Contains(body, "upstream_unreadable") {
			t.Errorf("%q becomes %d %s", bad, resp.StatusCode, body)
		}
	}
}

// An upstream may refuse to be asked what a stream uses, which its client did not ask:
// Mistral's server and Azure's do, in these forms.
func TestUpstreamThatRefusesStreamOptions(t *testing.T) {
	for status, refusal := range map[int]string{
		422: `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"],"msg":"Extra inputs are not permitted"}]},"type":"invalid_request_error","code":null}`,
		400: `{"detail":"Extra parameters ['stream_options'] are not allowed"}`,
	} {
		u := &upstream{say: repairs}
		u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
			if a.fields["stream_options"] == nil {
				return false
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, refusal)
			return true
		}
		url := open(t, u) + "/v1/chat/completions"
		_, body := post(t, url, ask(haiku, `"stream":true`))
		if s := readStream(t, body); s.text != "Tea warms the hands and the house" || s.report == nil || s.done != 1 || u.calls() != 3 {
			t.Errorf("%d: %d calls, %s", status, u.calls(), body)
		}
		for name, more := range map[string]string{"the client's own": `"stream_options":{"include_usage":true}`, "no call is left": `"adhere":{"max_calls":1}`} {
			if resp, body := post(t, url, ask(haiku, `"stream":true`, more)); resp.StatusCode != status || body != refusal {
				t.Errorf("%s: %d %s", name, resp.StatusCode, body)
			}
		}
	}
}

func TestStreamOfAGoodDraftIsTheUpstreams(t *testing.T) {
	u := &upstream{say: func(*asked) string { return "Tea warms the hands" }}
	url := open(t, u)
	resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`))
	s := readStream(t, body)
	if s.text != "Tea warms the hands" || s.report == nil || s.report.Flagged || s.done != 1 {
		t.Errorf("%+v", s)
	}
	if resp.Header.Get("X-Adhere-Met") != "2" {
		t.Errorf("headers %v", resp.Header)
	}
}

func TestOptimisticStream(t *testing.T) {
	good := strings.TrimSpace(strings.Repeat("good ", 150))
	long := strings.Repeat("word ", 40) + "and, a comma. " + strings.Repeat("more ", 200)
	u := &upstream{say: func(a *asked) string {
		if a.rewrites() {
			return good
		}
		return long
	}}
	url := open(t, u)
	optimistic := ask("Do not use commas.", `"stream":true`, `"adhere":{"stream":"optimistic"}`)
	_, body := post(t, url+"/v1/chat/completions", optimistic)
	s := readStream(t, body)
	if s.replace != good || s.done != 1 || s.report == nil || s.report.Answer != 2 {
		t.Errorf("%+v", s)
	}
	if !strings.HasPrefix(long, s.text) || s.text == "" || len(s.text) > 400 {
		t.Errorf("%d bytes of the draft were passed on after the comma", len(s.text))
	}
	// A client that did not ask for it cannot take anything back.
	url = open(t, u, func(o *gateway.Options) { o.Settings.Stream = gateway.Optimistic })
	_, body = post(t, url+"/v1/chat/completions", ask("Do not use commas.", `"stream":true`))
	if s := readStream(t, body); s.text != long || s.replace != "" || s.report == nil || !s.report.Flagged || s.done != 1 {
		t.Errorf("%.300s", body)
	}
	// A good draft arrives as it is.
	u = &upstream{say: func(*asked) string { return "no comma here at all" }}
	_, body = post(t, open(t, u)+"/v1/chat/completions", optimistic)
	if s := readStream(t, body); s.text != "no comma here at all" || s.replace != "" || s.report.Flagged || s.done != 1 {
		t.Errorf("%s", body)
	}
}

func TestKeepAlives(t *testing.T) {
	for form, sign := range map[string]string{"comment": ": ping\n", "chunk": `"delta":{}`} {
		release := make(chan struct{})
		u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
			if a.rewrites() {
				<-release
			}
			return false
		}, say: repairs}
		url := open(t, u, func(o *gateway.Options) { o.KeepAlive = time.Millisecond })
		resp, err := http.Post(url+"/v1/chat/completions", "application/json", strings.NewReader(ask(haiku, `"stream":true`, `"adhere":{"keep_alive":"`+form+`"}`)))
		if err != nil {
			t.Fatal(err)
		}
		var body strings.Builder
		buf := make([]byte, 4096)
		for released := false; ; {
			n, err := resp.Body.Read(buf)
			body.Write(buf[:n])
			if !released && strings.Count(body.String(), sign) > 2 {
				close(release)
				released = true
			}
			if err != nil {
				break
			}
		}
		resp.Body.Close()
		if s := readStream(t, body.String()); s.text != "Tea warms the hands and the house" || s.done != 1 {
			t.Errorf("%s: %s", form, body.String())
		}
		if strings.Contains(body.String(), ": ping\n\n") {
			t.Errorf("%s: an empty line follows a comment", form)
		}
	}
}

// Every stream through a fast upstream ends with its mark, however it is
// streamed.
func TestEveryStreamEnds(t *testing.T) {
	good := &upstream{say: func(*asked) string { return "Tea warms the hands" }}
	bad := &upstream{say: repairs}
	urls := map[*upstream]string{good: open(t, good), bad: open(t, bad)}
	for name, c := range map[string]struct {
		up      *upstream
		streams int
		body    string
	}{
		"pass-through": {good, 600, ask("Tell me about tea.", `"stream":true`)},
		"off":          {good, 600, ask(haiku, `"stream":true`, `"adhere":{"strategy":"passthrough"}`)},
		"shadow":       {bad, 600, ask(haiku, `"stream":true`, `"adhere":{"strategy":"verify"}`)},
		"buffered":     {good, 600, ask(haiku, `"stream":true`)},
		"optimistic":   {good, 600, ask(haiku, `"stream":true`, `"adhere":{"stream":"optimistic"}`)},
		"corrected":    {bad, 60, ask(haiku, `"stream":true`)},
		"replaced":     {bad, 60, ask(haiku, `"stream":true`, `"adhere":{"stream":"optimistic"}`)},
	} {
		t.Run(name, func(t *testing.T) {
			const clients = 20
			streams, body, url := c.streams, c.body, urls[c.up]
			ends := make(chan int, streams)
			var all sync.WaitGroup
			for range clients {
				all.Go(func() {
					for range streams / clients {
						_, got := post(t, url+"/v1/chat/completions", body)
						n := strings.Count(got, "data: [DONE]\n\n")
						if n == 1 && !strings.HasSuffix(got, "data: [DONE]\n\n") {
							n = 0 // something follows it
						}
						ends <- min(n, 2-n) // two in one do not make up for none in another
					}
				})
			}
			all.Wait()
			close(ends)
			total := 0
			for n := range ends {
				total += n
			}
			if total != streams {
				t.Errorf("%d of %d streams end with [DONE]", total, streams)
			}
		})
	}
}

// slowWriter takes a while for each piece that is sent.
type slowWriter struct{ *httptest.ResponseRecorder }

func (w slowWriter) FlushError() error {
	time.Sleep(time.Millisecond)
	return nil
}

// The pace of a buffered answer is bounded, however many pieces it has.
func TestPaceOfManyPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := &upstream{say: func(*asked) string { return strings.Repeat("word ", 5000) }}
		g := decrim(t, "http://upstream", func(o *gateway.Options) {
			o.Transport, o.Pace = modeltest.Client(u).Transport, 2*time.Millisecond
		})
		w, begun := slowWriter{httptest.NewRecorder()}, time.Now()
		g.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(ask("Say much. No commas.", `"stream":true`))))
		if took := time.Since(begun); took < 400*time.Millisecond || took > 600*time.Millisecond { // by the bubble's clock
			t.Errorf("%v for what may take half a second", took)
		}
		if s := readStream(t, w.Body.String()); strings.Count(s.text, "word ") != 5000 || s.last != "[DONE]" {
			t.Errorf("%d words of 5000, and at last %s", strings.Count(s.text, "word "), s.last)
		}
	})
}

// leaver goes as soon as it has the end mark, as OpenAI's client for Python does.
type leaver struct {
	*httptest.ResponseRecorder
	leave func()
}

func (w leaver) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("[DONE]")) {
		defer w.leave()
	}
	return w.ResponseRecorder.Write(b)
}

// A client that goes with the end mark has its whole answer: that is no answer cut off.
func TestClientGoesWithTheEndMark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := decrim(t, "http://upstream", func(o *gateway.Options) {
			o.Transport, o.Pace = modeltest.Client(&upstream{}).Transport, 2*time.Millisecond
		})
		ctx, leave := context.WithCancel(t.Context())
		r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(ask(haiku, `"stream":true`)))
		defer func() {
			if cut := recover(); cut != nil {
				t.Errorf("the answer counts as cut off: %v", cut)
			}
		}()
		g.ServeHTTP(leaver{httptest.NewRecorder(), leave}, r.WithContext(ctx))
		if ctx.Err() == nil {
			t.Error("there was no end mark")
		}
	})
}

func TestBrokenStreamsEndWithAnError(t *testing.T) {
	for name, raw := range map[string]func(http.ResponseWriter){
		"cut": func(w http.ResponseWriter) {
			fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		},
		"cut within an event": func(w http.ResponseWriter) {
			fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":[{\"ind")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		},
		"no end mark": func(w http.ResponseWriter) {
			fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n")
		},
	} {
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			w.Header().Set("Content-Type", "text/event-stream")
			raw(w)
			return true
		}}
		url := open(t, u)
		for mode, more := range map[string]string{
			"pass-through": `"adhere":{"strategy":"passthrough"}`, "shadow": `"adhere":{"strategy":"verify"}`, "optimistic": `"adhere":{"stream":"optimistic"}`,
		} {
			_, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`, more))
			if s := readStream(t, body); len(s.errors) != 1 || s.last != "[DONE]" || strings.Contains(body, `"ind`+"\n") {
				t.Errorf("%s, %s: %s", name, mode, body)
			}
		}
		resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`))
		if r := read(t, body); resp.StatusCode != http.StatusBadGateway || r.Error == nil {
			t.Errorf("%s, buffered: status %d: %s", name, resp.StatusCode, body)
		}
	}
}

// An error inside the upstream's stream reaches the client as it is.
func TestErrorInsideAStream(t *testing.T) {
	inside := `{"error":{"message":"overloaded","type":"server_error"}}`
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: %s\n\n", inside)
		return true
	}}
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"stream":true`, `"adhere":{"stream":"optimistic"}`))
	if s := readStream(t, body); !slices.Contains(s.errors, "overloaded") || s.last != "[DONE]" {
		t.Errorf("%s", body)
	}
}

func TestToolCallsStreamThrough(t *testing.T) {
	events := `data: {"id":"x","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"1"}]},"finish_reason":null}]}

data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: [DONE]

`
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, events)
		return true
	}}
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"stream":true`, `"tools":[{}]`))
	if body != events || u.calls() != 1 {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
}

// Where the header went out with a keep-alive, the last event says why the
// answer was left alone.
func TestSkippedBehindAKeepAlive(t *testing.T) {
	release := make(chan struct{})
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		<-release
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"name":"f","arguments":"{}"}}]}}]}`+"\n\n"+
			`data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`+"\n\ndata: [DONE]\n\n")
		return true
	}}
	url := open(t, u, func(o *gateway.Options) { o.KeepAlive = time.Millisecond })
	resp, err := http.Post(url+"/v1/chat/completions", "application/json", strings.NewReader(ask(haiku, `"stream":true`)))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	close(release) // the header is here: a keep-alive was the first
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.Header.Get("X-Adhere-Skipped") != "" || !strings.Contains(string(body), `"finish_reason":"tool_calls"}],"adhere":{"id":`) || !strings.Contains(string(body), `"skipped":"tool_calls"`) {
		t.Errorf("%v, header %v: %s", err, resp.Header, body)
	}
}
