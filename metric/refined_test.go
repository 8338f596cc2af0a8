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
		g := metric.NewRefinements(lettered{}, metric.Drop)
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

// TestChangesCountAsMetricsDo: what was fixed and broken is what counts as met or
// not, also where a requirement needs another.
func TestChangesCountAsMetricsDo(t *testing.T) {
	for texts, want := range map[[2]string]map[string][2]int{
		{"yy", "yn"}: {"requirements_fixed": {0, 0}, "requirements_broken": {1, 2}},
		{"ny", "yy"}: {"requirements_fixed": {2, 2}, "requirements_broken": {0, 0}},
	} {
		g := metric.NewRefinements(lettered{}, metric.Drop)
		in := &adhere.Instruction{ID: "a", Requirements: requirements(2)}
		in.Requirements[1].Needs = []string{in.Requirements[0].ID}
		trace := &adhere.Trace{Strategy: "self", Instruction: in, Request: &adhere.Request{}, Final: 1}
		for _, text := range texts {
			trace.Attempts = append(trace.Attempts, adhere.Attempt{Response: &adhere.Response{Text: text}})
		}
		if err := g.Add(t.Context(), &adhere.Record{Instruction: in, Trace: trace}); err != nil {
			t.Fatal(err)
		}
		_, summaries := g.Summarize("")
		for _, s := range summaries {
			if w, ok := want[s.Metric]; ok && len(s.Group) == 0 && w != [2]int{s.Met, s.N} {
				t.Errorf("%v: %s is %d of %d, want %v", texts, s.Metric, s.Met, s.N, w)
			}
		}
	}
}

// TestFailedItemsByIteration holds that an item without an answer is undecided
// after every iteration, and counts as the policy says.
func TestFailedItemsByIteration(t *testing.T) {
	for policy, n := range map[metric.Policy]int{metric.Drop: 2, metric.AsNotMet: 3} {
		g := metric.NewRefinements(lettered{}, policy)
		in := &adhere.Instruction{ID: "failed", Requirements: requirements(2)}
		records := []adhere.Record{{Instruction: in, Err: "the provider answers with status 500"}}
		for i, texts := range [][]string{{"yn", "yy"}, {"nn"}} {
			in := &adhere.Instruction{ID: fmt.Sprint(i), Requirements: requirements(2)}
			trace := &adhere.Trace{Strategy: "self", Instruction: in, Request: &adhere.Request{}, Choice: adhere.ChooseLast, Final: len(texts) - 1}
			for _, text := range texts {
				trace.Attempts = append(trace.Attempts, adhere.Attempt{Response: &adhere.Response{Text: text}})
			}
			records = append(records, adhere.Record{Instruction: in, Response: &adhere.Response{Text: texts[len(texts)-1]}, Trace: trace})
		}
		for i := range records {
			if err := g.Add(t.Context(), &records[i]); err != nil {
				t.Fatal(err)
			}
		}
		_, summaries := g.Summarize("")
		seen := 0
		for _, s := range summaries {
			if s.Metric != "instruction_acc" || s.Group["iteration"] == "" {
				continue
			}
			seen++
			if met := seen - 1; s.N != n || s.Met != met || s.Undecided != 1 || s.Value != float64(met)/float64(n) {
				t.Errorf("%s, iteration %s: %+v, want %d of %d and 1 undecided", policy, s.Group["iteration"], s, met, n)
			}
		}
		if seen != 2 || g.Lost() != 0 {
			t.Errorf("%d iterations, %d without a trace", seen, g.Lost())
		}
	}
}
