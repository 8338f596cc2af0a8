package verify

import "strconv"

// A Bound is a threshold and the side of it that is wanted: at least N, or
// fewer than N.
type Bound struct {
	N     int
	Below bool
}

// ReadBound reads a threshold and its relation, "less than" or "at least".
func ReadBound(a *Args, threshold, relation string) Bound {
	return Bound{a.Count(threshold), a.OneOf(relation, "at least", "less than") == "less than"}
}

// met reports whether n is on the side that is wanted.
func (b Bound) met(n int) bool { return n < b.N == b.Below }

// String says what is wanted.
func (b Bound) String() string {
	if b.Below {
		return "fewer than " + strconv.Itoa(b.N)
	}
	return "at least " + strconv.Itoa(b.N)
}

// Finding holds a count of things against the bound. What follows their noun
// is given apart.
func (b Bound) Finding(n int, noun, rest string) Finding {
	return Finding{Met: b.met(n), Measured: Amount(n, noun) + rest, Wanted: b.String()}
}

// Counting makes the Compile of a checker with two arguments, a threshold and
// its relation ("at least", also if missing, or "less than"), with which a count
// is compared. noun is what is counted, in the singular, and rest what follows
// it in a Finding.
func Counting(threshold, relation, noun, rest string, count func(*Text) int) func(*Args) (Check, error) {
	return func(a *Args) (Check, error) {
		var b Bound
		if relation == "" {
			b.N = a.Count(threshold)
		} else {
			b = ReadBound(a, threshold, relation)
		}
		return func(t *Text) Finding { return b.Finding(count(t), noun, rest) }, nil
	}
}

// CountingExactly makes the Compile of a checker with one argument, the number
// that a count must be.
func CountingExactly(number, noun, rest string, count func(*Text) int) func(*Args) (Check, error) {
	return func(a *Args) (Check, error) {
		wanted := a.Count(number)
		return func(t *Text) Finding {
			n := count(t)
			return Finding{Met: n == wanted, Measured: Amount(n, noun) + rest, Wanted: "exactly " + strconv.Itoa(wanted)}
		}, nil
	}
}
