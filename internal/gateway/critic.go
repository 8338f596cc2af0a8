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
// and what rules decided as it is.
type critic struct {
	rules *verify.Judge
	judge adhere.Judge // nil leaves the rest open
	notes []note       // of the requirements, in their order; may be nil
}

var (
	_ adhere.Judge  = (*critic)(nil)
	_ judge.Planner = (*critic)(nil)
)

// undecidable is the reason for what nobody decides.
const undecidable = "no rule decides it, and no judge is asked"

func (c *critic) Name() string {
	if c.judge == nil {
		return c.rules.Name()
	}
	return c.rules.Name() + ",rest:" + c.judge.Name()
}

func (c *critic) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	verdicts, err := c.ruled(ctx, task, out)
	if err != nil {
		return nil, err
	}
	rest, open := c.rest(in)
	rest, open = stillOpen(rest, open, verdicts)
	if len(open) == 0 {
		return verdicts, nil
	}
	if c.judge == nil {
		for _, i := range open {
			verdicts[i].Reason = undecidable
		}
		return verdicts, nil
	}
	asked, err := c.judge.Judge(ctx, task.With(rest), out)
	for k, i := range open {
		switch {
		case err != nil:
			verdicts[i] = c.broken(&rest.Requirements[k], err.Error())
		case k >= len(asked):
			verdicts[i] = c.broken(&rest.Requirements[k], "the judge gave no verdict")
		default:
			verdicts[i] = asked[k]
		}
	}
	return verdicts, nil
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
	for i := range verdicts {
		if v := &verdicts[i]; task.Instruction.Requirements[i].Rule == nil && v.Outcome != adhere.NotMet {
			v.Outcome, v.Evidence = adhere.Skipped, ""
		}
	}
	return verdicts, err
}

// stillOpen leaves out what is proven to be broken.
func stillOpen(rest *adhere.Instruction, places []int, verdicts []adhere.Verdict) (*adhere.Instruction, []int) {
	own := *rest
	own.Requirements = nil
	var open []int
	for k, i := range places {
		if verdicts[i].Outcome != adhere.NotMet {
			own.Requirements, open = append(own.Requirements, rest.Requirements[k]), append(open, i)
		}
	}
	return &own, open
}

func (c *critic) broken(r *adhere.Requirement, reason string) adhere.Verdict {
	return adhere.Verdict{Requirement: r.ID, Judge: c.judge.Name(), Outcome: adhere.Broken, Reason: reason}
}

// rest returns the instruction with what rules do not decide, and the places
// of that.
func (c *critic) rest(in *adhere.Instruction) (*adhere.Instruction, []int) {
	own := *in
	own.Requirements = nil
	var open []int
	for i, r := range in.Requirements {
		if r.Rule == nil {
			own.Requirements, open = append(own.Requirements, r), append(open, i)
		}
	}
	return &own, open
}

// Calls counts those of the judge: rules make none.
func (c *critic) Calls(in *adhere.Instruction) int { return c.planned(in, judge.Planner.Calls) }

// Chain returns how many of the calls must follow one another.
func (c *critic) Chain(in *adhere.Instruction) int { return c.planned(in, judge.Planner.Chain) }

func (c *critic) planned(in *adhere.Instruction, count func(judge.Planner, *adhere.Instruction) int) int {
	rest, open := c.rest(in)
	p, ok := c.judge.(judge.Planner)
	if !ok || len(open) == 0 {
		return 0
	}
	return count(p, rest)
}

// Rehearse renders the judge's calls.
func (c *critic) Rehearse(in *adhere.Instruction, out *adhere.Response) ([]judge.Call, error) {
	rest, open := c.rest(in)
	p, ok := c.judge.(judge.Planner)
	if !ok || len(open) == 0 {
		return nil, nil
	}
	return p.Rehearse(rest, out)
}
