package main

import (
	"fmt"
	"strings"
	"sync"

	"adhere"
	"adhere/verify/suites"
)

// rulebook says rules in the algebra of checks.
var rulebook = sync.OnceValue(suites.NewExpresser)

// clashes says which requirements of an instruction no answer meets together.
// Those without a rule take part where code can read them.
func clashes(in *adhere.Instruction) []string {
	rules := make([]*adhere.Rule, len(in.Requirements))
	for i := range in.Requirements {
		rules[i] = divide(&in.Requirements[i]).Rule
	}
	var found []string
	for _, c := range rulebook().Conflicts(rules) {
		var names []string
		for _, i := range c.Checks {
			names = append(names, in.Requirements[i].ID)
		}
		found = append(found, fmt.Sprintf("no answer meets %s together: %s", strings.Join(names, " and "), c.Why))
	}
	return found
}

// Clashes are looked for in so many instructions of a run, since reading takes
// time, and so many are named.
const (
	mostLooked = 2000
	mostNamed  = 10
)

// warnOfClashes names, before any call, the instructions whose own
// requirements no answer can meet, and has the results say so. Refinement
// that lists the requirements itself does not go by them.
func (p *program) warnOfClashes(trials []*trial) error {
	var warning string
	for i, t := range trials {
		if i == 0 {
			var err error
			if warning, err = p.contradictions(t.evaluation); err != nil || warning == "" {
				return err
			}
		}
		if t.refinery == nil || !t.refinery.flags.lists() {
			t.Warnings = append(t.Warnings, warning)
		}
	}
	return nil
}

// contradictions names the instructions that no answer can meet, and returns a
// warning for the result.
func (p *program) contradictions(e *evaluation) (string, error) {
	var ids []string
	looked := 0
	for item, err := range e.Items() {
		if err != nil {
			return "", err
		}
		if item.Attempt > 0 {
			continue
		}
		if looked++; looked > mostLooked {
			break
		}
		found := clashes(item.Instruction)
		if len(found) == 0 {
			continue
		}
		id := shortID(item.Instruction.ID)
		if ids = append(ids, id); len(ids) <= mostNamed {
			p.say("%s: %s", id, strings.Join(found, "; "))
		}
	}
	if len(ids) == 0 {
		return "", nil
	}
	of, more := plural(looked, "instruction"), ""
	if looked > mostLooked {
		of = fmt.Sprintf("the first %d instructions", mostLooked)
	}
	if n := len(ids) - mostNamed; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d of %s contradict themselves, so that no answer meets all their rules: %s%s", len(ids), of, strings.Join(ids[:min(len(ids), mostNamed)], ", "), more), nil
}
