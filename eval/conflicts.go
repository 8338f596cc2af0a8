package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/lists"
	"adhere/internal/plural"
	"adhere/refine"
	"adhere/verify/algebra"
	"adhere/verify/english"
	"adhere/verify/suites"
)

// expresser says rules in the algebra of checks.
var expresser = sync.OnceValue(suites.NewExpresser)

// Conflicts says which requirements of an instruction no answer meets together.
// Those without a rule take part where code can read them.
func Conflicts(in *adhere.Instruction) []string {
	rules := make([]*adhere.Rule, len(in.Requirements))
	for i := range in.Requirements {
		rules[i] = Divide(&in.Requirements[i], in.Requirements).Rule
	}
	return conflicts(rules, func(i int) string { return in.Requirements[i].ID }, "no answer meets %s together: %s")
}

// conflicts says which rules no text meets together, by their names and why.
func conflicts(rules []*adhere.Rule, name func(i int) string, format string) (found []string) {
	for _, c := range expresser().Conflicts(rules) {
		found = append(found, fmt.Sprintf(format, strings.Join(lists.Map(c.Checks, name), " and "), c.Why))
	}
	return found
}

// Conflicts are looked for in so many instructions of a run, since reading takes
// time, and so many are named.
const (
	mostLooked = 2000
	mostNamed  = 10
)

// warnOfConflicts names, before any call, the instructions whose own
// requirements no answer can meet. Recorded answers are judged without that,
// and refinement that lists the requirements itself does not go by them.
func (e *Evaluation) warnOfConflicts() error {
	if e.Wanted != nil || e.refiner != nil && e.Spec.Lists() {
		return nil
	}
	var ids []string
	looked := 0
	for in, err := range e.instructions {
		if err != nil {
			return err
		}
		if looked++; looked > mostLooked {
			break
		}
		found := Conflicts(in)
		if len(found) == 0 {
			continue
		}
		id := adhere.ShortID(in.ID)
		if ids = append(ids, id); len(ids) <= mostNamed {
			e.Conflicts = append(e.Conflicts, id+": "+strings.Join(found, "; "))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	of, more := plural.Of(looked, "instruction"), ""
	if looked > mostLooked {
		of = fmt.Sprintf("the first %d instructions", mostLooked)
	}
	if n := len(ids) - mostNamed; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	e.Warnings = append(e.Warnings, fmt.Sprintf("%d of %s contradict themselves, so that no answer meets all their rules: %s%s", len(ids), of, strings.Join(ids[:min(len(ids), mostNamed)], ", "), more))
	return nil
}

// refuseAvoided holds, before any call, that a refiner is given nothing that an
// answer should not meet.
func (e *Evaluation) refuseAvoided() error {
	if e.refiner == nil {
		return nil
	}
	for in, err := range e.instructions {
		if err := cmp.Or(err, refine.Avoids(in)); err != nil {
			return err
		}
	}
	return nil
}

// A wordedSubject refines by requirements in words.
type wordedSubject struct{ *refine.Refiner }

// Answer refines the answer to the task's worded instruction.
func (s *wordedSubject) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	return s.Refiner.Answer(ctx, t.With(worded(t.Instruction)))
}

// worded returns an instruction in which requirements that have a rule and no
// text say in words what the rule demands, where that can be said: a model
// that is to repair something does not know the names of checkers.
func worded(in *adhere.Instruction) *adhere.Instruction {
	own := *in
	own.Requirements = slices.Clone(in.Requirements)
	for i := range own.Requirements {
		r := &own.Requirements[i]
		if r.Text != "" || r.Rule == nil {
			continue
		}
		if check, likeness, _ := expresser().Express(r.Rule); likeness == algebra.Equal || likeness == algebra.Nearly {
			r.Text = algebra.In(check.Expr).String()
		}
	}
	return &own
}

// reader lists, without asking anybody, what code can read for certain in the
// words of the conversation. Each demand comes with its check. What is seen
// but may bind something else is left out.
type reader struct{}

// Name carries the version of the readings.
func (reader) Name() string { return "english@" + english.Version }

// Requirements reads every message.
func (reader) Requirements(_ context.Context, in *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error) {
	return ReadRequirements(in), adhere.Usage{}, nil
}

// ReadRequirements returns the demands that code reads for certain in the words
// of an instruction.
func ReadRequirements(in *adhere.Instruction) []adhere.Requirement {
	var list []adhere.Requirement
	for _, d := range english.Demands(in.Messages) {
		if d.MayEnforce() {
			d.ID = fmt.Sprintf("c%d", len(list)+1)
			list = append(list, d.Requirement)
		}
	}
	return list
}
