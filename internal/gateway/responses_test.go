package gateway_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"adhere/internal/gateway"
)

// speaksResponses answers as OpenAI's Responses API does.
func speaksResponses(say func(a *asked) string) func(http.ResponseWriter, *http.Request, *asked) bool {
	return func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		text := say(a)
		whole := fmt.Sprintf(`{"id":"resp_1","object":"response","created_at":7,"status":"completed","model":"m-1","x_more":1,"output":[{"type":"reasoning","summary":[]},{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":%s,"annotations":[]}]}],"usage":{"input_tokens":10,"output_tokens":5,"total_tokens":15,"input_tokens_details":{"cached_tokens":2}}}`, quote(text))
		if string(a.fields["stream"]) != "true" {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, whole)
			return true
		}
		w.Header().Set("Content-Type", "text/event-stream")
		send := func(kind, rest string) { fmt.Fprintf(w, "event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest) }
		send("response.created", `,"response":{"id":"resp_1"}`)
		send("response.output_item.added", `,"item":{"type":"message"}`)
		for _, word := range strings.SplitAfter(text, " ") {
			send("response.output_text.delta", `,"delta":`+quote(word))
		}
		send("response.output_text.done", `,"text":`+quote(text))
		send("response.completed", `,"response":`+whole)
		return true
	}
}

// repairsInput is repairs for the other dialect.
func repairsInput(a *asked) string {
	if strings.Contains(string(a.fields["input"]), "Corrected response:") {
		return "Tea warms the hands and the house"
	}
	return "Tea, as we know, warms the hands, the heart and the whole big house"
}

type responsesReply struct {
	Output []struct{ Content []struct{ Text string } }
	Usage  struct {
		Total int `json:"total_tokens"`
	}
	Adhere *gateway.Report
}

// A prompt, or all turns, may be kept by the provider; such a request has no input.
func TestResponsesWithoutInput(t *testing.T) {
	for _, strategy := range []string{gateway.Verify, "decrim"} {
		for _, body := range []string{`{"prompt":{"id":"pmpt_1"}}`, `{"model":"m","conversation":"c"}`, `{"model":"m","previous_response_id":"r","input":null,"instructions":"Do not use any commas."}`} {
			u := &upstream{raw: speaksResponses(repairsInput)}
			resp, got := post(t, open(t, u, func(o *gateway.Options) { o.Settings.Strategy = strategy })+"/v1/responses", body)
			if resp.StatusCode != http.StatusOK || u.calls() != 1 || string(u.request(0).body) != body || resp.Header.Get("X-Adhere-Skipped") != "no_turns" {
				t.Errorf("%s %s: status %d, %v: %s", strategy, body, resp.StatusCode, resp.Header, got)
			}
		}
	}
}

func TestResponses(t *testing.T) {
	u := &upstream{raw: speaksResponses(repairsInput)}
	url := open(t, u)
	for name, body := range map[string]string{
		"text":         `{"model":"m","input":` + quote(haiku) + `,"store":false}`,
		"items":        `{"model":"m","input":[{"role":"user","content":[{"type":"input_text","text":` + quote(haiku) + `},{"type":"input_image","image_url":"data:x"}]}],"store":false}`,
		"instructions": `{"model":"m","instructions":"Do not use any commas. Answer in at most 8 words.","input":"Write about tea.","store":false}`,
	} {
		before := u.calls()
		_, got := post(t, url+"/v1/responses", body)
		var r responsesReply
		if err := json.Unmarshal([]byte(got), &r); err != nil {
			t.Fatal(err)
		}
		if len(r.Output) != 2 || r.Output[1].Content[0].Text != "Tea warms the hands and the house" || r.Adhere == nil || r.Adhere.Met != 2 || r.Usage.Total != 30 || !strings.Contains(got, `"x_more":1`) {
			t.Errorf("%s: %s", name, got)
		}
		second := string(u.request(before + 1).body)
		if u.calls() != before+2 || !strings.Contains(second, `"store":false`) || name == "items" && !strings.Contains(second, `{"type":"input_image","image_url":"data:x"}`) {
			t.Errorf("%s: the rewrite is asked with %s", name, second)
		}
	}
	if _, got := post(t, url+"/v1/responses", `{"model":"m","input":"hello"}`); strings.Contains(got, "adhere") {
		t.Errorf("an answer without constraints was changed: %s", got)
	}
}

func TestResponsesStream(t *testing.T) {
	u := &upstream{raw: speaksResponses(repairsInput)}
	url := open(t, u)
	_, got := post(t, url+"/v1/responses", `{"model":"m","stream":true,"input":`+quote(haiku)+`}`)
	text, last := "", ""
	for line := range strings.Lines(got) {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var e struct {
			Type     string
			Delta    string
			Response responsesReply
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		text, last = text+e.Delta, e.Type
		if e.Type == "response.completed" && (e.Response.Adhere == nil || e.Response.Adhere.Met != 2 || e.Response.Usage.Total != 30) {
			t.Errorf("%s", data)
		}
	}
	if text != "Tea warms the hands and the house" || last != "response.completed" {
		t.Errorf("%q, %s: %s", text, last, got)
	}
}

// Behind a helper of OpenAI's clients, a stream that the operator wants optimistic
// waits for the answer that is corrected.
func TestOptimisticBehindAHelper(t *testing.T) {
	url := open(t, &upstream{raw: speaksResponses(repairsInput)}, func(o *gateway.Options) { o.Settings.Stream = gateway.Optimistic })
	req, _ := http.NewRequest(http.MethodPost, url+"/v1/responses", strings.NewReader(`{"model":"m","stream":true,"input":`+quote(haiku)+`}`))
	req.Header.Set("X-Stainless-Helper-Method", "stream")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	if got := string(body); !strings.Contains(got, "Tea warms") || strings.Contains(got, "as we know") {
		t.Errorf("%s", got)
	}
}

func TestResponsesToolsPassThrough(t *testing.T) {
	call := `{"id":"r","status":"completed","output":[{"type":"function_call","name":"f","arguments":"{}"}]}`
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		fmt.Fprint(w, call)
		return true
	}}
	if resp, got := post(t, open(t, u)+"/v1/responses", `{"model":"m","tools":[{"type":"function"}],"input":`+quote(haiku)+`}`); got != call || u.calls() != 1 || resp.Header.Get("X-Adhere-Skipped") != "tool_calls" {
		t.Errorf("%s", got)
	}
}

func TestConstraintsAreShownAndPinned(t *testing.T) {
	u := &upstream{say: func(*asked) string { return "a, b" }}
	url := open(t, u)
	list := func(body string) (out struct {
		Source, Prompt string
		Constraints    []struct {
			ID, Text  string
			DecidedBy string `json:"decided_by"`
			At        *struct{ Start, End int }
		}
		Conflicts []string
	},
	) {
		t.Helper()
		resp, got := post(t, url+"/v1/constraints", body)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", resp.StatusCode, got)
		}
		if err := json.Unmarshal([]byte(got), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	shown := list(ask(haiku))
	if shown.Source != "text" || len(shown.Constraints) != 2 || u.calls() != 0 {
		t.Fatalf("%+v", shown)
	}
	for _, c := range shown.Constraints {
		if c.DecidedBy != "rule" || haiku[c.At.Start:c.At.End] != c.Text {
			t.Errorf("%+v", c)
		}
	}
	if got := list(ask("Answer in at most 3 words. Use at least 10 words.")); len(got.Conflicts) != 1 {
		t.Errorf("conflicts %q", got.Conflicts)
	}
	pinned := list(ask(haiku, `"constraints":["use at most 10 words",{"text":"It is kind."}]`))
	if pinned.Source != "pinned" || pinned.Prompt != shown.Prompt || len(pinned.Constraints) != 2 || pinned.Constraints[1].DecidedBy != "nobody" {
		t.Errorf("%+v", pinned)
	}
	_, body := post(t, url+"/v1/chat/completions", ask(haiku))
	if r := read(t, body); r.Adhere.Source != "pinned" || r.Adhere.Met != 1 || r.Adhere.NotMet != 0 {
		t.Errorf("%s", body)
	}
	if list(ask(haiku, `"constraints":[]`)); true {
		if resp, _ := post(t, url+"/v1/chat/completions", ask(haiku)); resp.Header.Get("X-Adhere-Skipped") != "no_constraints" {
			t.Errorf("%v", resp.Header)
		}
	}
	if got := list(ask(haiku, `"constraints":null`)); got.Source != "text" {
		t.Errorf("%+v", got)
	}
	for _, bad := range []string{`{}`, `[]`, ask("x", `"constraints":[{"rule":{"name":"no/such"}}]`), ask("x", `"constraints":[""]`), ask("x", `"constraints":7`)} {
		if resp, got := post(t, url+"/v1/constraints", bad); resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d %s", bad, resp.StatusCode, got)
		}
	}
}

// A stream that is passed on and has no last event ends with an error.
func TestResponsesStreamWithoutEnd(t *testing.T) {
	for end, want := range map[string]int{"": 1, "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{}}\n\n": 0} {
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: {\"type\":\"response.output_text.delta\",\"delta\":\"say \\\"response.completed\\\"\"}\n\n%s", end)
			return true
		}}
		if _, got := post(t, open(t, u)+"/v1/responses", `{"model":"m","stream":true,"input":"hello"}`); strings.Count(got, "event: error\ndata: {") != want {
			t.Errorf("expected %d errors: %s", want, got)
		}
	}
}

// What a model says on the way to its answer is no part of it, and is not checked.
func TestCommentaryIsNotChecked(t *testing.T) {
	const body = `{"id":"r","status":"completed","output":[{"type":"message","phase":"commentary","content":[{"type":"output_text","text":"Well, let me see, and think."}]},{"type":"message","content":[{"type":"output_text","text":"Tea is hot."}]}],"usage":{"input_tokens":10,"output_tokens":5}}`
	for _, answer := range []string{
		body,
		`data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","phase":"commentary"}}` + "\n\n" +
			`data: {"type":"response.output_text.delta","output_index":0,"delta":"Well, let me see, and think."}` + "\n\n" +
			`data: {"type":"response.output_text.done","output_index":0}` + "\n\n" +
			`data: {"type":"response.output_text.delta","output_index":1,"delta":"Tea is hot."}` + "\n\n" +
			`data: {"type":"response.completed","response":` + body + "}\n\n",
	} {
		u := &upstream{raw: answersWith(answer)}
		_, got := post(t, open(t, u)+"/v1/responses", fmt.Sprintf(`{"model":"m","stream":%v,"input":"Describe tea. Do not use any commas."}`, strings.HasPrefix(answer, "data:")))
		if u.calls() != 1 || !strings.Contains(got, `"met":1`) || !strings.Contains(got, "Well, let me see") {
			t.Errorf("%d calls: %s", u.calls(), got)
		}
	}
}
