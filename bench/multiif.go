package bench

import (
	"adhere"
	"adhere/metric"
)

// multiif is Multi-IF: conversations of three turns in eight languages, each
// of which adds verifiable instructions to those before; rules decide all.
// Verdicts are those of the official evaluator but for what IFEval's page says
// of chance, answers in Thai, and answers of white space alone, which meet
// nothing here. Its data is read from a file, whose columns, and the JSON in
// their cells, were tried only on a row rebuilt after one that is published.
func multiif() Bench {
	return Bench{
		Name: "multiif", Version: 1, Data: "multiif",
		Title: "Multi-IF",
		Paper: "He et al. 2024, Multi-IF: Benchmarking LLMs on Multi-Turn and Multilingual Instructions Following",
		Doc:   "4,501 conversations of three turns in eight languages, with instructions that add up; the mean of IFEval's four accuracies by turn and language",
		Rules: bothReadings("multiif"),
		count: func(p metric.Policy) []adhere.Metric {
			turn, language := metric.ByTurn(), metric.ByTag("language")
			strict := metric.Options{By: []metric.Grouping{turn, language, metric.Across(turn, language)}, Undecided: p}
			loose := strict
			strict.Judge, loose.Judge = "rule/multiif-strict", "rule/multiif-loose"
			average := strict
			average.Judge = ""
			return []adhere.Metric{
				metric.TurnMean("average", average, strict.Judge, loose.Judge),
				metric.TurnAccuracy("prompt_level_strict_acc", strict),
				metric.ConstraintAccuracy("inst_level_strict_acc", strict),
				metric.TurnAccuracy("prompt_level_loose_acc", loose),
				metric.ConstraintAccuracy("inst_level_loose_acc", loose),
			}
		},
	}
}
