package adhere_test

import (
	"slices"
	"strings"
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
		got := r.Counted(nil)[0]
		if got.Judge != c.want.judge || got.Outcome != c.want.outcome || got.Judge != "" && got.Reason != "why "+got.Judge {
			t.Errorf("of %v counts %+v, want %v", c.said, got, c.want)
		}
	}
}

// TestOutcomes: by each judge and by all together, and where verdicts cannot be
// told apart or nobody gave any.
func TestOutcomes(t *testing.T) {
	letters := map[rune]adhere.Outcome{'y': adhere.Met, 'n': adhere.NotMet, '?': adhere.Unsure, '!': adhere.Broken, '-': adhere.Skipped, 'x': "maybe"}
	in := &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "a"}, {ID: "b", Needs: []string{"a"}}, {ID: "c", Weight: -1}}}
	for _, c := range []struct {
		said, by, want string // said: judge after judge with what each said
		failed         bool
	}{
		{said: "", want: "!!!"},
		{said: "judge/a yyn", failed: true, want: "!!!"},
		{said: "judge/a yyy", want: "yyn"},
		{said: "judge/a nyn", want: "nny"},
		{said: "judge/a -yn rule/b nn-", want: "nny"},
		{said: "judge/a -yn rule/b nn-", by: "judge/a", want: "-yy"},
		{said: "judge/a yyn", by: "judge/b", want: "---"},
		{said: "judge/a yy judge/b ynn", want: "!!!"},
		{said: "judge/a yy judge/b ynn", by: "judge/b", want: "yny"},
		{said: "judge/a y-- judge/b n?n judge/a nnn", want: "y?y"}, // a name's first verdicts are its verdicts
		{said: "judge/a yxn", want: "y!y"},
	} {
		r := adhere.Record{Instruction: in, Response: &adhere.Response{}}
		if c.failed {
			r.Response = nil
		}
		for words := strings.Fields(c.said); len(words) > 0; words = words[2:] {
			for _, letter := range words[1] {
				r.Verdicts = append(r.Verdicts, adhere.Verdict{Judge: words[0], Outcome: letters[letter]})
			}
		}
		var by func(string) bool
		if c.by != "" {
			by = func(judge string) bool { return judge == c.by }
		}
		var want []adhere.Outcome
		for _, letter := range c.want {
			want = append(want, letters[letter])
		}
		if got := r.Outcomes(by); !slices.Equal(got, want) {
			t.Errorf("%q by %q came to %v, want %v", c.said, c.by, got, want)
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
