package metric_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"adhere"
	"adhere/metric"
)

// drawn makes records of m instructions with 1 to 5 requirements each. With
// chance sqrt(rho) a requirement follows its instruction's common fate, so
// that rho is the correlation inside an instruction.
func drawn(r *rand.Rand, m int, p, rho float64) []adhere.Record {
	records := make([]adhere.Record, m)
	for i := range records {
		met := make([]bool, 1+r.IntN(5))
		common := r.Float64() < p
		for j := range met {
			met[j] = r.Float64() < p
			if r.Float64() < math.Sqrt(rho) {
				met[j] = common
			}
		}
		records[i] = adhere.Record{
			Instruction: &adhere.Instruction{ID: fmt.Sprintf("%05d", i), Requirements: requirements(len(met))},
			Response:    &adhere.Response{}, Verdicts: fromBools("rule/a@1", met),
		}
	}
	return records
}

// TestIntervalCoverage: intervals that say 95 % cover the truth about so
// often, from 5 instructions to 100, independent or alike inside, near the
// ends too.
func TestIntervalCoverage(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	m := metric.ConstraintAccuracy("acc", metric.Options{})
	for _, n := range []int{5, 25, 100} {
		for _, rho := range []float64{0, 0.6} {
			for _, p := range []float64{0.02, 0.5, 0.9} {
				const reps = 200
				cover := 0
				for range reps {
					s := m.Of(drawn(r, n, p, rho))[0]
					if s.Lo <= p && p <= s.Hi {
						cover++
					}
				}
				if cover < 0.92*reps {
					t.Errorf("%d instructions, correlation %v, p %v: covered %d of %d", n, rho, p, cover, reps)
				}
			}
		}
	}
}

// TestIntervalOfMeans does the same for means over levels and categories.
func TestIntervalOfMeans(t *testing.T) {
	t.Parallel()
	hsr := metric.HSR(metric.LevelOptions{Category: "category"})
	const reps, p = 150, 0.8
	cover := 0
	for i := range reps {
		s := hsr.Of(ladderOf(rand.New(rand.NewPCG(uint64(i), 3)), 30, p))[0]
		if want := (p + p*p + p*p*p) / 3; s.Lo <= want && want <= s.Hi {
			cover++
		}
	}
	if cover < 0.92*reps {
		t.Errorf("covered %d of %d", cover, reps)
	}
}

// TestIntervalsAtTheEnds: nothing met, or all, is never certain.
func TestIntervalsAtTheEnds(t *testing.T) {
	for _, tt := range []struct {
		outcome string
		n       int
	}{{"y", 1}, {"n", 1}, {"yyyy", 10}, {"nn", 100}, {"y", 5000}} {
		var all []string
		for range tt.n {
			all = append(all, tt.outcome)
		}
		s := metric.ConstraintAccuracy("acc", metric.Options{}).Of(answers(all...))[0]
		if s.Hi-s.Lo < 1/float64(tt.n+10) || s.Lo < 0 || s.Hi > 1 || s.Lo > s.Value || s.Hi < s.Value {
			t.Errorf("%d of %q: %v (%v to %v)", tt.n, tt.outcome, s.Value, s.Lo, s.Hi)
		}
	}
	// Ten instructions of four equal verdicts say as much as ten of one.
	four := metric.ConstraintAccuracy("acc", metric.Options{}).Of(answers("yyyy", "yyyy", "yyyy", "yyyy", "yyyy", "yyyy", "yyyy", "yyyy", "yyyy", "yyyy"))[0]
	one := metric.ConstraintAccuracy("acc", metric.Options{}).Of(answers("y", "y", "y", "y", "y", "y", "y", "y", "y", "y"))[0]
	if math.Abs(four.Lo-one.Lo) > 0.02 {
		t.Errorf("40 verdicts on 10 instructions reach down to %v, 10 to %v", four.Lo, one.Lo)
	}
}

// TestIntervalOfBounds: where something is undecided, the interval reaches beyond
// the worst and the best case, but not as far as an interval around each alone
// would: the value cannot be beyond both.
func TestIntervalOfBounds(t *testing.T) {
	acc := metric.ConstraintAccuracy("acc", metric.Options{})
	of := func(open string) adhere.Summary {
		var all []string
		for i := range 100 {
			all = append(all, []string{"y", "y", "y", "n", open}[i%5])
		}
		return acc.Of(answers(all...))[0]
	}
	s, worst, best := of("?"), of("n"), of("y")
	if s.Worst != worst.Value || s.Best != best.Value {
		t.Fatalf("from %v to %v, want %v to %v", s.Worst, s.Best, worst.Value, best.Value)
	}
	if s.Lo <= worst.Lo || s.Lo >= worst.Value || s.Hi >= best.Hi || s.Hi <= best.Value {
		t.Errorf("[%v, %v] for cases from %v [%v, ] to %v [, %v]", s.Lo, s.Hi, worst.Value, worst.Lo, best.Value, best.Hi)
	}
	// The one-sided quantile, 1.66 of 1.98: a sixth nearer.
	if got := (worst.Value - s.Lo) / (worst.Value - worst.Lo); got < 0.8 || got > 0.9 {
		t.Errorf("the lower end is %v as far from the worst case", got)
	}
}
