package bench

import (
	"adhere"
	"adhere/metric"
	"adhere/verify"
)

// Custom returns the benchmark of a user's own file of instructions: rules
// decide what they can, a judge the rest, one call a constraint. Levels are
// counted where the file has them.
func Custom(name string, levels bool) Bench {
	b := Bench{
		Name: OwnPrefix + name, Version: 1,
		Title: name, Doc: "instructions from a file",
		Rules:    ruleFirst(),
		Strategy: "constraint-reason",
		count: func(p metric.Policy) []adhere.Metric {
			all := []adhere.Metric{
				metric.InstructionAccuracy("instruction_acc", metric.Options{Undecided: p}),
				metric.ConstraintAccuracy("constraint_acc", metric.Options{By: []metric.Grouping{metric.ByLabel()}, Undecided: p}),
			}
			if levels {
				all = append(all, levelMetrics(metric.LevelOptions{Undecided: p})...)
			}
			return all
		},
	}
	if levels {
		b.Scales = map[string]float64{"csl": 5}
	}
	return b.Under(metric.Drop)
}

// ruleFirst is the rule judge of benchmarks in which code decides some
// requirements and a model the others.
func ruleFirst() []RuleJudge { return []RuleJudge{{"strict", 1, verify.Strict}} }
