package eval

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"adhere/internal/lists"

	"adhere"
	"adhere/bench"
	"adhere/metric"
	"adhere/verify/suites"
)

// BenchOf returns the benchmark that a run belongs to, as its plan counts.
func BenchOf(r *adhere.Run) (*bench.Bench, error) { return benchOf(r, nil) }

// benchOf splits the tables of a user's own file by these tags too.
func benchOf(r *adhere.Run, tags []string) (*bench.Bench, error) {
	if own, ok := strings.CutPrefix(r.Plan.Bench, bench.OwnPrefix); ok {
		own, _, _ = strings.Cut(own, "@")
		b := bench.Custom(own, bench.Traits{Levels: slices.Contains(r.Plan.Metrics, "hsr"), Weights: slices.Contains(r.Plan.Metrics, "rubric_score"), Turns: slices.Contains(r.Plan.Metrics, "turn_acc"), Tags: tags})
		return asPlanned(&b, &r.Plan), nil
	}
	b, err := bench.Find(r.Plan.Bench)
	if err != nil {
		return nil, err
	}
	return asPlanned(&b, &r.Plan), nil
}

// asPlanned adds what the plan counts beyond the benchmark's own metrics.
func asPlanned(b *bench.Bench, plan *adhere.Plan) *bench.Bench {
	*b = b.Under(metric.Policy(plan.Counted))
	repeats := lists.Count(plan.Metrics, func(name string) bool { return strings.HasPrefix(name, "pass@") })
	countAttempts(b, repeats) // pass@1 to pass@k
	if slices.Contains(plan.Metrics, DirectScore) {
		countScore(b)
	}
	return b
}

// countAttempts adds what k answers to one instruction say; the benchmark's own
// share of instructions is that of a single one.
func countAttempts(b *bench.Bench, k int) {
	b.Metrics = slices.Clip(b.Metrics)
	if k > 1 {
		b.Metrics = append(b.Metrics, metric.OfAttempts(k, metric.Options{Undecided: b.Undecided})...)
	}
}

// DirectScore is the metric of scores from 1 to 5 for whole answers.
const DirectScore = "direct_score"

// countScore adds the direct score to the metrics of a benchmark.
func countScore(b *bench.Bench) {
	b.Metrics = append(slices.Clip(b.Metrics), metric.DirectScore(metric.Options{Undecided: b.Undecided}))
	b.Scales = maps.Clone(b.Scales)
	if b.Scales == nil {
		b.Scales = map[string]float64{}
	}
	b.Scales[DirectScore] = 5
}

// Catalog holds the checkers of every suite.
var Catalog = sync.OnceValue(suites.Catalog)
