package bench

import (
	"adhere"
	"adhere/judge"
	"adhere/metric"
)

// infobench is InFoBench: 500 instructions in 2,250 yes/no questions, asked
// one after another in one conversation that hides the instruction (section
// 3.2 and appendix A.2).
func infobench() Bench {
	return Bench{
		Name: "infobench", Version: 1, Data: "infobench",
		Title:    "InFoBench",
		Paper:    "Qin et al. 2024, InFoBench: Evaluating Instruction Following Ability in Large Language Models",
		Doc:      "500 instructions in 2,250 yes/no questions; the share of requirements met (DRFR)",
		Strategy: "multi-turn", Parsing: judge.Paper, Greedy: true,
		count: func(p metric.Policy) []adhere.Metric {
			by := []metric.Grouping{metric.ByTag("subset"), metric.ByLabel(), metric.ByTag("domain")}
			return []adhere.Metric{
				metric.DRFR(metric.Options{By: by, Undecided: p}),
				metric.InstructionAccuracy("instruction_acc", metric.Options{By: by[:1], Undecided: p}),
			}
		},
	}
}
