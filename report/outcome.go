package report

import "adhere"

// outcome is what the record came to on its i-th requirement: what the first
// judge concluded that was asked, in the order of the record's judges. It is
// Skipped where nobody was asked.
func outcome(r *adhere.Record, i int) adhere.Verdict {
	for _, name := range r.Judges() {
		if vs := r.By(name); i < len(vs) && vs[i].Outcome != adhere.Skipped {
			return vs[i]
		}
	}
	return adhere.Verdict{Outcome: adhere.Skipped}
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
		}
	}
	return t
}
