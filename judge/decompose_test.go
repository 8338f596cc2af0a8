package judge_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
)

const whole = "Task: Write a poem about ice.\nContext:\nConstraints:\n1. Make it rhyme.\n2. Name the year\n   1929."

func decomposer(t testing.TB, o judge.Options) *judge.Decomposer {
	t.Helper()
	d, err := judge.NewDecomposer(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func constraints(d judge.Decomposition) string {
	var list []string
	for _, r := range d.Requirements {
		list = append(list, r.ID+"="+r.Text)
	}
	return strings.Join(list, "|")
}

func TestDecompose(t *testing.T) {
	model := inTurn("Sure, here it is!", whole)
	d := decomposer(t, judge.Options{Model: model})
	got, err := d.Decompose(t.Context(), "write a poem about ice, rhyming, name the year 1929")
	if err != nil {
		t.Fatal(err)
	}
	if got.Task != "Write a poem about ice." || got.Context != "" || constraints(got) != "c1=Make it rhyme.|c2=Name the year 1929." {
		t.Errorf("%+v", got)
	}
	if got.By != "judge/decompose@14+test/fake-1" || got.By != d.Name() || got.Raw != whole || got.Usage.Calls != 2 {
		t.Errorf("%+v", got)
	}
	golden(t, "decompose", transcript(model.requests))
}

func TestReadDecompositions(t *testing.T) {
	for _, c := range []struct{ name, reply, task, context, want string }{
		{"translated headings", "Translated Task: T\n\nTranslated Context: C\nmore\n\nTranslated Constraints:\n1. a", "T", "C\nmore", "c1=a"},
		{"emphasis", "**Task:** T\n**Context:** None\n**Constraints:**\n1) a\n2) b", "T", "", "c1=a|c2=b"},
		{"a fence", "```\nTask: T\nContext:\nConstraints:\n- a\n- b\n```", "T", "", "c1=a|c2=b"},
		{"none", "Task: T\nContext:\nConstraints:\nNONE", "T", "", ""},
		{"none on the line", "Task: T\nContext:\nConstraints: none.", "T", "", ""},
		{"blank lines between items", "Task: T\nContext:\nConstraints:\n\n1. a\n\n2. b\n", "T", "", "c1=a|c2=b"},
		{"no context", "Task: T\nConstraints:\n1. a", "T", "", "c1=a"},
		{"talk before", "Sure!\nTask: T\nContext:\nConstraints:\n1. a", "T", "", "c1=a"},
		{"talk after", "Task: T\nContext:\nConstraints:\n1. a\n\nLet me know if that helps.", "T", "", "c1=a"},
		{"markdown headings", "## Task\nT\n\n## Context\nC\n\n## Constraints\n1. **Length:** a\n2. **b**", "T", "C", "c1=a|c2=b"},
		{"Chinese", "任务：T\n背景：无\n约束条件：\n1、a\n2、b", "T", "", "c1=a|c2=b"},
		{"JSON in prose", "Here it is:\n```json\n{\"task\": \"T\", \"context\": \"\", \"constraints\": [\"a\"]}\n```", "T", "", "c1=a"},
		{"a heading within the context", "Task: T\nContext: mail\nTask: x\nConstraints:\n1. a", "T", "mail\nTask: x", "c1=a"},
	} {
		got, err := decomposer(t, judge.Options{Model: says(c.reply), Reasks: -1}).Decompose(t.Context(), "x")
		if err != nil || got.Task != c.task || got.Context != c.context || constraints(got) != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
	for name, reply := range map[string]string{
		"empty constraints": "Task: T\nContext:\nConstraints:\n",
		"no constraints":    "Task: T\nContext: C",
		"no task":           "Context:\nConstraints:\n1. a",
		"empty task":        "Task:\nContext:\nConstraints:\n1. a",
		"prose":             "There is a task with one constraint.",
		"out of order":      "Constraints:\n1. a\nTask: T\nContext:",
		"twice":             "Task: T\nTask: U\nContext:\nConstraints:\n1. a",
		"numbers":           "Task: T\nContext:\nConstraints:\n1. a\n3. b",
		"an empty item":     "Task: T\nContext:\nConstraints:\n1. a\n2. **",
		"none as an item":   "Task: T\nContext:\nConstraints:\n1. None",
	} {
		model := says(reply)
		got, err := decomposer(t, judge.Options{Model: model}).Decompose(t.Context(), "x")
		if adhere.CodeOf(err) != adhere.Unavailable || len(model.requests) != 3 {
			t.Errorf("%s: %+v, %v after %d calls", name, got, err, len(model.requests))
		}
	}
}

// TestDecomposeConversation holds that what a system message and an earlier
// message demand is listed too.
func TestDecomposeConversation(t *testing.T) {
	in := &adhere.Instruction{ID: "1", Messages: []adhere.Message{
		{Role: adhere.System, Text: "Answer in German."},
		{Role: adhere.User, Text: "From now on use no lists. What is a fjord?"},
		{Role: adhere.Assistant, Text: "Ein Meeresarm."},
		{Role: adhere.User, Text: "And a sound?"},
	}}
	model := says("1. [message 1; whole answer] Answer in German.\n2. [message 2; each paragraph; unsure] Be brief.\n3. [message 2; the title] Do not use lists.")
	if err := decomposer(t, judge.Options{Model: model}).Into(t.Context(), []*adhere.Instruction{in}, judge.ByDemands); err != nil {
		t.Fatal(err)
	}
	if got := constraints(judge.Decomposition{Requirements: in.Requirements}); got != "c1=Answer in German.|c3=the title: Do not use lists." || in.Requirements[1].Scope.Of != "title" {
		t.Error(got)
	}
	if d := in.Doubtful; len(d) != 1 || d[0].ID != "c2" || d[0].Doubt != "the model is not sure of it" || d[0].Scope.Of != "paragraph" {
		t.Errorf("%+v", d)
	}
	if len(model.requests) != 1 || !strings.Contains(in.Tags["decomposed_by"], "list-demands") {
		t.Errorf("%d requests, by %q", len(model.requests), in.Tags["decomposed_by"])
	}
	for _, protocol := range []string{judge.ByParts, judge.ByConstraints} {
		if err := decomposer(t, judge.Options{Model: model}).Into(t.Context(), []*adhere.Instruction{in}, protocol); adhere.CodeOf(err) != adhere.Invalid || len(model.requests) != 1 {
			t.Errorf("%s of a conversation: %v after %d requests", protocol, err, len(model.requests))
		}
	}
	again := &adhere.Instruction{ID: "1", Messages: in.Messages[1:2], Doubtful: in.Doubtful, Tags: in.Tags}
	if err := decomposer(t, judge.Options{Model: says(whole)}).Into(t.Context(), []*adhere.Instruction{again}, judge.ByParts); err != nil {
		t.Fatal(err)
	}
	if len(again.Requirements) != 2 || again.Doubtful != nil || again.Tags["decomposed_by"] != "judge/decompose@14+test/fake-1" || again.Tags["task"] == "" {
		t.Errorf("decomposed anew, it is %+v", again)
	}
}

// A refusal concerns one instruction, not the account: a run goes on with the next. A
// reply without text is none.
func TestRefusalIsAnError(t *testing.T) {
	for reply, want := range map[string]adhere.Code{
		"I'm sorry, but I can’t help with that.": adhere.Unusable, "I cannot do this.": adhere.Unusable, "": adhere.Unavailable,
	} {
		d := decomposer(t, judge.Options{Model: says(reply)})
		if _, err := d.Decompose(t.Context(), "x"); adhere.CodeOf(err) != want {
			t.Errorf("%q: %v", reply, err)
		}
		_, err := d.Constraints(t.Context(), "x")
		if adhere.CodeOf(err) != want {
			t.Errorf("%q: %v", reply, err)
		}
		if said := err.Error(); reply == "" && !strings.HasSuffix(said, "the reply is empty: the model sent no text") {
			t.Errorf("an empty reply: %s", said)
		}
	}
	if _, err := judge.NewDecomposer(judge.Options{}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("no model: %v", err)
	}
}

func TestListConstraints(t *testing.T) {
	for reply, want := range map[string]string{
		"Constraints:\n1. a\n2. b":          "c1=a|c2=b",
		"1. a":                              "c1=a",
		"Provided Constraints:\n\n* a\n* b": "c1=a|c2=b",
		"１．a１２\n２．b":                        "c1=a１２|c2=b",
		"（１）a\n（２）b":                        "c1=a|c2=b",
		"0. a\n1. b":                        "c1=a|c2=b",
		"NONE":                              "",
		"Constraints: NONE":                 "",
		"None that I can see":               "",
		"There are no constraints.":         "",
		"Constraints:\nSay a.\nSay b.":      "c1=Say a.|c2=Say b.",
		"Here you go.\nConstraints:\n1. a":  "c1=a",
		whole:                               "c1=Make it rhyme.|c2=Name the year 1929.",
	} {
		model := says(reply)
		got, err := decomposer(t, judge.Options{Model: model}).Constraints(t.Context(), "x")
		if err != nil || constraints(got) != want || got.Task != "" {
			t.Errorf("%q: %+v, %v", reply, got, err)
		}
		if want == "c1=a" {
			golden(t, "list-constraints", transcript(model.requests))
		}
	}
	for _, reply := range []string{"Constraints:", "a and b", "0. a\n2. b", "0. a\n1. b\n1. c"} {
		if got, err := decomposer(t, judge.Options{Model: says(reply), Reasks: -1}).Constraints(t.Context(), "x"); adhere.CodeOf(err) != adhere.Unavailable {
			t.Errorf("%q: %+v, %v", reply, got, err)
		}
	}
}

func TestDecomposeBySchema(t *testing.T) {
	for _, c := range []struct {
		reply string
		code  adhere.Code
		want  string
	}{
		{`{"task":"T","context":"","constraints":["a"],"none":false}`, "", "c1=a"},
		{`{"task":"T","context":"","constraints":[],"none":true}`, "", ""},
		{`{"task":"T","context":"","constraints":[],"none":false}`, adhere.Unavailable, ""},
		{`{"task":"T","context":"","constraints":["a"],"none":true}`, adhere.Unavailable, ""},
		{`{"task":"","context":"","constraints":["a"],"none":false}`, adhere.Unavailable, ""},
		{`{"task":"T","constraints":["a"],"none":false}`, "", "c1=a"},
		{"Task: T\nContext:\nConstraints:\n1. a", "", "c1=a"}, // a server that ignores the schema
		{`{"task":"T","context":"","constraints":[" "],"none":false}`, adhere.Unavailable, ""},
	} {
		got, err := decomposer(t, judge.Options{Model: says(c.reply), Schema: true, Reasks: -1}).Decompose(t.Context(), "x")
		if adhere.CodeOf(err) != c.code || constraints(got) != c.want {
			t.Errorf("%s: %+v, %v", c.reply, got, err)
		}
	}
	d := decomposer(t, judge.Options{Model: says(`{"constraints":["a","b"],"none":false}`), Schema: true})
	if got, err := d.Constraints(t.Context(), "x"); err != nil || constraints(got) != "c1=a|c2=b" {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzReadParts(f *testing.F) {
	f.Add(whole)
	f.Add("Constraints:\n- a\n- b")
	f.Add("NONE")
	f.Fuzz(func(t *testing.T, reply string) {
		d := decomposer(t, judge.Options{Model: says(reply), Reasks: -1})
		got, err := d.Decompose(t.Context(), "x")
		if err == nil && got.Task == "" {
			t.Errorf("%q has no task", reply)
		}
		list, listErr := d.Constraints(t.Context(), "x")
		for _, found := range []judge.Decomposition{got, list} {
			if slices.ContainsFunc(found.Requirements, func(r adhere.Requirement) bool { return strings.TrimSpace(r.Text) == "" }) {
				t.Errorf("%q has an empty constraint", reply)
			}
		}
		none := regexp.MustCompile(`(?i)none|n/a|no|无|没有`).MatchString(reply)
		if err == nil && len(got.Requirements) == 0 && !none || listErr == nil && len(list.Requirements) == 0 && !none {
			t.Errorf("%q is read as an empty list", reply)
		}
	})
}
