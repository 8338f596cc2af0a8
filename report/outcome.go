package report

import (
	"slices"
	"strings"

	"adhere"
)

// outcome is what the record came to on its i-th requirement, as package
// metric merges judges: what the first one concluded that did not skip it,
// rules before all others. It is Skipped where nobody was asked. Of what is to
// be avoided it is the opposite: an answer that does it is NotMet.
func outcome(r *adhere.Record, i int) adhere.Verdict {
	names := r.Judges()
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	for _, name := range names {
		if vs := r.By(name); i < len(vs) && vs[i].Outcome != adhere.Skipped {
			return right(r, i, vs[i])
		}
	}
	return adhere.Verdict{Outcome: adhere.Skipped}
}

// right is a verdict on the i-th requirement as the answer should have it.
func right(r *adhere.Record, i int, v adhere.Verdict) adhere.Verdict {
	v.Outcome = r.Instruction.Requirements[i].Right(v.Outcome)
	return v
}

func rank(judge string) int {
	if strings.HasPrefix(judge, "rule/") {
		return 0
	}
	return 1
}

// A tally counts the requirements of a record by outcome.
type tally struct{ met, notMet, undecided int }

func tallyOf(r *adhere.Record) tally {
	var t tally
	for i := range r.Instruction.Requirements {
		switch outcome(r, i).Outcome {
		case adhere.Met:
			t.met++
		case adhere.NotMet:
			t.notMet++
		case adhere.Unsure, adhere.Broken:
			t.undecided++
		default:
		}
	}
	return t
}

// sign is an outcome as a mark, so that colour is never all there is.
func sign(o adhere.Outcome) string {
	switch o {
	case adhere.Met:
		return "\u2713"
	case adhere.NotMet:
		return "\u2717"
	case adhere.Unsure:
		return "?"
	case adhere.Broken:
		return "!"
	default:
		return "\u2013"
	}
}
