package metric

import (
	"adhere"
)

// A Policy says how a number counts what is undecided: verdicts that are
// unsure or broken, and items without an answer. Where everything is decided,
// all policies give the same numbers. Under each of them what is undecided is
// counted beside the number and widens its interval to the worst and the best
// case. The empty policy is Drop.
type Policy string

// The policies.
const (
	// Drop leaves it out of the denominator. What joins several verdicts (an
	// answer that must meet everything, levels in a row) is left out if any of
	// them is undecided: an answer that failed elsewhere must not stay while
	// its like that passed everything else leaves.
	Drop Policy = "drop"
	// AsNotMet counts it as not met.
	AsNotMet Policy = "not_met"
	// AsPaper counts as the paper's own script does: as not met, and where
	// levels are concerned as LevelOptions say.
	AsPaper Policy = "paper"
)

// Policies lists the policies, the default first.
func Policies() []Policy { return []Policy{Drop, AsNotMet, AsPaper} }

// ParsePolicy reads the name of a policy; empty is Drop.
func ParsePolicy(name string) (Policy, error) {
	if name == "" {
		return Drop, nil
	}
	for _, p := range Policies() {
		if name == string(p) {
			return p, nil
		}
	}
	return "", adhere.Errorf(adhere.Invalid, "undecided verdicts cannot be counted as %q", name).
		WithHint("choose drop (out of the denominator), not_met, or paper (as the paper's own script does)")
}

// Says describes the policy in a few words, for the head of a report.
func (p Policy) Says() string {
	const bounds = "every interval reaches from their worst to their best case"
	switch p {
	case Drop:
		return "out of every denominator (drop); " + bounds
	case AsNotMet:
		return "counted as not met (not_met); " + bounds
	case AsPaper:
		return "counted as the paper's script does (paper); " + bounds
	default:
		return bounds
	}
}

// Counts reports whether what is undecided stays in denominators.
func (p Policy) Counts() bool { return p == AsNotMet || p == AsPaper }

// settle gives a cell the value that the policy says, where something in it
// is undecided.
func (p Policy) settle(c cell, k counts) (cell, counts) {
	if k.undecided == 0 || !p.Counts() {
		return c, k
	}
	c.real = c.worst
	if c.worst.n > 0 {
		k.n += k.undecided
	}
	return c, k
}
