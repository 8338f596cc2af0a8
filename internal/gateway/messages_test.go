package gateway_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adhere/internal/gateway"
)

// speaksMessages answers as Anthropic's server does.
func speaksMessages(say func(a *asked) string) func(http.ResponseWriter, *http.Request, *asked) bool {
	return func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		text := say(a)
		if string(a.fields["stream"]) != "true" {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"id":"msg_1","type":"message","role":"assistant","model":"claude-1","content":[{"type":"thinking","thinking":"hm, commas","signature":"s"},{"type":"text","text":%s}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":7,"cache_read_input_tokens":3,"output_tokens":5}}`, quote(text))
			return true
		}
		w.Header().Set("Content-Type", "text/event-stream")
		event := func(kind, rest string) {
			fmt.Fprintf(w, "event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest)
		}
		event("message_start", `,"message":{"id":"msg_s","type":"message","role":"assistant","model":"claude-1","content":[],"usage":{"input_tokens":10,"output_tokens":1}}`)
		event("content_block_start", `,"index":0,"content_block":{"type":"text","text":""}`)
		event("ping", "")
		for _, word := range strings.SplitAfter(text, " ") {
			event("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":`+quote(word)+`}`)
		}
		event("content_block_stop", `,"index":0`)
		event("message_delta", `,"delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":5}`)
		event("message_stop", "")
		return true
	}
}

// Anthropic's route is treated like chat completions, whole and streamed.
func TestMessages(t *testing.T) {
	u := &upstream{}
	u.raw = speaksMessages(repairs)
	url := open(t, u, func(o *gateway.Options) { o.Upstreams[0].Key = "secret" })
	body := func(more string) string {
		return `{"model":"claude-1","max_tokens":100,"system":[{"type":"text","text":"Do not use any commas."}],"messages":[{"role":"user","content":[{"type":"text","text":"Write a note about tea. Answer in at most 8 words."}]}]` + more + `}`
	}
	resp, got := post(t, url+"/v1/messages", body(""))
	if resp.StatusCode != http.StatusOK || !strings.Contains(got, `"text":"Tea warms the hands and the house"`) || !strings.Contains(got, `"stopped":"satisfied"`) || !strings.Contains(got, `"usage":{"input_tokens":14,"cache_read_input_tokens":6,"output_tokens":10}`) || !strings.Contains(got, `"constraints":[{"id":"c1"`) || resp.Header.Get("X-Adhere-Met") != "2" {
		t.Errorf("%s", got)
	}
	if a := u.request(1); a.header.Get("X-Api-Key") != "secret" || a.path != "/v1/messages" || !strings.Contains(string(a.body), `"system":[{"type":"text"`) || !a.rewritesMessages() {
		t.Errorf("%v %s", a.header, a.body)
	}
	resp, got = post(t, url+"/v1/messages", body(`,"stream":true`))
	if resp.StatusCode != http.StatusOK || strings.Contains(got, "big") || !strings.Contains(got, `"text":"hands "`) || strings.Count(got, "message_stop\n") != 1 || strings.Contains(got, "[DONE]") || !strings.Contains(got, `"adhere":{`) || strings.Count(got, "event: message_start") != 1 {
		t.Errorf("%s", got)
	}
	before := u.calls()
	for _, more := range []string{`,"stream":true,"adhere":{"strategy":"passthrough"}`, `,"adhere":{"strategy":"verify"}`} {
		if _, got = post(t, url+"/v1/messages", body(more)); strings.Contains(got, "adhere") || !strings.Contains(got, "house") || strings.Contains(got, "broke off") {
			t.Errorf("%s: %s", more, got)
		}
	}
	if u.calls() != before+2 {
		t.Errorf("%d calls", u.calls()-before)
	}
	// A call of a tool, and an error inside a stream, are passed on.
	u.raw = func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		fmt.Fprint(w, `{"id":"msg_2","type":"message","content":[{"type":"text","text":"a, b"},{"type":"tool_use","id":"t","name":"f","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}`)
		return true
	}
	if resp, got := post(t, url+"/v1/messages", body("")); resp.Header.Get("X-Adhere-Skipped") != "tool_calls" || !strings.Contains(got, "a, b") {
		t.Errorf("%s", got)
	}
}

// rewritesMessages reports whether a correction is asked for.
func (a *asked) rewritesMessages() bool {
	return strings.Contains(string(a.body), "Corrected response:")
}

// An upstream that cannot be reached is left alone for a while; the next one may
// know the model by another name.
func TestDeadUpstreamsCoolDown(t *testing.T) {
	now := time.Now()
	dead := 0
	good := &upstream{}
	back := httptest.NewServer(good)
	defer back.Close()
	via := roundTrip(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "dead" {
			dead++
			return nil, fmt.Errorf("connection refused")
		}
		return http.DefaultTransport.RoundTrip(r)
	})
	url := open(t, good, func(o *gateway.Options) {
		o.Transport, o.Retries, o.Settings.Strategy = via, 0, "passthrough"
		o.Now = func() time.Time { return now }
		o.Upstreams = []gateway.Upstream{{URL: "http://dead/v1"}, {URL: back.URL + "/v1", Model: "another"}}
	})
	for range 5 {
		if resp, body := post(t, url+"/v1/chat/completions", ask("hi")); resp.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
	}
	if dead != 1 || string(good.request(0).fields["model"]) != `"another"` {
		t.Errorf("a dead upstream was asked %d times; the other for %s", dead, good.request(0).fields["model"])
	}
	now = now.Add(time.Minute)
	if post(t, url+"/v1/chat/completions", ask("hi")); dead != 2 {
		t.Errorf("after a minute it was asked %d times", dead)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A silent upstream is a timeout, and is not waited for again.
func TestSilentUpstreamIsATimeout(t *testing.T) {
	for _, strategy := range []string{"passthrough", "verify", "decrim"} {
		u := &upstream{raw: func(_ http.ResponseWriter, r *http.Request, _ *asked) bool {
			<-r.Context().Done()
			return true
		}}
		url := open(t, u, func(o *gateway.Options) { o.Idle = time.Second })
		resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"adhere":{"strategy":"`+strategy+`"}`))
		// On a busy machine the second may be over before the call arrives.
		if r := read(t, body); resp.StatusCode != http.StatusGatewayTimeout || r.Error.Code != "upstream_silent" || u.calls() > 1 {
			t.Errorf("%s: %d %s, %d calls", strategy, resp.StatusCode, body, u.calls())
		}
	}
}

// An upstream that falls silent within a stream is told in the stream, in the form
// that each route's clients raise.
func TestSilenceWithinAStream(t *testing.T) {
	for path, c := range map[string]struct{ body, begins, wants string }{
		"/v1/chat/completions": {
			`"messages":[{"role":"user","content":` + quote(haiku) + `}]`,
			`data: {"choices":[{"index":0,"delta":{"content":"Tea. It"}}]}`, `data: {"error":{"message":"the upstream stopped sending"`,
		},
		"/v1/responses": {
			`"input":` + quote(haiku),
			"event: response.output_text.delta\ndata: " + `{"type":"response.output_text.delta","delta":"Tea. It"}`, `,"error":{"message":"the upstream stopped sending"`,
		},
		"/v1/messages": {
			`"messages":[{"role":"user","content":` + quote(haiku) + `}]`,
			"event: content_block_delta\ndata: " + `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Tea. It"}}`, `data: {"type":"error","error":{"message":"the upstream stopped sending"`,
		},
	} {
		for _, option := range []string{`"strategy":"passthrough"`, `"strategy":"verify"`, `"progress":true`, `"stream":"proven","progress":true`, `"stream":"optimistic"`} {
			synctest.Test(t, func(t *testing.T) {
				u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, _ *asked) bool {
					w.Header().Set("Content-Type", "text/event-stream")
					_, _ = io.WriteString(w, c.begins+"\n\ndata: {\"ha")
					_ = http.NewResponseController(w).Flush()
					<-r.Context().Done()
					return true
				}}
				gateway := inside(t, u, func(o *gateway.Options) { o.Idle = time.Minute })
				begun := time.Now()
				resp, err := gateway.Post("http://gateway"+path, "application/json", strings.NewReader(`{"model":"m","stream":true,`+c.body+`,"adhere":{`+option+`}}`))
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(resp.Body)
				if took := time.Since(begun); err != nil || took != time.Minute || !strings.Contains(string(got), c.wants) || strings.Contains(string(got), `{"ha`) {
					t.Errorf("%s, %s: %v after %v: %s", path, option, err, took, got)
				}
			})
		}
	}
}

// Refusals of ours have the shape of the route's own: Anthropic's clients name
// an error by the type inside, and know it by the type outside.
func TestErrorsInAnthropicsShape(t *testing.T) {
	u := &upstream{}
	u.raw = speaksMessages(func(*asked) string { return "Tea, hot, big, and warm, for the house." })
	url := open(t, u)
	body := func(more string) string {
		return `{"model":"claude-1","max_tokens":100,"messages":[{"role":"user","content":"Write a note about tea. Do not use any commas."}]` + more + `}`
	}
	strict := `"adhere":{"strategy":"decrim","max_iterations":1,"on_exhausted":"error"}`
	for _, c := range []struct {
		name, path, body string
		status           int
		kind             string
	}{
		{"no JSON", "/v1/messages", "{", 400, "invalid_request_error"},
		{"a setting that is none", "/v1/messages", body(`,"adhere":{"strategy":"magic"}`), 400, "invalid_request_error"},
		{"below the route", "/v1/messages/../x", body(""), 404, "not_found_error"},
		{"not met", "/v1/messages", body("," + strict), 422, "constraints_not_met"},
	} {
		resp, got := post(t, url+c.path, c.body)
		var said struct {
			Type  string
			Error struct{ Type, Message string }
		}
		if err := json.Unmarshal([]byte(got), &said); err != nil || resp.StatusCode != c.status || said.Type != "error" || said.Error.Type != c.kind || said.Error.Message == "" {
			t.Errorf("%s: %d %s", c.name, resp.StatusCode, got)
		}
	}
	if _, got := post(t, url+"/v1/messages", body(","+strict+`,"stream":true`)); !strings.Contains(got, `"type":"error","error":{"message":`) || !strings.Contains(got, `"type":"constraints_not_met"`) {
		t.Errorf("streamed: %s", got)
	}
	if _, got := post(t, url+"/v1/chat/completions", "{"); strings.HasPrefix(got, `{"type"`) {
		t.Errorf("OpenAI's shape is another: %s", got)
	}
	// A stream that breaks off ends with the same.
	u.raw = func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":1}}}\n\n")
		return true
	}
	for _, strategy := range []string{"passthrough", "decrim"} {
		_, got := post(t, url+"/v1/messages", body(`,"stream":true,"adhere":{"strategy":"`+strategy+`"}`))
		if i := strings.LastIndex(got, "data: "); i < 0 && !strings.HasPrefix(got, `{"type":"error"`) || i >= 0 && !strings.HasPrefix(got[i:], `data: {"type":"error","error":{"message":`) {
			t.Errorf("%s: %s", strategy, got)
		}
	}
}

// The schema of an answer is found where Anthropic's clients write it, now and
// before.
func TestMessagesWithASchema(t *testing.T) {
	u := &upstream{}
	u.raw = speaksMessages(func(a *asked) string {
		if a.rewritesMessages() {
			return `{"age":36}`
		}
		return `{"age":"thirty-six"}`
	})
	url := open(t, u)
	const schema = `{"type":"json_schema","schema":{"type":"object","properties":{"age":{"type":"integer"}},"required":["age"]}}`
	for _, member := range []string{`"output_config":{"effort":"low","format":` + schema + `}`, `"output_format":` + schema} {
		_, got := post(t, url+"/v1/messages", `{"model":"claude-1","max_tokens":100,"messages":[{"role":"user","content":"How old was Ada?"}],`+member+`,"adhere":{"strategy":"decrim"}}`)
		if !strings.Contains(got, `{\"age\":36}`) {
			t.Errorf("%s: %s", member, got)
		}
	}
}

// inParts streams an answer as Anthropic's server does, in those parts: of text,
// or of what the model thought where it begins with "thinks: ".
func inParts(w http.ResponseWriter, parts ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(kind, rest string) {
		fmt.Fprintf(w, "event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest)
	}
	event("message_start", `,"message":{"id":"msg_s","type":"message","role":"assistant","model":"claude-1","content":[],"usage":{"input_tokens":10,"output_tokens":1}}`)
	for i, part := range parts {
		kind, delta := "text", "text_delta"
		part, thinks := strings.CutPrefix(part, "thinks: ")
		if thinks {
			kind, delta = "thinking", "thinking_delta"
		}
		event("content_block_start", fmt.Sprintf(`,"index":%d,"content_block":{"type":%q,%q:""}`, i, kind, kind))
		for _, word := range strings.SplitAfter(part, " ") {
			event("content_block_delta", fmt.Sprintf(`,"index":%d,"delta":{"type":%q,%q:%s}`, i, delta, kind, quote(word)))
		}
		event("content_block_stop", fmt.Sprintf(`,"index":%d`, i))
	}
	event("message_delta", `,"delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":5}`)
	event("message_stop", "")
}

// partsOf puts a stream's parts together as Anthropic's clients do: by their
// place, each opened before and closed once.
func partsOf(t *testing.T, body string) (parts []string) {
	t.Helper()
	open := map[int]bool{}
	for line := range strings.Lines(body) {
		data, found := strings.CutPrefix(line, "data: ")
		var e struct {
			Type  string
			Index int
			Block struct{ Type string } `json:"content_block"`
			Delta struct{ Type, Text, Thinking string }
		}
		if !found {
			continue
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatal(err)
		}
		switch e.Type {
		case "content_block_start":
			if e.Index != len(parts) {
				t.Errorf("part %d is the next after %d: %s", e.Index, len(parts), body)
			}
			open[e.Index] = true
			parts = append(parts, strings.Replace(strings.Replace(e.Block.Type, "thinking", "thinks: ", 1), "text", "", 1))
		case "content_block_delta", "content_block_stop":
			if !open[e.Index] || e.Delta.Text != "" && strings.HasPrefix(parts[e.Index], "thinks: ") {
				t.Fatalf("part %d is not open, or of another kind: %s", e.Index, body)
			}
			open[e.Index] = e.Type == "content_block_delta"
			parts[e.Index] += e.Delta.Text + e.Delta.Thinking
		}
	}
	for i, left := range open {
		if left {
			t.Errorf("part %d stays open: %s", i, body)
		}
	}
	return parts
}

// TestCorrectionOfAnAnswerInParts holds that no part of a stream is left empty by
// a correction: a client sends the answer back with its next request, and
// Anthropic refuses empty parts of text.
func TestCorrectionOfAnAnswerInParts(t *testing.T) {
	say := greets(warmly+"\nCorrected answer:\nHello, my dear.", warm)
	u := &upstream{}
	u.raw = func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		if say(a) == "Hello there." {
			inParts(w, "thinks: hm", "Hello ", "thinks: hm", "there.", "thinks: hm")
			return true
		}
		return speaksMessages(say)(w, r, a)
	}
	_, got := post(t, open(t, u, demandsOf, judges, answersItself)+"/v1/messages", `{"model":"m","max_tokens":99,"stream":true,"messages":[{"role":"user","content":`+quote(greet)+`}]}`)
	if parts := partsOf(t, got); !slices.Equal(parts, []string{"thinks: hm", "Hello, my dear.", "thinks: hm", "thinks: hm"}) {
		t.Errorf("%q: %s", parts, got)
	}
}

// TestProvenAnswerInParts holds that an answer which goes on from what was sent of
// a draft goes on in the part that is open, whatever its own parts are.
func TestProvenAnswerInParts(t *testing.T) {
	for name, c := range map[string]struct{ draft, reply, want []string }{
		"only the draft thinks":  {[]string{"thinks: hm", "Tea is old. It is warm, too."}, []string{"It is warm too."}, []string{"thinks: hm", "Tea is old. It is warm too."}},
		"only the rewrite does":  {[]string{"Tea is old. It is warm, too."}, []string{"thinks: hm", "It is warm too."}, []string{"Tea is old. It is warm too."}},
		"two parts of the draft": {[]string{"Tea is old. ", "It is hot. It is warm, too."}, []string{"It is warm too."}, []string{"Tea is old. ", "It is hot. It is warm too."}},
		"two of the rewrite":     {[]string{"Tea is old. It is warm, too."}, []string{"It is warm ", "too."}, []string{"Tea is old. It is warm too."}},
	} {
		u := &upstream{}
		u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
			parts := c.draft
			if a.continues() {
				parts = c.reply
			}
			inParts(w, parts...)
			return true
		}
		_, got := post(t, open(t, u, func(o *gateway.Options) { o.Settings.MaxIterations = 1 })+"/v1/messages", `{"model":"c","max_tokens":99,"stream":true,`+ask("Write about tea. Do not use any commas.", proven)[len(`{"model":"m",`):])
		if parts := partsOf(t, got); !slices.Equal(parts, c.want) || strings.Count(got, "event: message_stop") != 1 {
			t.Errorf("%s: %q, want %q", name, parts, c.want)
		}
	}
}

// TestReplacedAnswerInParts holds that the open part of a replaced draft is closed,
// and that nothing of the answer in its place comes a second time.
func TestReplacedAnswerInParts(t *testing.T) {
	u := &upstream{}
	u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		if a.rewritesMessages() {
			inParts(w, "thinks: hm", "Tea is ", "warm.")
		} else {
			inParts(w, "Tea is old. ", "It is warm, too.")
		}
		return true
	}
	_, got := post(t, open(t, u, func(o *gateway.Options) { o.Settings.MaxIterations = 1 })+"/v1/messages", `{"model":"c","max_tokens":99,"stream":true,`+ask("Write about tea. Do not use any commas.", `"adhere":{"stream":"optimistic"}`)[len(`{"model":"m",`):])
	if parts := partsOf(t, got); !slices.Equal(parts, []string{"Tea is old. ", "It is warm, too."}) || !strings.Contains(got, `"content":"Tea is warm."`) {
		t.Errorf("%q: %s", parts, got)
	}
}
