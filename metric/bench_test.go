package metric_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"adhere"
	"adhere/metric"
)

// BenchmarkMillionRatings: kappa, Fleiss and alpha each, reading the table
// included, over a million ratings by three raters.
func BenchmarkMillionRatings(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	ratings := make([]metric.Rating, 0, 1_000_000)
	for i := range 333_334 {
		item, cluster := fmt.Sprintf("instruction-%06d/%d", i/5, i%5), fmt.Sprintf("instruction-%06d", i/5)
		for rater := range 3 {
			ratings = append(ratings, metric.Rating{Item: item, Cluster: cluster, Rater: fmt.Sprint("person/", rater), Value: fmt.Sprint(r.IntN(2))})
		}
	}
	for name, f := range map[string]func(*metric.Table) metric.Coefficient{
		"cohen":   func(t *metric.Table) metric.Coefficient { return metric.CohenKappa(t, "person/0", "person/1") },
		"fleiss":  metric.FleissKappa,
		"nominal": func(t *metric.Table) metric.Coefficient { return metric.KrippendorffAlpha(t, metric.Nominal) },
		"ordinal": func(t *metric.Table) metric.Coefficient { return metric.KrippendorffAlpha(t, metric.Ordinal) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if c := f(table(b, ratings)); c.Undefined != "" {
					b.Fatal(c.Undefined)
				}
			}
		})
	}
}

// BenchmarkMillionDistances: pairwise kappa and label distance over a million
// pairs of models.
func BenchmarkMillionDistances(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var scores []metric.Score
	for i := range 50_000 {
		for _, rater := range []string{"gold", "judge"} {
			for model := range 5 {
				scores = append(scores, metric.Score{Instruction: fmt.Sprintf("i%06d", i), Model: fmt.Sprint(model), Rater: rater, Value: r.IntN(5), Of: 4})
			}
		}
	}
	for b.Loop() {
		if d, err := metric.PairwiseDistance(scores, "judge", "gold"); err != nil || d.N != 500_000 {
			b.Fatal(d.N, err)
		}
	}
}

// BenchmarkMillionVerdicts takes every coefficient from a million verdicts by
// two judges on two models' answers.
func BenchmarkMillionVerdicts(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var all []metric.Judged
	for i := range 50_000 {
		for _, judge := range []string{"judge/a@1", "person/1"} {
			for model := range 2 {
				for q := range 5 {
					all = append(all, metric.Judged{
						Instruction: fmt.Sprintf("i%06d", i), Model: fmt.Sprint(model), Position: q,
						Verdict: adhere.Verdict{Judge: judge, Requirement: fmt.Sprint(q), Outcome: adhere.OutcomeOf(r.IntN(2) == 0)},
					})
				}
			}
		}
	}
	b.Run("agree", func(b *testing.B) {
		for b.Loop() {
			if _, err := metric.Agree(all, metric.AgreeOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("evaluate", func(b *testing.B) {
		for b.Loop() {
			if _, err := metric.EvaluateJudges(all, "person/1", metric.JudgeOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkHundredThousandRecords(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	records := make([]adhere.Record, 100_000)
	for i := range records {
		met := make([]bool, 1+r.IntN(4))
		for j := range met {
			met[j] = r.IntN(10) > 2
		}
		in := &adhere.Instruction{ID: fmt.Sprintf("i%06d", i*7919%100_003), Requirements: requirements(len(met)), Tags: map[string]string{"subset": fmt.Sprint(i % 2)}}
		for j := range in.Requirements {
			in.Requirements[j].Labels = []string{fmt.Sprint("label", r.IntN(5)), "all"}
		}
		records[i] = adhere.Record{Instruction: in, Response: &adhere.Response{}, Verdicts: fromBools("judge/a@1", met)}
	}
	by := []metric.Grouping{metric.ByLabel(), metric.ByTag("subset")}
	for _, m := range []adhere.Metric{
		metric.ConstraintAccuracy("constraint_acc", metric.Options{By: by}), metric.InstructionAccuracy("instruction_acc", metric.Options{By: by}),
	} {
		b.Run(m.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Of(records)
			}
		})
		b.Run("compare "+m.Name, func(b *testing.B) {
			other := append([]adhere.Record(nil), records...)
			for i := range other {
				other[i].Verdicts = append([]adhere.Verdict(nil), other[i].Verdicts...)
				if i%5 == 0 {
					other[i].Verdicts[0].Outcome = adhere.NotMet
				}
			}
			for b.Loop() {
				compare(b, records, other, m)
			}
		})
	}
}
