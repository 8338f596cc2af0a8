package adhere

import (
	"fmt"
	"slices"
	"strings"
)

// A Record is one finished item of a run: the row that every metric, report
// and page reads.
type Record struct {
	Instruction *Instruction `json:"instruction"`
	Attempt     int          `json:"attempt,omitempty"`  // 0 for the first answer to the instruction
	Response    *Response    `json:"response,omitempty"` // nil if the call failed; then Err says why
	Err         string       `json:"err,omitempty"`
	Verdicts    []Verdict    `json:"verdicts,omitempty"` // judge after judge, each in the order of the requirements
	Grades      []Grade      `json:"grades,omitempty"`   // direct scores of the whole response
	Trace       *Trace       `json:"trace,omitempty"`    // how the response was refined; nil where it was taken as it came
}

// Asked returns the conversation up to the last answer, with the answers to its
// earlier turns.
func (r *Record) Asked() []Message {
	if r.Response == nil {
		return r.Instruction.Messages
	}
	return r.Instruction.With(r.Response.Earlier)
}

// By returns the record's verdicts by the named judge, one per requirement in
// order, or nil if that judge gave none. Where it gave too few or too many,
// nobody knows what they are about: all are Broken.
func (r *Record) By(judge string) []Verdict {
	start, n := 0, len(r.Instruction.Requirements)
	for start < len(r.Verdicts) && r.Verdicts[start].Judge != judge {
		start++
	}
	if start == len(r.Verdicts) || n == 0 {
		return nil
	}
	given := r.Verdicts[start:r.blockEnd(start)]
	if len(given)%n != 0 {
		return r.Instruction.Verdicts(judge, Broken, fmt.Sprintf("it gave %d verdicts on %d requirements", len(given), n))
	}
	return given[:n]
}

// Judges returns the names of the judges that gave verdicts, in order of
// first appearance.
func (r *Record) Judges() []string {
	var names []string
	for i := range r.Verdicts {
		if name := r.Verdicts[i].Judge; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Judged reports whether there is an answer and, where it must meet anything,
// somebody's verdict on it. If not, everything is undecided.
func (r *Record) Judged() bool {
	return r.Response != nil && (len(r.Verdicts) > 0 || len(r.Instruction.Requirements) == 0)
}

// blockEnd returns where the verdicts of one judge end that begin at a place.
func (r *Record) blockEnd(start int) int {
	end := start + 1
	for end < len(r.Verdicts) && r.Verdicts[end].Judge == r.Verdicts[start].Judge {
		end++
	}
	return end
}

// Outcomes returns what the record came to on each requirement: the outcome of
// the verdict that counts (see Counted), settled with the others (see Instruction.Settled);
// Broken if the record is not Judged, and where the verdict has no valid outcome.
func (r *Record) Outcomes(by func(judge string) bool) []Outcome {
	out := make([]Outcome, len(r.Instruction.Requirements))
	first := Skipped
	if !r.Judged() {
		first = Broken
	}
	for i := range out {
		out[i] = first
	}
	if first == Broken {
		return out
	}
	r.eachGiven(by, func(i int, v *Verdict) {
		switch {
		case out[i] != Skipped:
		case !v.Outcome.Valid():
			out[i] = Broken
		default:
			out[i] = v.Outcome
		}
	})
	return r.Instruction.settle(out)
}

// Counted returns the verdict that counts on each requirement, as it was given:
// that of the first rule that did not skip it, else of the first other judge that
// did not, else one that says why it was skipped. Where nobody was asked it is
// Skipped. Only judges of whom by reports true count; nil stands for all.
func (r *Record) Counted(by func(judge string) bool) []Verdict {
	out := r.Instruction.Verdicts("", Skipped, "")
	r.eachGiven(by, func(i int, v *Verdict) {
		if out[i].Outcome == Skipped && (out[i].Judge == "" || v.Outcome != Skipped) {
			out[i] = *v
		}
	})
	return out
}

// eachGiven calls f with the verdicts on each requirement in the order in which they
// count: those of rules, then all others.
func (r *Record) eachGiven(by func(judge string) bool, f func(i int, v *Verdict)) {
	for _, rules := range [2]bool{true, false} {
		for start := 0; start < len(r.Verdicts); start = r.blockEnd(start) {
			judge := r.Verdicts[start].Judge
			if strings.HasPrefix(judge, "rule/") != rules || by != nil && !by(judge) {
				continue
			}
			given := r.By(judge)
			for i := range given {
				f(i, &given[i])
			}
		}
	}
}
