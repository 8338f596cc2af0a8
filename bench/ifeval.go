package bench

import (
	"adhere"
	"adhere/metric"
	"adhere/verify"
)

// ifeval is IFEval: 541 prompts with 834 verifiable instructions, all decided
// by rules, strictly and loosely. Verdicts are those of the official
// evaluator, except that a text's language is identified with a fixed seed
// and that letter_frequency reads "#" and "!" literally, where the official
// one draws a letter at random.
func ifeval() Bench {
	return Bench{
		Name: "ifeval", Version: 1, Data: "ifeval",
		Title: "IFEval",
		Paper: "Zhou et al. 2023, Instruction-Following Evaluation for Large Language Models",
		Doc:   "541 prompts with instructions that code can verify; strict and loose accuracy by prompt and by instruction",
		Rules: []RuleJudge{
			{"ifeval-strict", 1, verify.Strict},
			{"ifeval-loose", 1, verify.Loose},
		},
		count: func(p metric.Policy) []adhere.Metric {
			strict := metric.Options{By: []metric.Grouping{metric.ByLabel(), metric.ByRule()}, Undecided: p}
			loose := strict
			strict.Judge, loose.Judge = "rule/ifeval-strict", "rule/ifeval-loose"
			return []adhere.Metric{
				metric.InstructionAccuracy("prompt_level_strict_acc", strict),
				metric.ConstraintAccuracy("inst_level_strict_acc", strict),
				metric.InstructionAccuracy("prompt_level_loose_acc", loose),
				metric.ConstraintAccuracy("inst_level_loose_acc", loose),
			}
		},
	}
}
