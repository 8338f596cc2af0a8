package refine

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"adhere"
	"adhere/judge"
)

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

// HybridCritic returns a hybrid judge as a critic whose evidence is what was
// measured, and not who decided: it goes into prompts for rewriting.
func HybridCritic(h judge.Hybrid) (adhere.Judge, error) {
	hybrid, err := judge.NewHybrid(h)
	if err != nil {
		return nil, err
	}
	return &measured{hybrid, hybrid.(judge.Planner)}, nil
}

// measured is the critic that HybridCritic returns.
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
