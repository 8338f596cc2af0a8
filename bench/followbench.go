package bench

import (
	"adhere"
	"adhere/judge"
	"adhere/metric"
	"adhere/verify"
)

// followbench is FollowBench: five categories of constraints and their
// mixture, each instruction at levels 1 to 5. Rules decide where the paper
// has rules; elsewhere a model sees how the instruction grew (section 3.2).
// Where everything is decided, numbers are those of the paper's scripts; what
// is undecided counts as theirs under metric.AsPaper alone, which reproduces
// their tables to the last digit.
func followbench(language string) Bench {
	b := Bench{
		Name: "followbench", Version: 2, Data: "followbench",
		Title:    "FollowBench (English)",
		Paper:    "Jiang et al. 2024, FollowBench: A Multi-level Fine-grained Constraints Following Benchmark",
		Doc:      "instructions that grow by one constraint a level; hard and soft satisfaction rates and consistent levels",
		Rules:    []RuleJudge{{"followbench", 1, verify.Strict}},
		Strategy: "level-path", Parsing: judge.Paper, Greedy: true,
		count: func(p metric.Policy) []adhere.Metric {
			return levelMetrics(metric.LevelOptions{Category: "category", RulesWhole: true, Undecided: p})
		},
		Scales: map[string]float64{"csl": 5},
	}
	if language == "zh" {
		b.Name, b.Data, b.Title, b.Parsing = "followbench-zh", "followbench-zh", "FollowBench (Chinese)", judge.PaperZH
	}
	return b
}

// levelMetrics are the metrics of instructions that come in levels.
func levelMetrics(o metric.LevelOptions) []adhere.Metric {
	return []adhere.Metric{metric.HSR(o), metric.SSR(o), metric.CSL(o), metric.FailureConsistency(o)}
}
