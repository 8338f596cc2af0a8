package algebra

import (
	"fmt"
	"slices"
)

// An eachCount is a bound on the number of units in each unit of another
// kind: "each paragraph has at least 4 sentences".
type eachCount struct {
	in, of Unit
	bounds
}

// countInEach returns the bound that a fact is, if it is one.
func countInEach(f fact) (eachCount, bool) {
	each, ok := f.Expr.(Each)
	if !ok || each.Of.That != nil || each.Of.Of != nil || each.Of.Pick != (Pick{}) {
		return eachCount{}, false
	}
	in, isUnit := each.Of.Source.(Unit)
	p, b, isCount := counting(fact{Expr: each.Holds})
	of, isUnitToo := p.Source.(Unit)
	return eachCount{in, of, b}, isUnit && isCount && isUnitToo && p.That == nil
}

// tooMany holds how many units there are, times how many others each has,
// against how many of those there are in all.
func (f facts) tooMany() (checks []int, why string) {
	for _, e := range f {
		c, ok := countInEach(e)
		if !ok {
			continue
		}
		plain := e.reading == Plain
		for _, one := range f {
			n, ok := countOfUnit(one, c.in)
			if !ok || one.reading != e.reading {
				continue
			}
			for _, all := range f {
				total, ok := countOfUnit(all, c.of)
				if !ok || all.reading != e.reading {
					continue
				}
				if lieApart(c.in, c.of, plain) && n.lo*c.lo > total.hi || cover(c.in, c.of, plain) && n.hi*c.hi < total.lo {
					return places(e.from, one.from, all.from), fmt.Sprintf("%s and %s, but %s",
						clause(one.Expr), clause(e.Expr), clause(all.Expr))
				}
			}
		}
	}
	return nil, ""
}

// lieApart reports whether what the one unit has of the other, added up over
// all of the one, is never more than the whole text has.
func lieApart(in, of Unit, plain bool) bool {
	if in == Paragraph && of == Sentence {
		return plain
	}
	return slices.Contains([]Unit{Sentence, Line, Paragraph, ListItem}, in) &&
		slices.Contains([]Unit{Word, Character, Letter, Capital, Small, Digit}, of)
}

// cover reports whether it is never less: whether each of the other lies in
// one.
func cover(in, of Unit, plain bool) bool {
	return (in == Line || in == Sentence && !plain) && slices.Contains([]Unit{Word, Letter, Capital, Small, Digit}, of)
}
