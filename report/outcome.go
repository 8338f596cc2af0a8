package report

import (
	"fmt"
	"strings"

	"adhere"
)

// Merged is what the record came to on its i-th requirement, as package
// metric merges judges: what the first one concluded that did not skip it,
// rules before all others. It is Skipped where nobody was asked. Of what is to
// be avoided it is the opposite: an answer that does it is NotMet. What needs a
// requirement that is not met is not met either.
func Merged(r *adhere.Record, i int) adhere.Verdict {
	return needing(r, i, r.Counted)
}

// Said is what one judge said of the record's i-th requirement, as Merged has it
// of all together.
func Said(r *adhere.Record, judge string, i int) adhere.Verdict {
	of := r.By(judge)
	if i >= len(of) {
		return adhere.Verdict{Judge: judge, Outcome: adhere.Skipped}
	}
	return needing(r, i, func(k int) adhere.Verdict { return of[k] })
}

// needing is what was said of the i-th requirement, in the light of those that
// it needs.
func needing(r *adhere.Record, i int, said func(k int) adhere.Verdict) adhere.Verdict {
	v, needs := said(i), r.Instruction.Requirements[i].Needs
	if v.Outcome == adhere.Skipped || len(needs) == 0 {
		return right(r, i, v)
	}
	outcomes := make([]adhere.Outcome, len(r.Instruction.Requirements))
	for k := range outcomes {
		outcomes[k] = said(k).Outcome
	}
	alone := right(r, i, v).Outcome
	if r.Instruction.Settle(outcomes); outcomes[i] != alone {
		v.Reason = fmt.Sprintf("counts only where what it needs is met (%s); by itself %s. %s", strings.Join(needs, ", "), alone, v.Reason)
	}
	v.Outcome = outcomes[i]
	return v
}

// right is a verdict on the i-th requirement as the answer should have it.
func right(r *adhere.Record, i int, v adhere.Verdict) adhere.Verdict {
	v.Outcome = r.Instruction.Requirements[i].Right(v.Outcome)
	return v
}

// A tally counts the requirements of a record by outcome.
type tally struct{ met, notMet, undecided int }

func tallyOf(r *adhere.Record) tally {
	var t tally
	for i := range r.Instruction.Requirements {
		t.add(Merged(r, i).Outcome)
	}
	return t
}

func (t *tally) add(o adhere.Outcome) {
	switch o {
	case adhere.Met:
		t.met++
	case adhere.NotMet:
		t.notMet++
	case adhere.Unsure, adhere.Broken:
		t.undecided++
	default:
	}
}

// open says how many requirements are undecided, after the text before it;
// nothing if none is.
func (t *tally) open(before string) string {
	if t.undecided == 0 {
		return ""
	}
	return fmt.Sprintf("%s%d undecided", before, t.undecided)
}

// Mark returns the sign and the words of an outcome, so that colour is never
// all there is.
func Mark(o adhere.Outcome) (sign, words string) { return signOf(o), word(o) }

func signOf(o adhere.Outcome) string {
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
