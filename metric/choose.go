package metric

import (
	"strings"

	"adhere"
)

// chooses reports whether a judge's name is meant by a choice: the exact
// name, or its beginning up to a version ("@"), a model ("+") or a level of
// the name ("/"). The empty choice means every judge.
func chooses(choice, judge string) bool {
	rest, ok := strings.CutPrefix(judge, choice)
	if !ok {
		return false
	}
	return choice == "" || rest == "" || strings.HasSuffix(choice, "/") || strings.ContainsRune("@+/", rune(rest[0]))
}

// A chooser reads one outcome per requirement out of records. Its buffer is
// used again for each record.
type chooser struct {
	judge string
	buf   []adhere.Outcome
}

// asked says what became of a record under a choice of judge.
type asked int

const (
	judged   asked = iota // outcomes holds one outcome per requirement
	failed                // no answer, or no verdict by anyone: all is undecided
	unjudged              // others gave verdicts, the chosen judge was not asked
)

// outcomes returns one outcome per requirement, valid until the next call,
// and whether code decided all of them. Where several judges are meant, rules
// come first, then the others in order of appearance, and the first that was
// asked counts: a later judge fills what an earlier one skipped.
func (c *chooser) outcomes(r *adhere.Record) (out []adhere.Outcome, rules bool, state asked) {
	n := len(r.Instruction.Requirements)
	lost := r.Response == nil || len(r.Verdicts) == 0 && n > 0
	first := adhere.Skipped
	if lost {
		first = adhere.Broken
	}
	c.buf = c.buf[:0]
	for range n {
		c.buf = append(c.buf, first)
	}
	if lost {
		return c.buf, false, failed
	}
	askedRules, byRules := c.fill(r.Verdicts, n, true)
	askedRest, byRest := c.fill(r.Verdicts, n, false)
	if !askedRules && !askedRest && n > 0 {
		return c.buf, false, unjudged
	}
	r.Instruction.Settle(c.buf)
	return c.buf, byRules > 0 && byRest == 0, judged
}

// fill takes the verdicts of rules, or of all others, for what is still
// skipped. It reports whether such a judge was there, and how many verdicts
// it took.
func (c *chooser) fill(verdicts []adhere.Verdict, n int, rules bool) (there bool, took int) {
	for len(verdicts) > 0 {
		judge := verdicts[0].Judge
		end := 1
		for end < len(verdicts) && verdicts[end].Judge == judge {
			end++
		}
		block := verdicts[:end]
		verdicts = verdicts[end:]
		if strings.HasPrefix(judge, "rule/") != rules || !chooses(c.judge, judge) {
			continue
		}
		there = true
		for i := range n {
			if c.buf[i] != adhere.Skipped {
				continue
			}
			c.buf[i] = at(block, i, n)
			if c.buf[i] != adhere.Skipped {
				took++
			}
		}
	}
	return there, took
}

// at returns the outcome in a judge's block for requirement i of n. A block
// of another length than n cannot be told apart by requirement: it is broken.
func at(block []adhere.Verdict, i, n int) adhere.Outcome {
	if len(block)%n != 0 || !block[i].Outcome.Valid() {
		return adhere.Broken
	}
	return block[i].Outcome
}
