package modeltest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"adhere"
)

// Ask returns a request of one user message.
func Ask(prompt string) *adhere.Request {
	return &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: prompt}}}
}

// TestModel holds a model to what every model promises. open returns the
// model under test on top of a stub; it is called once per case. A wrapper
// that tries again must give up after at most three calls, and fast.
func TestModel(t *testing.T, open func(t *testing.T, s *Stub) adhere.Model) {
	cases := []struct {
		name string
		run  func(*testing.T, func(*Stub) adhere.Model)
	}{
		{"plain", testPlain},
		{"system message", testSystem},
		{"params", testParams},
		{"finish", testFinish},
		{"texts", testTexts},
		{"refusal", testRefusal},
		{"reasoning", testReasoning},
		{"wrong model", testWrongModel},
		{"usage", testUsage},
		{"errors", testErrors},
		{"faults", testFaults},
		{"cancel", testCancel},
		{"stream", testStream},
		{"stream faults", testStreamFaults},
		{"stream refused by its reader", testStreamReader},
		{"concurrent", testConcurrent},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.run(t, func(s *Stub) adhere.Model { return open(t, s) })
		})
	}
}

func generate(t *testing.T, m adhere.Model, req *adhere.Request) *adhere.Response {
	t.Helper()
	resp, err := m.Generate(t.Context(), req)
	if err != nil {
		t.Fatalf("Generate: %v", err)
	}
	if resp == nil {
		t.Fatal("Generate returned neither reply nor error")
	}
	return resp
}

func echo(a *Asked) string { return "you said: " + a.Prompt() }

func testPlain(t *testing.T, open func(*Stub) adhere.Model) {
	m := open(&Stub{Reply: echo})
	if provider, name, ok := strings.Cut(m.Name(), "/"); !ok || provider == "" || name == "" {
		t.Errorf("name %q is not provider/model", m.Name())
	}
	resp := generate(t, m, Ask("hello"))
	if resp.Text != "you said: hello" || resp.Finish != adhere.FinishStop || resp.Reasoning != "" {
		t.Errorf("reply %+v", resp)
	}
	if resp.Model != m.Name() {
		t.Errorf("reply of model %q, name is %q", resp.Model, m.Name())
	}
}

func testSystem(t *testing.T, open func(*Stub) adhere.Model) {
	s := &Stub{}
	req := &adhere.Request{Messages: []adhere.Message{
		{Role: adhere.System, Text: "be brief"},
		{Role: adhere.User, Text: "one"},
		{Role: adhere.Assistant, Text: "two"},
		{Role: adhere.User, Text: "three"},
	}}
	generate(t, open(s), req)
	if got, _ := s.Last().Open(); !slices.Equal(got.Messages, req.Messages) {
		t.Errorf("the server saw %v", got.Messages)
	}
}

func testParams(t *testing.T, open func(*Stub) adhere.Model) {
	s := &Stub{}
	m := open(s)
	zero, half, limit := 0.0, 0.5, 77
	req := Ask("hello")
	req.Params = adhere.Params{Temperature: &zero, TopP: &half, MaxTokens: &limit, Stop: []string{"END", "\n\n"}}
	generate(t, m, req)
	got, name := s.Last().Open()
	p := got.Params
	if p.Temperature == nil || *p.Temperature != 0 || p.TopP == nil || *p.TopP != half || p.MaxTokens == nil || *p.MaxTokens != limit {
		t.Errorf("the server saw other settings: %s", s.Last().Body)
	}
	if !slices.Equal(p.Stop, req.Params.Stop) && s.Last().Format != Responses { // which has none
		t.Errorf("the server saw stop %q", p.Stop)
	}
	if !strings.HasSuffix(m.Name(), "/"+name) {
		t.Errorf("model %s asked for %s", m.Name(), name)
	}
	generate(t, m, Ask("no settings"))
	got, _ = s.Last().Open()
	if got.Params.Temperature != nil || got.Params.TopP != nil || got.Params.Seed != nil || len(got.Params.Stop) != 0 {
		t.Errorf("unset settings were sent: %s", s.Last().Body)
	}
}

func testFinish(t *testing.T, open func(*Stub) adhere.Model) {
	for _, f := range []adhere.Finish{adhere.FinishStop, adhere.FinishLength, adhere.FinishFiltered} {
		m := open(&Stub{Plan: Always(Behaviour{Finish: f})})
		if resp := generate(t, m, Ask("x")); resp.Finish != f {
			t.Errorf("finish %q, want %q", resp.Finish, f)
		}
		if resp, _ := stream(t, m, Ask("y")); resp.Finish != f {
			t.Errorf("streamed finish %q, want %q", resp.Finish, f)
		}
	}
}

// texts are answers that have broken other clients.
var texts = map[string]string{
	"empty":     "",
	"unicode":   "naïve café — 数据 🙂‍↔️ שלום \u2028 \u0000 end",
	"long":      strings.Repeat("0123456789abcdef", 1_000),
	"lines":     "\n\none\r\n\r\ndata: [DONE]\n\nevent: error\n",
	"escapes":   `<b>&amp;</b> "quoted" \n \\`,
	"think mid": "an answer that mentions <think>tags</think> inside",
}

func testTexts(t *testing.T, open func(*Stub) adhere.Model) {
	m := open(&Stub{Reply: func(a *Asked) string { return texts[a.Prompt()] }})
	for name, want := range texts {
		if got := generate(t, m, Ask(name)).Text; got != want {
			t.Errorf("%s: got %.60q, want %.60q", name, got, want)
		}
	}
}

func testRefusal(t *testing.T, open func(*Stub) adhere.Model) {
	s := &Stub{Reply: func(*Asked) string { return "I can't help with that." }, Plan: Always(Behaviour{Refuse: true})}
	if resp := generate(t, open(s), Ask("x")); resp.Text != "I can't help with that." {
		t.Errorf("a refusal is an answer; got %+v", resp)
	}
}

func testReasoning(t *testing.T, open func(*Stub) adhere.Model) {
	s := &Stub{Reply: func(*Asked) string { return "four" }, Plan: Always(Behaviour{Reasoning: "two and two"})}
	if resp := generate(t, open(s), Ask("x")); resp.Text != "four" || resp.Reasoning != "two and two" {
		t.Errorf("got %+v", resp)
	}
	tagged := &Stub{Reply: func(*Asked) string { return "<think>\ntwo and two\n</think>\n\nfour" }}
	resp := generate(t, open(tagged), Ask("x"))
	if resp.Text != "four" || resp.Reasoning != "two and two" || len(resp.Warnings) == 0 {
		t.Errorf("tagged reasoning was not moved with a warning: %+v", resp)
	}
}

func testWrongModel(t *testing.T, open func(*Stub) adhere.Model) {
	m := open(&Stub{Plan: Always(Behaviour{Model: "somebody-else"})})
	resp := generate(t, m, Ask("x"))
	if !slices.ContainsFunc(resp.Warnings, func(w string) bool { return strings.Contains(w, "wrong model") }) {
		t.Errorf("no warning of a wrong model: %v", resp.Warnings)
	}
	if !strings.HasSuffix(resp.Model, "/somebody-else") {
		t.Errorf("the reply hides who answered: %q", resp.Model)
	}
}

func testUsage(t *testing.T, open func(*Stub) adhere.Model) {
	m := open(&Stub{
		Usage:   func(*Asked) StubUsage { return StubUsage{In: 120, Cached: 100, Out: 30} },
		Latency: time.Millisecond,
	})
	whole := generate(t, m, Ask("x")).Usage
	streamed, _ := stream(t, m, Ask("y"))
	for _, u := range []adhere.Usage{whole, streamed.Usage} {
		if u.Calls != 1 || u.In != 120 || u.Cached != 100 || u.Out != 30 || u.Time < time.Millisecond {
			t.Errorf("usage %+v", u)
		}
	}
}

func testErrors(t *testing.T, open func(*Stub) adhere.Model) {
	for status, want := range map[int]adhere.Code{
		400: adhere.Invalid, 401: adhere.Refused, 403: adhere.Refused, 404: adhere.NotFound, 408: adhere.Unavailable,
		409: adhere.Unavailable, 422: adhere.Invalid, 429: adhere.RateLimited, 500: adhere.Unavailable,
		502: adhere.Unavailable, 503: adhere.Unavailable, 529: adhere.Unavailable,
	} {
		s := &Stub{Plan: Always(Behaviour{Status: status, Message: "bad key sk-abcdefghijklmnop given"})}
		m := open(s)
		_, err := m.Generate(t.Context(), Ask("x"))
		wantCode(t, err, want)
		if err != nil && (strings.Contains(err.Error(), "sk-abcd") || !strings.Contains(err.Error(), "bad key")) {
			t.Errorf("status %d: %v: want the provider's words without the key", status, err)
		}
		_, err = asStreamer(t, m).Stream(t.Context(), Ask("y"), func(adhere.Chunk) error { return nil })
		wantCode(t, err, want)
		if want == adhere.Refused && adhere.HintOf(err) == "" {
			t.Errorf("status %d has no hint", status)
		}
		if n, _ := s.MostRepeated(); n > 3 {
			t.Errorf("status %d: %d calls", status, n)
		}
	}
}

func testFaults(t *testing.T, open func(*Stub) adhere.Model) {
	for _, f := range []Fault{Cut, Malformed, Empty, NoAnswer} {
		m := open(&Stub{Plan: Always(Behaviour{Fault: f}), Reply: func(*Asked) string { return strings.Repeat("word ", 100) }})
		resp, err := m.Generate(t.Context(), Ask("x"))
		if resp != nil {
			t.Errorf("fault %d gave a reply: %+v", f, resp)
		}
		wantCode(t, err, adhere.Unusable)
	}
}

func testCancel(t *testing.T, open func(*Stub) adhere.Model) {
	m := open(&Stub{Plan: Always(Behaviour{Fault: Hang})})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := m.Generate(ctx, Ask("x"))
	wantCode(t, err, adhere.Cancelled)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not context.Canceled", err)
	}
	late, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = asStreamer(t, m).Stream(late, Ask("y"), func(adhere.Chunk) error { return nil })
	wantCode(t, err, adhere.Exhausted)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v is not context.DeadlineExceeded", err)
	}
}

func testStream(t *testing.T, open func(*Stub) adhere.Model) {
	answers := map[string]string{"tagged": "<think>hm, hm</think>\n\nforty-two", "unclosed": "<think>for ever"}
	maps.Copy(answers, texts)
	// Two models, so that a cache cannot answer the second from the first.
	stub := func() *Stub { return &Stub{Reply: func(a *Asked) string { return answers[a.Prompt()] }} }
	one, two := open(stub()), open(stub())
	for name := range answers {
		whole := generate(t, one, Ask(name))
		streamed, said := stream(t, two, Ask(name))
		if streamed.Text != whole.Text || streamed.Reasoning != whole.Reasoning || streamed.Finish != whole.Finish {
			t.Errorf("%s: streamed %.80q %q, whole %.80q %q", name, streamed.Text, streamed.Reasoning, whole.Text, whole.Reasoning)
		}
		if !slices.Equal(streamed.Warnings, whole.Warnings) {
			t.Errorf("%s: streamed warnings %q, whole %q", name, streamed.Warnings, whole.Warnings)
		}
		if said.Text != whole.Text || strings.TrimSpace(said.Reasoning) != whole.Reasoning {
			t.Errorf("%s: the pieces make %.80q %q, want %.80q %q", name, said.Text, said.Reasoning, whole.Text, whole.Reasoning)
		}
	}
}

func testStreamFaults(t *testing.T, open func(*Stub) adhere.Model) {
	codes := map[Fault]adhere.Code{Cut: adhere.Unusable, ErrorEvent: adhere.Unavailable, NoEnd: adhere.Unusable, Malformed: adhere.Unusable, Empty: adhere.Unusable}
	for f, code := range codes {
		m := open(&Stub{Plan: Always(Behaviour{Fault: f}), Reply: func(*Asked) string { return strings.Repeat("word ", 100) }})
		resp, err := asStreamer(t, m).Stream(t.Context(), Ask("x"), func(adhere.Chunk) error { return nil })
		if resp != nil || err == nil {
			t.Errorf("fault %d: a broken stream gave %v, %v", f, resp, err)
		}
		wantCode(t, err, code)
	}
}

func testStreamReader(t *testing.T, open func(*Stub) adhere.Model) {
	enough := errors.New("enough")
	m := open(&Stub{Reply: func(*Asked) string { return strings.Repeat("word ", 100) }})
	resp, err := asStreamer(t, m).Stream(t.Context(), Ask("x"), func(adhere.Chunk) error { return enough })
	if resp != nil || !errors.Is(err, enough) {
		t.Errorf("got %v, %v, want the reader's own error", resp, err)
	}
}

func testConcurrent(t *testing.T, open func(*Stub) adhere.Model) {
	m := open(&Stub{Reply: echo, Latency: time.Millisecond})
	errs := make(chan error)
	for i := range 20 {
		prompt := strings.Repeat("x", i+1)
		go func() {
			resp, err := m.Generate(t.Context(), Ask(prompt))
			if err == nil && resp.Text != "you said: "+prompt {
				err = errors.New("the answer to another request came back: " + resp.Text)
			}
			errs <- err
		}()
	}
	for range 20 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func wantCode(t *testing.T, err error, want adhere.Code) {
	t.Helper()
	var e *adhere.Error
	if got := adhere.CodeOf(err); got != want || !errors.As(err, &e) {
		t.Errorf("code %q of error %v, want %q", got, err, want)
	}
}

func asStreamer(t *testing.T, m adhere.Model) adhere.Streamer {
	t.Helper()
	s, ok := m.(adhere.Streamer)
	if !ok {
		t.Fatalf("%T does not stream", m)
	}
	return s
}

// stream returns the reply and what its pieces add up to.
func stream(t *testing.T, m adhere.Model, req *adhere.Request) (*adhere.Response, adhere.Chunk) {
	t.Helper()
	var said adhere.Chunk
	resp, err := asStreamer(t, m).Stream(t.Context(), req, func(c adhere.Chunk) error {
		said.Text += c.Text
		said.Reasoning += c.Reasoning
		return nil
	})
	if err != nil {
		t.Fatalf("Stream: %v", err)
	}
	return resp, said
}
