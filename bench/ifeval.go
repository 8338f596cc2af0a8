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
		Rules: bothReadings("ifeval"), count: fourAccuracies("ifeval", metric.ByLabel(), metric.ByRule()),
	}
}

// bothReadings are the judges of a benchmark whose rules read answers strictly
// and loosely.
func bothReadings(name string) []RuleJudge {
	return []RuleJudge{{name + "-strict", 1, verify.Strict}, {name + "-loose", 1, verify.Loose}}
}

// fourAccuracies are those of IFEval: of prompts and of instructions, read
// strictly and loosely.
func fourAccuracies(name string, by ...metric.Grouping) func(metric.Policy) []adhere.Metric {
	return func(p metric.Policy) []adhere.Metric {
		strict := metric.Options{By: by, Undecided: p}
		loose := strict
		strict.Judge, loose.Judge = "rule/"+name+"-strict", "rule/"+name+"-loose"
		return []adhere.Metric{
			metric.InstructionAccuracy("prompt_level_strict_acc", strict),
			metric.ConstraintAccuracy("inst_level_strict_acc", strict),
			metric.InstructionAccuracy("prompt_level_loose_acc", loose),
			metric.ConstraintAccuracy("inst_level_loose_acc", loose),
		}
	}
}
