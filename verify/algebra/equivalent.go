package algebra

import (
	"encoding/json"

	"adhere/verify"
)

// A Likeness says how far an expression says what a checker demands.
type Likeness string

// The likenesses. Whoever meets a checker meets its expression in each of
// them, so that what excludes the expression excludes the checker; only
// Nearly has rare texts for which this fails too, and its Note names them.
const (
	Equal  Likeness = "equal"  // the same verdict on every text
	Nearly Likeness = "nearly" // the same verdict but for what the Note says
	Part   Likeness = "part"   // the expression is necessary, not enough; the Note says why the rest is code
	Code   Likeness = "code"   // nothing of it is an expression; the Note says why
)

// An Equivalent is what a checker of a suite demands, said in the algebra.
// The checkers themselves stay in code that is made for them: it is faster,
// and gives the verdicts of official evaluators to the letter. Tests hold
// both to each other.
type Equivalent struct {
	Checker  string // its name within the suite
	Likeness Likeness
	Note     string // empty where the Likeness is Equal
	// Of returns the expression, in the parity reading, for the checker's
	// arguments. It is nil where the Likeness is Code. An error means that
	// there is none for these arguments.
	Of func(args json.RawMessage) (Expr, error)
}

// OfArgs makes an Equivalent's Of of a function that asks for the arguments; those
// that are wrong have no expression.
func OfArgs(expr func(*verify.Args) Expr) func(json.RawMessage) (Expr, error) {
	return func(raw json.RawMessage) (Expr, error) {
		a := verify.ReadArgs(raw)
		e := expr(a)
		if err := a.Err(); err != nil {
			return nil, err
		}
		return e, InParity(e).Validate()
	}
}

// CompileOf makes a checker's Compile of an Equivalent's Of.
func CompileOf(of func(json.RawMessage) (Expr, error)) func(json.RawMessage) (verify.Check, error) {
	return func(raw json.RawMessage) (verify.Check, error) {
		e, err := of(raw)
		if err != nil {
			return nil, err
		}
		return InParity(e).Compile()
	}
}

// ReadRelation reads a threshold and its relation, "less than" or "at least".
func ReadRelation(a *verify.Args, threshold, relation string) Relation {
	b := verify.ReadBound(a, threshold, relation)
	if b.Below {
		return LessThan(float64(b.N))
	}
	return AtLeast(float64(b.N))
}
