package gateway_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"adhere/internal/gateway"
)

// answersItself is a gateway whose upstream's model also lists and judges.
func answersItself(o *gateway.Options) {
	o.Settings.MaxIterations, o.ListerJudges, o.ListerAnswers = 1, true, true
}

const (
	greet  = "Greet me warmly in 3 words at most."
	warmly = "1. [message 1; whole answer] Use at most 3 words.\n2. [message 1; whole answer] The tone is friendly.\n\nVerdicts:\n1. It has 2 words. Final Answer is Constraint followed\n2. It is cold. Final Answer is Constraint not followed\n"
	warm   = "1. It is. Final Answer is Constraint followed <END>"
	cold   = "1. It is not. Final Answer is Constraint not followed <END>"
)

// greets plays all parts: the draft is cold, and the reply that says so ends with
// a correction, or without one.
func greets(listed, judged string) func(*asked) string {
	return func(a *asked) string {
		switch said := string(a.body); {
		case strings.Contains(said, "the line \\\"Verdicts:\\\""):
			return listed
		case strings.Contains(said, "You check the work"):
			return judged
		case a.rewrites() || a.rewritesMessages():
			return "Hello, dear friend."
		default:
			return "Hello there."
		}
	}
}

// TestCorrectedWhereItIsJudged holds that the reply that finds a fault in a draft
// also corrects it, that such a correction passes through what any rewrite does,
// and that an ordinary rewrite follows where it is none.
func TestCorrectedWhereItIsJudged(t *testing.T) {
	for name, c := range map[string]struct {
		below, judged string
		calls         int // beyond the draft
		want          string
	}{
		"corrected":         {"\nCorrected answer:\n\"\"\"\nHello, my dear.\n\"\"\"", warm, 2, "Hello, my dear."},
		"without rows":      {"\n**Corrected answer:** Hello, my dear.", warm, 2, "Hello, my dear."},
		"with a preface":    {"\nCorrected answer:\n\"\"\"\nHere is the corrected version:\nHello, my dear.\n\"\"\"\nI hope this helps.", warm, 2, "Hello, my dear."},
		"none":              {"", warm, 3, "Hello, dear friend."},
		"broken by code":    {"\nCorrected answer:\nHello, my very dear friend.", warm, 3, "Hello, dear friend."},
		"a refusal":         {"\nCorrected answer:\nI'm sorry, but I can't help with that request.", warm, 3, "Hello, dear friend."},
		"not good enough":   {"\nCorrected answer:\nHello, my dear.", cold, 4, "Hello there."},
		"the same":          {"\nCorrected answer:\nHello there.", warm, 3, "Hello, dear friend."},
		"an empty one":      {"\nCorrected answer:\n\"\"\"\n\"\"\"", warm, 3, "Hello, dear friend."},
		"without verdicts":  {"\nCorrected answer:\nHello, my dear.", warm, 2, "Hello there."},
		"all is met by now": {"\nCorrected answer:\nHello, my dear.", warm, 1, "Hello there."},
	} {
		list := warmly
		switch name {
		case "without verdicts":
			list, _, _ = strings.Cut(warmly, "Verdicts:")
		case "all is met by now":
			list = strings.Replace(warmly, "not followed", "followed", 1)
		}
		u := &upstream{say: greets(list+c.below, c.judged)}
		_, body := post(t, open(t, u, demandsOf, judges, answersItself)+"/v1/chat/completions", ask(greet))
		r := read(t, body)
		if u.calls()-1 != c.calls || r.text() != c.want {
			t.Errorf("%s: %d calls beyond the draft, want %d: %s", name, u.calls()-1, c.calls, body)
		}
	}
}

// TestCorrectionIsAskedFor holds in which requests the call that judges is also to
// correct.
func TestCorrectionIsAskedFor(t *testing.T) {
	const picture = `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"` + greet + `"},{"type":"image_url","image_url":{"url":"data:x"}}]}]}`
	const tools = `{"model":"m","messages":[{"role":"user","content":"Who am I?"},{"role":"assistant","tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t","content":"Ada"},{"role":"user","content":"` + greet + `"}]}`
	as := func(*gateway.Options) {}
	other := func(o *gateway.Options) { o.ListerAnswers = false }
	for name, c := range map[string]struct {
		body  string
		set   func(*gateway.Options)
		asked bool
		calls int // beyond the draft
	}{
		"plain":               {ask(greet), as, true, 2},
		"a stream":            {ask(greet, `"stream":true`), as, true, 2},
		"room for it":         {ask(greet, `"max_tokens":30`), as, true, 2},
		"no room for it":      {ask(greet, `"max_tokens":3`), as, true, 3},
		"verify":              {ask(greet, `"adhere":{"strategy":"verify"}`), as, false, 1},
		"another strategy":    {ask(greet, `"adhere":{"strategy":"best_of_n"}`), as, false, 1},
		"no rewrites":         {ask(greet, `"adhere":{"max_iterations":0}`), as, false, 1},
		"a stop":              {ask(greet, `"stop":["."]`), as, false, 3},
		"a kept thread":       {ask(greet, `"thread":{"type":"continue","previous_message_id":"msg_1"}`), as, false, 3},
		"a picture":           {picture, as, false, 3},
		"a tool's result":     {tools, as, false, 3},
		"another model lists": {ask(greet), other, false, 3},
	} {
		u := &upstream{say: greets(warmly+"\nCorrected answer:\nHello, my dear.", warm)}
		kept := make(chan bool, 1)
		_, body := post(t, open(t, u, demandsOf, judges, answersItself, c.set, func(o *gateway.Options) { o.Record = func(*gateway.Exchange) { kept <- true } })+"/v1/chat/completions", c.body)
		select {
		case <-kept: // an answer that is only verified is judged when the client has it
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: nothing was judged: %s", name, body)
		}
		if name == "a stream" {
			if s := readStream(t, body); s.text != "Hello, my dear." || s.report == nil || s.report.Answer != 2 || s.done != 1 {
				t.Errorf("%s: %s", name, body)
			}
		}
		if u.calls()-1 != c.calls {
			t.Errorf("%s: %d calls beyond the draft, want %d: %s", name, u.calls()-1, c.calls, body)
		}
		if asked := strings.Contains(string(u.request(1).body), "write this line below the verdicts"); asked != c.asked {
			t.Errorf("%s: a correction is asked for: %v, want %v", name, asked, c.asked)
		}
	}
}

// TestCorrectionInEachDialect holds that clients of every route read a correction
// that came in another reply, whole and streamed, as often as their own reply says
// the text.
func TestCorrectionInEachDialect(t *testing.T) {
	say := greets(warmly+"\nCorrected answer:\nHello, my dear.", warm)
	for route, body := range map[string]string{
		"/v1/chat/completions": ask(greet),
		"/v1/responses":        `{"model":"m","input":` + quote(greet) + `}`,
		"/v1/messages":         `{"model":"m","max_tokens":99,"messages":[{"role":"user","content":` + quote(greet) + `}]}`,
	} {
		for _, streamed := range []bool{false, true} {
			u := &upstream{say: say}
			switch route {
			case "/v1/responses":
				u.raw = speaksResponses(say)
			case "/v1/messages":
				u.raw = speaksMessages(say)
			}
			if streamed {
				body = strings.TrimSuffix(body, "}") + `,"stream":true}`
			}
			resp, got := post(t, open(t, u, demandsOf, judges, answersItself)+route, body)
			if resp.StatusCode != http.StatusOK || u.calls() != 3 || !strings.Contains(got, "Hello, my dear.") || strings.Contains(got, "there") || !strings.Contains(got, `"answer":2`) {
				t.Errorf("%s, streamed %v: %d calls: %s", route, streamed, u.calls(), got)
			}
		}
	}
}
