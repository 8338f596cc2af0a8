package bench

import (
	"adhere"
	"adhere/metric"
	"adhere/verify"
)

// Traits are what instructions of one's own have that says how they are judged
// and counted.
type Traits struct {
	Levels  bool
	Weights bool // some requirement does not count as one
	Turns   bool // some instruction asks for several answers, in turn
	Parts   bool // some requirement has a rule about a part of the answer
	Rules   bool // some requirement has a rule

	Tags []string // by which tables are split, besides category
}

// See adds what an instruction has.
func (t *Traits) See(in *adhere.Instruction) {
	t.Levels = t.Levels || in.Level > 0
	t.Turns = t.Turns || in.Turns() > 1
	for i := range in.Requirements {
		r := &in.Requirements[i]
		t.Parts = t.Parts || r.PartRule != nil
		t.Rules = t.Rules || r.Rule != nil
		t.Weights = t.Weights || r.Avoided() || r.Amount() != 1
	}
}

// Custom returns the benchmark of a user's own file of instructions: rules
// decide what they can, a judge the rest, one call a constraint; where the
// file has rules about parts of answers, code decides what the judge finds. Levels and
// weights are counted where the file has them, and by category where its tags name one.
func Custom(name string, has Traits) Bench {
	b := Bench{
		Name: OwnPrefix + name, Version: 1,
		Title: name, Doc: "instructions from a file",
		Rules:    ruleFirst(),
		AskRest:  has.Rules,
		Strategy: "constraint-reason",
		count: func(p metric.Policy) []adhere.Metric {
			tags := []metric.Grouping{metric.ByTag("category")}
			for _, tag := range has.Tags {
				tags = append(tags, metric.ByTag(tag))
			}
			single := metric.Options{By: append([]metric.Grouping{metric.ByLabel()}, tags...), Undecided: p}
			all := []adhere.Metric{
				metric.InstructionAccuracy("instruction_acc", metric.Options{By: tags, Undecided: p}),
				metric.ConstraintAccuracy("constraint_acc", single),
			}
			if has.Weights {
				all = append(all, metric.RubricScore(single))
			}
			if has.Turns {
				by := []metric.Grouping{metric.ByTurn()}
				all = append(all, metric.TurnAccuracy("turn_acc", metric.Options{By: by, Undecided: p}), metric.Stability("turns_held", metric.Options{Undecided: p}))
			}
			if has.Levels {
				all = append(all, levelMetrics(metric.LevelOptions{Category: "category", Undecided: p})...)
			}
			return all
		},
	}
	if has.Parts {
		b.Strategy = "part-rule"
	}
	if has.Levels {
		b.Scales = map[string]float64{"csl": 5}
	}
	return b.Under(metric.Drop)
}

// ruleFirst is the rule judge of benchmarks in which code decides some
// requirements and a model the others.
func ruleFirst() []RuleJudge { return []RuleJudge{{"strict", 1, verify.Strict}} }
