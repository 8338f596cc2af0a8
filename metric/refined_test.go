package metric_test

import (
	"context"
	"fmt"
	"testing"

	"adhere"
	"adhere/metric"
)

// lettered decides requirement by requirement by the letters of an answer.
type lettered struct{}

func (lettered) Name() string { return "rule/letters@1" }

func (lettered) Judge(_ context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	var all []adhere.Verdict
	for i, r := range task.Instruction.Requirements {
		all = append(all, adhere.Verdict{Requirement: r.ID, Judge: "rule/letters@1", Outcome: adhere.OutcomeOf(out.Text[i] == 'y')})
	}
	return all, nil
}

// TestRefinementsShareABase holds that what was fixed and broken is counted of
// all requirements that first answers broke or met, also of those answers that
// a model which criticises itself left as they were: lines of a comparison have
// one denominator. A strategy that never rewrites has none.
func TestRefinementsShareABase(t *testing.T) {
	for _, c := range []struct {
		attempts     [][]string // of each item, the texts
		fixed, broke int        // denominators
	}{
		{[][]string{{"yn", "yy"}, {"nn"}, {"yy"}, {"yn", "nn"}}, 4, 4},
		{[][]string{{"yn"}, {"nn"}}, 0, 0},
	} {
		g := metric.NewRefinements(lettered{})
		for i, texts := range c.attempts {
			in := &adhere.Instruction{ID: fmt.Sprint(i), Requirements: requirements(2)}
			trace := &adhere.Trace{Strategy: "self", Instruction: in, Request: &adhere.Request{}, Final: len(texts) - 1}
			for _, text := range texts { // without verdicts: nobody judged requirement by requirement
				trace.Attempts = append(trace.Attempts, adhere.Attempt{Response: &adhere.Response{Text: text}})
			}
			if err := g.Add(t.Context(), &adhere.Record{Instruction: in, Trace: trace}); err != nil {
				t.Fatal(err)
			}
		}
		_, summaries := g.Summarize("")
		for _, s := range summaries {
			if want := map[string]int{"requirements_fixed": c.fixed, "requirements_broken": c.broke}; len(s.Group) == 0 && want[s.Metric] != s.N && (s.Metric == "requirements_fixed" || s.Metric == "requirements_broken") {
				t.Errorf("%v: %s of %d, want %d: %+v", c.attempts, s.Metric, s.N, want[s.Metric], s)
			}
		}
	}
}
