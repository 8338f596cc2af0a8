package clause

import (
	"slices"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// A sentence is a list of clauses: demands, notes on the demand before, and
// what is harmless: a lead, politeness, a reason. Their order never matters.
// Where all clauses are one of these, all demands together are what it says.

// Clauses reads a sentence as a list of clauses and returns what they demand. It reports
// false where a clause is neither a demand nor a note on one nor harmless, or where
// nothing is demanded.
func Clauses(tokens []lexicon.Token) ([]algebra.Expr, bool) {
	tokens = unlabelled(tokens)
	if unless, rest := condition(tokens); unless != nil {
		list, ok := Clauses(rest)
		return []algebra.Expr{append(algebra.Any{unless}, Conjunction(list))}, ok
	}
	cuts := CutsOf(tokens)
	if len(cuts) > MostCuts {
		return nil, false
	}
	c := clauseList{tokens: tokens, cuts: cuts, known: map[int]*[]algebra.Expr{}}
	read := c.from(0)
	if read == nil {
		return nil, false
	}
	list, ok := Explained(*read)
	if !ok || len(list) == 0 {
		return nil, false
	}
	checks := make([]algebra.Check, len(list))
	for i, e := range list {
		checks[i] = algebra.In(e)
	}
	return list, len(algebra.Conflicts(checks)) == 0
}

// An OnOther is a demand that takes its meaning from those before.
type OnOther interface {
	On(before []algebra.Expr) algebra.Expr
}

// Explained replaces notes by what they say of the demand before. It reports
// false for a note that has none.
func Explained(list []algebra.Expr) ([]algebra.Expr, bool) {
	var out []algebra.Expr
	for i, e := range list {
		if n, ok := e.(OnOther); ok {
			before := out
			if _, again := e.(Restated); again {
				before = slices.DeleteFunc(slices.Concat(out, list[i+1:]), func(e algebra.Expr) bool { _, note := e.(OnOther); return note })
			}
			if e = n.On(before); e == nil {
				return nil, false
			}
		}
		out = append(out, e)
	}
	return out, true
}

// MostCuts bounds how many clauses a requirement may have.
const MostCuts = 16

// CutsOf returns the places where a clause may begin, and the end. Of a mark and the
// word behind it only the mark is one.
func CutsOf(tokens []lexicon.Token) []int {
	cuts := []int{0}
	for i := 1; i < len(tokens); i++ {
		if cutBefore(tokens, i) && (cuts[len(cuts)-1] < i-1 || !lexicon.Separates(&tokens[i-1])) {
			cuts = append(cuts, i)
		}
	}
	return append(cuts, len(tokens))
}

// Joins begin a clause that is joined to the one before.
var Joins = lexicon.WordSet(`because since so and but or although though otherwise if unless even please then except`)

func cutBefore(tokens []lexicon.Token, i int) bool {
	before, t, next := &tokens[i-1], &tokens[i], &lexicon.Token{}
	if i+1 < len(tokens) {
		next = &tokens[i+1]
	}
	switch {
	case t.Low == "and" && before.Numeral() && next.Numeral():
		return false
	case lexicon.Separates(before), lexicon.Separates(t), t.Kind == lexicon.Word && Joins()[t.Low]:
		return true
	}
	switch t.Low {
	case "or":
		return warnings()[next.Low]
	case "for":
		return next.Low == "my" || next.Low == "our" || lexicon.Determiners()[next.Low] && !turning()[before.Low] && !lexicon.ClosedWords()[before.Low] && !slices.ContainsFunc(tokens[:i], isFor) && !slices.ContainsFunc(tokens[i+1:], isFor)
	case "is", "are":
		return next.Low == "what" || next.Low == "all"
	case "its": // it's for a push notification
		return before.Kind == lexicon.Word && (next.Low == "for" || next.Low == "a" || next.Low == "an" || next.Low == "the")
	case "where":
		return true
	case "in":
		return next.Low == "which"
	case "by":
		return lexicon.Determiners()[next.Low]
	case "as":
		return Tellers()[next.Low] && !lexicon.Determiners()[next.Low]
	case "to":
		return before.Lemma != "have" && serving(tokens[i:])
	}
	return asking()[t.Low] && lexicon.IsMeasure(before) // in one sentence why …
}

func isFor(t lexicon.Token) bool { return t.Low == "for" }

// asking words begin what an answer is about.
var asking = lexicon.WordSet(`why how what whether`)

// warnings begin what happens otherwise: "or it won't fit".
var warnings = lexicon.WordSet(`it they else i we you he she my`)

// serving reports whether "to" says what a limit is for: "to fit", "to hook the reader".
func serving(t []lexicon.Token) bool {
	return len(t) > 1 && purposes()[t[1].Low] || len(t) > 2 && t[1].Class&lexicon.Known == 0 && (benefits()[t[2].Low] || len(t) > 3 && lexicon.Determiners()[t[2].Low] && Person(t[3].Low))
}

// purposes are verbs that say what a limit is for.
var purposes = lexicon.WordSet(`fit keep save match suit`)

// benefits are whom a purpose serves: "to hook them".
var benefits = lexicon.WordSet(`them him her it me us you people everyone everybody readers`)

type clauseList struct {
	tokens []lexicon.Token
	cuts   []int
	known  map[int]*[]algebra.Expr // by cut; nil where there is no reading
}

// from reads the clauses from a cut to the end: of all ways, one that takes
// the longest clauses first.
func (c *clauseList) from(i int) *[]algebra.Expr {
	if i == len(c.cuts)-1 {
		return &[]algebra.Expr{}
	}
	if known, ok := c.known[i]; ok {
		return known
	}
	c.known[i] = nil
	for j := len(c.cuts) - 1; j > i; j-- {
		first, end := Pared(c.tokens, c.cuts[i], c.cuts[j])
		piece := c.tokens[first:end]
		var here []algebra.Expr
		if !Harmless(piece) && !c.topic(i, piece) && !c.remark(i, piece) {
			e, ok := Demand(piece)
			if !ok {
				e = sameAs(piece)
			}
			if e == nil {
				continue
			}
			here = append(here, CarriedOver(c.tokens, first, end, e))
		} else if j > i+1 && len(piece) > 0 && !Background(piece) && !c.topic(i, piece) {
			continue // only a reason may go on over several cuts
		}
		if rest := c.from(j); rest != nil {
			here = append(here, *rest...)
			c.known[i] = &here
			break
		}
	}
	return c.known[i]
}

// remark reports whether a clause only names something in brackets: "(SMS)".
func (c *clauseList) remark(i int, piece []lexicon.Token) bool {
	return c.tokens[c.cuts[i]].Low == "(" && len(piece) < longestLabel && !slices.ContainsFunc(piece, func(t lexicon.Token) bool {
		return t.Kind != lexicon.Word || t.Class&lexicon.Known != 0 || turning()[t.Low] || lexicon.ConditionWords()[t.Low] || lexicon.Hedges()[t.Low] || lexicon.PartWords()[t.Low] || EntryNouns()[lexicon.SingularOf(t.Low)]
	})
}

// topic reports whether a clause only says what a length of text is about: "in
// one sentence why the deploy failed".
func (c *clauseList) topic(i int, piece []lexicon.Token) bool {
	return c.cuts[i] > 0 && len(piece) > 2 && asking()[piece[0].Low] && lexicon.IsMeasure(&c.tokens[c.cuts[i]-1]) && !mayDemand(piece)
}

// Trimmed drops marks, joining words and politeness around a clause.
func Trimmed(tokens []lexicon.Token) []lexicon.Token {
	for len(tokens) > 0 && (lexicon.Separates(&tokens[0]) || tokens[0].Kind == lexicon.Word && Fillers()[tokens[0].Low]) && !consequence(tokens) {
		tokens = tokens[1:]
	}
	for last := len(tokens) - 1; last >= 0 && (lexicon.Separates(&tokens[last]) || tokens[last].Kind == lexicon.Word && Politeness()[tokens[last].Low] || last > 1 && tokens[last].Low == "period" && tokens[last-1].Low == ","); last-- {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

var (
	// Fillers stand before a clause and add nothing to it.
	Fillers = lexicon.WordSet(`ie namely and but please then also so ok okay hi hello hey kindly pls plz thanks now well btw basically oh um yeah hm`)
	// Politeness stands before or behind a clause and adds nothing to it.
	Politeness = lexicon.WordSet(`please pls plz thanks thank you ok okay cheers thx lol ffs ty tho though btw mate guys folks haha xx imo honestly seriously pf pfv svp stp`)
)

// Demand reads tokens as one demand that code decides whole: as an idiom for one,
// or as they stand. Idioms may stand in each other as long as the clause gets
// shorter.
func Demand(tokens []lexicon.Token) (algebra.Expr, bool) {
	if said := idiomatic(tokens); said != nil {
		if e, ok := plainDemand(said); ok {
			return e, true
		}
		if len(said) < len(tokens) {
			if e, ok := Demand(said); ok {
				return e, true
			}
		}
	}
	return plainDemand(tokens)
}

func plainDemand(tokens []lexicon.Token) (algebra.Expr, bool) {
	if len(tokens) == 0 || Tale(tokens) {
		return nil, false
	}
	e := Cascade(tokens)
	if e == nil || Permission(tokens, e) {
		return nil, false
	}
	e, rest, ok := Settle(tokens, e)
	if literal(tokens) {
		e = bounds{literal: true}.of(e)
	}
	return e, ok && rest == ""
}

// literal reports whether a text is to stand "exactly like that".
func literal(tokens []lexicon.Token) bool {
	for i := range tokens[:len(tokens)-1] {
		if next := tokens[i+1].Low; tokens[i].Low == "exactly" && (next == "like" || next == "as") {
			return true
		}
	}
	return lexicon.Says(tokens, "verbatim")
}

// unlabelled leaves out what a requirement is for: "Meta description: at most
// 155 characters", "Dear colleague, …".
func unlabelled(tokens []lexicon.Token) []lexicon.Token {
	for i := 1; i < len(tokens) && i <= longestLabel; i++ {
		switch t, last := &tokens[i], &tokens[i-1]; {
		case t.Text == ":" && last.Kind == lexicon.Word && (lexicon.WholeNouns()[last.Low] || fields()[last.Low] || ruling()[last.Low]) && !CoreNouns()[last.Low] && !mayDemand(tokens[:i]):
			return tokens[i+1:]
		case t.Kind != lexicon.Word:
			return tokens
		}
	}
	return tokens
}

// longestLabel is how many words a label has at most.
const longestLabel = 4

// ruling words name demands.
var ruling = lexicon.WordSet(`requirements requirement criterion criteria condition restriction limitation assertion rules constraints constraint guidelines restrictions reminder important formatting layout`)

// Pared leaves out the marks and joining words around a clause.
func Pared(tokens []lexicon.Token, from, to int) (first, end int) {
	piece := Trimmed(tokens[from:to])
	if len(piece) == 0 {
		return from, from
	}
	for first = from; tokens[first].Start != piece[0].Start; first++ {
	}
	end = first + len(piece)
	if Arrow(tokens, first) && len(piece) > 1 {
		first++
	}
	return first, end
}

// Arrow reports whether a token is the head of an arrow, "->" or "=>".
func Arrow(tokens []lexicon.Token, at int) bool {
	return at > 0 && tokens[at].Text == ">" && tokens[at].Glued && (tokens[at-1].Text == "-" || tokens[at-1].Text == "=")
}
