package clients_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// An upstream answers as the servers of OpenAI and Anthropic do, with all the
// fields that their clients look at. What it does depends on the model's name:
//
//	m          answers, and corrects what it is asked to correct
//	stubborn   never corrects
//	tools      calls a tool, and answers what comes back
//	broken     fails
//	cut        breaks its streams off, within an event
type upstream struct{ answers atomic.Int64 }

// An asked is a request of any dialect.
type asked struct {
	id       string // of the answer
	Model    string
	Stream   bool
	Messages []struct {
		Role    string
		Content json.RawMessage
	}
	Input         json.RawMessage
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

const (
	draft    = "Tea, as we know, warms the hands, the heart and the whole big house"
	repaired = "Tea warms the hands and the house"
)

// correction is how long a correction takes: some keep-alives.
const correction = 60 * time.Millisecond

func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var a asked
	_ = json.Unmarshal(body, &a) // GET has none
	w.Header().Set("X-Request-Id", "req_upstream")
	w.Header().Set("Content-Type", "application/json")
	switch {
	case r.URL.Path == "/v1/models":
		fmt.Fprint(w, `{"object":"list","data":[{"id":"m","object":"model","created":1700000000,"owned_by":"stub"}]}`)
	case a.Model == "broken":
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, `{"error":{"message":"the stub fails","type":"server_error","param":null,"code":null}}`)
	case r.URL.Path == "/v1/chat/completions":
		a.id = fmt.Sprintf("chatcmpl-%d", u.answers.Add(1))
		a.chat(w, r)
	case r.URL.Path == "/v1/responses":
		a.responses(w, r)
	case r.URL.Path == "/v1/messages":
		a.id = fmt.Sprintf("msg_%d", u.answers.Add(1))
		a.messages(w, r)
	default:
		http.NotFound(w, r)
	}
}

// text is what is answered, after the time that it takes.
func (a *asked) text(r *http.Request) string {
	turns := string(a.Input)
	if len(a.Messages) > 0 {
		turns = string(a.Messages[len(a.Messages)-1].Content)
	}
	switch {
	case a.Model == "stubborn":
		return draft
	case strings.Contains(turns, "Corrected response:"):
		select {
		case <-time.After(correction):
		case <-r.Context().Done():
		}
		return repaired
	}
	return draft
}

// callsTool reports whether a tool is called: it is, unless its result is there.
func (a *asked) callsTool() bool {
	for _, m := range a.Messages {
		if m.Role == "tool" || strings.Contains(string(m.Content), `"tool_result"`) {
			return false
		}
	}
	return a.Model == "tools" && len(a.Messages) > 0
}

const (
	chatUsage = `{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":2,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}`
	toolCall  = `{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Oslo\"}"}}`
)

func (a *asked) chat(w http.ResponseWriter, r *http.Request) {
	if a.Stream {
		a.chatStream(w, r)
		return
	}
	message, finish := `"content":`+quote(a.text(r)), "stop"
	if a.callsTool() {
		message, finish = `"content":null,"tool_calls":[`+toolCall+`]`, "tool_calls"
	}
	fmt.Fprintf(w, `{"id":%q,"object":"chat.completion","created":1700000000,"model":"m-2026","choices":[{"index":0,"message":{"role":"assistant",%s,"refusal":null,"annotations":[]},"logprobs":null,"finish_reason":%q}],"usage":%s,"service_tier":"default","system_fingerprint":"fp_1"}`, a.id, message, finish, chatUsage)
}

func (a *asked) chatStream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	wants := a.StreamOptions != nil && a.StreamOptions.IncludeUsage
	send := func(choices, usage string) {
		if wants {
			usage = `,"usage":` + usage
		} else {
			usage = ""
		}
		fmt.Fprintf(w, "data: {\"id\":%q,\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"m-2026\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_1\",\"choices\":%s%s}\n\n", a.id, choices, usage)
		_ = http.NewResponseController(w).Flush()
	}
	delta := func(delta, finish string) {
		send(fmt.Sprintf(`[{"index":0,"delta":%s,"logprobs":null,"finish_reason":%s}]`, delta, finish), "null")
	}
	delta(`{"role":"assistant","content":"","refusal":null}`, "null")
	finish := `"stop"`
	if a.callsTool() {
		finish = `"tool_calls"`
		delta(`{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weather","arguments":""}}]}`, "null")
		for _, part := range []string{`{"city":`, `"Oslo"}`} {
			delta(`{"tool_calls":[{"index":0,"function":{"arguments":`+quote(part)+`}}]}`, "null")
		}
	} else {
		for _, word := range strings.SplitAfter(a.text(r), " ") {
			delta(`{"content":`+quote(word)+`}`, "null")
			a.cut(w)
		}
	}
	delta(`{}`, finish)
	if wants {
		send("[]", chatUsage)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func (a *asked) cut(w http.ResponseWriter) {
	if a.Model == "cut" {
		fmt.Fprint(w, "data: {\"id")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

func (a *asked) responses(w http.ResponseWriter, r *http.Request) {
	text := a.text(r)
	part := `{"type":"output_text","annotations":[],"logprobs":[],"text":` + quote(text) + `}`
	item := `{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[` + part + `]}`
	response := func(status, output, usage string) string {
		return `{"id":"resp_1","object":"response","created_at":1700000000,"status":"` + status + `","background":false,"error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"metadata":{},"model":"m-2026","output":[` + output + `],"parallel_tool_calls":true,"temperature":1.0,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1.0,"truncation":"disabled","usage":` + usage + `}`
	}
	whole := response("completed", item, `{"input_tokens":10,"input_tokens_details":{"cached_tokens":2},"output_tokens":5,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":15}`)
	if !a.Stream {
		fmt.Fprint(w, whole)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	n := 0
	send := func(kind, rest string) {
		fmt.Fprintf(w, "event: %s\ndata: {\"type\":%q,\"sequence_number\":%d,%s}\n\n", kind, kind, n, rest)
		_ = http.NewResponseController(w).Flush()
		n++
	}
	const place = `"item_id":"msg_1","output_index":0,"content_index":0`
	started := response("in_progress", "", "null")
	send("response.created", `"response":`+started)
	send("response.in_progress", `"response":`+started)
	send("response.output_item.added", `"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}`)
	send("response.content_part.added", place+`,"part":{"type":"output_text","annotations":[],"logprobs":[],"text":""}`)
	for _, word := range strings.SplitAfter(text, " ") {
		send("response.output_text.delta", place+`,"logprobs":[],"delta":`+quote(word))
		a.cut(w)
	}
	send("response.output_text.done", place+`,"logprobs":[],"text":`+quote(text))
	send("response.content_part.done", place+`,"part":`+part)
	send("response.output_item.done", `"output_index":0,"item":`+item)
	send("response.completed", `"response":`+whole)
}

// messages answers as Anthropic does.
func (a *asked) messages(w http.ResponseWriter, r *http.Request) {
	empty := func(content, stop string, out int) string {
		return fmt.Sprintf(`{"id":%q,"type":"message","role":"assistant","model":"m-2026","content":[%s],"stop_reason":%s,"stop_sequence":null,"usage":{"input_tokens":10,"cache_read_input_tokens":0,"output_tokens":%d}}`, a.id, content, stop, out)
	}
	var block string
	begun, stop := `{"type":"text","text":""}`, `"end_turn"`
	var deltas []string
	if a.callsTool() {
		block, stop = `{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}}`, `"tool_use"`
		begun = `{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}`
		for _, part := range []string{`{"city":`, `"Oslo"}`} {
			deltas = append(deltas, `{"type":"input_json_delta","partial_json":`+quote(part)+`}`)
		}
	} else {
		text := a.text(r)
		block = `{"type":"text","text":` + quote(text) + `}`
		for _, word := range strings.SplitAfter(text, " ") {
			deltas = append(deltas, `{"type":"text_delta","text":`+quote(word)+`}`)
		}
	}
	if !a.Stream {
		fmt.Fprint(w, empty(block, stop, 5))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	send := func(kind, rest string) {
		fmt.Fprintf(w, "event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest)
		_ = http.NewResponseController(w).Flush()
	}
	send("message_start", `,"message":`+empty("", "null", 1))
	send("content_block_start", `,"index":0,"content_block":`+begun)
	for _, delta := range deltas {
		send("content_block_delta", `,"index":0,"delta":`+delta)
		a.cut(w)
	}
	send("content_block_stop", `,"index":0`)
	send("message_delta", `,"delta":{"stop_reason":`+stop+`,"stop_sequence":null},"usage":{"output_tokens":5}`)
	send("message_stop", "")
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}
