package refine

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"adhere"
	"adhere/judge"
)

// RulesFirst returns a critic that lets rules decide what they can, and asks
// another judge about the rest; that judge skips what rules decide. Without one of
// them it is nil, which New refuses.
func RulesFirst(rules, rest adhere.Judge) adhere.Judge {
	if rules == nil || rest == nil {
		return nil
	}
	return &ruleFirst{rules, rest}
}

// ByChance returns a critic that draws its verdicts: each requirement is met
// with the given probability, from 0 to 1. What another critic gains over it is
// what that critic's feedback is worth. The draw depends on requirement and
// answer alone, so that the same answer gets the same verdicts.
func ByChance(met float64) adhere.Judge { return chance(met) }

type chance float64

func (c chance) Name() string { return fmt.Sprintf("random@1:%g", float64(c)) }

func (c chance) Judge(_ context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	if err := task.Check(out); err != nil {
		return nil, err
	}
	verdicts := make([]adhere.Verdict, len(task.Instruction.Requirements))
	for i, r := range task.Instruction.Requirements {
		h := fnv.New64a()
		fmt.Fprintf(h, "%q %q %d %q %q", task.Instruction.ID, r.ID, i, r.Text, out.Text)
		met := rand.New(rand.NewPCG(h.Sum64(), 1)).Float64() < float64(c) //nolint:gosec // chance, not a secret
		verdicts[i] = adhere.Verdict{Requirement: r.ID, Judge: c.Name(), Outcome: adhere.OutcomeOf(met)}
	}
	return verdicts, nil
}

// MeasuredBy returns a hybrid judge as a critic whose evidence is what was
// measured, and not who decided: it goes into prompts for rewriting. A judge
// that is no judge.Planner, as judge.NewHybrid's are, is an error.
func MeasuredBy(hybrid adhere.Judge) (adhere.Judge, error) {
	planner, ok := hybrid.(judge.Planner)
	if !ok {
		return nil, adhere.Errorf(adhere.Invalid, "expected a judge that can say what it would ask, got %T", hybrid)
	}
	return &measured{hybrid, planner}, nil
}

// ruleFirst is a critic that lets rules decide what they can, and asks another
// judge about the rest. That judge skips what rules decide.
type ruleFirst struct {
	rules adhere.Judge
	rest  adhere.Judge
}

var (
	_ adhere.Judge  = (*ruleFirst)(nil)
	_ judge.Planner = (*ruleFirst)(nil)

	_ adhere.Judge  = (*measured)(nil)
	_ judge.Planner = (*measured)(nil)
)

// Name ends as the other judge's does: with its model.
func (c *ruleFirst) Name() string { return "rule-first@1:" + c.rules.Name() + "," + c.rest.Name() }

// Judge joins the verdicts of both; all are this critic's, whoever gave them.
func (c *ruleFirst) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	verdicts, err := c.rules.Judge(ctx, task, out)
	if err != nil {
		return nil, err
	}
	rest, err := c.rest.Judge(ctx, task, out)
	if err != nil {
		return nil, err
	}
	for i := range verdicts {
		if verdicts[i].Outcome == adhere.Skipped && i < len(rest) {
			verdicts[i] = rest[i]
		} else if i < len(rest) {
			verdicts[i].Usage = verdicts[i].Usage.Add(rest[i].Usage)
		}
		verdicts[i].Judge = c.Name()
	}
	return verdicts, nil
}

// Calls counts those of the other judge: rules make none.
func (c *ruleFirst) Calls(in *adhere.Instruction) int {
	if p, ok := c.rest.(judge.Planner); ok {
		return p.Calls(in)
	}
	return 0
}

// Chain returns how many of the calls must follow one another.
func (c *ruleFirst) Chain(in *adhere.Instruction) int {
	if p, ok := c.rest.(judge.Planner); ok {
		return p.Chain(in)
	}
	return 0
}

func (c *ruleFirst) Requests(in *adhere.Instruction, out *adhere.Response) ([]judge.Call, error) {
	if p, ok := c.rest.(judge.Planner); ok {
		return p.Requests(in, out)
	}
	return nil, nil
}

// measured is a hybrid critic whose evidence is what was measured, and not who
// decided: it goes into prompts for rewriting.
type measured struct {
	hybrid adhere.Judge
	judge.Planner
}

// Name is the hybrid's.
func (m *measured) Name() string { return m.hybrid.Name() }

// Judge takes the evidence of whoever decided.
func (m *measured) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	verdicts, err := m.hybrid.Judge(ctx, task, out)
	for i := range verdicts {
		v := &verdicts[i]
		split, ok := judge.SplitOf(v)
		switch {
		case !ok:
		case split.Model != nil:
			v.Evidence = split.Model.Evidence
		case split.Rule != nil:
			v.Evidence = split.Rule.Evidence
		}
	}
	return verdicts, err
}
