package main

import (
	"fmt"
	"strconv"
	"time"

	"adhere"
	"adhere/internal/cli"
	"adhere/report"
)

// showTrace prints a refinement and what it took, by step.
func (p *program) showTrace(t *adhere.Trace, answerOnly bool) error {
	switch {
	case p.JSON:
		return cli.WriteJSON(p.Out, t)
	case answerOnly:
		_, err := fmt.Fprintln(p.Out, t.Answer().Response.Text)
		return err
	}
	if err := report.WriteTrace(p.Out, t); err != nil {
		return err
	}
	p.Say("took %s", t.Time.Round(100*time.Millisecond))
	used := t.Usage()
	var rows [][]string
	add := func(name string, u adhere.Usage) {
		rows = append(rows, []string{name, strconv.Itoa(u.Calls), strconv.Itoa(u.In), strconv.Itoa(u.Out), report.Cost(u)})
	}
	for _, step := range adhere.Steps() {
		if u, ok := used[step]; ok {
			add(string(step), u)
		}
	}
	add("total", t.Total())
	return p.Table([]string{"step", "calls", "tokens in", "tokens out", "cost"}, rows)
}
