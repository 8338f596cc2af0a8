package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// partly reads what follows from a requirement whatever the rest of its words
// mean: clauses that are demands beside others that only add to them. It
// refuses a requirement with words that may take back or narrow what was said.
func partly(requirement string, tokens []lexicon.Token) (must algebra.Expr, rest string, ok bool) {
	cuts := clause.CutsOf(tokens)
	var all []algebra.Expr
	var left []string
	for i := 0; i < len(cuts)-1; {
		var e algebra.Expr
		j := min(len(cuts)-1, i+longestClause)
		for ; j > i && e == nil; j-- {
			e, _ = clause.Demand(clause.Trimmed(tokens[cuts[i]:cuts[j]]))
		}
		first, end := clause.Pared(tokens, cuts[i], cuts[j+1])
		piece := tokens[first:end]
		i = j + 1
		if e != nil {
			list, ok := clause.Explained(append(all, clause.CarriedOver(tokens, first, end, e)))
			if !ok {
				return nil, "", false
			}
			all = list
			continue
		}
		switch {
		case len(piece) == 0 || clause.Harmless(piece):
		case !adding(piece):
			return nil, "", false
		default:
			left = append(left, requirement[piece[0].Start:piece[len(piece)-1].End])
		}
	}
	if len(all) == 0 || len(left) == 0 {
		return nil, "", false
	}
	return clause.Conjunction(clause.Once(all)), strings.Join(left, ", "), true
}

// adding reports whether a clause that was not read only adds to the others: it
// is of what the answer is or does, and of nothing that is counted.
func adding(piece []lexicon.Token) bool {
	if first := &piece[0]; !adders()[first.Lemma] && !lexicon.Manners()[first.Low] && !lexicon.Manners()[piece[len(piece)-1].Low] {
		return false
	}
	return !slices.ContainsFunc(piece, func(t lexicon.Token) bool {
		return t.Kind == lexicon.Quoted || t.Numeral() || limits(t) || lexicon.PartWords()[t.Low] || lexicon.Languages()[t.Low] != "" || t.Low == "or"
	})
}

// adders begin clauses that say more of the answer.
var adders = lexicon.WordSet(`be do maintain keep sound stay use in with have make convey write it while remain`)

// limits reports whether a word may take back or narrow what was said.
func limits(t lexicon.Token) bool {
	return lexicon.Reserved()[t.Low] || lexicon.ConditionWords()[t.Low] || t.Low == "then" || lexicon.IsMeasure(&t)
}
