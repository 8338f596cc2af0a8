package bench

import "adhere/metric"

// ifbench is IFBench: 300 prompts with 344 verifiable instructions of 58
// kinds, none of which IFEval has, all decided by rules, strictly and
// loosely. Verdicts are those of the official evaluator, except that
// words:start_verb knows verbs by a classifier that was fitted to the tagger
// which the evaluator asks.
func ifbench() Bench {
	return Bench{
		Name: "ifbench", Version: 1, Data: "ifbench",
		Title: "IFBench",
		Paper: "Pyatkin et al. 2025, Generalizing Verifiable Instruction Following",
		Doc:   "300 prompts with instructions of 58 new kinds that code can verify; strict and loose accuracy by prompt and by instruction",
		Rules: bothReadings("ifbench"), count: fourAccuracies("ifbench", metric.ByLabel(), metric.ByRule()),
	}
}
