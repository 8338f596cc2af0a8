package bench

import (
	"adhere"
	"adhere/metric"
)

// complexbench is ComplexBench: instructions whose demands are joined, chained
// and chosen between, in yes/no questions. A question counts only where those
// that it needs are met. Code decides about parts of the answer that the model
// finds, as in the paper's rule-augmented evaluation; the prompts are our own,
// and a part that the answer does not have is asked for again. Its data is read
// from a file.
func complexbench() Bench {
	return Bench{
		Name: "complexbench", Version: 1, Data: "complexbench",
		Title:    "ComplexBench (Chinese)",
		Paper:    "Wen et al. 2024, Benchmarking Complex Instruction-Following with Multiple Constraints Composition",
		Doc:      "1,150 instructions with demands that depend on each other; the share of questions met along with those that they need (DRFR)",
		Strategy: "part-rule",
		count: func(p metric.Policy) []adhere.Metric {
			by := []metric.Grouping{metric.ByTag("category"), metric.ByTag("composition"), metric.ByTag("task"), metric.ByLabel()}
			return []adhere.Metric{
				metric.DRFR(metric.Options{By: by, Undecided: p}),
				metric.InstructionAccuracy("instruction_acc", metric.Options{By: by[:2], Undecided: p}),
			}
		},
	}
}
