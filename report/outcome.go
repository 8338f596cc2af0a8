package report

import (
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// Merged is what the record came to on each requirement, as metrics count it
// (see Record.Outcomes), with who decided it and why.
func Merged(r *adhere.Record) []adhere.Verdict { return settled(r, nil) }

// Said is what each judge (see Record.Judges) said of each requirement, as Merged
// has it of all together.
func Said(r *adhere.Record) [][]adhere.Verdict {
	return lists.Map(r.Judges(), func(judge string) []adhere.Verdict {
		return settled(r, func(name string) bool { return name == judge })
	})
}

func settled(r *adhere.Record, by func(judge string) bool) []adhere.Verdict {
	return asCounted(r.Instruction, r.Counted(by), r.Outcomes(by))
}

// asCounted gives verdicts the outcomes that count, and says why where these are
// others.
func asCounted(in *adhere.Instruction, all []adhere.Verdict, outcomes []adhere.Outcome) []adhere.Verdict {
	for i, o := range outcomes {
		req := &in.Requirements[i]
		if alone := req.Right(all[i].Outcome); o != alone && len(req.Needs) > 0 {
			all[i].Reason = fmt.Sprintf("counts only where what it needs is met (%s); by itself %s. %s", strings.Join(req.Needs, ", "), alone, all[i].Reason)
		}
		all[i].Outcome = o
	}
	return all
}

// A tally counts the requirements of a record by outcome.
type tally struct{ met, notMet, undecided int }

func tallyOf(r *adhere.Record) tally {
	var t tally
	for _, o := range r.Outcomes(nil) {
		t.add(o)
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
