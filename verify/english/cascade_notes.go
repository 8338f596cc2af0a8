package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// Notes are clauses that demand something only together with a demand before
// them: "each of them", "but no more than three", "leave them out".

// A note is a demand that only has a meaning after another: on each of the
// parts that were counted, or on their number.
type note struct {
	algebra.Expr                  // what holds of each part; nil for a number
	is           algebra.Relation // how many parts there are
	at           int              // which of them it holds of; 0 for each
}

// on returns what a note says of the last demand that counts parts; nil if
// there is none.
func (n note) on(before []algebra.Expr) algebra.Expr {
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
		return chunk{class: 's', of: count.Of}.hold(n.Expr)
	}
	return nil
}

func readNote(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	if o := pick(k, "o", 0); o.class != 0 {
		return note{Expr: q.measure(), at: int(o.is.N)}
	}
	if r := pick(k, "r", 0); r.class != 0 {
		var ok bool
		if q, ok = related([]chunk{q, r}); !ok {
			return nil
		}
	}
	if limit, ok := exceeded(k); pick(k, "X", 0).class != 0 {
		if q = limit; !ok {
			return nil
		}
	}
	return note{Expr: q.measure()}
}

// readNumber is "but no more than three" of what was counted before.
func readNumber(k []chunk) algebra.Expr {
	n := pick(k, "#", 0)
	if n.is.Op == algebra.OpExactly && n.value != "bound" && n.value != "exactly" {
		return nil
	}
	return note{is: n.is}
}

// A restated demand says again what the demand before says: "not 4, not 6"
// behind "exactly 5", "no explanation" behind "valid JSON". It is that demand, if
// it agrees.
type restated struct {
	algebra.Expr
	agrees func(algebra.Expr) bool
}

func (r restated) on(before []algebra.Expr) algebra.Expr {
	if i := slices.IndexFunc(before, r.agrees); i >= 0 {
		return before[i]
	}
	return nil
}

func readOtherNumber(k []chunk) algebra.Expr {
	return restated{agrees: func(e algebra.Expr) bool {
		c, ok := e.(algebra.Compare)
		other := func(n chunk) bool { return n.class == '#' && n.is.N == c.Is.N || n.low == "not one" && c.Is.N == 1 }
		return ok && c.Is.Op == algebra.OpExactly && !slices.ContainsFunc(k, other)
	}}
}

// readAlone is "no explanation" as a sentence of its own.
func readAlone(k []chunk) algebra.Expr {
	if !strings.Contains(k[0].low, "no") {
		return nil // only
	}
	return restated{agrees: func(e algebra.Expr) bool {
		switch e := e.(type) {
		case algebra.Compare:
			return boundsLength(e)
		case algebra.JSON, algebra.YAML, algebra.XML, algebra.CSV, algebra.OneOf, algebra.Ends:
			return true
		}
		return false
	}}
}

// readAgain is "leave them out" of what may not be there.
func readAgain([]chunk) algebra.Expr { return restated{agrees: forbids} }
