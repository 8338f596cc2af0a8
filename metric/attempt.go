package metric

import (
	"fmt"

	"adhere"
)

// PassAt returns the chance that at least one of k attempts at an instruction
// meets all its requirements, under the name "pass@k": the mean over
// instructions of 1 - C(n-c, k)/C(n, k), where c of the n decided attempts
// succeeded (Chen et al. 2021, "Evaluating large language models trained on
// code", equation 1). Instructions with fewer than k attempts are left out
// with a warning. InstructionAccuracy is the mean over attempts.
func PassAt(k int, o Options) adhere.Metric {
	name := fmt.Sprintf("pass@%d", k)
	return adhere.Metric{
		Name: name,
		Doc:  fmt.Sprintf("Chance that one of %s meets every requirement (Chen et al. 2021, equation 1)", plural(k, "attempt")),
		Of: func(records []adhere.Record) []adhere.Summary {
			b := newBoard(o.By)
			few := 0
			eachInstruction(records, o.Judge, func(r *adhere.Record, a attempts) {
				if a.met+a.missed+a.left < k {
					few++
					return
				}
				c, n := a.pass(k, o.Undecided)
				b.add(r, c, n)
			})
			out := b.summaries(name, span{0, 1}, "instructions with enough attempts")
			if few > 0 {
				out[0].Warnings = []string{fmt.Sprintf("%s with fewer than %s: left out", plural(few, "instruction"), plural(k, "attempt"))}
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
	c := chooser{judge: judge}
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
		outcomes, _, state := c.outcomes(r)
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

func (a attempts) pass(k int, p Policy) (c cell, n counts) {
	all := a.met + a.missed + a.left
	c.worst = share{passAt(all, a.met, k), 1}
	c.best = share{passAt(all, a.met+a.left-a.lost, k), 1}
	if a.left > 0 {
		n.undecided = 1
	}
	switch decided := a.met + a.missed; {
	case a.left > 0 && p.Counts():
		c.real, n.n = c.worst, 1
	case decided >= k:
		c.real, n.n = share{passAt(decided, a.met, k), 1}, 1
	}
	return c, n
}

// passAt is one minus the chance that k of n attempts, drawn without
// replacement, miss the c that succeeded.
func passAt(n, c, k int) float64 {
	miss := 1.0
	for i := range k {
		miss *= float64(max(0, n-c-i)) / float64(n-i)
	}
	return 1 - miss
}
