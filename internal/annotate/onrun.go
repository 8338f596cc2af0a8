package annotate

import (
	"slices"
	"strings"

	"adhere"
)

// A RunVerdicts is what one person says of one answer of a run: a verdict for
// each requirement of its instruction, in order, skipped where nothing is said.
type RunVerdicts struct {
	Instruction string
	Attempt     int
	Verdicts    []adhere.Verdict
}

// OnRun returns what counts of what people say of the answers of a run; nothing
// where the campaign does not ask about requirements.
func (r *Results) OnRun(run string) []RunVerdicts {
	if r.Protocol.Asks != AskRequirements {
		return nil
	}
	var out []RunVerdicts
	for _, t := range r.Counted() {
		u := r.Unit(t)
		for _, g := range r.Form(t).Groups {
			if a := &u.Answers[g.Answer]; a.Run == run {
				out = append(out, RunVerdicts{u.Instruction.ID, a.Attempt, g.verdicts(t)})
			}
		}
	}
	return out
}

// verdicts is what a task says of the group's answer.
func (g *Group) verdicts(t *Task) []adhere.Verdict {
	all := make([]adhere.Verdict, len(g.Fields))
	for i, q := range g.Fields {
		all[i] = adhere.Verdict{Requirement: q.Question.ID, Judge: Judge(t.Person), Outcome: adhere.Skipped}
		if value := t.Fields[q.Name]; value != "" {
			all[i].Outcome, all[i].Reason = adhere.Outcome(value), strings.TrimSpace(t.Fields[q.Reason])
		}
	}
	return all
}

// RunsOf returns the runs and files that the answers of units come from, in
// order.
func RunsOf(units []Unit) []string {
	var names []string
	for _, u := range units {
		for _, a := range u.Answers {
			if a.Run != "" && !slices.Contains(names, a.Run) {
				names = append(names, a.Run)
			}
		}
	}
	slices.Sort(names)
	return names
}
