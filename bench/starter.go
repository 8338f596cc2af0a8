package bench

import (
	"embed"

	"adhere"
	"adhere/metric"
)

//go:embed starter/*.jsonl
var starterFiles embed.FS

// Starter holds the starter suite's files: instructions.jsonl, and for each of
// StarterWriters responses-NAME.jsonl and verdicts-NAME.jsonl; labels-people.jsonl.
func Starter() embed.FS { return starterFiles }

// StarterWriters are the recorded writers of the starter suite, the most
// careful first.
func StarterWriters() []string { return []string{"careful", "hasty", "sloppy"} }

// starterSuite is the built-in suite: instructions, answers and verdicts
// written for the demonstration (see starter/README.md). It follows all four
// papers a little, to show what the program does.
func starterSuite() Bench {
	return Bench{
		Name: "starter", Version: 1, Data: "starter",
		Title: "Starter suite",
		Paper: "none: written for Adhere",
		Doc:   "a small built-in suite in several subjects, some of it in levels 1 to 5; made to show the tool, not to measure models",
		Rules: ruleFirst(), Strategy: "constraint-reason",
		count: func(p metric.Policy) []adhere.Metric {
			return append([]adhere.Metric{
				metric.InstructionAccuracy("instruction_acc", metric.Options{By: []metric.Grouping{metric.ByTag("subject")}, Undecided: p}),
				metric.DRFR(metric.Options{By: []metric.Grouping{metric.ByLabel()}, Undecided: p}),
			}, levelMetrics(metric.LevelOptions{Undecided: p})...)
		},
		Scales: map[string]float64{"csl": 5},
	}
}
