package judge_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
)

// atMost is a language of one check: at most so many words.
func atMost() judge.Language {
	return judge.Language{
		Guide: `{"most":N}`,
		Read: func(raw json.RawMessage) (*adhere.Rule, string, error) {
			var got struct{ Most int }
			if err := json.Unmarshal(raw, &got); err != nil || got.Most == 0 {
				return nil, "", errors.New("most: expected a number")
			}
			return &adhere.Rule{Name: "test/words", Args: raw}, fmt.Sprintf("at most %d words", got.Most), nil
		},
		Run: func(rule *adhere.Rule, text string) (adhere.Outcome, string) {
			var got struct {
				Most  int
				Short bool // leaves short texts undecided
			}
			_ = json.Unmarshal(rule.Args, &got)
			n := len(strings.Fields(text))
			if strings.HasPrefix(text, "```") || got.Short && n <= got.Most { // whether a fence counts, nobody knows
				return adhere.Unsure, "in a fence"
			}
			return adhere.OutcomeOf(n <= got.Most), fmt.Sprint(n, " words")
		},
		Witnesses: func(rule *adhere.Rule, _ []string) []string {
			var got struct{ Most int }
			_ = json.Unmarshal(rule.Args, &got)
			return []string{strings.TrimSpace(strings.Repeat("a ", got.Most)), strings.TrimSpace(strings.Repeat("a ", got.Most+1))}
		},
		Fill: func(text string) string { return text },
	}
}

// scripted answers each kind of question with its replies in turn; the last
// one stays.
func scripted(replies map[string][]string) *fake {
	return &fake{reply: func(req *adhere.Request) string {
		last := req.Messages[len(req.Messages)-1].Text
		for sign, list := range replies {
			if strings.Contains(last, sign) {
				if len(list) > 1 {
					replies[sign] = list[1:]
				}
				return list[0]
			}
		}
		return "?"
	}}
}

const (
	askCheck = "Put the requirement at the end"
	askTexts = "Write three short texts"
	askLabel = "Say of each text"
	askMend  = "says otherwise than their labels"
	askAgain = "The program cannot take this"
)

// TestCompile holds what is taken and what is not: a check must say of every
// text what the model says of it without seeing the check.
func TestCompile(t *testing.T) {
	texts := `{"meet":["a","a b c"],"break":["a b c d","a b c d e f"]}`
	for name, tt := range map[string]struct {
		replies map[string][]string
		english string
		why     string
	}{
		"taken":            {map[string][]string{askCheck: {`{"most":3}`}, askTexts: {texts}, askLabel: {"1. YES\n2. NO"}}, "at most 3 words", ""},
		"fenced":           {map[string][]string{askCheck: {"Here:\n```json\n{\"most\":3}\n```"}, askTexts: {"```json\n" + texts + "\n```"}, askLabel: {"YES"}}, "at most 3 words", ""},
		"put right":        {map[string][]string{askCheck: {`{"least":3}`}, askAgain: {`{"most":3}`}, askTexts: {texts}}, "at most 3 words", ""},
		"none":             {map[string][]string{askCheck: {`{"none":true}`}}, "", "no check says this"},
		"never valid":      {map[string][]string{askCheck: {`{}`}, askAgain: {`[]`}}, "", "no valid check"},
		"mended":           {map[string][]string{askCheck: {`{"most":2}`}, askTexts: {texts}, askLabel: {"1. YES\n2. YES", "NO"}, askMend: {`{"most":3}`}}, "at most 3 words", ""},
		"mended into none": {map[string][]string{askCheck: {`{"most":2}`}, askTexts: {texts}, askMend: {`{"none":true}`}}, "", "no check says this"},
		"never mended":     {map[string][]string{askCheck: {`{"most":2}`}, askTexts: {texts}, askMend: {`{"most":1}`}}, "", "differs from"},
		"miscounted":       {map[string][]string{askCheck: {`{"most":4}`}, askTexts: {texts}, askLabel: {"1. UNSURE", "YES"}, askMend: {`{"keep":true}`}}, "at most 4 words", ""},
		"labels stand":     {map[string][]string{askCheck: {`{"most":4}`}, askTexts: {texts}, askLabel: {"1. UNSURE", "NO"}, askMend: {`{"keep":true}`}}, "", "labels a text twice against the check"},
		"unsure again":     {map[string][]string{askCheck: {`{"most":4}`}, askTexts: {texts}, askLabel: {"1. UNSURE", "UNSURE"}, askMend: {`{"keep":true}`}}, "at most 4 words", ""},
		"undecided":        {map[string][]string{askCheck: {`{"most":3}`}, askTexts: {"{\"meet\":[\"a\",\"```\\na\\n```\"],\"break\":[\"a b c d\",\"```\\na b c d\\n```\"]}"}, askLabel: {"1. YES"}}, "at most 3 words", ""},
		"only undecided":   {map[string][]string{askCheck: {`{"most":3}`}, askTexts: {"{\"meet\":[\"a\"],\"break\":[\"```\\na b c d\\n```\"]}"}, askLabel: {"1. YES\n2. UNSURE"}}, "", "decides no text that breaks the requirement: at most 3 words"},
		"keeps too much":   {map[string][]string{askCheck: {`{"most":9}`}, askTexts: {`{"meet":["a"],"break":["b","b c","b c d"]}`}, askMend: {`{"keep":true}`}}, "", "keeps a check that differs from 3"},
		"boundary":         {map[string][]string{askCheck: {`{"most":5}`}, askTexts: {`{"meet":["a"],"break":["a b c d e f g"]}`}, askLabel: {"1. NO\n2. NO", "YES"}, askMend: {`{"most":4}`}}, "at most 4 words", ""},
		"two readings":     {map[string][]string{askCheck: {`{"most":3}`, `{"most":4}`}, askTexts: {`{"meet":["a"],"break":["a b c d e f"]}`}, askLabel: {"1. UNSURE\n2. UNSURE\n3. UNSURE"}}, "", "two checks fit and differ"},
		"two, one fits":    {map[string][]string{askCheck: {`{"most":5}`, `{"most":3}`}, askTexts: {texts}, askLabel: {"1. NO\n2. NO\n3. YES"}}, "at most 3 words", ""},
		"two, one decides": {map[string][]string{askCheck: {`{"most":3,"short":true}`, `{"most":3}`}, askTexts: {texts}, askLabel: {"1. YES\n2. NO"}}, "at most 3 words", ""},
		"two, neither yet": {map[string][]string{askCheck: {`{"most":3,"short":true}`, `{"most":2}`}, askTexts: {texts}, askLabel: {"1. YES\n2. NO\n3. YES"}, askMend: {`{"most":3}`}}, "at most 3 words", ""},
		"undecided alone":  {map[string][]string{askCheck: {`{"most":3,"short":true}`}, askTexts: {texts}, askLabel: {"1. YES\n2. NO"}}, "", "decides no text that meets the requirement"},
		"broken outside":   {map[string][]string{askCheck: {`{"not":{"most":3},}`}, askAgain: {`{"none":true}`}}, "", "no check says this"},
		"no texts":         {map[string][]string{askCheck: {`{"most":3}`}, askTexts: {"I would rather not."}}, "", "writes no texts"},
	} {
		model := scripted(tt.replies)
		c, err := judge.NewCompiler(judge.Options{Model: model}, atMost())
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Compile(t.Context(), "Use no more than three words.", "")
		if err != nil || got.English != tt.english || (got.Rule != nil) != (tt.english != "") || !strings.Contains(got.Why, tt.why) || (got.Why == "") != (got.Rule != nil) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if got.Usage.Calls != len(model.requests) || got.By != "judge/compile@14+test/fake-1" {
			t.Errorf("%s: %d calls counted of %d, by %s", name, got.Usage.Calls, len(model.requests), got.By)
		}
		for _, w := range got.Witnesses {
			if outcome, _ := atMost().Run(got.Rule, w.Text); outcome != adhere.OutcomeOf(w.Met) {
				t.Errorf("%s: the witness %+v is no witness of %s", name, w, got.English)
			}
		}
		for _, req := range model.requests {
			if text := req.Messages[0].Text; (strings.Contains(text, askTexts) || strings.Contains(text, askLabel)) && strings.Contains(text, "most") && !strings.Contains(text, "at most") {
				t.Errorf("%s: whoever writes and labels texts is shown a check:\n%s", name, text)
			}
		}
	}
}

// TestCompileInRequest holds that every question shows the request that a
// requirement is part of.
func TestCompileInRequest(t *testing.T) {
	model := scripted(map[string][]string{
		askCheck: {`{"most":2}`}, askTexts: {`{"meet":["a","a b c"],"break":["a b c d"]}`}, askLabel: {"1. YES\n2. YES", "NO"}, askMend: {`{"most":3}`},
	})
	c, err := judge.NewCompiler(judge.Options{Model: model}, atMost())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Compile(t.Context(), "The motto has at most three words.", "Name a firm and give it a motto."); err != nil {
		t.Fatal(err)
	}
	for _, req := range model.requests {
		if !strings.Contains(req.Messages[0].Text, "Name a firm and give it a motto.") {
			t.Errorf("the request is not shown:\n%s", req.Messages[0].Text)
		}
	}
}

func TestCompileGolden(t *testing.T) {
	model := scripted(map[string][]string{
		askCheck: {`{"most":2}`}, askTexts: {`{"meet":["a","a b c"],"break":["a b c d"]}`}, askLabel: {"1. YES\n2. YES", "NO"}, askMend: {`{"most":3}`},
	})
	c, err := judge.NewCompiler(judge.Options{Model: model}, atMost())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Compile(t.Context(), "Use no more than three words.", ""); err != nil {
		t.Fatal(err)
	}
	golden(t, "compile", transcript(model.requests))
}
