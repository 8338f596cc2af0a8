package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// partly reads what follows from a requirement whatever the rest of its words
// mean: clauses that are demands beside others that only add to them. It
// refuses a requirement with words that may take back or narrow what was said.
func partly(requirement string, tokens []token) (must algebra.Expr, rest string, ok bool) {
	if e := ofGenre(tokens); e != nil {
		return e, requirement, true
	}
	if e, at := narrowed(tokens); e != nil {
		return e, requirement[tokens[at].start:], true
	}
	cuts := cutsOf(tokens)
	var all []algebra.Expr
	var left []string
	for i := 0; i < len(cuts)-1; {
		var e algebra.Expr
		j := min(len(cuts)-1, i+longestClause)
		for ; j > i && e == nil; j-- {
			e, _ = demand(trimmed(tokens[cuts[i]:cuts[j]]))
		}
		first, end := pared(tokens, cuts[i], cuts[j+1])
		piece := tokens[first:end]
		i = j + 1
		if e != nil {
			list, ok := explained(append(all, carriedOver(tokens, first, end, e)))
			if !ok {
				return nil, "", false
			}
			all = list
			continue
		}
		switch {
		case len(piece) == 0 || harmless(piece):
		case !adding(piece):
			return nil, "", false
		default:
			left = append(left, requirement[piece[0].start:piece[len(piece)-1].end])
		}
	}
	if len(all) == 0 || len(left) == 0 {
		return nil, "", false
	}
	return conjunction(once(all)), strings.Join(left, ", "), true
}

// adding reports whether a clause that was not read only adds to the others: it
// is of what the answer is or does, and of nothing that is counted.
func adding(piece []token) bool {
	if first := &piece[0]; !adders()[first.lemma] && !manners()[first.low] && !manners()[piece[len(piece)-1].low] {
		return false
	}
	return !slices.ContainsFunc(piece, func(t token) bool {
		return t.kind == quoted || t.numeral() || limits(t) || partWords()[t.low] || languages()[t.low] != "" || t.low == "or"
	})
}

var (
	// adders begin clauses that say more of the answer.
	adders = wordSet(`be do maintain keep sound stay use in with have make convey write it while remain`)
	// manners are said of an answer as a whole.
	manners = wordSet(`concise short brief succinct clear engaging coherent formal informal polite simple funny friendly professional warm cheerful tone style`)
)

// ofGenre reads a length or a beginning of a text of a kind, "a friendly reply
// of at most 100 words": whether it is of the kind is for a judge.
func ofGenre(tokens []token) algebra.Expr {
	e := wide(tokens)
	if e == nil || permission(tokens, e) {
		return nil
	}
	if decides, e, _ := settle(tokens, e); decides == Whole {
		switch e := e.(type) {
		case algebra.Compare:
			if boundsLength(e) {
				return e
			}
		case algebra.Starts:
			return e
		}
	}
	return nil
}

// narrowed reads so many parts of which more is said behind them: there are at
// least so many. It returns the place of what more is said.
func narrowed(tokens []token) (algebra.Expr, int) {
	for i := 1; i < len(tokens)-1; i++ {
		if !narrowing(tokens, i) || slices.ContainsFunc(tokens[i+1:], limits) {
			continue
		}
		e := wide(trimmed(tokens[:i]))
		if e == nil || permission(tokens, e) {
			return nil, 0
		}
		decides, e, _ := settle(tokens, e)
		c, ok := e.(algebra.Compare)
		if decides == None || !ok || within(c.Of.(algebra.Count).Of.Source, algebra.Word, algebra.Character, algebra.NumberUnit, algebra.Letter, algebra.Question, algebra.Link) {
			return nil, 0
		}
		if c.Is, ok = floor(c.Is); !ok || c.Is.N < 2 && isSize(c.Of.(algebra.Count).Of.Source) {
			return nil, 0
		}
		return c, i
	}
	return nil, 0
}

// limits reports whether a word may take back or narrow what was said.
func limits(t token) bool {
	return reserved()[t.low] || conditionWords()[t.low] || t.low == "then" || measured(&t)
}

// narrowing reports whether more is said of the parts from a token on.
func narrowing(tokens []token, i int) bool {
	if narrows()[tokens[i].low] || (tokens[i].low == "one" || tokens[i].low == "where") && tokens[i-1].low == "," {
		return true
	}
	switch tokens[i].low {
	case "for", "with", "to":
		last := longestLexeme(tokens[i-1 : i])
		if i > 1 && last.value == "" {
			last = longestLexeme(tokens[i-2 : i])
		}
		return (last.value == "table" || last.value == "bullet point" || last.value == "placeholder") && slices.ContainsFunc(tokens[:i], func(t token) bool { return classAt([]token{t}) == 'i' })
	}
	return false
}

// narrows begin what is said of parts that were counted.
var narrows = wordSet(`that which comparing compare describing showing listing representing explaining outlining summarizing each`)
