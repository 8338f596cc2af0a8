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

// stepTo returns the step to a level, from 1; nil where the data set does not tell
// it.
func stepTo(in *adhere.Instruction, level int) *step {
	if level < 1 || level > in.Level || len(in.Path) != in.Level+1 {
		return nil
	}
	return &step{level, worddiff.Diff(in.Path[level-1], in.Path[level])}
}

// stepOf returns what the i-th requirement added, where each level stands for
// one requirement.
func stepOf(in *adhere.Instruction, i int) *step {
	if in.Level != len(in.Requirements) {
		return nil
	}
	return stepTo(in, i+1)
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
	f := &filing{Category: in.Tags["category"], Level: in.Level, Added: stepTo(in, in.Level)}
	if n := len(in.Requirements); n > 0 {
		f.Labels = in.Requirements[n-1].Labels
		if len(f.Labels) == 1 && f.Labels[0] == f.Category {
			f.Labels = nil
		}
	}
	if f.Category == "" && f.Labels == nil && f.Level == 0 {
		return nil
	}
	return f
}
