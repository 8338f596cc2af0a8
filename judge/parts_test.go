package judge_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
)

// TestParts holds what becomes of each reply about a part of an answer: code
// decides about the part, and a part that the answer does not have is asked for
// again.
func TestParts(t *testing.T) {
	in := &adhere.Instruction{ID: "a", Messages: []adhere.Message{{Role: adhere.User, Text: "Two titles."}}, Requirements: []adhere.Requirement{
		{ID: "1", Text: "Is each title short?", PartRule: &adhere.Rule{Name: "short"}},
	}}
	out := &adhere.Response{Text: "Titles:\n1. The old  pier\n2. Rain"}
	decide := func(rule *adhere.Rule, parts []string) (adhere.Outcome, string, error) {
		return adhere.OutcomeOf(rule.Name == "short" && len(parts) > 0), strings.Join(parts, "|"), nil
	}
	for _, c := range []struct {
		reply    string
		schema   bool
		outcome  adhere.Outcome
		evidence string
	}{
		{"<part>The old pier</part>\n<part> Rain </part>", false, adhere.Met, "The old pier|Rain"},
		{"ALL", false, adhere.Met, out.Text},
		{"**NONE**", false, adhere.NotMet, ""},
		{"<part>The new pier</part>", false, adhere.Broken, ""},
		{"The title is short.", false, adhere.Broken, ""},
		{`{"parts": ["Rain"]}`, true, adhere.Met, "Rain"},
		{`{"parts": ["ALL"]}`, true, adhere.Met, out.Text},
		{`{"parts": []}`, true, adhere.NotMet, ""},
		{`{"part": "Rain"}`, true, adhere.Broken, ""},
	} {
		j := mustJudge(t, "part-rule", judge.Options{Model: says(c.reply), Schema: c.schema, Parts: decide})
		verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, out)
		if err != nil || verdicts[0].Outcome != c.outcome || verdicts[0].Evidence != c.evidence {
			t.Errorf("%q: %+v, %v", c.reply, verdicts, err)
		}
	}
}

// TestPartsWithoutCode holds that a judge that has no code for parts decides all
// by itself.
func TestPartsWithoutCode(t *testing.T) {
	in := harbour()
	in.Requirements[0].PartRule = &adhere.Rule{Name: "short"}
	j := mustJudge(t, "part-rule", judge.Options{Model: says("It does. Final Answer: Constraint followed <END>")})
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil || verdicts[0].Outcome != adhere.Met {
		t.Errorf("%+v, %v", verdicts, err)
	}
}
