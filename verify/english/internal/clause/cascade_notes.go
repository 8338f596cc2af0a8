package clause

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// Notes are clauses that demand something only together with a demand before
// them: "each of them", "but no more than three", "leave them out".

// A Note is a demand that only has a meaning after another: on each of the
// parts that were counted, or on their number.
type Note struct {
	algebra.Expr                  // what holds of each part; nil for a number
	is           algebra.Relation // how many parts there are
	at           int              // which of them it holds of; 0 for each
}

// On returns what a note says of the last demand that counts parts; nil if
// there is none.
func (n Note) On(before []algebra.Expr) algebra.Expr {
	for i := len(before) - 1; i >= 0; i-- {
		c, ok := before[i].(algebra.Compare)
		if !ok {
			continue
		}
		count, ok := c.Of.(algebra.Count)
		switch {
		case !ok || count.Of.That != nil || c.Is == algebra.Exactly(0):
			return nil
		case n.Expr == nil:
			return algebra.HasParts(count.Of, n.is)
		}
		inner, ok := n.Expr.(algebra.Compare)
		if !ok {
			return nil
		}
		if of, ok := inner.Of.(algebra.Count); !ok || !contains(count.Of, of.Of) {
			return nil
		}
		if n.at != 0 {
			count.Of = count.Of.Nth(n.at)
		}
		return Chunk{Class: 's', Of: count.Of}.hold(n.Expr)
	}
	return nil
}

func readNote(k []Chunk) algebra.Expr {
	q := pick(k, "q", 0)
	if o := pick(k, "o", 0); o.Class != 0 {
		return Note{Expr: q.measure(), at: int(o.Is.N)}
	}
	if r := pick(k, "r", 0); r.Class != 0 {
		var ok bool
		if q, ok = related([]Chunk{q, r}); !ok {
			return nil
		}
	}
	if limit, ok := exceeded(k); pick(k, "X", 0).Class != 0 {
		if q = limit; !ok {
			return nil
		}
	}
	return Note{Expr: q.measure()}
}

// readNumber is "but no more than three" of what was counted before.
func readNumber(k []Chunk) algebra.Expr {
	n := pick(k, "#", 0)
	if n.Is.Op == algebra.OpExactly && n.value != "bound" && n.value != "exactly" {
		return nil
	}
	return Note{is: n.Is}
}

// A Restated demand says again what the demand before says: "not 4, not 6"
// behind "exactly 5", "no explanation" behind "valid JSON". It is that demand, if
// it agrees.
type Restated struct {
	algebra.Expr
	agrees func(algebra.Expr) bool
}

// On returns the demand before that says the same; nil if none does.
func (r Restated) On(before []algebra.Expr) algebra.Expr {
	if i := slices.IndexFunc(before, r.agrees); i >= 0 {
		return before[i]
	}
	return nil
}

func readOtherNumber(k []Chunk) algebra.Expr {
	return Restated{agrees: func(e algebra.Expr) bool {
		c, ok := e.(algebra.Compare)
		other := func(n Chunk) bool { return n.Class == '#' && n.Is.N == c.Is.N || n.Low == "not one" && c.Is.N == 1 }
		return ok && c.Is.Op == algebra.OpExactly && !slices.ContainsFunc(k, other)
	}}
}

// readAlone is "no explanation" as a sentence of its own.
func readAlone(k []Chunk) algebra.Expr {
	if !strings.Contains(k[0].Low, "no") {
		return nil // only
	}
	return Restated{agrees: func(e algebra.Expr) bool {
		switch e := e.(type) {
		case algebra.Compare:
			return BoundsLength(e)
		case algebra.JSON, algebra.YAML, algebra.XML, algebra.CSV, algebra.OneOf, algebra.Ends:
			return true
		}
		return false
	}}
}

// readAgain is "leave them out" of what may not be there.
func readAgain([]Chunk) algebra.Expr { return Restated{agrees: Forbids} }
