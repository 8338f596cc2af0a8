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
	o := metric.Options{}
	return Bench{
		Name: "realinstruct", Version: 1, Data: "realinstruct",
		Title:    "RealInstruct",
		Paper:    "Ferraz et al. 2024, LLM Self-Correction with DeCRIM",
		Doc:      "requests of real users, decomposed into constraints; accuracy by instruction and by constraint",
		Rules:    ruleFirst(),
		Strategy: "constraint-reason",
		Metrics: []adhere.Metric{
			metric.InstructionAccuracy("instruction_acc", o),
			metric.ConstraintAccuracy("constraint_acc", o),
		},
	}
}
