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
	o := metric.Options{By: []metric.Grouping{metric.ByLabel()}}
	b := Bench{
		Name: OwnPrefix + name, Version: 1,
		Title: name, Doc: "instructions from a file",
		Rules:    ruleFirst(),
		Strategy: "constraint-reason",
		Metrics: []adhere.Metric{
			metric.InstructionAccuracy("instruction_acc", metric.Options{}),
			metric.ConstraintAccuracy("constraint_acc", o),
		},
	}
	if levels {
		b.Metrics = append(b.Metrics, levelMetrics(metric.LevelOptions{})...)
		b.Scales = map[string]float64{"csl": 5}
	}
	return b
}

// ruleFirst is the rule judge of benchmarks in which code decides some
// requirements and a model the others.
func ruleFirst() []RuleJudge { return []RuleJudge{{"strict", 1, verify.Strict}} }
