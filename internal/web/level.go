package web

import (
	"adhere"
	"adhere/internal/worddiff"
)

// A step is what one level added to an instruction, word by word.
type step struct {
	Level   int
	Changes []worddiff.Change
}

// stepsOf returns the steps from the instruction at level 0 to this one, the
// last at the end; nil where the data set does not tell them.
func stepsOf(in *adhere.Instruction) []step {
	if in.Level < 1 || len(in.Path) != in.Level+1 {
		return nil
	}
	steps := make([]step, in.Level)
	for i := range steps {
		steps[i] = step{i + 1, worddiff.Diff(in.Path[i], in.Path[i+1])}
	}
	return steps
}

// stepOf returns what the i-th requirement added, where each level stands for
// one requirement.
func stepOf(in *adhere.Instruction, i int) *step {
	if steps := stepsOf(in); len(steps) == len(in.Requirements) && i < len(steps) {
		return &steps[i]
	}
	return nil
}

// A filing is where a data set put an instruction, and the constraint that it
// added last: what a check of the data set is about.
type filing struct {
	Category string
	Labels   []string
	Level    int
	Added    *step // nil where the data set has no earlier version
}

// filingOf returns how an instruction is filed; nil where it is not.
func filingOf(in *adhere.Instruction) *filing {
	f := &filing{Category: in.Tags["category"], Level: in.Level}
	if n := len(in.Requirements); n > 0 {
		f.Labels = in.Requirements[n-1].Labels
		if len(f.Labels) == 1 && f.Labels[0] == f.Category {
			f.Labels = nil
		}
	}
	if steps := stepsOf(in); steps != nil {
		f.Added = &steps[len(steps)-1]
	}
	if f.Category == "" && f.Labels == nil && f.Level == 0 {
		return nil
	}
	return f
}
