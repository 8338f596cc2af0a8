package gateway

import (
	"context"
	"slices"

	"adhere"
	"adhere/judge"
	"adhere/verify"
)

// A NamedJudge decides what rules cannot, under a name that requests use.
type NamedJudge struct {
	Name string
	Jury bool // several models decide together

	// New returns the judge of one request. The model is the one that the
	// request asks, for a judge that is that model. What it calls should be
	// wrapped by refine.Metered, so that the request's bounds hold.
	New func(asked adhere.Model) (adhere.Judge, error)
}

// A critic lets rules decide what they can, and asks the judge, if there is
// one, about all the rest at once. A judge that fails leaves its part Broken
// and what rules decided as it is. An answer that is to be rewritten anyway,
// since a rule is broken, is not asked about: its rewrite will be.
type critic struct {
	rules  *verify.Judge
	judge  adhere.Judge // nil leaves the rest open
	notes  []note       // of the requirements, in their order; may be nil
	rounds int          // how many answers are still judged at the most; the last is asked about in any case

	said said
}

var _ adhere.Judge = (*critic)(nil)

// Why something is open.
const (
	undecidable = "no rule decides it, and no judge is asked"
	postponed   = "a rule is broken, and so the judge was not asked yet"
)

func (c *critic) Name() string {
	if c.judge == nil {
		return c.rules.Name()
	}
	return c.rules.Name() + ",rest:" + c.judge.Name()
}

func (c *critic) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	verdicts, err := c.ruled(ctx, task, out)
	if err != nil {
		return nil, err
	}
	c.rounds--
	c.recall(task.Instruction, out, verdicts)
	rest, open := stillOpen(task.Instruction, verdicts)
	why := undecidable
	if c.judge != nil {
		if !c.postpones(task.Instruction, verdicts) {
			c.ask(ctx, task.With(rest), out, verdicts, open)
			return verdicts, nil
		}
		why = postponed
	}
	for _, i := range open {
		if verdicts[i].Outcome == adhere.Skipped {
			verdicts[i].Reason = why
		}
	}
	return verdicts, nil
}

// recall takes what was said of the draft when its demands were listed. Where
// that is no decision, the judge is asked.
func (c *critic) recall(in *adhere.Instruction, out *adhere.Response, verdicts []adhere.Verdict) {
	if len(c.said.verdicts) == 0 || out.Text != c.said.draft {
		return
	}
	_, open := stillOpen(in, verdicts)
	for _, i := range open {
		if v, ok := c.said.verdicts[in.Requirements[i].Text]; ok && v.Outcome.Decided() {
			v.Requirement = in.Requirements[i].ID
			verdicts[i] = v
		}
	}
}

// postpones reports whether the judge need not be asked yet: a rule is broken,
// and the answer will be rewritten. What is asked of a rewrite besides is asked
// at once.
func (c *critic) postpones(in *adhere.Instruction, verdicts []adhere.Verdict) bool {
	return c.rounds > 0 && len(in.Requirements) <= len(c.notes) &&
		slices.ContainsFunc(verdicts, func(v adhere.Verdict) bool { return v.Outcome == adhere.NotMet })
}

// ask puts what is open to the judge. What a rule left undecided stays so
// where the judge cannot say either.
func (c *critic) ask(ctx context.Context, rest *adhere.Task, out *adhere.Response, verdicts []adhere.Verdict, open []int) {
	if len(open) == 0 {
		return
	}
	asked, err := c.judge.Judge(ctx, rest, out)
	for k, i := range open {
		r := &rest.Instruction.Requirements[k]
		switch {
		case err == nil && k < len(asked) && (asked[k].Outcome.Decided() || verdicts[i].Outcome == adhere.Skipped):
			verdicts[i] = asked[k]
		case verdicts[i].Outcome != adhere.Skipped:
		case err != nil:
			verdicts[i] = c.broken(r, err.Error())
		default:
			verdicts[i] = c.broken(r, "the judge gave no verdict")
		}
	}
}

// ruled decides by rules, which takes microseconds. What a rule can only prove
// to be broken is left open where it does not.
func (c *critic) ruled(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	in := *task.Instruction
	in.Requirements = slices.Clone(in.Requirements)
	for i := range in.Requirements {
		if r := &in.Requirements[i]; r.Rule == nil && i < len(c.notes) {
			r.Rule = c.notes[i].proof
		}
	}
	verdicts, err := c.rules.Judge(context.WithoutCancel(ctx), task.With(&in), out)
	why := out.Emptiness()
	for i := range verdicts {
		if why != "" { // nobody is asked about nothing
			verdicts[i].Outcome, verdicts[i].Evidence, verdicts[i].Reason = adhere.NotMet, why, ""
		}
		if v := &verdicts[i]; task.Instruction.Requirements[i].Rule == nil && v.Outcome != adhere.NotMet {
			v.Outcome, v.Evidence = adhere.Skipped, ""
		}
	}
	return verdicts, err
}

// stillOpen returns what rules neither proved nor broke, and its places: what
// they say nothing about, and what sensible readings differ on.
func stillOpen(in *adhere.Instruction, verdicts []adhere.Verdict) (*adhere.Instruction, []int) {
	own := *in
	own.Requirements = nil
	var open []int
	for i, r := range in.Requirements {
		v := verdicts[i].Outcome
		if r.Rule == nil && !v.Decided() || v == adhere.Unsure && r.Text != "" {
			own.Requirements, open = append(own.Requirements, r), append(open, i)
		}
	}
	return &own, open
}

func (c *critic) broken(r *adhere.Requirement, reason string) adhere.Verdict {
	return adhere.Verdict{Requirement: r.ID, Judge: c.judge.Name(), Outcome: adhere.Broken, Reason: reason}
}

// Calls counts those of the judge: rules make none.
func (c *critic) Calls(in *adhere.Instruction) int {
	rest := *in
	rest.Requirements = slices.DeleteFunc(slices.Clone(in.Requirements), func(r adhere.Requirement) bool { return r.Rule != nil })
	p, ok := c.judge.(judge.Planner)
	if !ok || len(rest.Requirements) == 0 {
		return 0
	}
	return p.Calls(&rest)
}
