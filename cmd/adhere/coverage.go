package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/verify/ruling"
)

// coverage says how many requirements of a benchmark code reads, and, with
// recorded answers and a judge's verdicts on them, what that decides.
func (p *program) coverage(ctx context.Context, f *verifyFlags) error {
	_, set, err := p.readBench(ctx, f.coverage, *f.data, f.responses)
	if err != nil {
		return err
	}
	records, err := recorded(ctx, set, f.responses)
	if err != nil {
		return err
	}
	covered, err := eval.Desk().Coverage(records)
	if errors.Is(err, ruling.ErrNoTexts) {
		return &adhere.Error{Code: adhere.Invalid, Message: f.coverage + " has no requirements in words: its rules name their checkers", Hint: "--coverage is for benchmarks whose requirements are texts"}
	}
	if err != nil {
		return err
	}
	if p.json {
		return writeJSON(p.out, covered)
	}
	rows := make([][]string, len(covered))
	for i, c := range covered {
		label := c.Label
		if label == "" {
			label = "all"
		}
		rows[i] = []string{label, strconv.Itoa(c.Requirements), strconv.Itoa(c.Whole), strconv.Itoa(c.Partly), inShare(c.Decided, c.Pairs), inShare(c.Right, c.Judged), inShare(c.Found, c.Failures)}
	}
	return p.table([]string{"label", "requirements", "whole", "part", "D", "P", "F"}, rows)
}

// inShare prints a part of a whole, "-" where there is none.
func inShare(part, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%% of %d", 100*float64(part)/float64(of), of)
}

// recorded joins instructions with recorded answers, and with the verdicts
// that stand beside them.
func recorded(ctx context.Context, set *dataset.Set, responses string) ([]adhere.Record, error) {
	var records []adhere.Record
	if responses == "" {
		for in, err := range set.All() {
			if err != nil {
				return nil, err
			}
			records = append(records, adhere.Record{Instruction: in})
		}
		return records, nil
	}
	answers, err := dataset.ReadResponses(ctx, responses, nil)
	if err != nil {
		return nil, err
	}
	matched, err := dataset.Match(set, answers)
	if err != nil {
		return nil, err
	}
	placed, err := placedVerdicts(ctx, set, responses)
	if err != nil {
		return nil, err
	}
	for in, err := range set.All() {
		if err != nil {
			return nil, err
		}
		given := matched.For(in.ID)
		if len(given) == 0 {
			records = append(records, adhere.Record{Instruction: in})
		}
		for i := range given {
			r := adhere.Record{Instruction: in, Response: &adhere.Response{Model: given[i].Model, Text: given[i].Text}}
			if placed != nil {
				r.Verdicts = placed.For(in.ID, given[i].Attempt, given[i].Model, placed.Judges()[0])
			}
			records = append(records, r)
		}
	}
	return records, nil
}

// placedVerdicts are the verdicts in a file of answers, nil if it has none.
func placedVerdicts(ctx context.Context, set *dataset.Set, path string) (*dataset.Placed, error) {
	said, err := dataset.ReadVerdicts(ctx, path, "recorded", nil)
	if err != nil || len(said.Judges()) == 0 {
		return nil, nil //nolint:nilerr // answers without verdicts are fine
	}
	return dataset.PlaceVerdicts(set, said)
}
