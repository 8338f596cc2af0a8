package metric_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"adhere"
	"adhere/metric"
)

// A labelled set of so many answers with four requirements each, of which
// people find 75 in 100 met, and judges who are right as often as they say.
// Some answers are harder than others, for all judges: right in 15 points of a
// hundred less or more.
func labelled(r *rand.Rand, answers int, right ...float64) []metric.Judged {
	var all []metric.Judged
	add := func(judge string, answer, requirement int, met bool) {
		all = append(all, metric.Judged{
			Instruction: fmt.Sprint(answer), Model: "m", Position: requirement,
			Verdict: adhere.Verdict{Requirement: fmt.Sprint(requirement), Judge: judge, Outcome: adhere.OutcomeOf(met)},
		})
	}
	for a := range answers {
		ease := 0.3*r.Float64() - 0.15
		for q := range 4 {
			met := r.Float64() < 0.75
			add("person/a", a, q, met)
			for j, p := range right {
				hit := r.Float64() < min(p+ease, 1)
				add(fmt.Sprintf("judge/%d@1", j), a, q, met == hit)
			}
		}
	}
	return all
}

// TestSimulationOfLabels: how much is known of a judge from so many labels, as
// docs/choosing-a-judge.md says it. More labels tell more.
func TestSimulationOfLabels(t *testing.T) {
	t.Parallel()
	draws := draws(6)
	before := 1.0
	for _, answers := range []int{12, 25, 50, 100, 250} {
		r := rand.New(rand.NewPCG(11, uint64(answers)))
		var accuracy, kappa float64
		best, told := 0, 0
		for range draws {
			all := labelled(r, answers, 0.85, 0.80, 0.75)
			g, err := metric.EvaluateJudges(all, "person/a", metric.JudgeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			one := g.Judges[0]
			accuracy += (one.Accuracy.Hi - one.Accuracy.Lo) / 2
			kappa += (one.Kappa.Hi - one.Kappa.Lo) / 2
			if one.Accuracy.Value > g.Judges[1].Accuracy.Value && one.Accuracy.Value > g.Judges[2].Accuracy.Value {
				best++
			}
			contrasts, err := metric.CompareJudges(all, "person/a", metric.JudgeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if c := contrasts[0]; !c.Noise && c.Diff < 0 {
				told++
			}
		}
		accuracy, kappa = accuracy/float64(draws), kappa/float64(draws)
		t.Logf("%d labels: accuracy ±%.1f points, kappa ±%.2f; the best of three is first in %.0f %%, told apart from the second in %.0f %%",
			4*answers, 100*accuracy, kappa, percent(best, draws), percent(told, draws))
		if accuracy >= before {
			t.Errorf("%d labels leave ±%.3f, fewer ±%.3f", 4*answers, accuracy, before)
		}
		before = accuracy
	}
}
