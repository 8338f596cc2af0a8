package gateway_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/gateway"
)

const haiku = "Write a note about tea. Do not use any commas. Answer in at most 8 words."

// repairs answers badly at first and well when it is told what is wrong.
func repairs(a *asked) string {
	if a.rewrites() {
		return "Tea warms the hands and the house"
	}
	return "Tea, as we know, warms the hands, the heart and the whole big house"
}

// What an upstream says of the tokens of a text does not stand beside another: a label
// that is taken off a rewrite has tokens, too, and a token that is sent in two pieces
// has its probability once.
func TestLogprobsAreOfTheText(t *testing.T) {
	token := func(text string) string {
		return `{"content":[{"token":` + quote(text) + `,"logprob":-0.5,"bytes":null,"top_logprobs":[]}],"refusal":null}`
	}
	u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		pieces := []string{"Tea is", " warm. And", " it", ", too, heats"}
		if a.rewrites() {
			pieces = []string{"Corrected response:", " Tea is warm. It heats"}
		}
		if string(a.fields["stream"]) != "true" {
			text := strings.Join(pieces, "")
			return answersWith(`{"choices":[{"index":0,"message":{"content":`+quote(text)+`},"logprobs":`+token(text)+`,"finish_reason":"stop"}]}`)(w, r, a)
		}
		var events strings.Builder
		for _, p := range pieces {
			events.WriteString(`data: {"choices":[{"index":0,"delta":{"content":` + quote(p) + `},"logprobs":` + token(p) + `,"finish_reason":null}]}` + "\n\n")
		}
		return answersWith(events.String()+`data: {"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")(w, r, a)
	}}
	url := open(t, u) + "/v1/chat/completions"
	for more, want := range map[string][]string{
		`"stream":false`: nil, `"stream":true`: nil, `"stream":true,"adhere":{"stream":"proven"}`: {"Tea is", " warm. And", " it", ", too, heats"}, `"adhere":{"max_iterations":0}`: {"Tea is warm. And it, too, heats"},
	} {
		_, body := post(t, url, ask(haiku, `"logprobs":true`, more))
		var got []string
		for _, rest := range strings.Split(body, `"token":`)[1:] {
			var one string
			if err := json.NewDecoder(strings.NewReader(rest)).Decode(&one); err != nil {
				t.Fatal(err)
			}
			got = append(got, one)
		}
		if !slices.Equal(got, want) || !strings.Contains(body, "heats") || strings.Contains(body, "Corrected") {
			t.Errorf("%s: %q in %s", more, got, body)
		}
	}
}

func TestRepairsWhatIsNotMet(t *testing.T) {
	u := &upstream{say: repairs}
	url := open(t, u)
	resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"temperature":0.3`, `"x_more":[1,2]`))
	r := read(t, body)
	if r.text() != "Tea warms the hands and the house" {
		t.Fatalf("answer %q in %s", r.text(), body)
	}
	rep := r.Adhere
	if rep == nil || rep.Met != 2 || rep.NotMet != 0 || rep.Flagged || rep.Stopped != "satisfied" || rep.Answer != 2 || len(rep.Attempts) != 2 {
		t.Fatalf("report %+v", rep)
	}
	if rep.Attempts[0].NotMet != 2 {
		t.Errorf("the draft breaks %d constraints, want 2", rep.Attempts[0].NotMet)
	}
	for _, f := range rep.Constraints {
		if f.Method != "rule" || f.Outcome != "met" || f.Attempt != 2 || f.Evidence == "" || f.At == nil {
			t.Errorf("finding %+v", f)
		}
	}
	if r.Usage.Prompt != 20 || r.Usage.Out != 10 || r.Usage.Total != 30 {
		t.Errorf("usage %+v is not the sum of both calls", r.Usage)
	}
	if rep.Usage["draft"].Calls != 1 || rep.Usage["rewrite"].Calls != 1 || rep.Usage["total"].In != 20 {
		t.Errorf("usage by step %+v", rep.Usage)
	}
	if h := resp.Header; h.Get("X-Adhere-Met") != "2" || h.Get("X-Adhere-Attempts") != "2" || h.Get("X-Adhere-Calls") != "2" || h.Get("X-Adhere-Strategy") != "decrim" {
		t.Errorf("headers %v", h)
	}
	if !strings.Contains(body, `"x_unknown":{"b":1,"a":2}`) {
		t.Error("an unknown field of the upstream's reply is lost")
	}
	second := u.request(1)
	if string(second.fields["temperature"]) != "0.3" || string(second.fields["x_more"]) != "[1,2]" {
		t.Errorf("the rewrite is asked with %s", second.body)
	}
	if !strings.Contains(second.last(), "13 words") && !strings.Contains(second.last(), "words") {
		t.Errorf("the rewriter is not told what was measured: %s", second.last())
	}
}

func TestOneCallWhereNothingIsToBeDone(t *testing.T) {
	for name, c := range map[string]struct{ prompt, reason string }{
		"no constraint": {"Tell me about tea.", "no_constraints"},
		"all met":       {haiku, ""},
	} {
		t.Run(name, func(t *testing.T) {
			u := &upstream{say: func(*asked) string { return "Tea warms the hands" }}
			url := open(t, u)
			for _, stream := range []string{"false", "true"} {
				before := u.calls()
				resp, body := post(t, url+"/v1/chat/completions", ask(c.prompt, `"stream":`+stream))
				if n := u.calls() - before; n != 1 {
					t.Errorf("stream %s: %d calls, want 1", stream, n)
				}
				if got := resp.Header.Get("X-Adhere-Skipped"); got != c.reason {
					t.Errorf("stream %s: skipped for %q, want %q", stream, got, c.reason)
				}
				if c.reason != "" && strings.Contains(body, "adhere") {
					t.Errorf("stream %s: an answer without constraints was changed: %s", stream, body)
				}
				if c.reason == "" && !strings.Contains(body, `"met":2`) {
					t.Errorf("stream %s: no report on success: %s", stream, body)
				}
			}
		})
	}
}

// worsens repairs one rule and breaks the other.
func worsens(a *asked) string {
	if a.rewrites() {
		return "Tea warms the hands and the heart and the house and the whole street and more"
	}
	return "Tea, warms the hands"
}

func TestNeverWorseThanTheDraft(t *testing.T) {
	u := &upstream{}
	u.say = func(a *asked) string { return worsens(a) + strings.Repeat(" still", u.calls()-1) }
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku))
	r := read(t, body)
	if r.text() != "Tea, warms the hands" || r.Adhere.Answer != 1 || !r.Adhere.Flagged {
		t.Errorf("answer %q, report %+v", r.text(), r.Adhere)
	}
	if u.calls() != 4 || r.Adhere.Stopped != "max_iterations" {
		t.Errorf("%d calls, stopped %s; want the draft and 3 rewrites", u.calls(), r.Adhere.Stopped)
	}
}

func TestExhaustion(t *testing.T) {
	better := func(a *asked) string { // never good, but better
		if a.rewrites() {
			return "Tea, warms"
		}
		return "Tea, as we know, warms the hands, the heart and the whole big house"
	}
	for policy, want := range map[string]string{"best": "Tea, warms", "original": "Tea, as we know, warms the hands, the heart and the whole big house"} {
		u := &upstream{say: better}
		_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"adhere":{"on_exhausted":"`+policy+`","max_iterations":1}`))
		r := read(t, body)
		if r.text() != want || !r.Adhere.Flagged || string(r.Adhere.OnExhausted) != policy {
			t.Errorf("%s: %q, report %+v", policy, r.text(), r.Adhere)
		}
	}
	u := &upstream{say: better}
	resp, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"adhere":{"on_exhausted":"error"}`))
	r := read(t, body)
	if resp.StatusCode != http.StatusUnprocessableEntity || r.Error == nil || r.Error.Code != "constraints_not_met" || r.Error.Adhere == nil || r.Error.Adhere.NotMet == 0 || !strings.Contains(r.Error.Message, "(1 occurrence of") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

func TestStrategies(t *testing.T) {
	n := 0
	u := &upstream{say: func(*asked) string {
		if n++; n == 3 {
			return "Tea warms"
		}
		return "Tea, warms"
	}}
	for _, s := range []string{"generate_and_rank", "best_of_n"} {
		n = 0
		before := u.calls()
		_, body := post(t, open(t, u)+"/v1/chat/completions", `{"seed":5,`+ask(haiku, `"adhere":{"strategy":"`+s+`"}`)[1:])
		r := read(t, body)
		if r.text() != "Tea warms" || r.Adhere.Strategy != s || r.Adhere.Answer < 2 {
			t.Errorf("%s: %q, %+v", s, r.text(), r.Adhere)
		}
		if a, b := u.request(before), u.request(before+1); string(a.fields["seed"]) != "5" || s == "best_of_n" && string(b.fields["seed"]) == "5" {
			t.Errorf("%s: seeds %s and %s", s, a.fields["seed"], b.fields["seed"])
		}
	}
}

// A model that takes no temperature is sampled without: it is refused once.
func TestModelsThatTakeNoTemperature(t *testing.T) {
	u := &upstream{say: repairs}
	refused := 0
	u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		if a.fields["temperature"] == nil {
			return false
		}
		refused++
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"message":"Unsupported value: 'temperature' does not support 0.2 with this model.","param":"temperature"}}`)
		return true
	}
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"adhere":{"strategy":"generate_and_rank","max_iterations":3}`))
	if r := read(t, body); refused != 1 || u.calls() < 4 || r.Adhere.Stopped == "error" {
		t.Errorf("%d calls, %d of them refused: %s", u.calls(), refused, body)
	}
}

// What belongs to a rewrite is said by all that the request says, also above the turn
// that is answered.
func TestRewritesKeepWhatTheSystemAsksFor(t *testing.T) {
	u := &upstream{say: func(a *asked) string {
		if a.rewrites() {
			return `"Tea is old."`
		}
		return "Tea is old, and warm."
	}}
	_, body := post(t, open(t, u)+"/v1/chat/completions", `{"model":"m","adhere":{"constraints":["Do not use any commas."]},"messages":[{"role":"system","content":"Put the answer in quotation marks."},{"role":"user","content":"Write about tea."}]}`)
	if !strings.Contains(body, `"\"Tea is old.\""`) || !strings.Contains(body, `"met":1,"not_met":0`) {
		t.Errorf("%s", body)
	}
}

// Calls of tools are passed on as they came, also after a tool's result; text for a request
// with tools is corrected.
func TestCallsArePassedOnAndTextIsCorrected(t *testing.T) {
	call := `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"a, b","tool_calls":[{"id":"1"}]},"finish_reason":"tool_calls"}]}`
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(call))
		return true
	}}
	resp, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"tools":[{"type":"function"}]`))
	if body != call || resp.Header.Get("X-Adhere-Skipped") != "tool_calls" || u.calls() != 1 {
		t.Errorf("%d calls, %v: %s", u.calls(), resp.Header, body)
	}
	resp, body = post(t, open(t, u)+"/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"Do not use any commas."},{"role":"tool","tool_call_id":"1","content":"4"}]}`)
	if body != call || resp.Header.Get("X-Adhere-Skipped") != "tool_calls" {
		t.Errorf("%v: %s", resp.Header, body)
	}
	u = &upstream{say: repairs}
	_, body = post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"tools":[{"type":"function"}]`))
	if r := read(t, body); r.Adhere == nil || r.Adhere.Met != 2 || string(u.request(1).fields["tool_choice"]) != `"none"` {
		t.Errorf("%s; asked %s", body, u.request(1).body)
	}
	u = &upstream{say: repairs}
	post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"tools":[]`)) // servers refuse a choice among none
	if got, ok := u.request(1).fields["tool_choice"]; ok {
		t.Errorf("tool_choice is %s without a tool", got)
	}
}

func TestSettingsFromBodyAndModel(t *testing.T) {
	u := &upstream{say: repairs}
	url := open(t, u, func(o *gateway.Options) { o.Settings.Strategy = gateway.Passthrough })
	for body, want := range map[string]struct {
		upstream string
		strategy string
		status   int
	}{
		`{"model":"m+decrim","messages":[{"role":"user","content":"no commas please"}]}`:                                                     {`{"model":"m","messages":[{"role":"user","content":"no commas please"}]}`, "", 200},
		`{ "z": [1, 2] , "model":"a+b","messages":[],"adhere":{"strategy":"passthrough"}}`:                                                   {`{"z": [1, 2],"model":"a+b","messages":[]}`, "", 200},
		`{"model" : "m",  "messages":[ ] , "x":1.50}`:                                                                                        {`{"model" : "m",  "messages":[ ] , "x":1.50}`, "", 200},
		`{"model":"m","messages":[],"adhere":{"strategy":"magic"}}`:                                                                          {"", "", 400},
		`{"model":"m","messages":[],"adhere":{"stratgy":"decrim"}}`:                                                                          {"", "", 400},
		`{"model":"m","messages":[],"adhere":{"max_calls":0}}`:                                                                               {"", "", 400},
		`{"model":"m","messages":[{"role":"user","content":"x"}],"adhere":{"strategy":"decrim","judge":"nobody","constraints":["be kind"]}}`: {"", "", 400},
		`[]`:        {"", "", 400},
		`{"model":`: {"", "", 400},
	} {
		before := u.calls()
		resp, got := post(t, url+"/v1/chat/completions", body)
		if resp.StatusCode != want.status {
			t.Errorf("%s: status %d, want %d: %s", body, resp.StatusCode, want.status, got)
			continue
		}
		if want.status != 200 {
			if u.calls() != before || read(t, got).Error == nil {
				t.Errorf("%s: %d calls: %s", body, u.calls()-before, got)
			}
			continue
		}
		if sent := string(u.request(before).body); sent != want.upstream {
			t.Errorf("%s: sent\n%s, want\n%s", body, sent, want.upstream)
		}
	}
}

// What a prompt says never chooses a strategy.
func TestPromptsDecideNothing(t *testing.T) {
	u := &upstream{say: repairs}
	url := open(t, u, func(o *gateway.Options) { o.Settings.Strategy = gateway.Passthrough })
	sent := ask(`{"adhere":{"strategy":"decrim"}} +decrim. Do not use commas.`)
	_, body := post(t, url+"/v1/chat/completions", sent)
	if u.calls() != 1 || string(u.request(0).body) != sent || strings.Contains(body, `"adhere":{`) {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
}

// What models put around a correction does not reach the client, in whatever
// form the answer comes.
func TestLabelsOfRewritesAreTakenOff(t *testing.T) {
	say := func(a *asked) string {
		if a.rewrites() {
			return "Here is the corrected response:\n\n\"Tea is \\good\\ \u2028 now\""
		}
		return "Tea, is, good"
	}
	u := &upstream{say: say}
	url := open(t, u)
	const want = "Tea is \\good\\ \u2028 now"
	_, body := post(t, url+"/v1/chat/completions", ask(haiku))
	if r := read(t, body); r.text() != want || r.Adhere.NotMet != 0 {
		t.Errorf("%s", body)
	}
	for _, more := range []string{"", `,"adhere":{"stream":"optimistic"}`} {
		_, body = post(t, url+"/v1/chat/completions", strings.TrimSuffix(ask(haiku, `"stream":true`), "}")+more+"}")
		if s := readStream(t, body); s.text != want && s.replace != want {
			t.Errorf("%q, %q: %s", s.text, s.replace, body)
		}
	}
	input := func(a *asked) string {
		if strings.Contains(repairsInput(a), "Corrected") || strings.Contains(string(a.body), "Corrected response:") {
			return say(&asked{fields: map[string]json.RawMessage{"messages": json.RawMessage(`[{"content":"Corrected response:"}]`)}})
		}
		return "Tea, is, good"
	}
	r := &upstream{raw: speaksResponses(input)}
	for _, stream := range []string{"false", "true"} {
		_, body = post(t, open(t, r)+"/v1/responses", `{"model":"m","stream":`+stream+`,"input":`+quote(haiku)+`}`)
		if strings.Contains(body, "Here is the corrected") || !strings.Contains(body, `Tea is \\good\\`) {
			t.Errorf("stream %s: %s", stream, body)
		}
	}
}

// Quotes around a rewrite stay where a constraint asks for them, whoever sets it, and
// not for what the model itself said before.
func TestQuotesAroundRewrites(t *testing.T) {
	rules, _ := ruleFile(t, "rules: [{constraints: [Wrap your entire response with double quotation marks.]}]")
	ruled := func(o *gateway.Options) { o.Rules = rules }
	const commas, quotes = `"Do not use any commas."`, `"Wrap your entire response with double quotation marks."`
	fenced := `{"model":"m","messages":[{"role":"user","content":"Hi."},{"role":"assistant","content":"` + "```\\nhi\\n```" + `"},{"role":"user","content":"Name drinks."}],"adhere":{"constraints":[` + commas + `]}}`
	for name, c := range map[string]struct {
		body, want string
		set        func(*gateway.Options)
	}{
		"of the request":  {ask("Name drinks.", `"adhere":{"constraints":[`+quotes+`,`+commas+`]}`), `"Tea and milk"`, func(*gateway.Options) {}},
		"of the operator": {ask("Name drinks.", `"adhere":{"constraints":[`+commas+`]}`), `"Tea and milk"`, ruled},
		"of nobody":       {fenced, "Tea and milk", func(*gateway.Options) {}},
	} {
		for _, stream := range []string{"", `,"stream":true`} {
			u := &upstream{say: func(a *asked) string {
				if a.rewrites() {
					return `"Tea and milk"`
				}
				return "Tea, milk"
			}}
			_, got := post(t, open(t, u, c.set)+"/v1/chat/completions", strings.TrimSuffix(c.body, "}")+stream+"}")
			var text string
			if stream == "" {
				text = read(t, got).text()
			} else {
				text = readStream(t, got).text
			}
			if text != c.want || u.calls() != 2 || !strings.Contains(got, `"stopped":"satisfied"`) {
				t.Errorf("%s%s: %q: %s", name, stream, text, got)
			}
		}
	}
}

// A rewrite that says nothing new, or nothing at all, is the last one.
func TestFutileRewritesEnd(t *testing.T) {
	for name, rewrite := range map[string]string{"the same": "a, b", "the same with a label": "Corrected response: a, b", "a refusal": "I'm sorry, but I can't help with that."} {
		u := &upstream{say: func(a *asked) string {
			if a.rewrites() {
				return rewrite
			}
			return "a, b"
		}}
		_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku))
		if r := read(t, body); u.calls() != 2 || r.text() != "a, b" || r.Adhere.Stopped != adhere.StopProgress {
			t.Errorf("%s: %d calls, %s", name, u.calls(), body)
		}
	}
}

// Where a rewrite lost most of an answer that nobody wanted shorter, it is not
// taken; with a judge, that is what decides.
func TestRewritesKeepDoingTheTask(t *testing.T) {
	draft := strings.Repeat("Tea is good, milk is good. ", 10)
	u := &upstream{say: func(a *asked) string {
		switch {
		case a.rewrites():
			return "Tea"
		case strings.Contains(a.last(), "carries out the task"):
			return "1. It is a fragment. Final Answer is Constraint not followed <END>"
		default:
			return draft
		}
	}}
	for _, judged := range []bool{false, true} {
		url := open(t, u, func(o *gateway.Options) {
			if judged {
				judges(o)
			}
		})
		_, body := post(t, url+"/v1/chat/completions", ask("Write a long note about tea. Do not use any commas.", `"adhere":{"strategy":"decrim","max_iterations":1}`))
		if r := read(t, body); r.text() != draft || r.Adhere.NotMet != 1 || judged && r.Adhere.Usage["judge"].Calls != 1 || !strings.Contains(r.Adhere.Attempts[1].Discarded, "reply") {
			t.Errorf("judged %v: %s", judged, body)
		}
	}
}

// The sum of what all calls used has every field that the upstream's usage has with
// nothing in it: clients look for them. What counts one call alone is left out.
func TestUsageKeepsItsFields(t *testing.T) {
	const usage = `"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"cost":0.2,"tier":"flex","prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":1}}`
	u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		return answers(http.StatusOK, `{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":`+quote(repairs(a))+`},"finish_reason":"stop"}],`+usage+`}`, "Content-Type", "application/json")(w, r, a)
	}}
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku))
	const want = `"usage":{"prompt_tokens":20,"completion_tokens":10,"total_tokens":30,"tier":"flex","prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"accepted_prediction_tokens":0}}`
	if u.calls() != 2 || !strings.Contains(body, want) {
		t.Errorf("%d calls:\n%s\nwant %s", u.calls(), body, want)
	}
}

// An upstream whose stream says that it is overloaded is so for clients too, which
// then wait, and not broken.
func TestOverloadedInsideAStream(t *testing.T) {
	for path, said := range map[string]string{
		"/v1/messages":         `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
		"/v1/chat/completions": `{"error":{"message":"busy","code":503}}`,
		"/v1/responses":        `{"type":"response.failed","response":{"error":{"code":"server_is_overloaded","message":"busy"}}}`,
	} {
		u := &upstream{raw: answers(http.StatusOK, "event: error\ndata: "+said+"\n\n", "Content-Type", "text/event-stream")}
		resp, body := post(t, open(t, u)+path, `{"model":"m","max_tokens":9,"stream":true,"input":`+quote(haiku)+`,"messages":[{"role":"user","content":`+quote(haiku)+`}]}`)
		kind := "server_error"
		if path == "/v1/messages" {
			kind = "overloaded_error"
		}
		if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, `"type":"`+kind+`"`) || !strings.Contains(body, `"code":"upstream_overloaded"`) {
			t.Errorf("%s: status %d: %s", path, resp.StatusCode, body)
		}
	}
}

// A rewrite that says what it thought, and has a label, reaches the client: the
// draft was sent instead, with the report on the rewrite.
func TestRewriteWithThoughtAndLabel(t *testing.T) {
	for _, stream := range []string{"false", "true"} {
		n := 0
		u := &upstream{say: func(*asked) string {
			if n++; n == 1 {
				return "Tea, now"
			}
			return "<think>No, commas.</think>\nHere is the corrected response:\n\n\"Tea now\""
		}}
		url := open(t, u)
		_, body := post(t, url+"/v1/chat/completions", ask("Name a drink. Use no commas.", `"stream":`+stream, `"adhere":{"strategy":"decrim"}`))
		if !strings.Contains(body, `"stopped":"satisfied"`) || !strings.Contains(body, `\nTea now"`) || strings.Contains(body, "Tea, now") {
			t.Error(body)
		}
	}
}
