package bench

import "adhere/metric"

// mifeval is M-IFEval: 522 prompts in Spanish, French and Japanese with
// verifiable instructions, all decided by rules, as in IFEval. Of the official
// evaluator's verdicts on the answers of 17 models that its authors recorded,
// 24,056 of 24,072 are the same here; package verify/mifeval says where they
// differ.
func mifeval() Bench {
	return Bench{
		Name: "mifeval", Version: 1, Data: "mifeval",
		Title: "M-IFEval (Spanish, French, Japanese)",
		Paper: "Dussolle et al. 2025, M-IFEval: Multilingual Instruction-Following Evaluation",
		Doc:   "522 prompts in three languages with instructions of 93 kinds that code can verify; strict and loose accuracy by prompt, instruction and language",
		Rules: bothReadings("mifeval"), count: fourAccuracies("mifeval", metric.ByTag("language"), metric.ByLabel(), metric.ByRule()),
	}
}
