package metric_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"adhere"
	"adhere/metric"
)

// What the documentation says of intervals and p-values is simulated here:
//
//	go test ./metric -run TestSimulation -v -simulations 2000
//
// prints every figure. Without the flag each case is drawn a few times, always
// the same ones, and must keep a bound that so few draws allow.
var simulations = flag.Int("simulations", 0, "how many times each case of TestSimulation is drawn (0: a few)")

// draws returns how many times a case is drawn: few, if not told otherwise.
func draws(few int) int { return cmp.Or(*simulations, few) }

// atMost returns how often something may happen in n draws that happens with
// this probability: more often it does in less than one of 10 000 simulations.
func atMost(n int, probability float64) int {
	k := 0
	for of := (distuv.Binomial{N: float64(n), P: probability}); 1-of.CDF(float64(k)) >= 1e-4; {
		k++
	}
	return k
}

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
	var one strings.Builder
	for range size {
		if r.Float64() < p {
			one.WriteString("y")
		} else {
			one.WriteString("n")
		}
	}
	return one.String()
}

// levels answers groups of three levels.
func levels(r *rand.Rand, n int, p float64) []adhere.Record { return ladderOf(r, n, p) }

// TestSimulationNulls: between models of equal worth p is below 0.05 in 5 % of
// comparisons, at most in 6 %, also where judges break in one run or in both.
// Where they break on one run's failures, which p cannot know, no more are
// called a difference.
func TestSimulationNulls(t *testing.T) {
	t.Parallel()
	o := metric.LevelOptions{Category: "category"}
	climbing := func(r *rand.Rand, n int) (a, b []adhere.Record) { return levels(r, n/3, 0.8), levels(r, n/3, 0.8) }
	for _, n := range sizes(100, 300) {
		for _, c := range []null{
			{n: n, where: "nowhere"},
			{n: n, share: 0.03, where: "in one run"},
			{n: n, share: 0.03, where: "in both"},
			{n: n, share: 0.08, where: "in one run"},
			{n: n, share: 0.08, where: "in both"},
			{n: n, share: 0.08, where: "on one run's failures", breaks: failed},
		} {
			t.Run(fmt.Sprintf("%d items, %.0f %% broken %s", c.n, 100*c.share, c.where), func(t *testing.T) {
				t.Parallel()
				c.draw = population
				c.hold(t, draws(30), metric.ConstraintAccuracy("constraint_acc", metric.Options{}), metric.InstructionAccuracy("instruction_acc", metric.Options{}))
				c.draw = climbing
				c.hold(t, draws(10), metric.HSR(o), metric.SSR(o), metric.CSL(o))
			})
		}
	}
}

// A null is a comparison of two runs of which neither is better.
type null struct {
	n     int
	share float64 // of the verdicts that judges leave broken
	where string
	draw  func(r *rand.Rand, n int) (a, b []adhere.Record)

	breaks func(o adhere.Outcome) bool // nil is at random
}

func failed(o adhere.Outcome) bool { return o == adhere.NotMet }

// hold draws so many comparisons and counts those that find a difference.
func (c null) hold(t *testing.T, draws int, metrics ...adhere.Metric) {
	r := rand.New(rand.NewPCG(uint64(c.n), uint64(1000*c.share)+uint64(len(c.where))))
	low, called := map[string]int{}, map[string]int{}
	b := breakage{share: c.share, where: c.breaks}
	for range draws {
		first, second := c.draw(r, c.n)
		second = b.on(r, second)
		if c.where == "in both" {
			first = b.on(r, first)
		}
		for _, found := range compare(t, first, second, metrics...) {
			if len(found.Group) > 0 {
				continue
			}
			if found.Undefined != "" {
				t.Fatalf("n %d, %.2f broken %s: %s is undefined: %s", c.n, c.share, c.where, found.Metric, found.Undefined)
			}
			if found.P < 0.05 {
				low[found.Metric]++
			}
			if !found.Noise {
				called[found.Metric]++
			}
		}
	}
	limit := atMost(draws, 0.06)
	for _, m := range metrics {
		t.Logf("n %d, %2.0f %% broken %-21s: %-16s p < 0.05 in %5.1f %%, called a difference %4.1f %%", c.n, 100*c.share, c.where, m.Name, percent(low[m.Name], draws), percent(called[m.Name], draws))
		if c.breaks == nil && low[m.Name] > limit || called[m.Name] > limit {
			t.Errorf("n %d, %.2f broken %s: %s p < 0.05 in %d of %d, called a difference in %d, limit %d", c.n, c.share, c.where, m.Name, low[m.Name], draws, called[m.Name], limit)
		}
	}
}

// sizes leaves all but the smallest size to those who ask for many draws.
func sizes(all ...int) []int {
	if *simulations < 100 {
		return all[:1]
	}
	return all
}

func percent(k, of int) float64 { return 100 * float64(k) / float64(of) }

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
			{"on what is not met", 0.08, failed},
		} {
			for _, n := range sizes(99, 300) {
				r := rand.New(rand.NewPCG(uint64(n), uint64(len(b.name))+uint64(100*b.share)))
				missed, bias, draws := 0, 0.0, draws(80)
				for range draws {
					s := tt.m.Of(b.on(r, tt.draw(r, n/3, p)))[0]
					if tt.want < s.Lo || s.Hi < tt.want {
						missed++
					}
					bias += (s.Value - tt.want) / float64(draws)
				}
				t.Logf("n %d, %.0f %% broken %-18s: %-16s covers %5.1f %%, bias %+.3f", n, 100*b.share, b.name, tt.m.Name, percent(draws-missed, draws), bias)
				if limit := atMost(draws, 0.07); missed > limit {
					t.Errorf("n %d, %.2f broken %s: %s misses %d of %d, limit %d", n, b.share, b.name, tt.m.Name, missed, draws, limit)
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
		missed, draws := 0, draws(15)
		for range draws {
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
			if c := g.Judges[0].Accuracy; right < c.Lo || c.Hi < right {
				missed++
			}
		}
		t.Logf("8 %% broken %s: a judge's accuracy is covered in %.1f %%", where, percent(draws-missed, draws))
		if limit := atMost(draws, 0.07); missed > limit {
			t.Errorf("8 %% broken %s: misses %d of %d, limit %d", where, missed, draws, limit)
		}
	}
}
