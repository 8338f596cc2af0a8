package main

import (
	"context"
	"slices"

	"adhere"
	"adhere/refine"
	"adhere/verify/algebra"
)

// A wordedSubject refines by requirements in words.
type wordedSubject struct{ *refine.Refiner }

// Answer refines the answer to the task's worded instruction.
func (s *wordedSubject) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	return s.Refiner.Answer(ctx, t.With(worded(t.Instruction)))
}

// worded returns an instruction in which requirements that have a rule and no
// text say in words what the rule demands, where that can be said: a model
// that is to repair something does not know the names of checkers.
func worded(in *adhere.Instruction) *adhere.Instruction {
	own := *in
	own.Requirements = slices.Clone(in.Requirements)
	for i := range own.Requirements {
		r := &own.Requirements[i]
		if r.Text != "" || r.Rule == nil {
			continue
		}
		check, likeness, _ := rulebook().Express(r.Rule)
		if likeness == algebra.Equal || likeness == algebra.Nearly {
			r.Text = algebra.In(check.Expr).String()
		}
	}
	return &own
}
