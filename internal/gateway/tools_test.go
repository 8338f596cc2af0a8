package gateway_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"adhere/internal/gateway"
)

const weather = `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","maximum":7}},"required":["city"]}`

// calls answers with a call of the tool "weather": wrong at first, right when it
// is told what is wrong. Its arguments come in pieces.
func calls(bad, good string, path string) func(http.ResponseWriter, *http.Request, *asked) bool {
	return func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		args := bad
		if strings.Contains(string(a.body), "was not made") {
			args = good
		}
		stream := string(a.fields["stream"]) == "true"
		half := len(args) / 2
		switch {
		case path == "/v1/messages" && stream:
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, `event: message_start
data: {"type":"message_start","message":{"id":"m1","model":"c","usage":{"input_tokens":10,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"weather","input":{}}}

`)
			for _, piece := range []string{args[:half], args[half:]} {
				fmt.Fprintf(w, "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":%s}}\n\n", quote(piece))
			}
			fmt.Fprint(w, `event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}

event: message_stop
data: {"type":"message_stop"}

`)
		case path == "/v1/messages":
			fmt.Fprintf(w, `{"id":"m1","type":"message","model":"c","content":[{"type":"tool_use","id":"t1","name":"weather","input":%s}],"stop_reason":"tool_use","usage":{"input_tokens":10,"output_tokens":5}}`, args)
		case path == "/v1/responses":
			fmt.Fprintf(w, `{"id":"r1","status":"completed","model":"m","output":[{"type":"function_call","call_id":"t1","name":"weather","arguments":%s}],"usage":{"input_tokens":10,"output_tokens":5}}`, quote(args))
		case stream:
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, `data: {"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"t1","type":"function","function":{"name":"weather","arguments":""}}]},"finish_reason":null}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":%s}}]},"finish_reason":null}]}

data: {"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":%s}}]},"finish_reason":null}]}

data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: [DONE]

`, quote(args[:half]), quote(args[half:]))
		default:
			fmt.Fprintf(w, `{"id":"c1","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"t1","type":"function","function":{"name":"weather","arguments":%s}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":10,"completion_tokens":5}}`, quote(args))
		}
		return true
	}
}

// Arguments that do not fit their tool's schema are asked for again, in every
// dialect, whole and streamed, also in the turns after a tool's result.
func TestToolArgumentsFitTheirSchema(t *testing.T) {
	const bad, good = `{"city":"Oslo","days":"three"}`, `{"city":"Oslo","days":3}`
	ends := map[string]string{
		"/v1/chat/completions": `"messages":[{"role":"user","content":"Weather?"}],"tools":[{"type":"function","function":{"name":"weather","parameters":` + weather + `}}]`,
		"/v1/messages":         `"max_tokens":9,"messages":[{"role":"user","content":"Weather?"}],"tools":[{"name":"weather","input_schema":` + weather + `}]`,
		"/v1/responses":        `"input":"Weather?","tools":[{"type":"function","name":"weather","parameters":` + weather + `}]`,
	}
	bare := func(s string) string { return strings.ReplaceAll(s, `\"`, `"`) }
	for path, request := range ends {
		for _, stream := range []string{"", `"stream":true,`} {
			if stream != "" && path == "/v1/responses" {
				continue
			}
			u := &upstream{raw: calls(bad, good, path)}
			resp, body := post(t, open(t, u)+path, `{"model":"m",`+stream+request+`}`)
			if resp.StatusCode != http.StatusOK || u.calls() != 2 || strings.Contains(bare(body), `three`) || !strings.Contains(body, `"tools":[{"tool":"weather","outcome":"met"}]`) {
				t.Errorf("%s %s: %d calls: %s", path, stream, u.calls(), body)
			}
			if u.calls() == 2 && !strings.Contains(bare(string(u.request(1).body)), "do not fit the tool") {
				t.Errorf("%s: asked %s", path, u.request(1).body)
			}
			// What fits is passed on as it came, and costs nothing.
			u = &upstream{raw: calls(good, good, path)}
			if resp, body = post(t, open(t, u)+path, `{"model":"m",`+stream+request+`}`); u.calls() != 1 || strings.Contains(body, "adhere") || resp.Header.Get("X-Adhere-Skipped") != "tool_calls" {
				t.Errorf("%s %s: %d calls, %v: %s", path, stream, u.calls(), resp.Header, body)
			}
			// What cannot be mended is passed on, and said.
			u = &upstream{raw: calls(bad, bad, path)}
			if _, body = post(t, open(t, u, func(o *gateway.Options) { o.Settings.MaxIterations = 2 })+path, `{"model":"m",`+stream+request+`}`); u.calls() != 3 || !strings.Contains(bare(body), "three") && stream == "" || !strings.Contains(body, `"outcome":"not_met"`) {
				t.Errorf("%s %s: %d calls: %s", path, stream, u.calls(), body)
			}
			// Where answers are only checked, they pass.
			u = &upstream{raw: calls(bad, good, path)}
			if _, body = post(t, open(t, u, func(o *gateway.Options) { o.Settings.Strategy = gateway.Verify })+path, `{"model":"m",`+stream+request+`}`); u.calls() != 1 || strings.Contains(body, "adhere") {
				t.Errorf("%s %s: %d calls: %s", path, stream, u.calls(), body)
			}
		}
	}
	// Bounds of the request hold.
	for _, bound := range []string{`"max_tokens":20`, `"max_calls":1`} {
		u := &upstream{raw: calls(bad, good, "")}
		if _, body := post(t, open(t, u)+"/v1/chat/completions", `{"model":"m","adhere":{`+bound+`},`+ends["/v1/chat/completions"]+`}`); u.calls() != 1 || !strings.Contains(body, `"outcome":"not_met"`) {
			t.Errorf("%s: %d calls: %s", bound, u.calls(), body)
		}
	}
	u := &upstream{raw: calls(bad, good, "")}
	turn := `"messages":[{"role":"user","content":"Weather?"},{"role":"assistant","tool_calls":[{"id":"t0","type":"function","function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t0","content":"no city"}],"tools":[{"type":"function","function":{"name":"weather","parameters":` + weather + `}}]`
	if _, body := post(t, open(t, u)+"/v1/chat/completions", `{"model":"m",`+turn+`}`); u.calls() != 2 || !strings.Contains(body, `"outcome":"met"`) {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
}

// A server that answers a second call in the other form, a stream for a whole
// answer or the other way round, leaves the client with the first answer.
func TestCallsThatComeInAnotherFormAreNoAnswer(t *testing.T) {
	const request = `"messages":[{"role":"user","content":"Weather?"}],"tools":[{"type":"function","function":{"name":"weather","parameters":` + weather + `}}]`
	for _, stream := range []string{"false", "true"} {
		right := calls(`{"days":1}`, `{"city":"Oslo"}`, "/v1/chat/completions")
		u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
			if strings.Contains(string(a.body), "was not made") {
				a.fields["stream"] = map[string]json.RawMessage{"false": []byte("true"), "true": []byte("false")}[stream]
			}
			return right(w, r, a)
		}}
		_, body := post(t, open(t, u)+"/v1/chat/completions", `{"model":"m","stream":`+stream+`,`+request+`}`)
		if u.calls() < 2 || !strings.Contains(body, "tool_calls") || !strings.Contains(body, "not_met") {
			t.Errorf("stream %s, %d calls: %q", stream, u.calls(), body)
		}
	}
}

// An earlier turn that only called a tool has no words; it is no turn that is to be
// answered yet.
func TestTurnsAfterCallsAreChecked(t *testing.T) {
	for name, turn := range map[string]string{
		"null": `{"role":"assistant","content":null,"tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t","content":"Ada"}`,
		"none": `{"role":"assistant","tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t","content":"Ada"}`,
		"text": `{"role":"assistant","content":""}`,
	} {
		body := `{"model":"m","messages":[{"role":"user","content":"Who am I?"},` + turn + `,{"role":"user","content":` + quote(haiku) + `}]`
		for _, more := range []string{"", `,"stream":true`, `,"stream":true,"adhere":{"stream":"proven"}`} {
			u := &upstream{say: repairs}
			resp, got := post(t, open(t, u)+"/v1/chat/completions", body+more+"}")
			if resp.StatusCode != http.StatusOK || u.calls() != 2 || !strings.Contains(got, `"not_met":0`) || !strings.Contains(string(u.request(1).fields["messages"]), turn) {
				t.Errorf("%s%s: %d calls: %s", name, more, u.calls(), got)
			}
		}
	}
}

// Tools may stand in a namespace, as Codex sends some, or come from a search for them:
// their calls fit or do not like others.
func TestCallsInNamespaces(t *testing.T) {
	tools := `{"type":"function","name":"weather","parameters":{"type":"object","required":["day"]}},
		{"type":"namespace","name":"world","tools":[{"type":"function","name":"weather","parameters":` + weather + `}]}`
	for name, c := range map[string]struct {
		tools, call string
		calls       int
	}{
		"fits":                   {tools, `"name":"weather","namespace":"world","arguments":"{\"city\":\"Oslo\"}"`, 1},
		"does not fit":           {tools, `"name":"weather","namespace":"world","arguments":"{\"day\":1}"`, 2},
		"in no namespace":        {tools, `"name":"weather","arguments":"{\"city\":\"Oslo\"}"`, 2},
		"in another namespace":   {tools, `"name":"weather","namespace":"sea","arguments":"{\"city\":\"Oslo\"}"`, 2},
		"unknown":                {tools, `"name":"tides","arguments":"{}"`, 2},
		"may have been searched": {tools + `,{"type":"tool_search","execution":"client"}`, `"name":"tides","namespace":"sea","arguments":"{}"`, 1},
	} {
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"id":"r","object":"response","status":"completed","output":[{"type":"function_call","id":"f","call_id":"c",%s}]}`, c.call)
			return true
		}}
		_, body := post(t, open(t, u)+"/v1/responses", `{"model":"m","input":"How is the weather?","adhere":{"max_iterations":1},"tools":[`+c.tools+`]}`)
		if u.calls() != c.calls || !strings.Contains(body, c.call) {
			t.Errorf("%s: %d calls, want %d: %s", name, u.calls(), c.calls, body)
		}
		if u.calls() == 2 && strings.Contains(c.call, "namespace") && !strings.Contains(string(u.request(1).body), `"namespace":`+strings.Split(strings.Split(c.call, `"namespace":`)[1], ",")[0]+`,"type":"function_call"`) {
			t.Errorf("%s: asked %s", name, u.request(1).body)
		}
	}
}

// A call of a tool whose input is free text passes beside functions.
func TestCallsOfCustomTools(t *testing.T) {
	call := `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"custom","custom":{"name":"run","input":"ls"}}]},"finish_reason":"tool_calls"}]}`
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(call))
		return true
	}}
	tools := `"tools":[{"type":"function","function":{"name":"weather","parameters":` + weather + `}},{"type":"custom","custom":{"name":"run"}}]`
	if _, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, tools)); body != call || u.calls() != 1 {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
}
