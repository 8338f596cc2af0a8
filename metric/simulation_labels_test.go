package metric_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
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

// TestSimulationOfCoefficients: the intervals of what is printed of a judge, and of
// agreement between two, cover what they would be with labels without end, from
// few answers too, and wherever the judge breaks.
func TestSimulationOfCoefficients(t *testing.T) {
	t.Parallel()
	truth := coefficients(t, labelled(rand.New(rand.NewPCG(1, 1)), 20000, 0.85, 0.80))
	for _, answers := range sizes(12, 25, 100) {
		for _, b := range []struct {
			name  string
			share float64
		}{{"nowhere", 0}, {"at random", 0.03}, {"at random", 0.08}, {"where it errs", 0.08}} {
			r := rand.New(rand.NewPCG(5, uint64(answers)+uint64(100*b.share)))
			draws := draws(25)
			missed, had := map[string]int{}, map[string]int{}
			for range draws {
				all := broken(r, labelled(r, answers, 0.85, 0.80), b.share, b.name == "where it errs")
				for name, c := range coefficients(t, all) {
					if c.Undefined != "" {
						continue
					}
					if had[name]++; truth[name].Value < c.Lo || c.Hi < truth[name].Value {
						missed[name]++
					}
				}
			}
			for _, name := range slices.Sorted(maps.Keys(truth)) {
				t.Logf("%3d answers, %.0f %% broken %-13s: %-14s covers %5.1f %%", answers, 100*b.share, b.name, name, percent(had[name]-missed[name], had[name]))
				if missed[name] > atMost(had[name], 0.07) {
					t.Errorf("%d answers, %.2f broken %s: %s misses %d of %d", answers, b.share, b.name, name, missed[name], had[name])
				}
			}
		}
	}
}

// broken leaves a share of a judge's verdicts undecided: any, or of those that err.
func broken(r *rand.Rand, all []metric.Judged, share float64, erring bool) []metric.Judged {
	gold := adhere.Met
	for i := range all {
		v := &all[i].Verdict
		if v.Judge == "person/a" {
			gold = v.Outcome
			continue
		}
		breaks := share
		if erring {
			breaks = 0
			if v.Outcome != gold {
				breaks = share / 0.15
			}
		}
		if v.Judge == "judge/0@1" && r.Float64() < breaks {
			v.Outcome = adhere.Broken
		}
	}
	return all
}

func coefficients(t *testing.T, all []metric.Judged) map[string]metric.Coefficient {
	g, err := metric.EvaluateJudges(all, "person/a", metric.JudgeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	one := g.Judges[0]
	a, err := metric.Agree(all, metric.AgreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]metric.Coefficient{
		"accuracy": one.Accuracy, "kappa": one.Kappa, "macro F1": one.MacroF1, "F1 of met": one.F1Positive, "F1 of not met": one.F1Negative,
		"precision": one.Precision, "recall": one.Recall, "Fleiss' kappa": a.Fleiss, "alpha": a.Alpha,
	}
}
