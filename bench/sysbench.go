package bench

import (
	"adhere"
	"adhere/metric"
)

// sysbench is SysBench: a system message and five messages of a user, which
// the model answers in turn; a judge sees the conversation up to an answer and
// the criteria of its turn, at once. The prompts are our own; each criterion
// gets a reason of its own where the paper has one for all. Its data is read
// from a file. On the verdicts that its authors published for 14 models (2,500
// answers each), all three are theirs if, as there, only a plain yes is met.
func sysbench() Bench {
	return Bench{
		Name: "sysbench", Version: 1, Data: "sysbench",
		Title:    "SysBench",
		Paper:    "Qin et al. 2024, SysBench: Can Large Language Models Follow System Messages?",
		Doc:      "500 system messages with five turns each; criteria met (CSR), answers that meet all (ISR), turns before the first that does not (SSR)",
		Strategy: "constraints-at-once",
		count: func(p metric.Policy) []adhere.Metric {
			by := []metric.Grouping{metric.ByTurn(), metric.ByLabel(), metric.ByTag("session"), metric.ByTag("domain")}
			return []adhere.Metric{
				metric.ConstraintAccuracy("csr", metric.Options{By: by, Undecided: p}),
				metric.TurnAccuracy("isr", metric.Options{By: by, Undecided: p}),
				metric.Stability("ssr", metric.Options{By: by[2:], Undecided: p}),
			}
		},
	}
}
