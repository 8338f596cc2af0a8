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

// answers is an upstream's handler that sends one body.
func answers(status int, body string, header ...string) func(http.ResponseWriter, *http.Request, *asked) bool {
	return func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return true
	}
}

// One answer may be asked for by a number with a fraction.
func TestOneAnswerHoweverWritten(t *testing.T) {
	url := open(t, &upstream{say: repairs})
	for _, n := range []string{"1", "1.0", "1e0", "null"} {
		if resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"n":`+n)); resp.Header.Get("X-Adhere-Met") != "2" {
			t.Errorf("n %s: %v %s", n, resp.Header, body)
		}
	}
}

// Numbers beside an answer are written in many ways. None of them is a reason
// to lose the answer, or to write it otherwise.
func TestOddNumbersBesideAnAnswer(t *testing.T) {
	const reply = `{"id":"x","created":1700000000.75,"f":1e400,"dup":1,"dup":2,"u":"\u00e9\/","choices":[{"index":0,"message":{"role":"assistant","content":"Tea is fine"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10.0,"completion_tokens":5e0,"total_tokens":"many","prompt_tokens_details":{"cached_tokens":null}}`
	url := open(t, &upstream{raw: answers(http.StatusOK, reply+"}")})
	resp, body := post(t, url+"/v1/chat/completions", ask(haiku))
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(body, reply+`,"adhere":`) {
		t.Fatalf("status %d: %s", resp.StatusCode, body)
	}
	if resp.Header.Get("X-Adhere-Tokens") != "15" {
		t.Errorf("%s tokens used", resp.Header.Get("X-Adhere-Tokens"))
	}
}

// A member that is wrong is named, in words that are no programming
// language's.
func TestOptionsAreNamed(t *testing.T) {
	u := &upstream{}
	url := open(t, u)
	for option, want := range map[string][2]string{
		`{"plan":"decrim"}`:                       {"adhere.plan", "there is no such field"},
		`{"max_calls":"6"}`:                       {"adhere.max_calls", "a whole number is expected, not string"},
		`{"max_calls":0}`:                         {"adhere.max_calls", "adhere.max_calls: expected a whole number from 1 on, not 0"},
		`{"max_iterations":-1}`:                   {"adhere.max_iterations", "expected a whole number from 0 on, not -1"},
		`{"max_tokens":-5}`:                       {"adhere.max_tokens", "expected a whole number from 1 on, not -5"},
		`{"budget_usd":2e6}`:                      {"adhere.budget_usd", "expected a number above 0, up to 1000000, not 2e6"},
		`{"deadline_ms":0}`:                       {"adhere.deadline_ms", "expected a whole number from 1 to 1000000000, not 0"},
		`{"max_calls":99999999999999999999}`:      {"adhere.max_calls", "a whole number is expected, not number 99999999999999999999"},
		`{"deadline_ms":1.5}`:                     {"adhere.deadline_ms", "a whole number is expected, not number 1.5"},
		`{"budget_usd":"1"}`:                      {"adhere.budget_usd", "a number is expected, not string"},
		`{"progress":"yes"}`:                      {"adhere.progress", "true or false is expected, not string"},
		`{"strategy":1}`:                          {"adhere.strategy", "a text is expected, not number"},
		`{"constraints":"x"}`:                     {"adhere.constraints", "a list is expected, not string"},
		`{"constraints":[5]}`:                     {"adhere.constraints", "a text, or an object with a text or a rule, is expected"},
		`{"constraints":[{"txt":"a"}]}`:           {"adhere.constraints.txt", "there is no such field"},
		`{"constraints":[{"text":1}]}`:            {"adhere.constraints.text", "a text is expected, not number"},
		`{"constraints":[{"rule":{"name":"x"}}]}`: {"adhere.constraints[0]", `unknown checker "x"`},
		`{"constraints":[""]}`:                    {"adhere.constraints[0]", "neither a text nor a rule"},
		`{"constraints":["\u200b"]}`:              {"adhere.constraints[0]", "neither a text nor a rule"},
		`"decrim"`:                                {"adhere", "an object is expected, not string"},
		`[]`:                                      {"adhere", "an object is expected, not array"},
		`{"judge":"nobody"}`:                      {"adhere.judge", "no judge is named nobody; this gateway has none (--judge)"},
	} {
		_, body := post(t, url+"/v1/chat/completions", ask(haiku, `"adhere":`+option))
		if !strings.Contains(body, `"param":"`+want[0]+`"`) || !strings.Contains(read(t, body).Error.Message, want[1]) {
			t.Errorf("%s: %s", option, body)
		}
		if !strings.HasPrefix(option, `{"constraints"`) {
			continue
		}
		_, body = post(t, url+"/v1/constraints", ask(haiku, option[1:len(option)-1]))
		if !strings.Contains(body, `"param":"`+strings.TrimPrefix(want[0], "adhere.")+`"`) || !strings.Contains(read(t, body).Error.Message, want[1]) {
			t.Errorf("pinned, %s: %s", option, body)
		}
	}
	if u.calls() > 0 {
		t.Errorf("%d calls upstream", u.calls())
	}
}

// A slip of the pen in a strategy must not leave answers unchecked unnoticed,
// and a model may have a + in its name.
func TestSlipsInSuffixes(t *testing.T) {
	u := &upstream{}
	url := open(t, u)
	for model, param := range map[string]string{
		"m+decrm": "model", "m+DeCRIM": "model", "m+best-of-n": "model", "m+generate-and-rank": "model", "m+verfy": "model",
		"m+lora": "", "a+b+c": "", "m+": "", "+decrim": "", "m+v2": "",
	} {
		_, body := post(t, url+"/v1/chat/completions", strings.Replace(ask(haiku), `"m"`, quote(model), 1))
		if got := strings.Contains(body, `"param":"model"`); got != (param != "") {
			t.Errorf("%s: %s", model, body)
		}
	}
}

// An upstream that says that asking again is useless is not asked again.
func TestNoRetryWhereUseless(t *testing.T) {
	u := &upstream{raw: answers(http.StatusTooManyRequests, `{"error":{"message":"quota"}}`, "Retry-After", "0", "X-Should-Retry", "false")}
	url := open(t, u)
	resp, body := post(t, url+"/v1/chat/completions", ask(haiku))
	if u.calls() != 1 || resp.StatusCode != http.StatusTooManyRequests || !strings.Contains(body, "quota") {
		t.Errorf("%d calls, status %d: %s", u.calls(), resp.StatusCode, body)
	}
}

// What an upstream says inside a stream is said to the client too where no
// stream has begun yet.
func TestErrorInsideAStreamIsTold(t *testing.T) {
	u := &upstream{raw: answers(http.StatusOK, "data: {\"error\":{\"message\":\"the context is full\"}}\n\ndata: [DONE]\n\n", "Content-Type", "text/event-stream")}
	url := open(t, u)
	resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`))
	if resp.StatusCode != http.StatusBadGateway || !strings.Contains(read(t, body).Error.Message, "the context is full") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

// A response that failed is the client's to read, as without a gateway.
func TestFailedResponsePassesThrough(t *testing.T) {
	const failed = `{"id":"resp_1","object":"response","status":"failed","error":{"code":"server_error","message":"x"},"output":[]}`
	url := open(t, &upstream{raw: answers(http.StatusOK, failed)})
	resp, body := post(t, url+"/v1/responses", `{"model":"m","input":`+quote(haiku)+`}`)
	if resp.StatusCode != http.StatusOK || body != failed || resp.Header.Get("X-Adhere-Skipped") != "failed" {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

// An error that comes with status 200 is an error, and says what the upstream says.
func TestErrorsWithStatus200(t *testing.T) {
	for path, request := range map[string]string{
		"/v1/chat/completions": ask(haiku),
		"/v1/messages":         `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":` + quote(haiku) + `}]}`,
		"/v1/responses":        `{"model":"m","input":` + quote(haiku) + `}`,
	} {
		for said, want := range map[string]string{
			`{"error":{"message":"overloaded"}}`:                ": overloaded",
			`{"type":"error","error":{"message":"overloaded"}}`: ": overloaded",
			`{"error":"overloaded"}`:                            ": overloaded",
			`{}`:                                                "it has no ",
		} {
			resp, body := post(t, open(t, &upstream{raw: answers(http.StatusOK, said)})+path, request)
			if resp.StatusCode != http.StatusBadGateway || !strings.Contains(body, want) || !strings.Contains(body, "upstream_unreadable") {
				t.Errorf("%s: %s becomes %d %s", path, said, resp.StatusCode, body)
			}
		}
	}
}

// What is no JSON only for what nobody needs is checked, and reaches the client as
// JSON.
func TestRepliesThatAreNearlyJSON(t *testing.T) {
	for shape, said := range map[string]string{
		"":              "{\"choices\":[{\"logprobs\":[-Infinity],\"message\":{\"role\":\"assistant\",\"content\":\"one,\n two\"},\"finish_reason\":\"stop\"}]}\ndata: [DONE]\n",
		`"stream":true`: "data: {\"choices\":[{\"index\":0,\"logprobs\":[NaN],\"delta\":{\"content\":\"one, two\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
	} {
		request, kind := ask("Name two numbers. No commas."), []string{}
		if shape != "" {
			request, kind = ask("Name two numbers. No commas.", shape), []string{"Content-Type", "text/event-stream"}
		}
		resp, got := post(t, open(t, &upstream{raw: answers(http.StatusOK, said, kind...)})+"/v1/chat/completions", request)
		if resp.StatusCode != http.StatusOK || resp.Header.Get("X-Adhere-Not-Met") != "1" || shape == "" && !json.Valid([]byte(got)) || strings.Contains(got, "NaN") {
			t.Errorf("%q: %d, not met %q: %s", shape, resp.StatusCode, resp.Header.Get("X-Adhere-Not-Met"), got)
		}
	}
}

// Servers that imitate OpenAI's send numbers as ids, arguments of tools as objects and
// reasoning as parts: answers are checked all the same.
func TestMembersOfAnotherKind(t *testing.T) {
	const body = `{"id":7,"created":1.5,"choices":[{"index":0,"%[1]s":{"role":"assistant","content":"one, two","reasoning_content":[{"type":"text","text":"hm"}]},"finish_reason":"stop"}]}`
	for shape, replies := range map[string]string{
		"":              fmt.Sprintf(body, "message"),
		`"stream":true`: "data: " + fmt.Sprintf(body, "delta") + "\n\ndata: [DONE]\n\n",
	} {
		request := ask("Name two numbers. No commas.")
		kind := []string{}
		if shape != "" {
			request, kind = ask("Name two numbers. No commas.", shape), []string{"Content-Type", "text/event-stream"}
		}
		resp, got := post(t, open(t, &upstream{raw: answers(http.StatusOK, replies, kind...)})+"/v1/chat/completions", request)
		if resp.StatusCode != http.StatusOK || resp.Header.Get("X-Adhere-Not-Met") != "1" {
			t.Errorf("%q: %d, not met %q: %s", shape, resp.StatusCode, resp.Header.Get("X-Adhere-Not-Met"), got)
		}
	}
	u := &upstream{raw: answers(http.StatusOK, `{"choices":[{"message":{"content":null,"tool_calls":[{"id":7,"type":"function","function":{"name":"weather","arguments":{"city":"Oslo","days":"three"}}}]},"finish_reason":"tool_calls"}]}`)}
	_, got := post(t, open(t, u)+"/v1/chat/completions", ask("Weather?", `"tools":[{"type":"function","function":{"name":"weather","parameters":`+weather+`}}]`))
	if u.calls() < 2 || !strings.Contains(got, `"outcome":"not_met"`) || !strings.Contains(string(u.request(1).body), `"tool_call_id":"7"`) {
		t.Errorf("a call with an object as arguments: %s, then asked %s", got, u.request(u.calls()-1).body)
	}
}

// What is read here must not come packed, and without a word every packing is
// welcome.
func TestNothingPackedIsAskedFor(t *testing.T) {
	u := &upstream{}
	url := open(t, u)
	post(t, url+"/v1/chat/completions", ask(haiku))
	if got := u.request(0).header.Get("Accept-Encoding"); got != "identity" {
		t.Errorf("asked for %q", got)
	}
}

// Streams say as whole answers do why they are left alone, and what is wrong
// with them in words.
func TestStreamsThatAreLeftAlone(t *testing.T) {
	const chunk = "data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":null}]}\n\n"
	for delta, why := range map[string]string{`{"tool_calls":[{"index":0,"id":"c"}]}`: "tool_calls", `{"refusal":"no"}`: "refusal", `{"content":""}`: "no_text"} {
		said := strings.Replace(chunk, "%s", delta, 1) + "data: [DONE]\n\n"
		url := open(t, &upstream{raw: answers(http.StatusOK, said, "Content-Type", "text/event-stream")})
		resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`))
		if resp.Header.Get("X-Adhere-Skipped") != why || body != said {
			t.Errorf("%s: %v, %s", delta, resp.Header, body)
		}
	}
	half := strings.Replace(chunk, "%s", `{"content":"Tea"}`, 1) + "data: {"
	url := open(t, &upstream{raw: answers(http.StatusOK, half, "Content-Type", "text/event-stream")})
	for _, more := range []string{"", `"adhere":{"stream":"optimistic"}`} {
		option := []string{`"stream":true`}
		if more != "" {
			option = append(option, more)
		}
		if _, body := post(t, url+"/v1/chat/completions", ask(haiku, option...)); !strings.Contains(body, "broke off before its end") {
			t.Errorf("%s: %s", more, body)
		}
	}
}

// An upstream that says its own key says it to the gateway alone: not in a
// body, whole or streamed or refused, and not in a header.
func TestUpstreamsKeyReachesNoClient(t *testing.T) {
	const key = "sk-secret-of-the-upstream"
	chunk := "data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + key + "\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
	whole := `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"` + key + `"},"finish_reason":"stop"}]}`
	for name, c := range map[string]struct {
		status     int
		said, kind string
		option     string
	}{
		"whole": {200, whole, "application/json", ""}, "stream": {200, chunk, "text/event-stream", `"stream":true`},
		"refusal": {401, `{"error":{"message":"wrong key ` + key + `"}}`, "application/json", ""}, "no JSON": {200, key, "application/json", ""},
	} {
		url := open(t, &upstream{raw: answers(c.status, c.said, "Content-Type", c.kind, "X-Key", key)}, func(o *gateway.Options) { o.Upstreams[0].Key = key })
		for _, strategy := range []string{"passthrough", "verify"} {
			option := `"adhere":{"strategy":"` + strategy + `"}`
			if c.option != "" {
				option += "," + c.option
			}
			resp, body := post(t, url+"/v1/chat/completions", ask(haiku, option))
			if all := fmt.Sprint(resp.Header, body); strings.Contains(all, key) || len(body) == 0 {
				t.Errorf("%s, %s: %s", name, strategy, all)
			}
		}
	}
}

// What was paid for and cannot be read is no reason for a client to buy it
// again at once.
func TestUnreadableAnswersAreNotAskedForAgain(t *testing.T) {
	for name, said := range map[string]string{"no JSON": "<html>", "half": `{"id":"x","choices":[{"ind`, "empty": ""} {
		u := &upstream{raw: answers(http.StatusOK, said, "Content-Type", "application/json")}
		resp, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku))
		if u.calls() != 1 || resp.StatusCode != http.StatusBadGateway || resp.Header.Get("X-Should-Retry") != "false" || !strings.Contains(body, "probably paid for") {
			t.Errorf("%s: %d calls, status %d, %v: %s", name, u.calls(), resp.StatusCode, resp.Header, body)
		}
	}
}

// A byte order mark before a body, a reply or a stream is no part of it.
func TestByteOrderMarks(t *testing.T) {
	const bom, answer = "\ufeff", "Tea, and milk"
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		text := answer
		if a.rewrites() {
			text = "Tea"
		}
		if string(a.fields["stream"]) == "true" {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, bom+"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":"+quote(text)+"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
			return true
		}
		fmt.Fprint(w, bom+`{"choices":[{"index":0,"message":{"role":"assistant","content":`+quote(text)+`},"finish_reason":"stop"}]}`)
		return true
	}}
	url := open(t, u)
	for _, more := range []string{`"stream":false`, `"stream":true`} {
		before := u.calls()
		resp, got := post(t, url+"/v1/chat/completions", bom+ask(haiku, more))
		if resp.StatusCode != http.StatusOK || u.calls() != before+2 || strings.Contains(got, "milk") || !strings.Contains(got, `"Tea"`) {
			t.Errorf("%s: %d calls: %s", more, u.calls()-before, got)
		}
	}
}

// A character whose halves come in two chunks reaches the client whole, also where
// sentences are passed on as they are proven.
func TestHalvesOfCharacters(t *testing.T) {
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, piece := range []string{`"Tea. \ud83d"`, `"\ude00 is good. "`, "\"Caf\xc3\"", "\"\xa9. x\""} {
			fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s},\"finish_reason\":null}]}\n\n", piece)
		}
		fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
		return true
	}}
	url := open(t, u)
	for _, mode := range []string{"buffered", "optimistic", "proven"} {
		_, got := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`, `"adhere":{"stream":"`+mode+`"}`))
		for _, half := range []string{`\ud83d"`, `"\ude00`, "\xc3\"", "\"\xa9"} {
			if !strings.Contains(got, half) {
				t.Errorf("%s: %q is lost: %q", mode, half, got)
			}
		}
	}
}

// An error that ends a stream which is passed on is the only one: the upstream has said
// why, and only the mark is missing.
func TestErrorsInStreamsThatArePassedOn(t *testing.T) {
	const said = "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Tea\"},\"finish_reason\":null}]}\n\ndata: {\"error\":{\"message\":\"the engine died\"}}\n\n"
	for body, mark := range map[string]string{said: "data: [DONE]\n\n", said + "data: [DONE]\n\n": ""} {
		u := &upstream{raw: answers(http.StatusOK, body, "Content-Type", "text/event-stream")}
		if _, got := post(t, open(t, u)+"/v1/chat/completions", ask("hello", `"stream":true`)); got != body+mark {
			t.Errorf("%q", got)
		}
	}
}
