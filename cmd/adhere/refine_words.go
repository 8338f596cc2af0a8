package main

import (
	"slices"

	"adhere"
	"adhere/verify/algebra"
)

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
