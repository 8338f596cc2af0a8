package adhere

import (
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
// order, or nil if that judge gave none.
func (r *Record) By(judge string) []Verdict {
	n := len(r.Instruction.Requirements)
	for i := 0; i < len(r.Verdicts); i++ {
		if r.Verdicts[i].Judge != judge {
			continue
		}
		end := i + n
		if end > len(r.Verdicts) {
			return nil
		}
		return r.Verdicts[i:end]
	}
	return nil
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

// Counted returns the verdict that counts on the i-th requirement where several
// judges gave one: that of the first rule that did not skip it, else of the
// first judge that did not, else the first, which says why it was skipped.
// Where nobody was asked it is Skipped.
func (r *Record) Counted(i int) Verdict {
	counted := Verdict{Outcome: Skipped}
	for _, name := range r.Judges() {
		verdicts := r.By(name)
		if i >= len(verdicts) {
			continue
		}
		v := verdicts[i]
		if v.Outcome != Skipped && strings.HasPrefix(name, "rule/") {
			return v
		}
		if counted.Judge == "" || counted.Outcome == Skipped && v.Outcome != Skipped {
			counted = v
		}
	}
	return counted
}
