package gateway_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"adhere/internal/gateway"
)

// beside are answers on each route in which a text stands beside something else,
// whole and as a stream.
func beside(text, args string) map[string]map[string]string {
	whole, half := quote(text), len(text)/2
	first, second := quote(text[:half]), quote(text[half:])
	return map[string]map[string]string{
		"/v1/chat/completions": {
			"a call":    `{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":` + whole + `,"tool_calls":[{"id":"t1","type":"function","function":{"name":"weather","arguments":` + quote(args) + `}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":10,"completion_tokens":5}}`,
			"a picture": `{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":` + whole + `,"images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA"}}]},"finish_reason":"stop"}]}`,
			"a call, streamed": `data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":` + first + `},"finish_reason":null}]}` + "\n\n" +
				`data: {"id":"c","choices":[{"index":0,"delta":{"content":` + second + `},"finish_reason":null}]}` + "\n\n" +
				`data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t1","type":"function","function":{"name":"weather","arguments":` + quote(args) + `}}]},"finish_reason":null}]}` + "\n\n" +
				`data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n",
			"a call before it, streamed": `data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t1","type":"function","function":{"name":"weather","arguments":` + quote(args) + `}}]},"finish_reason":null}]}` + "\n\n" +
				`data: {"id":"c","choices":[{"index":0,"delta":{"content":` + whole + `},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n",
		},
		"/v1/responses": {
			"a call":   `{"id":"r","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":` + whole + `}]},{"type":"function_call","call_id":"t1","name":"weather","arguments":` + quote(args) + `}],"usage":{"input_tokens":10,"output_tokens":5}}`,
			"a search": `{"id":"r","status":"completed","model":"m","output":[{"type":"web_search_call","id":"ws"},{"type":"message","content":[{"type":"output_text","text":` + whole + `}]}],"usage":{"input_tokens":10,"output_tokens":5}}`,
		},
		"/v1/messages": {
			"a call":   `{"id":"m","type":"message","model":"c","content":[{"type":"text","text":` + whole + `},{"type":"tool_use","id":"t1","name":"weather","input":` + args + `}],"stop_reason":"tool_use","usage":{"input_tokens":10,"output_tokens":5}}`,
			"a search": `{"id":"m","type":"message","model":"c","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s","content":[]},{"type":"text","text":` + whole + `}],"stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":5}}`,
			"a call, streamed": "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"c\",\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}}\n\n" +
				"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n" +
				"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":" + whole + "}}\n\n" +
				"event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n" +
				"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"weather\",\"input\":{}}}\n\n" +
				"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":" + quote(args) + "}}\n\n" +
				"event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\n" +
				"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":5}}\n\n" +
				"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
		},
	}
}

// answersWith answers with a body of whichever kind.
func answersWith(body string) func(http.ResponseWriter, *http.Request, *asked) bool {
	kind := "application/json"
	if !strings.HasPrefix(body, "{") {
		kind = "text/event-stream"
	}
	return answers(http.StatusOK, body, "Content-Type", kind)
}

// besideTools are tools whose arguments are checked, and others.
var besideTools = map[string]map[string]string{
	"": {"/v1/chat/completions": "", "/v1/responses": "", "/v1/messages": ""},
	"with schema": {
		"/v1/chat/completions": `,"tools":[{"type":"function","function":{"name":"weather","parameters":` + weather + `}}]`,
		"/v1/responses":        `,"tools":[{"type":"function","name":"weather","parameters":` + weather + `}]`,
		"/v1/messages":         `,"tools":[{"name":"weather","input_schema":` + weather + `}]`,
	},
}

// The text beside a call of a tool, or a picture, is judged by rules that are
// enforced, and nothing is rewritten: what breaks one is flagged or refused.
func TestTextBesideSomethingElse(t *testing.T) {
	asking := map[string]string{
		"/v1/chat/completions": `"messages":[{"role":"user","content":"Weather? Use at least 40 words."}]`,
		"/v1/responses":        `"input":"Weather? Use at least 40 words."`,
		"/v1/messages":         `"max_tokens":9,"messages":[{"role":"user","content":"Weather? Use at least 40 words."}]`,
	}
	for text, met := range map[string]bool{"Well, let me look.": false, "Let me look.": true} {
		for path, forms := range beside(text, `{"city":"Oslo"}`) {
			for form, answer := range forms {
				for kind, tools := range besideTools {
					for _, policy := range []string{"best", "error"} {
						for _, stream := range []string{"", "buffered", "proven"} {
							if (stream == "") == strings.Contains(form, "streamed") {
								continue
							}
							rules, _ := ruleFile(t, "rules: [{strategy: decrim, enforce: true, on_exhausted: "+policy+", constraints: [Do not use any commas.]}]")
							u := &upstream{raw: answersWith(answer)}
							resp, got := post(t, open(t, u, func(o *gateway.Options) { o.Rules, o.Settings.Stream = rules, stream })+path,
								fmt.Sprintf(`{"model":"m","stream":%v,%s%s}`, stream != "", asking[path], tools[path]))
							name := fmt.Sprint(text, path, " ", form, kind, policy, stream)
							want := http.StatusOK
							if !met && policy == "error" {
								want = http.StatusUnprocessableEntity
							}
							if resp.StatusCode != want || u.calls() != 1 || resp.Header.Get("X-Adhere-Skipped") != "" {
								t.Errorf("%s: %d calls, status %d, %v: %s", name, u.calls(), resp.StatusCode, resp.Header, got)
							}
							if stopped := resp.Header.Get("X-Adhere-Stopped"); !met && stopped != "done" && stream != "proven" {
								t.Errorf("%s: stopped %s", name, stopped)
							}
							if want == http.StatusOK && (!strings.Contains(got, fmt.Sprintf(`"flagged":%v`, !met)) || strings.Contains(got, "40 words") || !strings.Contains(form, "search") && !strings.Contains(form, "picture") && !strings.Contains(got, "Oslo")) {
								t.Errorf("%s: %s", name, got)
							}
						}
					}
				}
			}
		}
	}
}

// Without an enforced rule, answers that call tools are passed on as they came.
func TestCallsWithTextWithoutEnforcedRules(t *testing.T) {
	rules, _ := ruleFile(t, "rules: [{strategy: decrim, constraints: [Do not use any commas.]}]")
	for form, answer := range beside("Well, let me look.", `{"city":"Oslo"}`)["/v1/chat/completions"] {
		if form == "a picture" {
			continue
		}
		u := &upstream{raw: answersWith(answer)}
		resp, got := post(t, open(t, u, func(o *gateway.Options) { o.Rules = rules })+"/v1/chat/completions", ask(haiku, fmt.Sprintf(`"stream":%v`, strings.Contains(form, "streamed"))))
		if got != answer || u.calls() != 1 || resp.Header.Get("X-Adhere-Skipped") != "tool_calls" && !strings.Contains(form, "streamed") {
			t.Errorf("%s: %v %s", form, resp.Header, got)
		}
	}
}

// Arguments are mended as ever, and the text of the answer that calls rightly is
// judged; the report says both.
func TestTextBesideMendedCalls(t *testing.T) {
	const tools = `"tools":[{"type":"function","function":{"name":"weather","parameters":` + weather + `}}]`
	rules, _ := ruleFile(t, "rules: [{strategy: decrim, enforce: true, constraints: [Do not use any commas.]}]")
	for form, streamed := range map[string]bool{"a call": false, "a call, streamed": true} {
		u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
			text, args := "Let me look.", `{"city":7}`
			if strings.Contains(string(a.body), "was not made") {
				text, args = "Well, again.", `{"city":"Oslo"}`
			}
			return answersWith(beside(text, args)["/v1/chat/completions"][form])(w, r, a)
		}}
		_, got := post(t, open(t, u, func(o *gateway.Options) { o.Rules = rules })+"/v1/chat/completions", ask("Weather?", tools, fmt.Sprintf(`"stream":%v`, streamed)))
		if u.calls() != 2 || !strings.Contains(got, `"tools":[{"tool":"weather","outcome":"met"}]`) || !strings.Contains(got, `"flagged":true`) || !strings.Contains(got, "Oslo") || !strings.Contains(got, `"total":{"calls":2`) {
			t.Errorf("%s: %d calls: %s", form, u.calls(), got)
		}
	}
}

// Where answers are only checked, the text beside a call is too, behind the answer.
func TestTextBesideCallsIsRecorded(t *testing.T) {
	rules, _ := ruleFile(t, "rules: [{strategy: verify, enforce: true, constraints: [Do not use any commas.]}]")
	kept := make(chan *gateway.Exchange, 1)
	answer := beside("Well, let me look.", `{"city":"Oslo"}`)["/v1/chat/completions"]["a call"]
	u := &upstream{raw: answersWith(answer)}
	_, got := post(t, open(t, u, func(o *gateway.Options) { o.Rules, o.Record = rules, func(e *gateway.Exchange) { kept <- e } })+"/v1/chat/completions", ask("Weather?"))
	if got != answer {
		t.Errorf("%s", got)
	}
	select {
	case e := <-kept:
		if e.Report.NotMet != 1 || e.Report.Answer != 1 {
			t.Errorf("%+v", e.Report)
		}
	case <-time.After(5 * time.Second):
		t.Error("nothing was recorded")
	}
}

// Anthropic pauses long turns: what came is no whole answer, and the client sends it
// back to have it continued.
func TestPausedTurns(t *testing.T) {
	rules, _ := ruleFile(t, "rules: [{strategy: decrim, enforce: true, constraints: [Do not use any commas.]}]")
	const search = `{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s","content":[]},`
	for name, content := range map[string]string{"a text": `{"type":"text","text":"Well, so far"}`, "a search": search + `{"type":"text","text":"Well, so far"}`} {
		for form, answer := range map[string]string{
			"whole": `{"id":"m","type":"message","model":"c","content":[` + content + `],"stop_reason":"pause_turn","usage":{"input_tokens":10,"output_tokens":5}}`,
			"streamed": "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"c\",\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}}\n\n" +
				"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n" +
				"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Well, so far\"}}\n\n" +
				"event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n" +
				"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"pause_turn\"},\"usage\":{\"output_tokens\":5}}\n\n" +
				"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
		} {
			for _, more := range []string{"", `"tools":[{"name":"weather","input_schema":` + weather + `}],`} {
				u := &upstream{raw: answersWith(answer)}
				resp, got := post(t, open(t, u, func(o *gateway.Options) { o.Rules = rules })+"/v1/messages", fmt.Sprintf(`{"model":"c","max_tokens":9,%s"stream":%v,"messages":[{"role":"user","content":"News? Use no commas."}]}`, more, form == "streamed"))
				if got != answer || u.calls() != 1 || resp.Header.Get("X-Adhere-Skipped") != "paused" {
					t.Errorf("%s, %s: %d calls, %v: %s", name, form, u.calls(), resp.Header, got)
				}
			}
			// What continues it is judged with it.
			u := &upstream{raw: speaksMessages(func(*asked) string { return " and so on." })}
			_, got := post(t, open(t, u, func(o *gateway.Options) { o.Rules = rules })+"/v1/messages", `{"model":"c","max_tokens":9,"messages":[{"role":"user","content":"News?"},{"role":"assistant","content":[`+content+`]}]}`)
			if u.calls() != 1 || !strings.Contains(got, `"flagged":true`) {
				t.Errorf("%s, continued: %d calls: %s", name, u.calls(), got)
			}
		}
	}
}

// Rules about what an answer contains are met by what the request begins it with,
// since the client joins both, on each route.
func TestBegunAnswersContain(t *testing.T) {
	for rule, met := range map[string]bool{"Mention the word tea.": true, "Mention the word milk.": true, "Mention the word coffee.": false, "Start with the word Tea.": true} {
		rules, _ := ruleFile(t, "rules: [{strategy: decrim, enforce: true, constraints: ["+rule+"]}]")
		say := func(*asked) string { return " with milk" }
		for path, c := range map[string]struct {
			u    *upstream
			body string
		}{
			"/v1/chat/completions": {&upstream{say: say}, turn(`{"role":"user","content":"Hello."},{"role":"assistant","content":[{"type":"text","text":"Tea"}]}`)},
			"/v1/messages":         {&upstream{raw: speaksMessages(say)}, turn(`{"role":"user","content":"Hello."},{"role":"assistant","content":[{"type":"text","text":"Tea"}]}`)},
			"/v1/responses":        {&upstream{raw: speaksResponses(say)}, `{"model":"m","input":[{"role":"user","content":"Hello."},{"role":"assistant","content":[{"type":"output_text","text":"Tea"}]}]}`},
		} {
			resp, got := post(t, open(t, c.u, func(o *gateway.Options) { o.Rules = rules })+path, c.body)
			if c.u.calls() != 1 || resp.Header.Get("X-Adhere-Flagged") != fmt.Sprint(!met) {
				t.Errorf("%s %s: %d calls, %v: %s", path, rule, c.u.calls(), resp.Header, got)
			}
		}
	}
}

// What is no UTF-8 is read in several ways: it is refused, with its place, where an
// answer is to be checked, and passed on as it is elsewhere.
func TestBodiesThatAreNoUTF8(t *testing.T) {
	body := `{"model":"m","messages":[{"role":"user","content":"caf` + "\xe9" + `"}]`
	u := &upstream{}
	url := open(t, u)
	resp, got := post(t, url+"/v1/chat/completions", body+"}")
	if want := fmt.Sprintf("byte %d", strings.Index(body, "\xe9")+1); resp.StatusCode != http.StatusBadRequest || u.calls() != 0 || !strings.Contains(got, want) {
		t.Errorf("%d calls, status %d, want %s: %s", u.calls(), resp.StatusCode, want, got)
	}
	for _, path := range []string{"/v1/chat/completions", "/v1/embeddings"} {
		before := u.calls()
		sent := body + `,"n":1}`
		if path != "/v1/embeddings" {
			sent = strings.Replace(sent, `"m"`, `"m+passthrough"`, 1)
		}
		if resp, _ := post(t, url+path, sent); resp.StatusCode != http.StatusOK || u.calls() != before+1 || !strings.Contains(string(u.request(before).body), "caf\xe9") {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
}
