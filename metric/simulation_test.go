package metric_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"adhere"
	"adhere/metric"
)

// What the documentation says of intervals and p-values is simulated here:
//
//	go test ./metric -run TestSimulation -v -simulations 2000
//
// prints every figure. Without the flag a small run holds rough bounds.
var simulations = flag.Int("simulations", 20, "how many times each case of TestSimulation is drawn")

// A breakage says which verdicts a judge leaves broken.
type breakage struct {
	name  string
	share float64
	where func(o adhere.Outcome) bool // nil breaks at random
}

// on breaks verdicts; where it picks, as many as random breaking would.
func (b breakage) on(r *rand.Rand, records []adhere.Record) []adhere.Record {
	out := slices.Clone(records)
	left := 0.0
	for i := range out {
		out[i].Verdicts = slices.Clone(out[i].Verdicts)
		for j := range out[i].Verdicts {
			v := &out[i].Verdicts[j]
			left += b.share
			switch {
			case b.where == nil && r.Float64() < b.share:
				v.Outcome = adhere.Broken
			case b.where != nil && left >= 1 && b.where(v.Outcome):
				v.Outcome = adhere.Broken
				left--
			}
		}
	}
	return out
}

// population draws two runs of answers to the same instructions, which differ
// in length and in difficulty; neither run is better.
func population(r *rand.Rand, n int) (a, b []adhere.Record) {
	runs := [2][]string{}
	for range n {
		p := min(0.98, max(0.05, 0.75+0.15*r.NormFloat64()))
		size := 1 + r.IntN(6)
		for side := range runs {
			runs[side] = append(runs[side], letters(r, size, p))
		}
	}
	return answers(runs[0]...), answers(runs[1]...)
}

// letters draws the outcomes of so many requirements.
func letters(r *rand.Rand, size int, p float64) string {
	one := ""
	for range size {
		if r.Float64() < p {
			one += "y"
		} else {
			one += "n"
		}
	}
	return one
}

// levels answers groups of three levels.
func levels(r *rand.Rand, n int, p float64) []adhere.Record { return ladderOf(r, n, p) }

// TestSimulationNulls: between models of equal worth p is below 0.05 in 5 % of
// comparisons, also where judges break in one run or in both.
func TestSimulationNulls(t *testing.T) {
	t.Parallel()
	flat := []adhere.Metric{
		metric.ConstraintAccuracy("constraint_acc", metric.Options{}), metric.InstructionAccuracy("instruction_acc", metric.Options{}),
	}
	o := metric.LevelOptions{Category: "category"}
	climbing := []adhere.Metric{metric.HSR(o), metric.SSR(o), metric.CSL(o)}
	for _, n := range sizes(100, 300) {
		for _, share := range []float64{0, 0.03, 0.08} {
			for _, sides := range []string{"in one run", "in both"} {
				r := rand.New(rand.NewPCG(uint64(n), uint64(1000*share)+uint64(len(sides))))
				low, noise := map[string]int{}, map[string]int{}
				b := breakage{share: share}
				for range *simulations {
					x, z := levels(r, n/3, 0.8), levels(r, n/3, 0.8)
					a, again := population(r, n)
					for _, pair := range []struct {
						a, b []adhere.Record
						of   []adhere.Metric
					}{{a, again, flat}, {x, z, climbing}} {
						second, first := b.on(r, pair.b), pair.a
						if sides == "in both" {
							first = b.on(r, first)
						}
						for _, c := range compare(t, first, second, pair.of...) {
							if len(c.Group) == 0 && c.P < 0.05 {
								low[c.Metric]++
							}
							if len(c.Group) == 0 && !c.Noise {
								noise[c.Metric]++
							}
						}
					}
				}
				for _, m := range slices.Concat(flat, climbing) {
					rate, called := share64(low[m.Name]), share64(noise[m.Name])
					t.Logf("n %d, %2.0f %% broken %s: %-16s p < 0.05 in %4.1f %%, called a difference %4.1f %%", n, 100*share, sides, m.Name, 100*rate, 100*called)
					if limit := 0.06 + slack(0.05); rate > limit || called > limit {
						t.Errorf("n %d, %.2f broken %s: %s p < 0.05 in %.3f, limit %.3f", n, share, sides, m.Name, rate, limit)
					}
				}
			}
		}
	}
}

// sizes leaves the larger size to those who ask for many draws.
func sizes(small, large int) []int {
	if *simulations < 100 {
		return []int{small}
	}
	return []int{small, large}
}

func share64(k int) float64 { return float64(k) / float64(*simulations) }

// slack is two and a half standard errors of a rate in so many draws, less
// with more of them.
func slack(rate float64) float64 {
	return 2.5 * math.Sqrt(rate*(1-rate)/float64(*simulations))
}

// TestSimulationCoverage: intervals cover the value that all verdicts would
// have in the population, whatever the judge breaks on. Where it breaks at
// random the worst case that intervals reach to is far away, and they cover
// more than they say; where it breaks on all that is met, or all that is not,
// they cover what they say.
func TestSimulationCoverage(t *testing.T) {
	t.Parallel()
	const p = 0.8
	o := metric.LevelOptions{Category: "category"}
	third := (p + p*p + p*p*p) / 3
	for _, tt := range []struct {
		m    adhere.Metric
		draw func(r *rand.Rand, n int, p float64) []adhere.Record
		want float64
	}{
		{metric.ConstraintAccuracy("constraint_acc", metric.Options{}), flatly, p},
		{metric.InstructionAccuracy("instruction_acc", metric.Options{}), flatly, third},
		{metric.HSR(o), levels, third},
		{metric.SSR(o), levels, p},
		{metric.CSL(o), levels, p + p*p*p + p*p*p*p*p*p},
	} {
		for _, b := range []breakage{
			{"none", 0, nil},
			{"at random", 0.03, nil},
			{"at random", 0.08, nil},
			{"on what is met", 0.08, func(o adhere.Outcome) bool { return o == adhere.Met }},
			{"on what is not met", 0.08, func(o adhere.Outcome) bool { return o == adhere.NotMet }},
		} {
			for _, n := range sizes(99, 300) {
				r := rand.New(rand.NewPCG(uint64(n), uint64(len(b.name))+uint64(100*b.share)))
				cover, bias := 0, 0.0
				for range *simulations {
					s := tt.m.Of(b.on(r, tt.draw(r, n/3, p)))[0]
					if s.Lo <= tt.want && tt.want <= s.Hi {
						cover++
					}
					bias += (s.Value - tt.want) / float64(*simulations)
				}
				t.Logf("n %d, %.0f %% broken %-18s: %-16s covers %5.1f %%, bias %+.3f", n, 100*b.share, b.name, tt.m.Name, 100*share64(cover), bias)
				if got := share64(cover); got < 0.93-slack(0.05) {
					t.Errorf("n %d, %.2f broken %s: %s covers %.3f", n, b.share, b.name, tt.m.Name, got)
				}
			}
		}
	}
}

// flatly draws n instructions of one, two and three requirements each.
func flatly(r *rand.Rand, n int, p float64) []adhere.Record {
	var all []string
	for i := range 3 * n {
		all = append(all, letters(r, 1+i%3, p))
	}
	return answers(all...)
}

// TestSimulationOfJudges: intervals of a judge's coefficients cover what they
// would be had it decided everything, wherever it broke.
func TestSimulationOfJudges(t *testing.T) {
	t.Parallel()
	const gold, right = 0.7, 0.8
	for _, where := range []string{"at random", "where it errs", "where it is right"} {
		r := rand.New(rand.NewPCG(9, uint64(len(where))))
		cover := 0
		for range *simulations {
			truth := make([]bool, 100)
			for i := range truth {
				truth[i] = r.Float64() < gold
			}
			all := said("person/a", 100, func(i int) adhere.Outcome { return adhere.OutcomeOf(truth[i]) })
			all = append(all, said("judge/x@1", 100, func(i int) adhere.Outcome {
				hit := r.Float64() < right
				if breaks := 0.08; where == "where it errs" && !hit && r.Float64() < breaks/(1-right) ||
					where == "where it is right" && hit && r.Float64() < breaks/right || where == "at random" && r.Float64() < breaks {
					return adhere.Broken
				}
				return adhere.OutcomeOf(truth[i] == hit)
			})...)
			g, err := metric.EvaluateJudges(all, "person/a", metric.JudgeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if c := g.Judges[0].Accuracy; c.Lo <= right && right <= c.Hi {
				cover++
			}
		}
		t.Logf("8 %% broken %s: a judge's accuracy is covered in %.1f %%", where, 100*share64(cover))
		if got := share64(cover); got < 0.93-slack(0.05) {
			t.Errorf("8 %% broken %s: covers %.3f", where, got)
		}
	}
}
