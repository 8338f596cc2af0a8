package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/internal/gateway"
	"adhere/judge"
	"adhere/refine"
	"adhere/verify/suites"
)

// chat is where a client that needs no network asks.
const chat = "http://gateway/v1/chat/completions"

// A rewriter that fails in any way costs no answer that was there before.
func TestFailingRewritesKeepTheDraft(t *testing.T) {
	draft := "Tea, warms the hands"
	for name, fail := range map[string]func(http.ResponseWriter, *http.Request){
		"stalls":  func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"garbage": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "{\"choices\": 7") },
		"garbage stream": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: {{{\n\ndata: [DONE]\n\n")
		},
		"refuses": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) },
		"cut":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			u := &upstream{
				say: func(*asked) string { return draft },
				raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
					if a.rewrites() {
						fail(w, r)
					}
					return a.rewrites()
				},
			}
			synctest.Test(t, func(t *testing.T) {
				client := inside(t, u, func(o *gateway.Options) { o.Retries = 0 })
				limit := `"adhere":{"deadline_ms":500}`
				_, body := postBy(t, client, chat, ask(haiku, limit))
				r := read(t, body)
				if r.text() != draft || r.Adhere == nil || !r.Adhere.Flagged || len(r.Adhere.Warnings) == 0 {
					t.Errorf("%s", body)
				}
				_, body = postBy(t, client, chat, ask(haiku, limit, `"stream":true`))
				if s := readStream(t, body); s.text != draft || s.report == nil || !s.report.Flagged || s.done != 1 {
					t.Errorf("streamed: %s", body)
				}
			})
		})
	}
}

func TestDeadlineWithoutAnyAnswer(t *testing.T) {
	u := &upstream{raw: func(_ http.ResponseWriter, r *http.Request, _ *asked) bool {
		<-r.Context().Done()
		return true
	}}
	synctest.Test(t, func(t *testing.T) {
		client := inside(t, u, func(o *gateway.Options) {
			o.Settings.Bounds.Time = 30 * time.Second
			o.KeepAlive = 7 * time.Second
		})
		if resp, body := postBy(t, client, chat, ask(haiku)); resp.StatusCode != http.StatusGatewayTimeout || read(t, body).Error.Code != "deadline_exceeded" {
			t.Errorf("status %d: %s", resp.StatusCode, body)
		}
		_, body := postBy(t, client, chat, ask(haiku, `"stream":true`))
		if s := readStream(t, body); len(s.errors) != 1 || s.last != "[DONE]" || s.pings != 4 {
			t.Errorf("streamed: %s", body)
		}
	})
}

// A refusal in words is an answer: it is checked like any other, and never
// takes the place of a better one.
func TestRefusals(t *testing.T) {
	u := &upstream{say: func(*asked) string { return "I cannot help, with that" }}
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku))
	if r := read(t, body); r.text() != "I cannot help, with that" || !r.Adhere.Flagged {
		t.Errorf("%s", body)
	}
	field := `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":"no"},"finish_reason":"stop"}]}`
	u = &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		fmt.Fprint(w, field)
		return true
	}}
	resp, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku))
	if body != field || resp.Header.Get("X-Adhere-Skipped") != "refusal" || u.calls() != 1 {
		t.Errorf("%v %s", resp.Header, body)
	}
}

func TestBoundsOfCallsAndTokens(t *testing.T) {
	for limit, calls := range map[string]int{`"max_calls":2`: 2, `"max_tokens":40`: 2, `"max_iterations":0`: 1, `"max_iterations":2`: 3} {
		u := &upstream{}
		u.say = func(*asked) string { return "a, b" + strings.Repeat(", c", u.calls()) }
		_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"adhere":{`+limit+`}`))
		if r := read(t, body); u.calls() != calls || !r.Adhere.Flagged {
			t.Errorf("%s: %d calls, want %d: %s", limit, u.calls(), calls, body)
		}
	}
	// A request can only draw the operator's bounds closer.
	u := &upstream{say: func(*asked) string { return "a, b" }}
	post(t, open(t, u, func(o *gateway.Options) { o.Settings.Bounds.Calls = 2 })+"/v1/chat/completions", ask(haiku, `"adhere":{"max_calls":50,"max_iterations":50}`))
	if u.calls() != 2 {
		t.Errorf("%d calls, want 2", u.calls())
	}
	u = &upstream{}
	u.say = func(*asked) string { return "a, b" + strings.Repeat(", c", u.calls()) }
	_, body := post(t, open(t, u, func(o *gateway.Options) {
		o.Price = func(string, adhere.Usage) adhere.Money { return adhere.USD / 100 }
	})+"/v1/chat/completions", ask(haiku, `"adhere":{"budget_usd":0.02}`))
	if r := read(t, body); u.calls() != 2 || r.Adhere.Stopped != adhere.StopBudget || r.Adhere.Usage["total"].USD != 0.02 {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
}

// judges has the model that is asked decide what rules cannot.
func judges(o *gateway.Options) {
	o.Judges = []gateway.NamedJudge{{Name: "self", New: func(m adhere.Model) (adhere.Judge, error) {
		s, err := judge.Find("constraints-at-once")
		if err != nil {
			return nil, err
		}
		return s.New(judge.Options{Model: refine.Metered(m), Reasks: -1})
	}}}
}

const judged = `"adhere":{"constraints":["Do not use commas.","The tone is friendly.","It rhymes."]}`

// TestListAndVerdictsInOneCall holds that one call lists what a draft must meet
// and judges it, where one model does both; that verdicts that cannot be read are
// asked for again, and that a list that is known is not asked for.
func TestListAndVerdictsInOneCall(t *testing.T) {
	const list = "1. [message 1; whole answer] Use at most 3 words.\n2. [message 1; whole answer] The tone is friendly."
	for name, c := range map[string]struct {
		verdicts string
		calls    int // beyond the draft
		notMet   int
	}{
		"met":        {"\n\nVerdicts:\n1. It has 2 words. Final Answer is Constraint followed\n2. It is warm. Final Answer is Constraint followed", 1, 0},
		"bold":       {"\n\n**Verdicts:**\n1. Two words. **Constraint followed**\n2. Warm. **Constraint followed**", 1, 0},
		"unreadable": {"\n\nVerdicts:\nAll of them, I think.", 2, 0},
		"none":       {"", 2, 0},
		"not met":    {"\n\nVerdicts:\n1. It has 2 words. Final Answer is Constraint followed\n2. It is cold. Final Answer is Constraint not followed", 3, 1},
	} {
		u := &upstream{}
		u.say = func(a *asked) string {
			switch {
			case strings.HasSuffix(strings.TrimSpace(a.last()), "Demands:"):
				if !strings.Contains(a.last(), "Hello friend.") {
					t.Errorf("%s: the draft is not shown", name)
				}
				return list + c.verdicts
			case strings.Contains(a.last(), "You check the work"):
				return "1. It is. Final Answer is Constraint followed <END>"
			case a.rewrites():
				return "Hello, dear."
			default:
				return "Hello friend."
			}
		}
		url := open(t, u, demandsOf, judges, func(o *gateway.Options) { o.Settings.MaxIterations, o.ListerJudges = 1, true })
		for again := range 2 {
			before := u.calls()
			_, body := post(t, url+"/v1/chat/completions", ask("Greet me warmly in 3 words at most."))
			want := c.calls
			if again == 1 { // the list is known, and the judge is asked
				want = 1
			}
			if first := read(t, body).Adhere.Attempts[0]; u.calls()-before-1 != want || again == 0 && first.NotMet != c.notMet || first.Met+first.NotMet != 2 {
				t.Errorf("%s: %d calls beyond the draft, want %d: %s", name, u.calls()-before-1, want, body)
			}
		}
	}
}

func TestOneCallForWhatRulesCannotDecide(t *testing.T) {
	asksJudge := func(a *asked) bool { return strings.Contains(a.last(), "You check the work") }
	verdicts := "1. It is. Final Answer is Constraint followed <END>\n2. It does. Final Answer is Constraint followed <END>"
	u := &upstream{say: func(a *asked) string {
		if asksJudge(a) {
			return verdicts
		}
		return "Tea warms"
	}}
	url := open(t, u, judges)
	_, body := post(t, url+"/v1/chat/completions", ask("Write about tea.", judged, `"response_format":{"type":"text"}`))
	r := read(t, body)
	if u.calls() != 2 || r.Adhere.Met != 3 || r.Adhere.Flagged || r.Adhere.Usage["judge"].Calls != 1 || r.Usage.Total != 30 {
		t.Fatalf("%d calls: %s", u.calls(), body)
	}
	for i, f := range r.Adhere.Constraints {
		if want := []string{"rule", "judge", "judge"}[i]; f.Method != want {
			t.Errorf("constraint %d is decided by %s, want %s", i, f.Method, want)
		}
	}
	if a := u.request(1); a.fields["response_format"] != nil || !asksJudge(a) {
		t.Errorf("the judge is asked %s", a.body)
	}
	// Without a judge they are reported as open.
	_, body = post(t, url+"/v1/chat/completions", ask("Write about tea.", strings.Replace(judged, `{"c`, `{"judge":"none","c`, 1)))
	if r := read(t, body); r.Adhere.Met != 1 || r.Adhere.Undecided != 2 || r.Adhere.Constraints[1].Method != "none" || r.Adhere.Constraints[1].Outcome != adhere.Unsure {
		t.Errorf("%s", body)
	}
	// A judge that fails decides nothing, and the client is told.
	verdicts = "hm"
	_, body = post(t, url+"/v1/chat/completions", ask("Write about tea.", judged))
	if r := read(t, body); r.Adhere.Met != 1 || r.Adhere.Undecided != 2 || !r.Adhere.Flagged || r.text() != "Tea warms" || !strings.HasPrefix(r.Adhere.Constraints[1].Evidence, "no verdict that can be used") {
		t.Errorf("%s", body)
	}
}

// A draft that breaks a rule is rewritten before the judge is asked; where no
// rewrite can follow, it is asked at once. What rules leave undecided it decides.
func TestJudgeIsAskedWhenItMatters(t *testing.T) {
	u := &upstream{say: func(a *asked) string {
		switch {
		case strings.Contains(a.last(), "You check the work"):
			return "1. It is. Final Answer is Constraint followed <END>\n2. It does. Final Answer is Constraint followed <END>"
		case a.rewrites():
			return "Tea warms us"
		default:
			return "Tea, warms us"
		}
	}}
	url := open(t, u, judges)
	_, body := post(t, url+"/v1/chat/completions", ask("Write about tea.", judged))
	if r := read(t, body); u.calls() != 3 || r.Adhere.Met != 3 || r.Adhere.Attempts[0].NotMet != 1 || r.Adhere.Attempts[0].Undecided != 2 {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
	before := u.calls()
	_, body = post(t, url+"/v1/chat/completions", ask("Write about tea.", strings.Replace(judged, `{"c`, `{"max_iterations":0,"c`, 1)))
	if r := read(t, body); u.calls() != before+2 || r.Adhere.Met != 2 || r.Adhere.NotMet != 1 {
		t.Errorf("%d calls: %s", u.calls()-before, body)
	}
	const soft = `"adhere":{"constraints":["Write 2 paragraphs.","It is kind."]}`
	u.say = func(a *asked) string {
		if strings.Contains(a.last(), "You check the work") {
			return "1. Two, and a closing line. Final Answer is Constraint followed <END>\n2. It does. Final Answer is Constraint followed <END>"
		}
		long := strings.Repeat("Tea warms the hands and the house, and it does so slowly. ", 3)
		return long + "\n\n" + long + "\n\nDrink kindly."
	}
	_, body = post(t, url+"/v1/chat/completions", ask("Write about tea.", soft))
	if r := read(t, body); r.Adhere.Met != 2 || r.Adhere.Constraints[0].Method != "judge" {
		t.Errorf("%s", body)
	}
}

// Two requests at one time see nothing of each other.
func TestRequestsDoNotMeet(t *testing.T) {
	u := &upstream{say: func(a *asked) string {
		text := a.last()
		if a.rewrites() {
			return "fixed " + text[strings.Index(text, "name ")+5:][:4]
		}
		return "bad, name " + text[strings.Index(text, "name ")+5:][:4]
	}}
	url := open(t, u)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			for k := range 10 {
				name := fmt.Sprintf("%02d%02d", i, k)
				extra := fmt.Sprintf(`"adhere":{"max_iterations":%d}`, 1+i%2)
				if i%3 == 0 {
					extra = `"adhere":{"strategy":"passthrough"}`
				}
				_, body := post(t, url+"/v1/chat/completions", ask("Say the name "+name+". Do not use commas.", extra))
				r := read(t, body)
				want := "fixed " + name
				if i%3 == 0 {
					want = "bad, name " + name
				}
				if r.text() != want || (r.Adhere == nil) != (i%3 == 0) {
					t.Errorf("%s: %s", name, body)
				}
			}
		})
	}
	all.Wait()
}

func TestShadow(t *testing.T) {
	u := &upstream{say: repairs}
	kept := make(chan *gateway.Exchange, 2)
	url := open(t, u, func(o *gateway.Options) {
		o.Settings.Strategy = gateway.Verify
		o.Record = func(e *gateway.Exchange) { kept <- e }
	})
	for _, stream := range []string{"false", "true"} {
		before := u.calls()
		resp, body := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":`+stream))
		if strings.Contains(body, "adhere") || !strings.Contains(body, "the whole big house") && !strings.Contains(body, `"house"`) || resp.Header.Get("X-Adhere-Strategy") != "verify" {
			t.Errorf("stream %s: %s", stream, body)
		}
		e := <-kept
		if e.Report.NotMet != 2 || !e.Report.Flagged || e.Report.OnExhausted != "" || e.Report.Stopped != adhere.StopDone || u.calls() != before+1 {
			t.Errorf("stream %s: %+v", stream, e.Report)
		}
	}
}

func TestReplay(t *testing.T) {
	u := &upstream{say: repairs}
	kept := make(chan *gateway.Exchange, 2)
	url := open(t, u, func(o *gateway.Options) { o.Record = func(e *gateway.Exchange) { kept <- e } }, judges)
	for _, body := range []string{ask(haiku), ask("x", judged)} {
		post(t, url+"/v1/chat/completions", body)
		e := <-kept
		if differ, err := gateway.Replay(context.Background(), e, suites.Catalog()); err != nil || len(differ) > 0 {
			t.Errorf("%v, %v", differ, err)
		}
		e.Trace.Attempts[0].Response.Text = "something without any"
		if differ, _ := gateway.Replay(context.Background(), e, suites.Catalog()); len(differ) == 0 {
			t.Error("another text has the same verdicts")
		}
	}
}

// Calls that failed are calls: they count towards the bound, and are reported.
func TestFailedCallsCount(t *testing.T) {
	for name, c := range map[string]struct {
		limit, fails string // which of the calls fail, counted from 1
		made, status int
	}{
		"all, the draft":   {`"max_calls":2`, "12345", 2, 503},
		"the only one":     {`"max_calls":1`, "1", 1, 503},
		"one, then enough": {`"max_calls":2`, "1", 2, 200},
		"one, and more":    {`"max_calls":3`, "1", 3, 200},
		"a rewrite's":      {`"max_calls":3`, "23", 3, 200},
		"without a bound":  {`"max_iterations":1`, "12", 4, 200},
	} {
		t.Run(name, func(t *testing.T) {
			u := &upstream{say: func(*asked) string { return "a, b" }}
			u.raw = func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
				if !strings.Contains(c.fails, strconv.Itoa(u.calls())) {
					return false
				}
				w.Header().Set("Retry-After-Ms", "1")
				w.WriteHeader(http.StatusServiceUnavailable)
				return true
			}
			for _, stream := range []string{`"x":1`, `"stream":true`} {
				u.seen = nil
				resp, body := post(t, open(t, u, func(o *gateway.Options) { o.Retries = 2 })+"/v1/chat/completions", ask(haiku, stream, `"adhere":{`+c.limit+`}`))
				if resp.StatusCode != c.status || u.calls() != c.made {
					t.Fatalf("%s: status %d after %d calls, want %d after %d: %s", stream, resp.StatusCode, u.calls(), c.status, c.made, body)
				}
				if c.status == http.StatusOK && !strings.Contains(body, fmt.Sprintf(`"total":{"calls":%d,`, c.made)) {
					t.Errorf("%s: %d calls are not reported: %s", stream, c.made, body)
				}
			}
		})
	}
}

// A rewrite that breaks off was paid for, and is in every sum.
func TestCutRewritesCount(t *testing.T) {
	for _, stream := range []string{"false", "true"} {
		u := &upstream{say: repairs}
		u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
			if !a.rewrites() {
				return false
			}
			text := `{"choices":[{"message":{"content":"Tea warms`
			if stream == "true" {
				w.Header().Set("Content-Type", "text/event-stream")
				text = `data: {"choices":[{"index":0,"delta":{"content":"Tea warms"}}]}` + "\n\n"
			}
			_, _ = io.WriteString(w, text)
			return true
		}
		_, body := post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"stream":`+stream, `"stream_options":{"include_usage":true}`))
		_, report, _ := strings.Cut(body, `"total":`)
		var total gateway.Amount
		if err := json.NewDecoder(strings.NewReader(report)).Decode(&total); err != nil || total.Calls != 2 || total.In <= 10 || !strings.Contains(body, fmt.Sprintf(`"prompt_tokens":%d,"completion_tokens":%d,"total_tokens"`, total.In, total.Out)) {
			t.Errorf("stream %s: %v, %+v of %s", stream, err, total, body)
		}
	}
}

// An answer that is asked for since the arguments of a call do not fit, and breaks off,
// counts once also where the text beside the call is judged; and so does a question that
// is refused for its temperature.
func TestCallsThatComeToNothingCountOnce(t *testing.T) {
	const tools = `"tools":[{"type":"function","function":{"name":"weather","parameters":` + weather + `}}]`
	rules, _ := ruleFile(t, "rules: [{strategy: decrim, enforce: true, constraints: [Do not use any commas.]}]")
	u := &upstream{raw: func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		body := beside("Let me look.", `{"city":7}`)["/v1/chat/completions"]["a call"]
		if strings.Contains(string(a.body), "was not made") {
			body = `{"choices":[{"message":{"content":"Tea warms`
		}
		return answersWith(body)(w, r, a)
	}}
	_, body := post(t, open(t, u, func(o *gateway.Options) { o.Rules = rules })+"/v1/chat/completions", ask("Weather?", tools))
	if r := read(t, body); r.Adhere.Usage["total"].Calls != u.calls() || r.Adhere.Usage["total"].Out != 5+1 {
		t.Errorf("%d calls: %+v", u.calls(), r.Adhere.Usage)
	}
	u = &upstream{say: repairs}
	u.raw = func(w http.ResponseWriter, r *http.Request, a *asked) bool {
		return a.fields["temperature"] != nil && answers(http.StatusBadRequest, `{"error":{"message":"no temperature"}}`)(w, r, a)
	}
	_, body = post(t, open(t, u)+"/v1/chat/completions", ask(haiku, `"adhere":{"strategy":"generate_and_rank","max_iterations":3}`))
	if r := read(t, body); r.Adhere.Usage["total"].Calls != u.calls() {
		t.Errorf("%d calls: %+v", u.calls(), r.Adhere.Usage)
	}
}

// The list of demands and the draft count together, whichever of them fails, and a list
// that had no calls left is asked for when a request has some.
func TestListAndDraftCountTogether(t *testing.T) {
	for name, c := range map[string]struct {
		judges bool // the list is asked for when the draft is there
		fails  string
	}{
		"about a draft that failed": {true, "draft"},
		"beside a draft that fails": {false, "draft"},
		"a list that fails":         {false, "list"},
		"a list about a draft":      {true, "list"},
	} {
		u := &upstream{}
		failed := 0
		u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
			u.mu.Lock()
			defer u.mu.Unlock()
			if (a.fields["x_mine"] != nil) != (c.fails == "draft") || failed > 0 {
				return false
			}
			failed++
			w.WriteHeader(http.StatusInternalServerError)
			return true
		}
		u.say = func(a *asked) string {
			if a.fields["x_mine"] == nil {
				return "1. [message 1; whole answer] Do not use any commas."
			}
			return repairs(a)
		}
		url := open(t, u, demandsOf, func(o *gateway.Options) {
			if c.judges {
				judges(o)
				o.ListerJudges = true
			}
		}) + "/v1/chat/completions"
		resp, body := post(t, url, ask("Describe tea without commas.", `"x_mine":1`, `"adhere":{"max_calls":2}`))
		beside := c.fails == "draft" && !c.judges // the list may have been first
		if resp.StatusCode != http.StatusOK && !beside || u.calls() > 2 {
			t.Errorf("%s: status %d after %d calls: %s", name, resp.StatusCode, u.calls(), body)
		}
		if c.fails == "list" {
			continue // that is remembered
		}
		if _, body = post(t, url, ask("Describe tea without commas.", `"x_mine":1`)); read(t, body).Adhere == nil || read(t, body).Adhere.Source != gateway.FromModel {
			t.Errorf("%s: the model is not asked for the list: %s", name, body)
		}
	}
}

// While the client's connection holds the draft back, a list that fails is not asked
// for again with the call that is kept for the draft.
func TestListLeavesACallForTheDraft(t *testing.T) {
	u := &upstream{say: repairs}
	lists := make(chan struct{}, 10)
	u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		if a.fields["x_mine"] != nil {
			return false
		}
		w.Header().Set("Retry-After-Ms", "0")
		w.WriteHeader(http.StatusServiceUnavailable)
		lists <- struct{}{}
		return true
	}
	back := httptest.NewServer(u)
	defer back.Close()
	slow := &blockedWriter{ResponseRecorder: httptest.NewRecorder(), until: func() {
		<-lists
		select {
		case <-lists: // a second one, before the draft was asked for
		case <-time.After(200 * time.Millisecond):
		}
	}}
	r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(ask("Describe tea without commas.", `"x_mine":1`, `"stream":true`, `"adhere":{"max_calls":2,"progress":true}`)))
	decrim(t, back.URL, demandsOf).ServeHTTP(slow, r)
	if u.calls() != 2 || u.request(1).fields["x_mine"] == nil {
		t.Errorf("%d calls, want one for the list and one for the draft: %s", u.calls(), slow.Body)
	}
}

// A blockedWriter is a client that takes nothing at first.
type blockedWriter struct {
	*httptest.ResponseRecorder
	once  sync.Once
	until func()
}

func (s *blockedWriter) Write(b []byte) (int, error) {
	s.once.Do(s.until)
	return s.ResponseRecorder.Write(b)
}
