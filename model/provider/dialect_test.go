package provider

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"adhere"
	"adhere/internal/replies"
	"adhere/model/reasoning"
)

func TestOpenAIDecode(t *testing.T) {
	cases := map[string]struct{ body, text, reasoning, fails string }{
		"plain":             {body: `{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`, text: "hi"},
		"null content":      {body: `{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}`},
		"reasoning":         {body: `{"choices":[{"message":{"content":"hi","reasoning":"hm"},"finish_reason":"stop"}]}`, text: "hi", reasoning: "hm"},
		"both reasonings":   {body: `{"choices":[{"message":{"content":"hi","reasoning":"hm","reasoning_content":"hm"},"finish_reason":"stop"}]}`, text: "hi", reasoning: "hm"},
		"parts":             {body: `{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"h"},{"type":"text","text":"i"}]},"finish_reason":"stop"}]}`, text: "hi", reasoning: "hm"},
		"thinking as text":  {body: `{"choices":[{"message":{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"hi"}]},"finish_reason":"stop"}]}`, text: "hi", reasoning: "hm"},
		"bare parts":        {body: `{"choices":[{"message":{"content":["h",{"type":"text","text":"i"},{"type":"image_url"}]},"finish_reason":"stop"}]}`, text: "hi"},
		"one part":          {body: `{"choices":[{"message":{"content":{"type":"text","text":"hi"}},"finish_reason":"stop"}]}`, text: "hi"},
		"one part, no text": {body: `{"choices":[{"message":{"content":{"type":"image_url"}},"finish_reason":"stop"}]}`, fails: "content"},
		"parts of numbers":  {body: `{"choices":[{"message":{"content":["h",5]},"finish_reason":"stop"}]}`, fails: "content"},
		"refusal":           {body: `{"choices":[{"message":{"content":null,"refusal":"no"},"finish_reason":"stop"}]}`, text: "no"},
		"no choices":        {body: `{"choices":[]}`, fails: "no choices"},
		"nothing":           {body: `{}`, fails: "no choices"},
		"not an object":     {body: `[]`, fails: "not an object"},
		"error inside":      {body: `{"error":{"message":"upstream is down","code":502}}`, fails: "upstream is down"},
		"error in a choice": {body: `{"choices":[{"message":{"content":"hal"},"finish_reason":"error","error":{"message":"lost","code":502}}]}`, fails: "lost"},
		"finish error":      {body: `{"choices":[{"message":{"content":"hal"},"finish_reason":"error"}]}`, fails: "finish reason"},
	}
	for name, c := range cases {
		r, err := decoded(openAI{}, c.body)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: got %v, want an error with %q", name, err, c.fails)
			}
			continue
		}
		if err != nil || r.Text.String() != c.text || r.Reasoning.String() != c.reasoning {
			t.Errorf("%s: got %+v, %v", name, r, err)
		}
	}
}

func TestAnthropicDecode(t *testing.T) {
	cases := map[string]struct{ body, text, reasoning, fails string }{
		"plain":         {body: `{"type":"message","content":[{"type":"text","text":"h"},{"type":"text","text":"i"}],"stop_reason":"end_turn"}`, text: "hi"},
		"no text":       {body: `{"type":"message","content":[],"stop_reason":"end_turn"}`},
		"thinking":      {body: `{"content":[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"hi"}],"stop_reason":"end_turn"}`, text: "hi", reasoning: "hm"},
		"error":         {body: `{"type":"error","error":{"type":"overloaded_error","message":"busy"}}`, fails: "busy"},
		"no content":    {body: `{"type":"message","stop_reason":"end_turn"}`, fails: "no content"},
		"no stop":       {body: `{"type":"message","content":[{"type":"text","text":"hi"}],"stop_reason":null}`, text: "hi"},
		"not an object": {body: `"hi"`, fails: "not an object"},
	}
	for name, c := range cases {
		r, err := decoded(anthropic{}, c.body)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: got %v, want an error with %q", name, err, c.fails)
			}
			continue
		}
		if err != nil || r.Text.String() != c.text || r.Reasoning.String() != c.reasoning {
			t.Errorf("%s: got %+v, %v", name, r, err)
		}
	}
}

// decoded reads a whole reply as a model does.
func decoded(d dialect, body string) (*reply, error) {
	return (&wire{dialect: d, maxReply: defaultMaxReply}).read(&http.Response{Body: io.NopCloser(strings.NewReader(body))})
}

func TestFinishReasons(t *testing.T) {
	for reason, want := range map[string]struct {
		finish   adhere.Finish
		warnings int
	}{
		"stop": {adhere.FinishStop, 0}, "length": {adhere.FinishLength, 0}, "content_filter": {adhere.FinishFiltered, 0},
		"eos_token": {adhere.FinishStop, 0}, "tool_calls": {adhere.FinishStop, 1}, "": {adhere.FinishStop, 1}, "done": {adhere.FinishStop, 1},
		"content_filter: PROHIBITED_CONTENT": {adhere.FinishFiltered, 0}, "guardrail_intervened": {adhere.FinishFiltered, 0},
		"sensitive": {adhere.FinishFiltered, 0}, "max_output_tokens": {adhere.FinishLength, 0},
		"end_turn": {adhere.FinishStop, 0}, "stop_sequence": {adhere.FinishStop, 0}, "max_tokens": {adhere.FinishLength, 0},
		"model_context_window_exceeded": {adhere.FinishLength, 0}, "refusal": {adhere.FinishFiltered, 0}, "pause_turn": {adhere.FinishStop, 1},
	} {
		var r reply
		r.End(replies.Word(reason))
		if err := r.finished(false); err != nil || r.Finish != want.finish || len(r.warnings) != want.warnings {
			t.Errorf("finish reason %q: %v, %+v", reason, err, &r)
		}
	}
}

// decoders are fed the same text whole and as a stream: no reply may be both
// an error and a reply, and no kind of input may panic.
func FuzzOpenAIReply(f *testing.F) {
	f.Add([]byte(`{"model":"m","choices":[{"message":{"content":[{"text":"x","thinking":["y"]}],"refusal":"r"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`))
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"<think>x\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"))
	f.Fuzz(func(t *testing.T, body []byte) { fuzzDialect(t, openAI{}, body) })
}

func FuzzAnthropicReply(f *testing.F) {
	f.Add([]byte(`{"model":"m","content":[{"type":"text","text":"x"},{"thinking":"y"}],"stop_reason":"end_turn","usage":{"input_tokens":1}}`))
	f.Add([]byte("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"x\"}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"refusal\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n"))
	f.Fuzz(func(t *testing.T, body []byte) { fuzzDialect(t, anthropic{}, body) })
}

func fuzzDialect(t *testing.T, d dialect, body []byte) {
	r, err := decoded(d, string(body))
	if err == nil && r.Finish == "" {
		t.Error("a reply without an end was taken for whole")
	}
	w := &wire{dialect: d}
	said := ""
	r, err = w.follow(iotest.HalfReader(strings.NewReader(string(body))), func(c adhere.Chunk) error { said += c.Text; return nil })
	if err != nil {
		return
	}
	if r.Finish == "" {
		t.Error("a stream without an end was taken for whole")
	}
	if !utf8.Valid(body) {
		return
	}
	text := ""
	whole := reasoning.Splitter{Each: func(c adhere.Chunk) error { text += c.Text; return nil }}
	if err := cmp.Or(whole.Add(adhere.Chunk{Text: r.Text.String()}), whole.Close()); err != nil {
		t.Error(err)
	}
	if text != said && len(r.warnings) == 0 {
		t.Errorf("the pieces make %q, the reply %q", said, text)
	}
}

func TestBareHidesAddresses(t *testing.T) {
	w := &wire{name: "m", url: &url.URL{Scheme: "http", Host: "h", Path: "/p", RawQuery: "key=abc"}, secret: "abc-secret"}
	err := w.broken(t.Context(), errors.New("dial with abc-secret failed"))
	if strings.Contains(err.Error(), "abc-secret") {
		t.Errorf("%v", err)
	}
}

// A conversation that has turns behind it asks Anthropic to keep its prefix;
// a first turn, which may be the only one, does not pay for that.
func TestAnthropicKeepsConversations(t *testing.T) {
	say := func(n int) *adhere.Request {
		req := &adhere.Request{Messages: []adhere.Message{{Role: adhere.System, Text: "s"}}}
		for i := range n {
			role := adhere.User
			if i%2 == 1 {
				role = adhere.Assistant
			}
			req.Messages = append(req.Messages, adhere.Message{Role: role, Text: "turn"})
		}
		return req
	}
	for turns, want := range map[int]int{1: 0, 3: 1, 5: 1} {
		var b bytes.Buffer
		if _, err := (anthropic{}).encode(&b, "m", say(turns), false); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(b.String(), `"cache_control":{"type":"ephemeral"}`); got != want {
			t.Errorf("%d turns: %d marks, want %d: %s", turns, got, want, b.String())
		}
	}
}
