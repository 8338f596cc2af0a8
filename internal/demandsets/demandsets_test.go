package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// TestLabels holds that labels point into their conversations and that halves
// share nothing.
func TestLabels(t *testing.T) {
	seen := map[string]string{}
	once := func(id, text string) {
		if other, ok := seen[text]; ok {
			t.Errorf("%s has the words of %s", id, other)
		}
		seen[text] = id
	}
	for _, half := range halves() {
		prompts, err := load[promptCase]("prompts", half)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range prompts {
			once(c.ID, c.Messages[len(c.Messages)-1].Text)
			checkPrompt(t, &c)
		}
		wordings, err := load[wordingCase]("wordings", half)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range wordings {
			once(c.ID, c.Wording)
			if len(c.Passes) < 2 || len(c.Fails) < 2 {
				t.Errorf("%s has %d texts that pass and %d that fail; expected at least two of each", c.ID, len(c.Passes), len(c.Fails))
			}
		}
	}
}

func checkPrompt(t *testing.T, c *promptCase) {
	t.Helper()
	var ids []string
	for _, l := range c.Demands {
		ids = append(ids, l.ID)
		if l.Turn >= len(c.Messages) || !strings.Contains(c.Messages[l.Turn].Text, l.Quote) {
			t.Errorf("%s: message %d does not hold %q", c.ID, l.Turn, l.Quote)
		}
		if !slices.Contains([]string{exact, soft, judged}, l.Decide) {
			t.Errorf("%s: %q is no way to decide", c.ID, l.Decide)
		}
		if !slices.Contains([]adhere.Reach{adhere.WholeAnswer, adhere.EachUnit, adhere.NamedPart, adhere.WhatFollows}, l.Scope.Reach) {
			t.Errorf("%s: %q is no reach", c.ID, l.Scope.Reach)
		}
	}
	if len(c.Good) == 0 {
		t.Errorf("%s has no good answer", c.ID)
	}
	for _, m := range c.Misses {
		for _, id := range m.Breaks {
			if !slices.Contains(ids, id) {
				t.Errorf("%s: a near miss breaks %q, which is no demand", c.ID, id)
			}
		}
	}
}

// atMost is a demand of at most n words, read from a quote.
func atMost(n int, text, quote string, reach adhere.Reach) adhere.Demand {
	at := strings.Index(text, quote)
	raw, _ := json.Marshal(map[string]any{"check": map[string]any{"count": map[string]any{"unit": "word"}, "is": map[string]any{"most": n}}})
	d := adhere.Demand{Requirement: adhere.Requirement{Scope: adhere.Scope{Reach: reach}}, Source: adhere.Source{Origin: adhere.FromInstruction, Start: at, End: at + len(quote)}, Certain: true}
	d.Text = quote
	d.Rule, _, _ = ruling.ReadCheck(raw)
	return d
}

// TestMeasurePrompt holds what is counted for readers that are right, too
// strict, wrong about scope, or blind.
func TestMeasurePrompt(t *testing.T) {
	const ask = `He said "one word only". Write at most 3 words`
	c := &promptCase{
		ID: "x", Messages: []adhere.Message{{Role: adhere.User, Text: ask}},
		Demands: []label{
			{ID: "d1", Quote: "one word only", Scope: adhere.Scope{Reach: adhere.WholeAnswer}, Source: "quoted", Decide: exact},
			{ID: "d2", Quote: "at most 3 words", Scope: adhere.Scope{Reach: adhere.WholeAnswer}, Source: "instruction", Decide: exact},
		},
		Good:   []string{"one two three"},
		Misses: []miss{{Breaks: []string{"d2"}, Exact: true, Text: "one two three four"}},
	}
	b := bench{ruling.NewDecider(suites.All()...)}
	for _, test := range []struct {
		name    string
		demands []adhere.Demand
		want    map[string][2]int
		faults  string
	}{
		{"right", []adhere.Demand{atMost(3, ask, "at most 3 words", adhere.WholeAnswer)}, map[string][2]int{
			"harm": {0, 1}, "enforced right": {1, 1}, "exact demands found": {1, 1}, "near misses caught": {1, 1}, "D": {2, 2}, "P": {2, 2}, "F": {1, 1},
		}, ""},
		{"too strict", []adhere.Demand{atMost(2, ask, "at most 3 words", adhere.WholeAnswer)}, map[string][2]int{
			"harm": {1, 1}, "enforced right": {0, 1}, "exact demands found": {0, 1}, "near misses caught": {1, 1}, "P": {1, 2},
		}, "accuses answer 1"},
		{"too mild", []adhere.Demand{atMost(4, ask, "at most 3 words", adhere.WholeAnswer)}, map[string][2]int{
			"harm": {0, 1}, "enforced right": {0, 1}, "near misses caught": {0, 1}, "F": {0, 1},
		}, "accepts answer 2"},
		{"wrong scope", []adhere.Demand{atMost(3, ask, "at most 3 words", adhere.NamedPart)}, map[string][2]int{
			"harm": {0, 1}, "enforced right": {0, 1},
		}, "scope is answer"},
		{"a scope that comes to the same", []adhere.Demand{atMost(3, ask, "at most 3 words", adhere.EachUnit)}, map[string][2]int{
			"harm": {0, 1}, "enforced right": {1, 1},
		}, ""},
		{"quoted matter", []adhere.Demand{atMost(1, ask, "one word only", adhere.WholeAnswer)}, map[string][2]int{
			"harm": {1, 1}, "enforced right": {0, 1}, "exact demands found": {0, 1}, "near misses caught": {0, 1}, "D": {0, 2},
		}, "is labelled quoted"},
		{"blind", nil, map[string][2]int{"harm": {0, 1}, "exact demands found": {0, 1}, "D": {0, 2}, "F": {0, 1}}, "not read"},
	} {
		got, faults, err := b.measurePrompt(c, func([]adhere.Message) []adhere.Demand { return test.demands })
		if err != nil {
			t.Fatal(err)
		}
		for column, want := range test.want {
			if got[column] != want {
				t.Errorf("%s: %s is %v, want %v", test.name, column, got[column], want)
			}
		}
		if s := strings.Join(faults, "\n"); !strings.Contains(s, test.faults) || (test.faults == "") != (s == "") {
			t.Errorf("%s: faults %q, want %q", test.name, s, test.faults)
		}
	}
}

func TestMeasureWording(t *testing.T) {
	b := bench{ruling.NewDecider(suites.All()...)}
	for _, test := range []struct {
		c     wordingCase
		whole [2]int
		right [2]int
		f     [2]int
	}{
		{wordingCase{Code: true, Wording: "at most 3 words", Passes: []string{"one"}, Fails: []string{"one two three four"}}, [2]int{1, 1}, [2]int{1, 1}, [2]int{1, 1}},
		{wordingCase{Code: true, Wording: "at most 3 words", Passes: []string{"one two three four"}, Fails: []string{"one"}}, [2]int{1, 1}, [2]int{0, 1}, [2]int{0, 1}},
		{wordingCase{Code: true, Wording: "be witty", Passes: []string{"Ha."}, Fails: []string{"Oh."}}, [2]int{0, 1}, [2]int{0, 0}, [2]int{0, 1}},
	} {
		got, _, err := b.measureWording(&test.c)
		if err != nil || got["read whole"] != test.whole || got["of these right"] != test.right || got["F"] != test.f {
			t.Errorf("%q: %v, %v", test.c.Wording, got, err)
		}
	}
}

// TestMeasureFile holds that readings are counted as people judged them, and
// that those that nobody judged are named.
func TestMeasureFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "instructions.jsonl")
	if err := os.WriteFile(path, []byte(`{"id":"new","prompt":"Write a story in at most 50 words."}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	b := bench{ruling.NewDecider(suites.All()...)}
	if err := b.measureFile(t.Context(), &out, path, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 readings not judged", `"says":"the answer has at most 50 words"`, "not judged yet"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	judged, err := judgements()
	if err != nil || len(judged) == 0 {
		t.Errorf("%d judgements, %v", len(judged), err)
	}
	for _, j := range judged {
		if j.Right != (j.Why == "") {
			t.Errorf("%+v: why is for readings that are wrong", j)
		}
	}
}

// TestDraw holds that the halves share no instruction and hold all that is
// enforced, and nothing else.
func TestDraw(t *testing.T) {
	path := filepath.Join(t.TempDir(), "instructions.jsonl")
	var lines strings.Builder
	for n := range 20 {
		fmt.Fprintf(&lines, "{\"id\":\"limit-%d\",\"prompt\":\"Write a story in at most %d words.\"}\n", n, n+50)
		fmt.Fprintf(&lines, "{\"id\":\"free-%d\",\"prompt\":\"Write story number %d.\"}\n", n, n)
	}
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	b := bench{ruling.NewDecider(suites.All()...)}
	seen := map[string]bool{}
	for _, half := range []string{"odd", "even"} {
		var out strings.Builder
		if err := b.draw(t.Context(), &out, path, half); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			var d drawn
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatal(err)
			}
			if seen[d.Instruction] || !strings.HasPrefix(d.Instruction, "limit-") || !strings.Contains(d.Context, d.Text) {
				t.Errorf("%s half: %s", half, line)
			}
			seen[d.Instruction] = true
		}
		if len(seen) == 0 || half == "odd" && len(seen) == 20 {
			t.Errorf("%d instructions up to the %s half; expected some in each", len(seen), half)
		}
	}
	if len(seen) != 20 {
		t.Errorf("%d instructions in both halves, want 20", len(seen))
	}
	if err := b.draw(t.Context(), io.Discard, path, "first"); err == nil {
		t.Error("a half that does not exist was drawn")
	}
}

// TestAgainstAnswers holds that the demands are named that answers break, the one that
// most of them break first.
func TestAgainstAnswers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answered.jsonl")
	lines := `{"messages":[{"role":"user","content":"Name a ferry. Answer in one word."}],"answers":["Marta","It is Marta","Jon"]}
{"messages":[{"role":"user","content":"Describe a ferry without commas."}],"answers":["A boat, white","Slow, loud"]}
{"messages":[{"role":"user","content":"Describe a ferry."}],"answers":["A boat"]}
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	b := bench{ruling.NewDecider(suites.All()...)}
	if err := b.againstAnswers(&out, path); err != nil {
		t.Fatal(err)
	}
	want := []string{`{"broken":2,"answers":2,"text":"without commas"`, `{"broken":1,"answers":3,"text":"Answer in one word"`, "3 conversations, 2 demands enforced, 2 of them broken by an answer"}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i, line := range got {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("line %d: %s, want %s …", i+1, line, want[i])
		}
	}
	if err := os.WriteFile(path, []byte(`{"messages":[{"role":"user","content":"Hi"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := b.againstAnswers(io.Discard, path); err == nil || !strings.Contains(err.Error(), "case 1") {
		t.Errorf("a case without answers: %v", err)
	}
}
