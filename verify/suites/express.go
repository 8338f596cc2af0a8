package suites

import (
	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/complexbench"
	"adhere/verify/extra"
	"adhere/verify/followbench"
	"adhere/verify/ifbench"
	"adhere/verify/ifeval"
	"adhere/verify/ifrlvr"
	"adhere/verify/mifeval"
	"adhere/verify/multiif"
)

// Equivalents lists, by suite, what its checkers demand in the algebra of
// checks.
func Equivalents() map[string][]algebra.Equivalent {
	return map[string][]algebra.Equivalent{
		"ifeval":       ifeval.Equivalents(),
		"followbench":  followbench.Equivalents(),
		"ifbench":      ifbench.Equivalents(),
		"ifrlvr":       ifrlvr.Equivalents(),
		"extra":        extra.Equivalents(),
		"complexbench": complexbench.Equivalents(),
		"multiif":      multiif.Equivalents(),
		"mifeval":      mifeval.Equivalents(),
	}
}

// An Expresser says rules in the algebra. It is safe for concurrent use.
type Expresser struct{ byName map[string]algebra.Equivalent }

// NewExpresser returns one that knows the rules of all suites.
func NewExpresser() *Expresser {
	e := &Expresser{map[string]algebra.Equivalent{}}
	for suite, list := range Equivalents() {
		for _, q := range list {
			e.byName[suite+"/"+q.Checker] = q
		}
	}
	return e
}

// Express returns the check that says what a rule demands: of a rule of the
// suite "algebra" its own; of another suite's the equivalent one, in the
// parity reading. How near it comes is said by the likeness, and by the note
// in words. The likeness is algebra.Code where there is no such check, for a
// rule that is nil or unknown, and for arguments that are wrong.
func (e *Expresser) Express(rule *adhere.Rule) (check algebra.Check, likeness algebra.Likeness, note string) {
	if rule == nil {
		return check, algebra.Code, "there is no rule"
	}
	if rule.Name == "algebra/check" {
		c, err := algebra.Decode(rule.Args)
		if err != nil {
			return check, algebra.Code, err.Error()
		}
		return c, algebra.Equal, ""
	}
	q, known := e.byName[rule.Name]
	if !known || q.Of == nil {
		return check, algebra.Code, q.Note
	}
	expr, err := q.Of(rule.Args)
	if err != nil {
		return check, algebra.Code, err.Error()
	}
	return algebra.InParity(expr).Canonical(), q.Likeness, q.Note
}

// Conflicts finds rules that no answer meets together, as it is: the loose
// reading may meet each by another variant. Places are those in the list; a
// nil rule, and one of which nothing is known, clashes with none. It is
// sound as algebra.Conflicts is, but for the rare texts that the notes of
// likeness Nearly name.
func (e *Expresser) Conflicts(rules []*adhere.Rule) []algebra.Conflict {
	checks := make([]algebra.Check, len(rules))
	for i, r := range rules {
		checks[i], _, _ = e.Express(r) // what has no expression is not valid, and takes no part
	}
	return algebra.Conflicts(checks)
}
