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

// limits reports whether a word may take back or narrow what was said.
func limits(t token) bool {
	return reserved()[t.low] || conditionWords()[t.low] || t.low == "then" || measured(&t)
}
