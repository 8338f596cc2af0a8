package adhere_test

import (
	"testing"

	"adhere"
)

func TestCounted(t *testing.T) {
	const skipped, met, notMet, unsure = adhere.Skipped, adhere.Met, adhere.NotMet, adhere.Unsure
	type said struct {
		judge   string
		outcome adhere.Outcome
	}
	for _, c := range []struct {
		said []said
		want said
	}{
		{nil, said{"", skipped}},
		{[]said{{"judge/a", unsure}, {"judge/b", met}}, said{"judge/a", unsure}},
		{[]said{{"judge/a", met}, {"rule/a", notMet}, {"rule/b", met}}, said{"rule/a", notMet}},
		{[]said{{"judge/a", met}, {"rule/a", skipped}}, said{"judge/a", met}},
		{[]said{{"rule/a", skipped}, {"judge/a", met}}, said{"judge/a", met}},
		{[]said{{"rule/a", skipped}, {"judge/a", skipped}}, said{"rule/a", skipped}}, // and says why
	} {
		r := adhere.Record{Instruction: &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "r"}}}}
		for _, s := range c.said {
			r.Verdicts = append(r.Verdicts, adhere.Verdict{Requirement: "r", Judge: s.judge, Outcome: s.outcome, Reason: "why " + s.judge})
		}
		got := r.Counted(0)
		if got.Judge != c.want.judge || got.Outcome != c.want.outcome || got.Judge != "" && got.Reason != "why "+got.Judge {
			t.Errorf("of %v counts %+v, want %v", c.said, got, c.want)
		}
	}
}

// Two requirements of one rule are told apart by what they ask of it.
func TestWantedNamesTheRuleWithItsArguments(t *testing.T) {
	rule := &adhere.Rule{Name: "plain/words", Args: []byte(`{"max":20}`)}
	for want, r := range map[string]adhere.Requirement{
		"Be brief.":                     {ID: "1", Text: "Be brief.", Rule: rule},
		`plain/words {"max":20}`:        {ID: "1", Rule: rule},
		"1":                             {ID: "1"},
		`avoid: plain/words {"max":20}`: {ID: "1", Rule: rule, Weight: -1},
	} {
		if got := r.Wanted(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
