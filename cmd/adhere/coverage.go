package main

import (
	"context"
	"fmt"
	"strconv"

	"adhere"
	"adhere/verify/english"
)

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
