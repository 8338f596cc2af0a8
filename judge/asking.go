package judge

import (
	"context"

	"adhere"
)

// An Asking is one time that the model of a hybrid judge was asked about a
// response.
type Asking struct {
	Calls    []Call           // rendered again; the replies are typical ones
	Verdicts []adhere.Verdict // the model's, one per requirement; Skipped where it was not asked
}

// Askings renders again what the model behind a hybrid judge was asked about
// a record, which holds the verdicts that the judge gave under the name. It
// is nothing where j is no hybrid judge with a Planner.
func Askings(ctx context.Context, j adhere.Judge, name string, rec *adhere.Record) ([]Asking, error) {
	h, ok := j.(*hybrid)
	verdicts := rec.By(name)
	if !ok || h.Model == nil || rec.Response == nil || verdicts == nil {
		return nil, nil
	}
	c, err := h.open(ctx, &adhere.Task{Instruction: rec.Instruction, Attempt: rec.Attempt}, rec.Response)
	if err != nil {
		return nil, err
	}
	if err := h.leave(c); err != nil {
		return nil, err
	}
	var all []Asking
	for _, pick := range h.rounds(c) {
		p, ok := choosing(h.Model, pick).(Planner)
		if !ok {
			return nil, nil
		}
		one := Asking{Verdicts: said(verdicts, pick)}
		if one.Calls, err = p.Rehearse(c.left, rec.Response); err != nil {
			return nil, err
		}
		if len(one.Calls) > 0 {
			all = append(all, one)
		}
	}
	return all, nil
}

// said returns what the model said of the requirements that it was asked
// about.
func said(verdicts []adhere.Verdict, pick func(i int) bool) []adhere.Verdict {
	own := make([]adhere.Verdict, len(verdicts))
	for i := range verdicts {
		own[i] = adhere.Verdict{Requirement: verdicts[i].Requirement, Outcome: adhere.Skipped}
		if s, ok := SplitOf(&verdicts[i]); ok && s.Model != nil && pick(i) {
			own[i] = *s.Model
		}
	}
	return own
}
