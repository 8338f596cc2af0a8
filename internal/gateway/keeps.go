package gateway

import (
	"adhere"
	"adhere/refine"
	"adhere/verify/algebra"
)

// stillDoes is what a judge is asked about a rewrite that reads like something
// else than its draft.
const stillDoes = "The response carries out the task of the instruction as a whole: it is neither a fragment nor a summary of an answer, nor a remark about one, unless the instruction asks for that."

// keeps has the judge say, with all else that it is asked about a rewrite,
// whether that still does the task. Without a judge, a rewrite that lost half
// its length is taken only where a demand bounds that.
func (c *critic) keeps(in *adhere.Instruction, draft, rewrite *adhere.Response) (string, *adhere.Requirement) {
	if c.judge != nil {
		return "", &adhere.Requirement{ID: "task", Text: stillDoes, Weight: 1}
	}
	if refine.LostHalf(draft.Text, rewrite.Text) && !boundsLength(in.Requirements) && !wantsForm(in.Requirements) {
		return "the reply lost more than half of the text, and nothing demands that it be short", nil
	}
	return "", nil
}

// boundsLength reports whether a demand says how long an answer may be at the
// most, in whatever parts.
func boundsLength(requirements []adhere.Requirement) bool {
	for i := range requirements {
		check, known := checkOf(requirements[i].Rule)
		if !known && requirements[i].Rule != nil {
			return true // a checker whose meaning is not known here
		}
		if c, ok := check.Expr.(algebra.Compare); ok && c.Is.Op != algebra.OpLeast && c.Is.Op != algebra.OpMore && countsUnits(c.Of) {
			return true
		}
	}
	return false
}

// countsUnits reports whether what is measured is how long something is.
func countsUnits(m algebra.Measure) bool {
	n, ok := m.(algebra.Count)
	if !ok || n.Of.That != nil {
		return false
	}
	_, unit := n.Of.Source.(algebra.Unit)
	return unit
}

// wantsForm reports whether the request wants its answer in a form of its own:
// what stands around that may be longer than the answer.
func wantsForm(requirements []adhere.Requirement) bool {
	for i := range requirements {
		check, _ := checkOf(requirements[i].Rule)
		if all, ok := check.Expr.(algebra.All); ok && len(all) > 0 {
			if _, ok := all[len(all)-1].(algebra.JSON); ok {
				return true
			}
		}
	}
	return false
}
