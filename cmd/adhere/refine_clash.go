package main

import (
	"fmt"
	"strings"
	"sync"

	"adhere"
	"adhere/verify/english"
	"adhere/verify/suites"
)

// rulebook says rules in the algebra of checks.
var rulebook = sync.OnceValue(suites.NewExpresser)

// clashes says which requirements of an instruction no answer meets together.
// Those without a rule take part where code can read them.
func clashes(in *adhere.Instruction) []string {
	rules := make([]*adhere.Rule, len(in.Requirements))
	for i := range in.Requirements {
		r := &in.Requirements[i]
		if rules[i] = r.Rule; r.Rule != nil {
			continue
		}
		if read, ok := english.Read(r.Text); ok {
			rules[i] = read.Check.Rule()
		}
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

// warnOfClashes names, before any call, the instructions whose own
// requirements no answer can meet, and has the results say so.
func (p *program) warnOfClashes(trials []*trial) error {
	var warning string
	for _, t := range trials {
		if t.refinery == nil || t.refinery.flags.lists() {
			continue
		}
		if warning == "" {
			all, err := t.instructions()
			if err != nil {
				return err
			}
			if warning = p.contradictions(all); warning == "" {
				return nil
			}
		}
		t.warnings = append(t.warnings, warning)
	}
	return nil
}

// contradictions names the instructions that no answer can meet, and returns a
// warning for the result.
func (p *program) contradictions(all []adhere.Instruction) string {
	var ids []string
	for i := range all {
		found := clashes(&all[i])
		for _, c := range found {
			p.say("%s: %s", shortID(all[i].ID), c)
		}
		if len(found) > 0 {
			ids = append(ids, shortID(all[i].ID))
		}
	}
	if len(ids) == 0 {
		return ""
	}
	listed := ids[:min(len(ids), 10)]
	more := ""
	if n := len(ids) - len(listed); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d of %s contradict themselves, so that no answer meets all their rules: %s%s", len(ids), plural(len(all), "instruction"), strings.Join(listed, ", "), more)
}
