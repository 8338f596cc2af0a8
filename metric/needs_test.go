package metric_test

import (
	"slices"
	"testing"

	"adhere"
	"adhere/metric"
)

// TestNeeds holds what a requirement counts as in the light of one that it
// needs: not met where that is not, undecided where that is open. What the
// needed one needs itself does not matter, as in ComplexBench's script.
func TestNeeds(t *testing.T) {
	for _, c := range []struct {
		said           [3]adhere.Outcome // the third needs the second, which needs the first
		met, undecided int
		n              int
	}{
		{[3]adhere.Outcome{adhere.Met, adhere.Met, adhere.Met}, 3, 0, 3},
		{[3]adhere.Outcome{adhere.NotMet, adhere.Met, adhere.Met}, 1, 0, 3},
		{[3]adhere.Outcome{adhere.Met, adhere.NotMet, adhere.Met}, 1, 0, 3},
		{[3]adhere.Outcome{adhere.Met, adhere.NotMet, adhere.Broken}, 1, 0, 3},
		{[3]adhere.Outcome{adhere.Unsure, adhere.Met, adhere.NotMet}, 0, 2, 1},
		{[3]adhere.Outcome{adhere.Skipped, adhere.Met, adhere.Met}, 2, 0, 2},
	} {
		in := &adhere.Instruction{ID: "a", Requirements: []adhere.Requirement{{ID: "1"}, {ID: "2", Needs: []string{"1"}}, {ID: "3", Needs: []string{"2"}}}}
		r := adhere.Record{Instruction: in, Response: &adhere.Response{}}
		for i, o := range c.said {
			r.Verdicts = append(r.Verdicts, adhere.Verdict{Requirement: in.Requirements[i].ID, Judge: "judge/x@1+m", Outcome: o})
		}
		s := metric.DRFR(metric.Options{}).Of([]adhere.Record{r})[0]
		if s.Met != c.met || s.Undecided != c.undecided || s.N != c.n {
			t.Errorf("%v: %d met of %d, %d undecided", c.said, s.Met, s.N, s.Undecided)
		}
	}
}

// TestNeedsInComparisons holds that what two runs are compared by adds up to the
// difference of their values.
func TestNeedsInComparisons(t *testing.T) {
	in := func(id string) *adhere.Instruction {
		return &adhere.Instruction{ID: id, Requirements: []adhere.Requirement{{ID: "1"}, {ID: "2", Needs: []string{"1"}}}}
	}
	records := func(first, second adhere.Outcome) (list []adhere.Record) {
		for _, id := range []string{"a", "b", "c"} {
			list = append(list, adhere.Record{Instruction: in(id), Response: &adhere.Response{}, Verdicts: []adhere.Verdict{
				{Requirement: "1", Judge: "judge/x@1+m", Outcome: first}, {Requirement: "2", Judge: "judge/x@1+m", Outcome: second},
			}})
		}
		return list
	}
	c, err := metric.Compare(records(adhere.Met, adhere.Met), records(adhere.NotMet, adhere.Met), []adhere.Metric{metric.DRFR(metric.Options{})}, metric.CompareOptions{})
	if err != nil || c[0].Diff != -1 || c[0].Gained != 0 || c[0].Lost != 6 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestNeedsInComparisonsByOneJudge: a metric of one judge is compared by what that
// judge said, whatever others did.
func TestNeedsInComparisonsByOneJudge(t *testing.T) {
	records := func(loose adhere.Outcome) (list []adhere.Record) {
		for _, id := range []string{"a", "b", "c"} {
			in := &adhere.Instruction{ID: id, Requirements: []adhere.Requirement{{ID: "1"}, {ID: "2", Needs: []string{"1"}}}}
			list = append(list, adhere.Record{Instruction: in, Response: &adhere.Response{}, Verdicts: slices.Concat(
				verdicts("rule/x-strict@1", adhere.NotMet, adhere.Met), verdicts("rule/x-loose@1", loose, adhere.Met),
			)})
		}
		return list
	}
	c, err := metric.Compare(records(adhere.Met), records(adhere.NotMet), []adhere.Metric{metric.DRFR(metric.Options{Judge: "rule/x-loose"})}, metric.CompareOptions{})
	if err != nil || c[0].Diff != -1 || c[0].Lost != 6 {
		t.Errorf("%+v, %v", c, err)
	}
}
