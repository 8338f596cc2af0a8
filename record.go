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
	start := slices.IndexFunc(r.Verdicts, func(v Verdict) bool { return v.Judge == judge })
	n := len(r.Instruction.Requirements)
	if start < 0 || n == 0 {
		return nil
	}
	given := r.Verdicts[start:]
	if end := slices.IndexFunc(given, func(v Verdict) bool { return v.Judge != judge }); end > 0 {
		given = given[:end]
	}
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

// Outcomes returns what the record came to on each requirement: the outcome of
// the verdict that counts (see Counted), settled with the others (see Instruction.Settled);
// Broken if the record is not Judged, and where the verdict has no valid outcome.
func (r *Record) Outcomes(by func(judge string) bool) []Outcome {
	counted := r.Counted(by)
	for i := range counted {
		if v := &counted[i]; !r.Judged() || !v.Outcome.Valid() {
			v.Outcome = Broken
		}
	}
	return r.Instruction.Settled(counted)
}

// Counted returns the verdict that counts on each requirement, as it was given:
// that of the first rule that did not skip it, else of the first other judge that
// did not, else one that says why it was skipped. Where nobody was asked it is
// Skipped. Only judges of whom by reports true count; nil stands for all.
func (r *Record) Counted(by func(judge string) bool) []Verdict {
	out := r.Instruction.Verdicts("", Skipped, "")
	judges := r.Judges()
	for _, rules := range []bool{true, false} {
		for _, judge := range judges {
			if strings.HasPrefix(judge, "rule/") != rules || by != nil && !by(judge) {
				continue
			}
			for i, v := range r.By(judge) {
				if out[i].Outcome == Skipped && (out[i].Judge == "" || v.Outcome != Skipped) {
					out[i] = v
				}
			}
		}
	}
	return out
}
