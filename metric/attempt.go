package metric

import (
	"fmt"

	"adhere"
	"adhere/internal/plural"
)

// OfAttempts returns what k attempts at each instruction say beyond the share of
// a single one: PassAt 1 to k, AllOf k and AttemptVariance.
func OfAttempts(k int, o Options) []adhere.Metric {
	var out []adhere.Metric
	for j := range k {
		out = append(out, PassAt(j+1, o))
	}
	return append(out, AllOf(k, o), AttemptVariance(o))
}

// PassAt returns the chance that at least one of k attempts at an instruction
// meets all its requirements, under the name "pass@k": the mean over
// instructions of 1 - C(n-c, k)/C(n, k), where c of the n decided attempts
// succeeded (Chen et al. 2021, "Evaluating large language models trained on
// code", equation 1). Instructions with fewer than k attempts are left out
// with a warning. InstructionAccuracy is the mean over attempts.
func PassAt(k int, o Options) adhere.Metric {
	return attemptMetric(k, o, span{0, 1}, fmt.Sprintf("pass@%d", k),
		fmt.Sprintf("Chance that at least one of %s meets every requirement (Chen et al. 2021, equation 1)", plural.Of(k, "attempt")),
		func(n, c int) float64 { return 1 - drawnFrom(n, n-c, k) })
}

// AllOf returns the chance that all of k attempts at an instruction meet all its
// requirements, under the name "all@k": the mean over instructions of C(c, k)/C(n, k).
// Instructions with fewer than k attempts are left out with a warning.
func AllOf(k int, o Options) adhere.Metric {
	return attemptMetric(k, o, span{0, 1}, fmt.Sprintf("all@%d", k),
		fmt.Sprintf("Chance that every one of %s meets every requirement", plural.Of(k, "attempt")),
		func(n, c int) float64 { return drawnFrom(n, c, k) })
}

// AttemptVariance returns how much whether an instruction is followed changes
// from attempt to attempt, under the name "attempt_variance": the mean over
// instructions of the sample variance of its attempts, 0 where each always or
// never succeeds and at most 1/2 (two attempts, one of which succeeds). The share
// of N instructions that a single attempt follows has the standard deviation
// sqrt(attempt_variance / N) over seeds. Instructions with one attempt are left
// out with a warning.
func AttemptVariance(o Options) adhere.Metric {
	return attemptMetric(2, o, span{0, 0.5}, "attempt_variance",
		"Mean over instructions of the variance of following it from attempt to attempt; divided by the number of instructions, it is that of a single attempt's accuracy over seeds",
		func(n, c int) float64 { return float64(c) * float64(n-c) / (float64(n) * float64(n-1)) })
}

// attemptMetric is the mean over instructions with at least k attempts of what c
// successes in n attempts are worth.
func attemptMetric(k int, o Options, within span, name, doc string, of func(n, c int) float64) adhere.Metric {
	return adhere.Metric{
		Name: name,
		Doc:  doc,
		Tags: tagsOf(o.By),
		Of: func(records []adhere.Record) []adhere.Summary {
			b := newBoard(o.By)
			few := 0
			eachInstruction(records, o.Judge, func(r *adhere.Record, a attempts) {
				if a.met+a.missed+a.left < k {
					few++
					return
				}
				c, n := a.cell(k, o.Undecided, of)
				b.add(r, c, n)
			})
			out := b.summaries(name, within, "instructions with enough attempts")
			if few > 0 {
				out[0].Warnings = []string{fmt.Sprintf("%s with fewer than %s: left out", plural.Of(few, "instruction"), plural.Of(k, "attempt"))}
			}
			return out
		},
	}
}

// attempts counts the outcomes of all attempts at one instruction; of those
// that are left undecided some are known to be lost.
type attempts struct{ met, missed, left, lost int }

// eachInstruction calls f for each instruction with one of its records.
func eachInstruction(records []adhere.Record, judge string, f func(*adhere.Record, attempts)) {
	var items []item
	var a attempts
	var last *adhere.Record
	flush := func() {
		if last != nil && a != (attempts{}) {
			f(last, a)
		}
		a = attempts{}
	}
	for _, r := range ordered(records) {
		if last == nil || last.Instruction.ID != r.Instruction.ID {
			flush()
		}
		last = r
		outcomes, state := outcomes(r, judge)
		if state == unjudged {
			continue
		}
		items = items[:0]
		for _, o := range outcomes {
			items = append(items, item{outcome: o})
		}
		switch known, _, left := conjunction(items); {
		case known == adhere.Skipped:
		case left > 0:
			a.left++
			if known == adhere.NotMet {
				a.lost++
			}
		case known == adhere.Met:
			a.met++
		default:
			a.missed++
		}
	}
	flush()
}

// cell is the value of what is decided, and its least and greatest however the
// rest turns out.
func (a attempts) cell(k int, p Policy, of func(n, c int) float64) (c cell, n counts) {
	all := a.met + a.missed + a.left
	lost := of(all, a.met)
	c.worst, c.best = share{lost, 1}, share{lost, 1}
	for more := 1; more <= a.left-a.lost; more++ {
		value := of(all, a.met+more)
		c.worst.x, c.best.x = min(c.worst.x, value), max(c.best.x, value)
	}
	if a.left > 0 {
		n.undecided = 1
	}
	switch decided := a.met + a.missed; {
	case a.left > 0 && p.Counts():
		c.real, n.n = share{lost, 1}, 1
	case decided >= k:
		c.real, n.n = share{of(decided, a.met), 1}, 1
	}
	return c, n
}

// drawnFrom is the chance that k of n attempts, drawn without replacement, are
// all among c of them.
func drawnFrom(n, c, k int) float64 {
	all := 1.0
	for i := range k {
		all *= float64(max(0, c-i)) / float64(n-i)
	}
	return all
}
