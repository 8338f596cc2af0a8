package gateway

import (
	"context"

	"adhere"
	"adhere/refine"
	"adhere/verify/algebra"
)

// stillDoes is what a judge is asked about a rewrite that reads like something
// else than its draft.
const stillDoes = "The response carries out the task of the instruction as a whole: it is neither a fragment nor a summary of an answer, nor a remark about one, unless the instruction asks for that."

// keeps has the judge say whether a rewrite still does the task. Without one, a
// rewrite that lost half its length is taken only where a demand bounds that.
func (x *exchange) keeps(c *critic) func(context.Context, *adhere.Instruction, *adhere.Response, *adhere.Response) (string, adhere.Usage, error) {
	return func(ctx context.Context, in *adhere.Instruction, draft, rewrite *adhere.Response) (string, adhere.Usage, error) {
		if c.judge == nil {
			if refine.LostHalf(draft.Text, rewrite.Text) && !boundsLength(in.Requirements) && !wantsForm(in.Requirements) {
				return "the reply lost more than half of the text, and nothing demands that it be short", adhere.Usage{}, nil
			}
			return "", adhere.Usage{}, nil
		}
		own := *in
		own.Requirements = []adhere.Requirement{{ID: "task", Text: stillDoes, Weight: 1}}
		verdicts, err := c.judge.Judge(ctx, &adhere.Task{Instruction: &own}, rewrite)
		switch {
		case err != nil:
			return "nobody could say whether the reply still does the task: " + err.Error(), adhere.Usage{}, ctx.Err()
		case len(verdicts) == 1 && verdicts[0].Outcome == adhere.Met:
			return "", verdicts[0].Usage, nil
		case len(verdicts) != 1:
			verdicts = make([]adhere.Verdict, 1)
		}
		return "the judge does not find that the reply still does the task", verdicts[0].Usage, nil
	}
}

// boundsLength reports whether a demand says how long an answer may be at the
// most, in whatever parts.
func boundsLength(requirements []adhere.Requirement) bool {
	for i := range requirements {
		rule := requirements[i].Rule
		if rule == nil {
			continue
		}
		check, err := algebra.Decode(rule.Args)
		if err != nil || rule.Name != check.Rule().Name {
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
		rule := requirements[i].Rule
		if rule == nil {
			continue
		}
		check, err := algebra.Decode(rule.Args)
		if err != nil {
			continue
		}
		if all, ok := check.Expr.(algebra.All); ok && len(all) > 0 {
			if _, ok := all[len(all)-1].(algebra.JSON); ok {
				return true
			}
		}
	}
	return false
}
