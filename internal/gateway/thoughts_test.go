package gateway_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"adhere/internal/gateway"
)

// thinks answers as Anthropic's server does that thinks before it calls a tool, and
// refuses a turn that calls one and has lost its thoughts.
func thinks(bad, good string) func(http.ResponseWriter, *http.Request, *asked) bool {
	return func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		var request struct {
			Stream   bool
			Messages []struct {
				Content json.RawMessage
			}
		}
		_ = json.Unmarshal(a.body, &request)
		args := bad
		if n := len(request.Messages); n > 1 {
			args = good
			want := `[{"signature":"s1","thinking":"I need a number.","type":"thinking"},{"data":"secret","type":"redacted_thinking"},{`
			if !strings.HasPrefix(string(request.Messages[n-2].Content), want) {
				return answers(http.StatusBadRequest, `{"type":"error","error":{"type":"invalid_request_error","message":"Expected thinking, but found tool_use"}}`)(w, nil, a)
			}
		}
		if !request.Stream {
			return answers(http.StatusOK, `{"id":"m","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"I need a number.","signature":"s1"},{"type":"redacted_thinking","data":"secret"},{"type":"tool_use","id":"t1","name":"weather","input":`+args+`}],"stop_reason":"tool_use","usage":{"input_tokens":10,"output_tokens":5}}`)(w, nil, a)
		}
		return answersWith(events(
			`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"usage":{"input_tokens":10,"output_tokens":1}}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"I need "}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"a number."}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s1"}}`,
			`{"type":"content_block_stop","index":0}`,
			`{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"secret"}}`,
			`{"type":"content_block_stop","index":1}`,
			`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t1","name":"weather","input":{}}}`,
			`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":`+quote(args)+`}}`,
			`{"type":"content_block_stop","index":2}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}`,
			`{"type":"message_stop"}`,
		))(w, nil, a)
	}
}

// signs answers as DeepSeek's server and Gemini's do before a call of a tool, which refuse
// a turn that calls one and has lost its thoughts or its signature.
func signs(bad, good string) func(http.ResponseWriter, *http.Request, *asked) bool {
	return func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		args := bad
		if strings.Contains(string(a.body), `"tool"`) {
			args = good
			for _, want := range []string{`"reasoning_content":"I need a number."`, `"extra_content":{"google":{"thought_signature":"s1"}}`} {
				if !strings.Contains(string(a.body), want) {
					return answers(http.StatusBadRequest, `{"error":{"message":"The reasoning_content in the thinking mode must be passed back to the API."}}`)(w, r, a)
				}
			}
		}
		call := `"tool_calls":[{"index":0,"id":"t1","type":"function","function":{"name":"weather","arguments":` + quote(args) + `},"extra_content":{"google":{"thought_signature":"s1"}}}]`
		if string(a.fields["stream"]) != "true" {
			return answersWith(`{"choices":[{"index":0,"message":{"content":null,"reasoning_content":"I need a number.",`+call+`},"finish_reason":"tool_calls"}]}`)(w, r, a)
		}
		return answersWith(events(
			`{"choices":[{"index":0,"delta":{"reasoning_content":"I need "}}]}`, `{"choices":[{"index":0,"delta":{"reasoning_content":"a number."}}]}`,
			`{"choices":[{"index":0,"delta":{`+call+`}}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, `[DONE]`,
		))(w, r, a)
	}
}

// A call of a tool that does not fit goes back to a model that thinks with its
// thoughts, without which Anthropic, DeepSeek and Gemini take no such turn.
func TestCallsKeepTheirThoughts(t *testing.T) {
	const bad, good = `{"city":"Oslo","days":"three"}`, `{"city":"Oslo","days":3}`
	for _, stream := range []string{"false", "true"} {
		u := &upstream{raw: thinks(bad, good)}
		_, body := post(t, open(t, u)+"/v1/messages", `{"model":"m","max_tokens":9,"thinking":{"type":"enabled","budget_tokens":5},"stream":`+stream+`,"messages":[{"role":"user","content":"Weather?"}],"tools":[{"name":"weather","input_schema":`+weather+`}]}`)
		if u.calls() != 2 || !strings.Contains(body, `"tools":[{"tool":"weather","outcome":"met"}]`) || strings.Contains(body, "three") {
			t.Errorf("stream %s: %d calls: %s", stream, u.calls(), body)
		}
		u = &upstream{raw: signs(bad, good)}
		_, body = post(t, open(t, u)+"/v1/chat/completions", ask("Weather?", `"stream":`+stream, `"tools":[{"type":"function","function":{"name":"weather","parameters":`+weather+`}}]`))
		if u.calls() != 2 || !strings.Contains(body, `"tools":[{"tool":"weather","outcome":"met"}]`) || strings.Contains(body, "three") {
			t.Errorf("stream %s: %d calls: %s", stream, u.calls(), body)
		}
	}
	// What a tool of the provider's is asked is no part of the call before it.
	u := &upstream{raw: answersWith(`data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"weather","input":{}}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":` + quote(good) + `}}

data: {"type":"content_block_start","index":1,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}

data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"query\":\"Oslo\"}"}}

data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}

data: {"type":"message_stop"}

`)}
	if _, body := post(t, open(t, u)+"/v1/messages", `{"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"Weather?"}],"tools":[{"name":"weather","input_schema":`+weather+`}]}`); u.calls() != 1 {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
	// A call that fails is counted, too.
	u = &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		if strings.Contains(string(a.body), "tool_result") {
			return answers(http.StatusBadRequest, `{}`)(w, r, a)
		}
		return thinks(bad, bad)(w, r, a)
	}}
	_, body := post(t, open(t, u)+"/v1/messages", `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"Weather?"}],"tools":[{"name":"weather","input_schema":`+weather+`}]}`)
	if u.calls() != 2 || !strings.Contains(body, `"usage":{"total":{"calls":2,"prompt_tokens":10,`) {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
}

// A rewrite in several parts, of which no single one holds what stands around it,
// reaches the client as it was judged: with its label, or without.
func TestRewritesInSeveralParts(t *testing.T) {
	const item = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":%[1]s,"annotations":[]},{"type":"output_text","text":%[2]s,"annotations":[]}]}`
	const done = `{"id":"r","object":"response","status":"completed","output":[` + item + `],"usage":{"input_tokens":10,"output_tokens":5}}`
	for answer, path := range map[string]string{
		`{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":%s},{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":5}}`: "/v1/messages",
		done: "/v1/responses",
		`data: {"type":"response.output_text.delta","delta":%[1]s}` + "\n\n" + `data: {"type":"response.output_text.delta","delta":%[2]s}` + "\n\n" + `data: {"type":"response.completed","response":` + done + "}\n\n": "/v1/responses",
	} {
		stream := strings.HasPrefix(answer, "data:")
		u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
			first, second := "Tea, hot", " and strong."
			if a.rewritesMessages() {
				first, second = "Here is the corrected response:\n\nTea is hot", " and strong."
			}
			return answersWith(fmt.Sprintf(answer, quote(first), quote(second)))(w, r, a)
		}}
		request := fmt.Sprintf(`{"model":"m","max_tokens":99,"stream":%v,"messages":[{"role":"user","content":"Describe tea. Do not use the word \"corrected\". Do not use any commas."}]}`, stream)
		if path == "/v1/responses" {
			request = strings.Replace(request, "messages", "input", 1)
		}
		_, body := post(t, open(t, u, func(o *gateway.Options) { o.Settings.MaxIterations = 1 })+path, request)
		said, report, _ := strings.Cut(body, `"adhere":`)
		if !strings.Contains(report, `"not_met":`) {
			t.Fatalf("%s: no report: %s", path, body)
		}
		if label := strings.Contains(said, "Here is the corrected"); label && strings.Contains(report, `"not_met":0`) {
			t.Errorf("%s: the client gets a label that was not judged: %s", path, body)
		}
	}
}

// The tokens that Anthropic's cache takes in are summed as what they are: clients of
// streams add them to the input.
func TestUsageOfTheCache(t *testing.T) {
	for _, stream := range []string{"false", "true"} {
		u := &upstream{}
		u.raw = func(w http.ResponseWriter, r *http.Request, a *asked) bool {
			text := "a, b"
			if a.rewritesMessages() {
				text = "a b"
			}
			const usage = `{"input_tokens":100,"cache_creation_input_tokens":20,"cache_read_input_tokens":30,"cache_creation":{"ephemeral_5m_input_tokens":20,"ephemeral_1h_input_tokens":0},"output_tokens":40}`
			if stream == "false" {
				return answers(http.StatusOK, `{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":`+quote(text)+`}],"stop_reason":"end_turn","usage":`+usage+`}`)(w, r, a)
			}
			return answersWith(events(
				`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"usage":`+usage+`}}`,
				`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":`+quote(text)+`}}`,
				`{"type":"content_block_stop","index":0}`,
				`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":40}}`,
				`{"type":"message_stop"}`,
			))(w, nil, a)
		}
		_, body := post(t, open(t, u)+"/v1/messages", `{"model":"m","max_tokens":99,"stream":`+stream+`,"messages":[{"role":"user","content":"Name two letters. Do not use any commas."}]}`)
		_, end, _ := strings.Cut(body, "end_turn")
		for _, want := range []string{`"input_tokens":200`, `"cache_creation_input_tokens":40`, `"cache_read_input_tokens":60`, `"output_tokens":80`} {
			if u.calls() != 2 || !strings.Contains(end, want) {
				t.Errorf("stream %s: %d calls, no %s: %s", stream, u.calls(), want, body)
			}
		}
		if strings.Contains(end, "ephemeral") {
			t.Errorf("stream %s: the parts of one call are said of all: %s", stream, body)
		}
	}
}

// Routes beside those of answers get requests as answers do: without what is the
// gateway's.
func TestCountingTokens(t *testing.T) {
	u := &upstream{}
	url := open(t, u)
	for path, turns := range map[string]string{"/v1/messages/count_tokens": "messages", "/v1/responses/input_tokens": "input"} {
		post(t, url+path, `{"model":"m+decrim","adhere":{"stream":"proven"},"x":1,"`+turns+`":[{"role":"user","content":"hi"}]}`)
		if a := u.request(u.calls() - 1); a.path != path || string(a.body) != `{"model":"m","x":1,"`+turns+`":[{"role":"user","content":"hi"}]}` {
			t.Errorf("%s: %s", a.path, a.body)
		}
	}
}

// events is a stream of these data.
func events(data ...string) string { return "data: " + strings.Join(data, "\n\ndata: ") + "\n\n" }
