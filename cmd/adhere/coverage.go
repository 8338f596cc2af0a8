package main

import (
	"context"
	"fmt"
	"strconv"

	"adhere"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// readDemands reads requirements in plain English as checks, says how each
// was read, and warns of those that cannot hold together. What cannot be read
// for certain is an error: a wrong check is worse than none.
func (p *program) readDemands(demands []string) ([]verify.Check, error) {
	var read []algebra.Check
	var checks []verify.Check
	for _, d := range demands {
		r, ok := english.Read(d)
		if !ok {
			return nil, &adhere.Error{
				Code: adhere.Invalid, Message: fmt.Sprintf("--require %q: code cannot decide this, or it can be read in two ways", d),
				Hint: "say it plainly (\"at most 50 words\", \"no commas\"), name a checker with --rule, or leave it to a judge",
			}
		}
		check, err := r.Check.Compile()
		if err != nil {
			return nil, fmt.Errorf("--require %q: %w", d, err)
		}
		p.say("read %q as: %s", d, r.Check)
		if r.Decides == english.Part {
			p.say("left to a judge: %s", r.Rest)
		}
		read, checks = append(read, r.Check), append(checks, check)
	}
	for _, c := range algebra.Conflicts(read) {
		p.say("no text can meet these together: %s", c.Why)
	}
	return checks, nil
}

// coverage says how many requirements of a benchmark can be read as checks.
func (p *program) coverage(ctx context.Context, name, data string) error {
	_, set, err := p.readBench(ctx, name, data, "")
	if err != nil {
		return err
	}
	var all []adhere.Requirement
	for in, err := range set.All() {
		if err != nil {
			return err
		}
		all = append(all, in.Requirements...)
	}
	covered := english.Reader{}.Coverage(all)
	if p.json {
		return writeJSON(p.out, covered)
	}
	rows := make([][]string, len(covered))
	for i, c := range covered {
		label := c.Label
		if label == "" {
			label = "all"
		}
		share := fmt.Sprintf("%.1f%%", 100*float64(c.Read())/float64(max(c.Of, 1)))
		rows[i] = []string{label, strconv.Itoa(c.Of), strconv.Itoa(c.Whole), strconv.Itoa(c.Partly), share}
	}
	return p.table([]string{"label", "requirements", "whole", "part", "read"}, rows)
}
