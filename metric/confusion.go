package metric

// A confusion counts a judge's decided verdicts against the gold's.
const (
	bothMet    = iota
	falseMet   // the judge says met, the gold does not
	falseMiss  // the judge says not met, the gold does
	bothMissed // neither says met
	confusions
)

// scores are the formulas over a confusion. Positive is met; F1Negative is
// the F1 of not met (DeCRIM, section 4.1.2); MacroF1 is the mean of both F1.
type scores struct {
	accuracy, kappa, macroF1, f1Positive, f1Negative, precision, recall formula
}

func scoreFormulas() scores {
	f1 := func(hit, wrong1, wrong2 float64, class string) (float64, string) {
		if hit+wrong1+wrong2 == 0 {
			return 0, "neither gold nor judge says " + class
		}
		return 2 * hit / (2*hit + wrong1 + wrong2), ""
	}
	positive := func(m []float64) (float64, string) { return f1(m[bothMet], m[falseMet], m[falseMiss], "met") }
	negative := func(m []float64) (float64, string) { return f1(m[bothMissed], m[falseMet], m[falseMiss], "not met") }
	ratio := func(hit, all float64, why string) (float64, string) {
		if all == 0 {
			return 0, why
		}
		return hit / all, ""
	}
	return scores{
		accuracy: func(m []float64) (float64, string) {
			return ratio(m[bothMet]+m[bothMissed], m[bothMet]+m[falseMet]+m[falseMiss]+m[bothMissed], "no item is decided by both")
		},
		kappa:      func(m []float64) (float64, string) { return cohen(m, 2) },
		f1Positive: positive,
		f1Negative: negative,
		macroF1: func(m []float64) (float64, string) {
			p, why := positive(m)
			n, whyNot := negative(m)
			return (p + n) / 2, why + whyNot
		},
		precision: func(m []float64) (float64, string) {
			return ratio(m[bothMet], m[bothMet]+m[falseMet], "the judge never says met")
		},
		recall: func(m []float64) (float64, string) {
			return ratio(m[bothMet], m[bothMet]+m[falseMiss], "the gold never says met")
		},
	}
}
