package english

import (
	"slices"
	"strings"

	"adhere"
	"adhere/verify/algebra"
)

// A continued is a demand without a subject of its own: "and have at most 12
// words", "but no digits". It is of what the demand before is of.
type continued struct {
	algebra.Expr
	predicate bool // it begins with a verb
	command   bool // which may also command: "end with …"
	denies    bool // it begins with "no"
	shared    bool // it may be said of several things: "all in lower case", "ending with …"
	coupling  coupling
}

// A coupling says how a clause is joined to the one before.
type coupling uint8

const (
	anew        coupling = iota // it begins a sentence, or stands behind a colon or a bracket
	beside                      // behind a comma
	coordinated                 // behind "and", "but" or the like
)

// couplingOf returns how the clause that begins at a token is joined.
func couplingOf(tokens []token, at int) coupling {
	c := anew
	for at--; at >= 0; at-- {
		switch t := &tokens[at]; {
		case t.text == "," || t.text == ";":
			c = max(c, beside)
		case t.low == "and" || t.low == "but" || t.low == "or" || t.low == "nor":
			c = coordinated
		case separates(t):
			return anew
		case !fillers()[t.low]:
			return c
		}
	}
	return anew
}

// carriedOver returns a demand that was read of some tokens, as one that goes on
// with the demand before where it has no subject of its own.
func carriedOver(tokens []token, from, to int, e algebra.Expr) algebra.Expr {
	first := &tokens[from]
	c := continued{Expr: e, predicate: predicates()[first.low] || modals()[first.low], command: taskVerbs()[first.low], denies: first.low == "no", shared: first.low == "all" || strings.HasSuffix(first.low, "ing"), coupling: couplingOf(tokens, from)}
	if _, is := e.(onOther); is || c.coupling == anew || scoped(e) || taskVerbs()[first.low] && !c.predicate || first.low == "the" && from+1 < to && textUnits()[tokens[from+1].low] || slices.ContainsFunc(tokens[from:to], func(t token) bool {
		return coreNouns()[t.low] || wholeNouns()[t.low] && t.low != "letter" || t.low == "it" || overall()[t.low]
	}) {
		return e
	}
	return c
}

// overall words say that a number is of the whole answer.
var overall = wordSet(`total overall altogether everything anywhere throughout`)

// predicates begin what is said of a subject before.
var predicates = wordSet(`have has having be is are contain contains consist consists start starts begin begins end ends include includes use uses mention mentions rhyme rhymes not with without`)

// on returns the demand, of the parts that the last one is of; nil if it may
// be of either.
func (c continued) on(before []algebra.Expr) algebra.Expr {
	if len(before) == 0 {
		return c.Expr
	}
	last := before[len(before)-1]
	_, letters := c.Expr.(algebra.Case) // of three headings, or of all
	if n, ok := last.(algebra.Compare); ok && (c.shared || letters) && !boundsLength(n) && n.Is.N > 1 {
		return nil
	}
	if !scoped(last) {
		return c.Expr
	}
	each, ok := last.(algebra.Each)
	if n, none := last.(algebra.Compare); none && countedIn(n).That != nil {
		each.Of, ok = algebra.Parts{Source: countedIn(n).Source}, true // "no word has more than 8 letters"
	}
	if n, counted := c.Expr.(algebra.Compare); counted && ok && !mayHold(each.Of, countedIn(n)) || c.denies && (!ok || covers(each.Of)) {
		return c.Expr // it has a subject, "and at most 5 tips", or comes to the same
	}
	if !ok || c.coupling == beside && !c.predicate || c.command && scopeOf(each).Reach == adhere.NamedPart {
		return nil
	}
	return chunk{class: 's', of: each.Of}.hold(c.Expr)
}

// mayHold reports whether some parts may have others in them.
func mayHold(outer, inner algebra.Parts) bool {
	if !within(inner.Source, algebra.Entry, algebra.Section, algebra.Paragraph, algebra.ListItem, algebra.Bullet, algebra.NumberedItem, algebra.Line, algebra.Sentence, algebra.Heading) {
		return true
	}
	_, named := outer.Source.(algebra.Named)
	return named || contains(outer, inner)
}

// covers reports whether some parts are all of a text.
func covers(p algebra.Parts) bool {
	return p.Pick == (algebra.Pick{}) && within(p.Source, algebra.Sentence, algebra.Paragraph, algebra.Line)
}
