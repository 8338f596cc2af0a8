package gateway_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/serving"
	"adhere/judge"
	"adhere/refine"
	"adhere/verify/suites"
)

const ruleText = `
rules:
  - name: support
    when: {key: support-*, prompt: [reply, greeting]}
    strategy: decrim
    enforce: true
    constraints:
      - Do not use any commas.
      - {rule: {name: "ifeval/length_constraints:number_words", args: {relation: at least, num_words: 2}}}
`

func ruleFile(t *testing.T, text string) (*gateway.RuleFile, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	rules, err := gateway.OpenRules(path, suites.Catalog(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules, path
}

// What the operator demands holds for the requests that a rule names, whatever
// they say themselves, and changes while the gateway runs.
func TestOperatorsRules(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	rules, path := ruleFile(t, ruleText)
	keys, k := keyed(t, serving.Key{Name: "support-1"}, serving.Key{Name: "other"})
	u := &upstream{say: func(a *asked) string {
		if a.rewrites() {
			return "tea and milk"
		}
		return "tea, milk"
	}}
	url := served(t, u, keys, nil, func(o *gateway.Options) { o.Rules = rules })
	for name, c := range map[string]struct {
		key, body string
		headers   []string
		corrected bool
	}{
		"named in the body":       {k[0], ask("hi", `"adhere":{"prompt":"reply"}`), nil, true},
		"named in a header":       {k[0], ask("hi"), []string{"X-Adhere-Prompt", "greeting"}, true},
		"named in the metadata":   {k[0], ask("hi", `"metadata":{"prompt":"reply"}`), nil, true},
		"cannot be switched off":  {k[0], ask("hi", `"adhere":{"prompt":"reply","strategy":"passthrough","constraints":[]}`), nil, true},
		"another prompt":          {k[0], ask("hi", `"adhere":{"prompt":"report"}`), nil, false},
		"another key":             {k[1], ask("hi", `"adhere":{"prompt":"reply"}`), nil, false},
		"without rules, a demand": {k[1], ask("Do not use any commas."), nil, false},
	} {
		status, r := call(t, "POST", url+"/v1/chat/completions", c.key, c.body, c.headers...)
		if status != 200 || (r.Adhere != nil) != c.corrected || (r.text() == "tea and milk") != c.corrected {
			t.Errorf("%s: %d %+v", name, status, r)
		}
		if c.corrected && r.Adhere != nil && (len(r.Adhere.Constraints) != 2 || r.Adhere.Met != 2) {
			t.Errorf("%s: %+v", name, r.Adhere)
		}
	}
	ask := func() bool {
		_, r := call(t, "POST", url+"/v1/chat/completions", k[0], ask("hi", `"adhere":{"prompt":"reply"}`))
		return r.Adhere != nil
	}
	change := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		rules.Reload(logger)
	}
	for range 2 {
		if change("rules:\n- {strategy: magic}\n"); !ask() {
			t.Error("a broken file takes the rules away")
		}
		rules.Reload(logger)
	}
	if strings.Count(log.String(), "WARN") != 2 || !strings.Contains(log.String(), "rules.yaml: rule 1: ") || !strings.Contains(log.String(), "(line 2)") || !strings.Contains(log.String(), "the old rules stay in force") {
		t.Errorf("the log says\n%s", &log)
	}
	for range 3 {
		if change("rules: []"); ask() {
			t.Error("a change is not followed")
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		rules.Reload(logger)
	}
	if bad, good := strings.Count(log.String(), "WARN"), strings.Count(log.String(), "its rules are in force"); bad != 5 || good != 3 {
		t.Errorf("%d warnings and %d changes:\n%s", bad, good, &log)
	}
}

// A gateway without requests, too, says what became of a change.
func TestRulesAreFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		rules, path := ruleFile(t, ruleText)
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		go rules.Follow(ctx, slog.New(slog.NewTextHandler(&log, nil)))
		for _, c := range []struct{ text, want string }{
			{"rules: 3", "level=WARN"},
			{"rules: [{name: a}, {name: b}]", "level=INFO msg=\"the rule file has changed; its rules are in force\" file=" + path + " rules=2"},
		} {
			log.Reset()
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if !strings.Contains(log.String(), c.want) {
				t.Errorf("%s: the log says %q", c.text, &log)
			}
		}
	})
}

func TestBadRuleFiles(t *testing.T) {
	for text, want := range map[string]string{
		"rules:\n- {name: a}\n- {strategy: magic}":                                 "(line 3)",
		"rules: [{strategy: magic}]":                                               `rule 1: strategy: "magic" is not one of`,
		"rules: [{name: a, when: {route: images}}]":                                `rule a: when.route: "images" is not one of chat`,
		"rules:\n- name: a\n  constraints:\n  - Be kind.\n  - {rule: {name: x/y}}": "rule a: constraint 2: unknown checker \"x/y\" (line 5)",
		"rules:\n- constraints:\n  - Be kind.\n  -\n  - Be brief.":                 "line 4: an empty item stands in a list",
		"rules:\n- constraints:\n  - Be kind.\n  - \"\\u200b\"":                    "rule 1: constraint 2: it has neither a text nor a rule (line 4)",
		"rules:\n- constraints:\n  - text: \"\\u2060 \"":                           "line 3: a constraint has neither a text nor a rule",
		"rules:\n- constraints:\n  - Be kind.\n  - {}":                             "line 4: a constraint has neither a text nor a rule",
		"rules:\n- constraints:\n  - Be kind.\n  - \"\"":                           "rule 1: constraint 2: it has neither a text nor a rule (line 4)",
		"rules: [{name: a, constraint: [x]}]":                                      "line 1: there is no field constraint here",
		"":                                                                         "it is empty",
		"rules: []\n---\nrules: [{name: a}]":                                       "one YAML document",
		"rules: 3":                                                                 "line 1: a number cannot stand here",
		"- name: a":                                                                "line 1: a list cannot stand here",
		"rules: [{constraints: No commas.}]":                                       "line 1: a text cannot stand here",
		"a: b":                                                                     "line 1: there is no field a here",
		"rules: [{constraints: [{text: x, unknown: 1}]}]":                          "there is no field unknown here",
	} {
		path := filepath.Join(t.TempDir(), "rules.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := gateway.OpenRules(path, suites.Catalog(), nil); adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "line ") > 1 || strings.Contains(err.Error(), "gateway.") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzRuleFile(f *testing.F) {
	f.Add(ruleText)
	f.Add("rules: [{when: {key: [a, b]}, constraints: [x, {text: y}]}]")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "rules.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := gateway.OpenRules(path, suites.Catalog(), nil); err == nil {
			if _, err := r.Try(t.Context(), &gateway.RuleCase{Answer: "x"}); err != nil {
				t.Error(err)
			}
		}
	})
}

// The form that a request wants is checked and repaired like any demand.
func TestResponseFormat(t *testing.T) {
	schema := `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`
	for name, c := range map[string]struct {
		format, first, second string
		met                   int
		warns                 bool
	}{
		"fits":         {`{"type":"json_schema","json_schema":{"name":"a","schema":` + schema + `}}`, `{"n":1}`, "", 1, false},
		"repaired":     {`{"type":"json_schema","json_schema":{"name":"a","schema":` + schema + `}}`, `{"n":"one"}`, `{"n":1}`, 1, false},
		"a fence":      {`{"type":"json_object"}`, "```json\n{\"n\":1}\n```", `{"n":1}`, 1, false},
		"no JSON":      {`{"type":"json_object"}`, "Sure! Here it is.", `{"n":1}`, 1, false},
		"reads a file": {`{"type":"json_schema","json_schema":{"schema":{"$ref":"file:///etc/passwd"}}}`, `{"n":1}`, "", 1, true},
		"none":         {`{"type":"text"}`, "hello", "", 0, false},
	} {
		u := &upstream{say: func(a *asked) string {
			if a.rewrites() {
				return c.second
			}
			return c.first
		}}
		_, body := post(t, open(t, u)+"/v1/chat/completions", ask("hi", `"response_format":`+c.format))
		r := read(t, body)
		if c.met == 0 {
			if r.Adhere != nil {
				t.Errorf("%s: %s", name, body)
			}
			continue
		}
		want := c.first
		if c.second != "" {
			want = c.second
		}
		if r.Adhere == nil || r.Adhere.Met != c.met || r.text() != want || (len(r.Adhere.Warnings) > 0) != c.warns {
			t.Errorf("%s: %s", name, body)
		}
	}
}

// A gateway that is told nothing changes nothing.
func TestVerifyIsTheDefault(t *testing.T) {
	u := &upstream{say: repairs}
	kept := make(chan *gateway.Exchange, 1)
	url := open(t, u, func(o *gateway.Options) {
		o.Settings, o.Record = gateway.Settings{}, func(e *gateway.Exchange) { kept <- e }
	})
	resp, body := post(t, url+"/v1/chat/completions", ask(haiku))
	if e := <-kept; strings.Contains(body, "adhere") || resp.Header.Get("X-Adhere-Strategy") != "verify" || e.Report.NotMet != 2 || u.calls() != 1 {
		t.Errorf("%s %+v", body, e.Report)
	}
}

// What may not bind is shown and never enforced.
func TestDemandsInDoubtAreOnlyShown(t *testing.T) {
	u := &upstream{say: func(*asked) string { return "A summary with many words, and commas." }}
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask("Summarize this mail in one sentence:\n\n> Please answer in at most three words.\n> Do not use any commas.\n"))
	if r := read(t, body); u.calls() != 1 || r.Adhere != nil && r.Adhere.NotMet > 0 {
		t.Errorf("%s", body)
	}
}

// The model lists demands while it answers; what it said is remembered, also
// that it failed.
func TestListedBesideTheDraft(t *testing.T) {
	for _, fails := range []bool{false, true} {
		drafting, lists := make(chan bool, 9), 0
		u := &upstream{}
		u.raw = func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
			if a.fields["x_mine"] != nil {
				drafting <- true
				return false
			}
			lists++
			if lists == 1 {
				<-drafting // would wait for ever if the draft came after the list
			}
			return false
		}
		u.say = func(a *asked) string {
			switch {
			case a.fields["x_mine"] != nil:
				return repairs(a)
			case fails:
				return "no idea"
			default:
				return "1. Do not use any commas."
			}
		}
		url := open(t, u, func(o *gateway.Options) {
			o.Decomposer = func(m adhere.Model) (refine.Decomposer, error) {
				d, err := judge.NewDecomposer(judge.Options{Model: m, Reasks: -1})
				return refine.Lists(d), err
			}
		})
		for i := range 2 {
			_, body := post(t, url+"/v1/chat/completions", ask(haiku, `"x_mine":1`))
			r := read(t, body)
			if r.Adhere == nil || (r.Adhere.Usage["decompose"].Calls == 1) != (i == 0) || (len(r.Adhere.Warnings) > 0) != fails || r.Adhere.NotMet != 0 {
				t.Errorf("fails %v, request %d: %s", fails, i, body)
			}
		}
		if lists != 1 {
			t.Errorf("fails %v: the list is asked for %d times", fails, lists)
		}
	}
}

// Cases come out as answers do: rules hold whatever the last turn is.
func TestRuleCasesAreServedAlike(t *testing.T) {
	rules, _ := ruleFile(t, "rules: [{enforce: true, constraints: [Use at most 1 word.]}]")
	for _, body := range []string{
		turn(""),
		turn(`{"role":"user","content":""}`),
		turn(`{"role":"tool","tool_call_id":"a","content":"1"}`),
		turn(`{"role":"assistant","tool_calls":[{"id":"a"}]},{"role":"tool","tool_call_id":"a","content":"1"}`),
	} {
		r, err := rules.Try(t.Context(), &gateway.RuleCase{Name: "a", Body: []byte(body), Answer: "Hi there!"})
		if err != nil || len(r.Constraints) != 1 || r.Constraints[0].Outcome != adhere.NotMet {
			t.Errorf("%s: %+v, %v", body, r, err)
		}
	}
	if r, err := rules.Try(t.Context(), &gateway.RuleCase{Name: "a"}); err != nil || r.Constraints[0].Outcome != adhere.NotMet {
		t.Errorf("an empty answer: %+v, %v", r, err)
	}
}

// A file of cases without one tests nothing, and constraints that exclude each
// other are said with each case.
func TestRuleCasesSayWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	rules, cases := filepath.Join(dir, "rules.yaml"), filepath.Join(dir, "cases.jsonl")
	if err := os.WriteFile(rules, []byte("rules: [{constraints: [Use at most 5 words., Use at least 9 words.]}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := gateway.OpenRules(rules, suites.Catalog(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"\n": "has no cases", "\ufeff{\"pass\":1}": "cases.jsonl:1: pass: true or false is expected, not number", `{"anwser":"x"}`: "cases.jsonl:1: anwser: there is no such field"} {
		if err := os.WriteFile(cases, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.TryFile(t.Context(), cases); adhere.CodeOf(err) != adhere.Invalid || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"Use at most 5 word":   `not_met names "Use at most 5 word", which is no constraint here; did you mean "Use at most 5 words." or "Use at least 9 words."?`,
		"The tone is friendly": `not_met names "The tone is friendly", which is no constraint here; there are "Use at most 5 words.", "Use at least 9 words."`,
	} {
		r, err := f.Try(t.Context(), &gateway.RuleCase{Answer: "x", NotMet: []string{text, "Use at least 9 words."}})
		if err != nil || len(r.Differs) != 1 || r.Differs[0] != want {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
	r, err := f.Try(t.Context(), &gateway.RuleCase{Name: "a", Answer: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := r.Write(&out); err != nil || !strings.Contains(out.String(), "no answer can meet these together: c1, c2: ") {
		t.Errorf("%s, %v", &out, err)
	}
}

// A request that was kept is a case that comes out as it did, however it named its
// prompt: rules go by that name.
func TestKeptRequestsAreCases(t *testing.T) {
	rules, _ := ruleFile(t, ruleText)
	keys, k := keyed(t, serving.Key{Name: "support-1"})
	kept := make(chan *gateway.Exchange, 1)
	u := &upstream{say: func(*asked) string { return "tea, milk" }}
	url := served(t, u, keys, nil, func(o *gateway.Options) {
		o.Rules, o.Record = rules, func(e *gateway.Exchange) { kept <- e }
	})
	for _, c := range []struct {
		body    string
		headers []string
	}{
		{ask("hi", `"adhere":{"prompt":"reply"}`), nil},
		{ask("hi"), []string{"X-Adhere-Prompt", "greeting"}},
		{ask("hi", `"metadata":{"prompt":"reply"}`), nil},
	} {
		call(t, "POST", url+"/v1/chat/completions", k[0], c.body, c.headers...)
		one := gateway.CaseOf(<-kept)
		if r, err := rules.Try(t.Context(), one); err != nil || len(r.Differs) > 0 || *one.Pass || len(one.NotMet) != 1 {
			t.Errorf("%s %v: %+v, %v", c.body, c.headers, r, err)
		}
	}
}
