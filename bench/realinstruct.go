package bench

import (
	"adhere"
	"adhere/metric"
)

// realinstruct judges requests of real users, decomposed into constraints, one
// constraint a call with reasoning: the paper's most reliable protocol for
// open judges (sections 4.1 and 5.1). Its data is not public; any file of
// instructions with constraints takes its place.
func realinstruct() Bench {
	return Bench{
		Name: "realinstruct", Version: 1, Data: "realinstruct",
		Title:    "RealInstruct",
		Paper:    "Ferraz et al. 2024, LLM Self-Correction with DeCRIM",
		Doc:      "requests of real users, decomposed into constraints; accuracy by instruction and by constraint",
		Rules:    ruleFirst(),
		Strategy: "constraint-reason",
		count: func(p metric.Policy) []adhere.Metric {
			return []adhere.Metric{
				metric.InstructionAccuracy("instruction_acc", metric.Options{Undecided: p}),
				metric.ConstraintAccuracy("constraint_acc", metric.Options{Undecided: p}),
			}
		},
	}
}
