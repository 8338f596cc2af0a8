package clause

import (
	"slices"
	"strings"

	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
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
func couplingOf(tokens []lexicon.Token, at int) coupling {
	c := anew
	for at--; at >= 0; at-- {
		switch t := &tokens[at]; {
		case t.Text == "," || t.Text == ";":
			c = max(c, beside)
		case t.Low == "and" || t.Low == "but" || t.Low == "or" || t.Low == "nor":
			c = coordinated
		case lexicon.Separates(t):
			return anew
		case !Fillers()[t.Low]:
			return c
		}
	}
	return anew
}

// CarriedOver returns a demand that was read of some tokens, as one that goes on
// with the demand before where it has no subject of its own.
func CarriedOver(tokens []lexicon.Token, from, to int, e algebra.Expr) algebra.Expr {
	first := &tokens[from]
	c := continued{Expr: e, predicate: Predicates()[first.Low] || lexicon.Modals()[first.Low], command: lexicon.TaskVerbs()[first.Low], denies: first.Low == "no", shared: first.Low == "all" || strings.HasSuffix(first.Low, "ing"), coupling: couplingOf(tokens, from)}
	_, contains := e.(algebra.Contains)
	named := contains && first.Low == "the" && slices.ContainsFunc(tokens[from:to], func(t lexicon.Token) bool { return lexicon.Modals()[t.Low] }) // "the keyword "x" must occur"
	if _, is := e.(OnOther); is || named || c.coupling == anew || Scoped(e) || lexicon.TaskVerbs()[first.Low] && !c.predicate || first.Low == "the" && from+1 < to && lexicon.TextUnits()[tokens[from+1].Low] || slices.ContainsFunc(tokens[from:to], func(t lexicon.Token) bool {
		return CoreNouns()[t.Low] || lexicon.WholeNouns()[t.Low] && t.Low != "letter" || t.Low == "it" || overall()[t.Low]
	}) {
		return e
	}
	return c
}

// overall words say that a number is of the whole answer.
var overall = lexicon.WordSet(`total overall altogether everything anywhere throughout`)

// Predicates begin what is said of a subject before.
var Predicates = lexicon.WordSet(`have has having be is are contain contains consist consists start starts begin begins end ends include includes use uses mention mentions rhyme rhymes not with without`)

// on returns the demand, of the parts that the last one is of; nil if it may
// be of either.
func (c continued) On(before []algebra.Expr) algebra.Expr {
	if len(before) == 0 {
		return c.Expr
	}
	last := before[len(before)-1]
	_, letters := c.Expr.(algebra.Case) // of three headings, or of all
	if n, ok := last.(algebra.Compare); ok && (c.shared || letters) && !BoundsLength(n) && n.Is.N > 1 {
		return nil
	}
	if !Scoped(last) {
		return c.Expr
	}
	each, ok := last.(algebra.Each)
	if n, none := last.(algebra.Compare); none && CountedIn(n).That != nil {
		each.Of, ok = algebra.Parts{Source: CountedIn(n).Source}, true // "no word has more than 8 letters"
	}
	if n, counted := c.Expr.(algebra.Compare); counted && ok && !mayHold(each.Of, CountedIn(n)) || c.denies && (!ok || Covers(each.Of)) {
		return c.Expr // it has a subject, "and at most 5 tips", or comes to the same
	}
	if !ok || c.coupling == beside && !c.predicate || c.command && ScopeOf(each).Reach == adhere.NamedPart {
		return nil
	}
	return Chunk{Class: 's', Of: each.Of}.hold(c.Expr)
}

// mayHold reports whether some parts may have others in them.
func mayHold(outer, inner algebra.Parts) bool {
	if !Within(inner.Source, algebra.Entry, algebra.Section, algebra.Paragraph, algebra.ListItem, algebra.Bullet, algebra.NumberedItem, algebra.Line, algebra.Sentence, algebra.Heading) {
		return true
	}
	_, named := outer.Source.(algebra.Named)
	return named || contains(outer, inner)
}

// Covers reports whether some parts are all of a text.
func Covers(p algebra.Parts) bool {
	return p.Pick == (algebra.Pick{}) && Within(p.Source, algebra.Sentence, algebra.Paragraph, algebra.Line)
}
