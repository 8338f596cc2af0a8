package eval

import (
	"cmp"
	"fmt"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/report"
)

// undecided is the error of an evaluation that would leave requirements
// undecided: open returns those of an instruction that rules do not decide. It
// names some of them. It is nil where there are none.
func (e *Evaluation) undecided(open func(*adhere.Instruction) []adhere.Requirement, hint string) error {
	const most = 3
	var named []string
	instructions, more := 0, 0
	for in, err := range e.Set.All() {
		if err != nil {
			return err
		}
		left := open(in)
		if len(left) > 0 {
			instructions++
		}
		for _, r := range left {
			if len(named) == most {
				more++
				continue
			}
			named = append(named, fmt.Sprintf("%q (%s)", report.Excerpt(cmp.Or(r.Text, r.ID), 60), in.ID))
		}
	}
	if instructions == 0 {
		return nil
	}
	list := strings.Join(named, ", ")
	if more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return invalid(fmt.Sprintf("%d of %d instructions of %s have requirements that no rule decides: %s",
		instructions, e.Set.Len(), strings.TrimPrefix(e.Bench.Name, bench.OwnPrefix), list), hint)
}
