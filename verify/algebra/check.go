package algebra

import (
	"encoding/json"

	"adhere"
	"adhere/verify"
)

// Suite returns the suite "algebra" with its one checker, "check", whose
// arguments are the JSON form of a Check.
func Suite() verify.Suite {
	return verify.Suite{Name: "algebra", Version: 23, Checkers: []verify.Checker{{
		Name:    "check",
		Doc:     "any demand on units, selections, measures, wording and formats; `arguments` are a check in its JSON form",
		Compile: compileArgs,
	}}}
}

// Rule returns the rule that decides the check.
func (c Check) Rule() *adhere.Rule {
	return &adhere.Rule{Name: "algebra/check", Args: c.Args()}
}

func compileArgs(args json.RawMessage) (verify.Check, error) {
	c, err := Decode(args)
	if err != nil {
		return nil, err
	}
	return c.Compile()
}

// Compile makes the check ready to be asked of texts. The error is that of
// Validate. The time it takes of a text is linear in the text's length.
func (c Check) Compile() (verify.Check, error) {
	c = c.Canonical()
	n, err := c.compile()
	if err != nil {
		return nil, err
	}
	wanted := c.wanted()
	return c.settled(func(t *verify.Text, measure bool) verify.Finding {
		scope := newScope(t, c.Reading == Plain)
		f := verify.Finding{Met: n.met(scope), Wanted: wanted}
		if measure {
			f.Measured = n.measured(scope)
		}
		if scope.shared.overrun != "" {
			f.Met, f.Undecided = false, true
			f.Measured = "given up: the pattern " + quotePattern(scope.shared.overrun) + " takes too many steps on this text"
		}
		if why := scope.shared.unclear; why != "" {
			f.Met, f.Undecided = false, true
			f.Measured = why
		}
		return f
	}), nil
}

// wanted says what is demanded, as the second half of a Finding.
func (c Check) wanted() string {
	e, of := c.Expr, ""
	if each, ok := e.(Each); ok {
		e, of = each.Holds, " in "+each.Of.each()
	}
	if m, ok := e.(Compare); ok {
		return printed(func(w *wording) { w.compare(&m) }) + of
	}
	return "that " + clause(c.Expr)
}
