package english

import (
	"slices"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// numbered says of a demand on each of the things that are listed how many of
// them the prompt asks for, which helps to find them in an answer.
func (d *decomposer) numbered(f *Found) algebra.Expr {
	e := f.Reading.Check.Expr
	each, ok := e.(algebra.Each)
	if !ok || each.Of != algebra.Every(algebra.Entry) {
		return e
	}
	n, several := 0, false
	for i := range d.tokens {
		noun, count := d.counted(i)
		switch {
		case count == 0:
		case slices.ContainsFunc(d.tokens[f.from:f.to], func(t lexicon.Token) bool { return lexicon.SingularOf(t.Low) == noun }):
			each.Of = each.Of.First(count)
			return each
		case n != 0 && n != count:
			several = true
		default:
			n = count
		}
	}
	if n > 0 && !several {
		each.Of = each.Of.First(n)
	}
	return each
}

// lists reports whether the prompt asks for several things.
func (d *decomposer) lists() bool { return len(d.things) > 0 || d.several() }

// someCounted reports whether things that are known to stand in lists are asked for
// in a number.
func (d *decomposer) someCounted() bool {
	for i := range d.tokens {
		if _, n := d.counted(i); n > 0 {
			return true
		}
	}
	return false
}

// counted returns what is asked for in a number that stands at a token, in the
// singular, and the number; 0 if nothing is.
func (d *decomposer) counted(at int) (noun string, n int) {
	t := &d.tokens[at]
	if !t.Numeral() || at > 0 && slices.Contains([]string{"least", "most", "than", "to", "-", "about", "around", "or"}, d.tokens[at-1].Low) {
		return "", 0
	}
	n, size := clause.NumberAt(d.tokens[at:])
	for i := at + size; size > 0 && i < min(len(d.tokens), at+size+furthestNoun-1); i++ {
		low := d.tokens[i].Low
		if d.tokens[i].Kind != lexicon.Word || lexicon.ClosedWords()[low] || d.tokens[i].Numeral() {
			break
		}
		if one := lexicon.SingularOf(low); one != low && (clause.EntryNouns()[one] || d.things[one]) && n > 1 && n <= mostEntries {
			return one, n
		}
	}
	return "", 0
}

// mostEntries is how many things are asked for at most that are told by their
// number.
const mostEntries = 30
