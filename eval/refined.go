package eval

import (
	"context"
	"fmt"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/internal/lists"
	"adhere/internal/plural"
	"adhere/metric"
	"adhere/report"
)

// addRefinements adds to a refined run's result how its answers came about:
// the accuracy after each iteration, what was repaired and broken, and what
// each step took.
func addRefinements(ctx context.Context, s Records, r *adhere.Run, b *bench.Bench, res *report.Result) error {
	if !strings.HasPrefix(r.Plan.Model, "refine/") {
		return nil
	}
	by, err := onlyRules(b, &r.Plan)
	if err != nil {
		return err
	}
	g := metric.NewRefinements(by, b.Undecided)
	for rec, err := range s.Records(ctx, r.ID) {
		if err == nil {
			err = g.Add(ctx, rec)
		}
		if err != nil {
			return err
		}
	}
	if lost := g.Lost(); lost > 0 {
		res.Warnings = append(res.Warnings, fmt.Sprintf("of %d of %s only the answer is stored: an older version made them; the figures of what refinement did and took leave them out", lost, plural.Of(r.Items, "refinement")))
	}
	measures, summaries := g.Summarize(comparerOf(&r.Plan))
	for _, m := range measures {
		res.Define(m)
	}
	res.Metrics = append(res.Metrics, summaries...)
	sayOnce(res.Metrics)
	if g.ByCritic() {
		res.Warnings = append(res.Warnings, "accuracy by iteration is by the critic's word, and so is what was fixed and broken; the other numbers are by the judges'")
	}
	return nil
}

// sayOnce drops warnings that an earlier metric has: what is said of all answers
// holds after each iteration.
func sayOnce(metrics []adhere.Summary) {
	said := map[string]bool{}
	for i := range metrics {
		var own []string
		for _, w := range metrics[i].Warnings {
			if !said[w] || len(metrics[i].Group) == 0 {
				own = append(own, w)
			}
			said[w] = true
		}
		metrics[i].Warnings = own
	}
}

// EachTrace calls do with every refinement that the store has of evaluations,
// one evaluation after another.
func EachTrace(ctx context.Context, s Records, all []*Evaluation, do func(*Evaluation, *adhere.Trace) error) error {
	for _, e := range all {
		if !e.Refines() {
			continue
		}
		for rec, err := range s.Records(ctx, e.Plan.RunID()) {
			if err == nil && rec.Trace != nil {
				err = do(e, rec.Trace)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// onlyRules returns the first rule judge of the benchmark if rules decide
// everything in the plan, else nil.
func onlyRules(b *bench.Bench, plan *adhere.Plan) (adhere.Judge, error) {
	rules, err := b.Judges(bench.Sources{Catalog: Catalog()})
	if err != nil {
		return nil, err
	}
	given := lists.Filter(plan.Judges, func(name string) bool {
		return !strings.HasPrefix(name, "judge/direct-score@") && name != comparerOf(plan)
	})
	if len(given) != len(rules) || len(rules) == 0 {
		return nil, nil
	}
	for i, j := range rules {
		if j.Name() != given[i] {
			return nil, nil
		}
	}
	return rules[0], nil
}

// comparerOf returns who compares refined answers with their first attempt, as
// the plan has it; empty if nobody does.
func comparerOf(plan *adhere.Plan) string {
	for _, name := range plan.Judges {
		if strings.HasPrefix(name, "judge/pairwise@") {
			return name
		}
	}
	return ""
}
