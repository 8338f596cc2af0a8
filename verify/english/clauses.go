package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// A sentence is a list of clauses: demands, notes on the demand before, and
// what is harmless: a lead, politeness, a reason. Their order never matters.
// Where all clauses are one of these, all demands together are what it says.

// clauses reads tokens as such a list. It reports false where a clause is none
// of these, or where nothing is demanded.
func clauses(tokens []token) ([]algebra.Expr, bool) {
	tokens = unlabelled(tokens)
	if unless, rest := condition(tokens); unless != nil {
		list, ok := clauses(rest)
		return []algebra.Expr{append(algebra.Any{unless}, conjunction(list))}, ok
	}
	cuts := cutsOf(tokens)
	if len(cuts) > mostCuts {
		return nil, false
	}
	c := clauseList{tokens: tokens, cuts: cuts, known: map[int]*[]algebra.Expr{}}
	read := c.from(0)
	if read == nil {
		return nil, false
	}
	list, ok := explained(*read)
	if !ok || len(list) == 0 {
		return nil, false
	}
	checks := make([]algebra.Check, len(list))
	for i, e := range list {
		checks[i] = algebra.In(e)
	}
	return list, len(algebra.Conflicts(checks)) == 0
}

// An onOther is a demand that takes its meaning from those before.
type onOther interface {
	on(before []algebra.Expr) algebra.Expr
}

// explained replaces notes by what they say of the demand before. It reports
// false for a note that has none.
func explained(list []algebra.Expr) ([]algebra.Expr, bool) {
	var out []algebra.Expr
	for i, e := range list {
		if n, ok := e.(onOther); ok {
			before := out
			if _, again := e.(restated); again {
				before = slices.DeleteFunc(slices.Concat(out, list[i+1:]), func(e algebra.Expr) bool { _, note := e.(onOther); return note })
			}
			if e = n.on(before); e == nil {
				return nil, false
			}
		}
		out = append(out, e)
	}
	return out, true
}

// mostCuts bounds how many clauses a requirement may have.
const mostCuts = 16

// cutsOf returns the places where a clause may begin, and the end. Of a mark and the
// word behind it only the mark is one.
func cutsOf(tokens []token) []int {
	cuts := []int{0}
	for i := 1; i < len(tokens); i++ {
		if cutBefore(tokens, i) && (cuts[len(cuts)-1] < i-1 || !separates(&tokens[i-1])) {
			cuts = append(cuts, i)
		}
	}
	return append(cuts, len(tokens))
}

// joins begin a clause that is joined to the one before.
var joins = wordSet(`because since so and but or although though otherwise if unless even please then except`)

func cutBefore(tokens []token, i int) bool {
	before, t, next := &tokens[i-1], &tokens[i], &token{}
	if i+1 < len(tokens) {
		next = &tokens[i+1]
	}
	switch {
	case t.low == "and" && before.numeral() && next.numeral():
		return false
	case separates(before), separates(t), t.kind == word && joins()[t.low]:
		return true
	}
	switch t.low {
	case "or":
		return warnings()[next.low]
	case "for":
		return next.low == "my" || next.low == "our" || determiners()[next.low] && !turning()[before.low] && !closedWords()[before.low] && !slices.ContainsFunc(tokens[:i], isFor) && !slices.ContainsFunc(tokens[i+1:], isFor)
	case "is", "are":
		return next.low == "what" || next.low == "all"
	case "its": // it's for a push notification
		return before.kind == word && (next.low == "for" || next.low == "a" || next.low == "an" || next.low == "the")
	case "where":
		return true
	case "in":
		return next.low == "which"
	case "by":
		return determiners()[next.low]
	case "as":
		return tellers()[next.low] && !determiners()[next.low]
	case "to":
		return before.lemma != "have" && serving(tokens[i:])
	}
	return asking()[t.low] && measured(before) // in one sentence why …
}

func isFor(t token) bool { return t.low == "for" }

// asking words begin what an answer is about.
var asking = wordSet(`why how what whether`)

// warnings begin what happens otherwise: "or it won't fit".
var warnings = wordSet(`it they else i we you he she my`)

// serving reports whether "to" says what a limit is for: "to fit", "to hook the reader".
func serving(t []token) bool {
	return len(t) > 1 && purposes()[t[1].low] || len(t) > 2 && t[1].class&known == 0 && (benefits()[t[2].low] || len(t) > 3 && determiners()[t[2].low] && person(t[3].low))
}

// purposes are verbs that say what a limit is for.
var purposes = wordSet(`fit keep save match suit`)

// benefits are whom a purpose serves: "to hook them".
var benefits = wordSet(`them him her it me us you people everyone everybody readers`)

// separates reports whether a mark stands between clauses.
func separates(t *token) bool {
	if t.text == "-" && t.glued && t.start > 0 {
		return false
	}
	return t.kind == mark && t.text != "***" && strings.ContainsAny(t.text, ",;:.!?-–—()…+*")
}

type clauseList struct {
	tokens []token
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
		first, end := pared(c.tokens, c.cuts[i], c.cuts[j])
		piece := c.tokens[first:end]
		var here []algebra.Expr
		if !harmless(piece) && !c.topic(i, piece) && !c.remark(i, piece) {
			e, ok := demand(piece)
			if !ok {
				e = sameAs(piece)
			}
			if e == nil {
				continue
			}
			here = append(here, carriedOver(c.tokens, first, end, e))
		} else if j > i+1 && len(piece) > 0 && !background(piece) && !c.topic(i, piece) {
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
func (c *clauseList) remark(i int, piece []token) bool {
	return c.tokens[c.cuts[i]].low == "(" && len(piece) < longestLabel && !slices.ContainsFunc(piece, func(t token) bool {
		return t.kind != word || t.class&known != 0 || turning()[t.low] || conditionWords()[t.low] || hedges()[t.low] || partWords()[t.low] || entryNouns()[singularOf(t.low)]
	})
}

// topic reports whether a clause only says what a length of text is about: "in
// one sentence why the deploy failed".
func (c *clauseList) topic(i int, piece []token) bool {
	return c.cuts[i] > 0 && len(piece) > 2 && asking()[piece[0].low] && measured(&c.tokens[c.cuts[i]-1]) && !mayDemand(piece)
}

// trimmed drops marks, joining words and politeness around a clause.
func trimmed(tokens []token) []token {
	for len(tokens) > 0 && (separates(&tokens[0]) || tokens[0].kind == word && fillers()[tokens[0].low]) && !consequence(tokens) && !narrows(tokens) {
		tokens = tokens[1:]
	}
	for last := len(tokens) - 1; last >= 0 && (separates(&tokens[last]) || tokens[last].kind == word && politeness()[tokens[last].low] || last > 1 && tokens[last].low == "period" && tokens[last-1].low == ","); last-- {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// narrows reports whether "just" means "only": "just the number", "just give me the
// code".
func narrows(tokens []token) bool {
	return tokens[0].low == "just" && says(tokens[1:min(len(tokens), 4)], "the", "a", "an", "yes")
}

var (
	fillers    = wordSet(`ie namely and but please then also just so ok okay hi hello hey kindly pls plz thanks now well btw basically oh um yeah hm`)
	politeness = wordSet(`please pls plz thanks thank you ok okay cheers thx lol ffs ty tho though btw mate guys folks haha xx imo honestly seriously pf pfv svp stp`)
)

// demand reads tokens as one demand that code decides whole: as an idiom for one,
// or as they stand. Idioms may stand in each other as long as the clause gets
// shorter.
func demand(tokens []token) (algebra.Expr, bool) {
	if said := idiomatic(tokens); said != nil {
		if e, ok := plainDemand(said); ok {
			return e, true
		}
		if len(said) < len(tokens) {
			if e, ok := demand(said); ok {
				return e, true
			}
		}
	}
	return plainDemand(tokens)
}

func plainDemand(tokens []token) (algebra.Expr, bool) {
	if len(tokens) == 0 || told(tokens) {
		return nil, false
	}
	e := cascade(tokens)
	if e == nil || permission(tokens, e) {
		return nil, false
	}
	decides, e, _ := settle(tokens, e)
	if literal(tokens) {
		e = bounds{literal: true}.of(e)
	}
	return e, decides == Whole
}

// literal reports whether a text is to stand "exactly like that".
func literal(tokens []token) bool {
	for i := range tokens[:len(tokens)-1] {
		if next := tokens[i+1].low; tokens[i].low == "exactly" && (next == "like" || next == "as") {
			return true
		}
	}
	return says(tokens, "verbatim")
}

// unlabelled leaves out what a requirement is for: "Meta description: at most
// 155 characters", "Dear colleague, …".
func unlabelled(tokens []token) []token {
	for i := 1; i < len(tokens) && i <= longestLabel; i++ {
		switch t, last := &tokens[i], &tokens[i-1]; {
		case t.text == ":" && last.kind == word && (wholeNouns()[last.low] || fields()[last.low] || ruling()[last.low]) && !coreNouns()[last.low] && !mayDemand(tokens[:i]):
			return tokens[i+1:]
		case t.kind != word:
			return tokens
		}
	}
	return tokens
}

// longestLabel is how many words a label has at most.
const longestLabel = 4

// ruling words name demands.
var ruling = wordSet(`requirements requirement rules constraints constraint guidelines restrictions reminder important`)
