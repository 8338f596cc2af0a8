package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/verify/ruling"
)

// coverage says how many requirements of a benchmark code reads, and, with
// recorded answers and a judge's verdicts on them, what that decides.
func (p *program) coverage(ctx context.Context, f *verifyFlags) error {
	_, set, err := p.ReadBench(ctx, f.coverage, *f.data, f.responses)
	if err != nil {
		return err
	}
	records, err := eval.Recorded(ctx, set, nil, f.responses)
	if err != nil {
		return err
	}
	covered, err := eval.Decider().Coverage(records)
	if errors.Is(err, ruling.ErrNoTexts) {
		return &adhere.Error{Code: adhere.Invalid, Message: f.coverage + " has no requirements in words: its rules name their checkers", Hint: "--coverage is for benchmarks whose requirements are texts"}
	}
	if err != nil {
		return err
	}
	return cli.List(p.Program, covered, []string{"label", "requirements", "whole", "part", "D", "P", "F"}, func(c ruling.Covered) []string {
		return []string{cmp.Or(c.Label, "all"), strconv.Itoa(c.Requirements), strconv.Itoa(c.Whole), strconv.Itoa(c.Partly), inShare(c.Decided, c.Pairs), inShare(c.Right, c.Judged), inShare(c.Found, c.Failures)}
	})
}

// inShare prints a part of a whole, "-" where there is none.
func inShare(part, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%% of %d", 100*float64(part)/float64(of), of)
}
