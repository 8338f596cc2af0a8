package metric_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/metric"
)

// slice draws instructions of 1 to 4 requirements, of which a share p is met,
// those of one instruction alike more often than by chance; a person labels
// the first ones. The judge sees what is met with the given sensitivity and
// what is not with the given specificity.
func slice(r *rand.Rand, labelled, rest int, p, sensitivity, specificity float64) []metric.Labelled {
	var items []metric.Labelled
	for c := range labelled + rest {
		id, common := fmt.Sprintf("%05d", c), r.Float64() < p
		for range 1 + r.IntN(4) {
			met := r.Float64() < p
			if r.IntN(2) == 0 {
				met = common
			}
			it := metric.Labelled{Cluster: id, HasGold: c < labelled}
			if met {
				it.Gold = 1
			}
			if met && r.Float64() < sensitivity || !met && r.Float64() > specificity {
				it.Judge = 1
			}
			items = append(items, it)
		}
	}
	return items
}

// TestSimulationOfCorrection: with judges from useless to nearly perfect, 95 %
// intervals cover the truth 93 to 97 % of the time, and are narrower than
// those of the labels alone where the judge is good.
func TestSimulationOfCorrection(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 11))
	for _, judge := range [][2]float64{{0.5, 0.5}, {0.3, 0.4}, {0.75, 0.6}, {0.9, 0.8}, {0.98, 0.95}} {
		for _, p := range []float64{0.5, 0.8} {
			const labelled = 100
			reps := draws(400)
			cover, width, alone, bias := 0, 0.0, 0.0, 0.0
			for i := range reps {
				items := slice(r, labelled, 200, p, judge[0], judge[1])
				c := metric.PredictionPowered(items)
				if c.Lo <= p && p <= c.Hi {
					cover++
				}
				width += c.Hi - c.Lo
				bias += (c.Value - p) / float64(reps)
				if i%10 == 0 {
					n := slices.IndexFunc(items, func(it metric.Labelled) bool { return !it.HasGold })
					human := metric.PredictionPowered(items[:n])
					alone += 10 * (human.Hi - human.Lo)
				}
			}
			got := float64(cover) / float64(reps)
			t.Logf("judge right on %.0f %% of what is met, %.0f %% of what is not, %.0f %% met: the corrected share covers %.1f %%, %.0f %% as wide as labels alone", 100*judge[0], 100*judge[1], 100*p, 100*got, 100*width/alone)
			if got < 0.93 || got > 0.97 || math.Abs(bias) > 0.01 || judge[0] > 0.9 && width > 0.8*alone || width > 1.05*alone {
				t.Errorf("judge %v, p %v: covered %.3f, bias %.4f, width %.3f against %.3f", judge, p, got, bias, width/float64(reps), alone/float64(reps))
			}
		}
	}
}

func TestCorrectedAccuracy(t *testing.T) {
	// The judge says met always; a person found half of the labelled not met.
	var records []adhere.Record
	for i := range 40 {
		r := answers("yy")[0]
		in := *r.Instruction
		in.ID = fmt.Sprint(i)
		r.Instruction, r.Verdicts = &in, verdicts("judge/kind@1", adhere.Met, adhere.Met)
		if i < 20 {
			r.Verdicts = append(r.Verdicts, verdicts("person/1", adhere.OutcomeOf(i%2 == 0), adhere.Unsure)...)
		}
		records = append(records, r)
	}
	s := metric.CorrectedAccuracy("acc", "judge/", "person/").Of(records)[0]
	if s.Value != 0.5 || s.N != 80 || s.Met != 80 || s.Lo > 0.3 || s.Hi < 0.7 || !strings.Contains(s.Warnings[0], "the 20 labels say 0.5000, where the judge says 1.0000") {
		t.Errorf("%+v", s)
	}
	for i := range records { // where all are labelled, it is what the labels say by their weights
		in := *records[i].Instruction
		in.Requirements = []adhere.Requirement{{ID: "1", Weight: 3}, {ID: "2"}}
		records[i].Instruction, records[i].Verdicts = &in, append(verdicts("judge/kind@1", adhere.Met, adhere.Met), verdicts("person/1", adhere.Met, adhere.NotMet)...)
	}
	if s := metric.CorrectedAccuracy("acc", "judge/", "person/").Of(records)[0]; s.Value != 0.75 {
		t.Errorf("by weights: %+v", s)
	}
	if s := metric.CorrectedAccuracy("acc", "judge/", "person/2").Of(records)[0]; s.Undefined != "labels of at least 2 instructions are needed, there are 0" {
		t.Errorf("without labels: %+v", s)
	}
}

// TestSimulationOfBrokenCorrection: a judge that breaks, at random or where it
// would err, costs width but no truth: every label counts.
func TestSimulationOfBrokenCorrection(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 8))
	for what, breaks := range map[string]func(it *metric.Labelled) bool{
		"at random":        func(*metric.Labelled) bool { return r.Float64() < 0.2 },
		"where it errs":    func(it *metric.Labelled) bool { return it.Judge != it.Gold },
		"where not met":    func(it *metric.Labelled) bool { return it.Gold == 0 && r.Float64() < 0.6 },
		"on unlabelled so": func(it *metric.Labelled) bool { return it.Judge == 1 && r.Float64() < 0.3 },
	} {
		const p = 0.7
		reps := draws(300)
		cover, bias := 0, 0.0
		for range reps {
			items := slice(r, 100, 200, p, 0.85, 0.75)
			labels, open := 0, 0
			for i := range items {
				items[i].Open = breaks(&items[i])
				if items[i].Open {
					open++
				}
				if items[i].HasGold {
					labels++
				}
			}
			c := metric.PredictionPowered(items)
			if c.Labelled != labels || c.Open != open || c.Labelled+c.Unlabelled != len(items) {
				t.Fatalf("%s: %+v of %d labels, %d open", what, c, labels, open)
			}
			if c.Lo <= p && p <= c.Hi {
				cover++
			}
			bias += (c.Value - p) / float64(reps)
		}
		t.Logf("judge broken %s: the corrected share covers %.1f %%", what, percent(cover, reps))
		if got := float64(cover) / float64(reps); got < 0.93 || got > 0.99 || math.Abs(bias) > 0.01 {
			t.Errorf("%s: covered %.3f, bias %.4f", what, got, bias)
		}
	}
}
