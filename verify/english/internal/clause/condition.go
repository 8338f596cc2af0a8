package clause

import (
	"slices"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// condition reads "if you use a table, …": what is said behind it is demanded
// unless the answer has none. It returns nil where there is no such condition.
func condition(tokens []lexicon.Token) (unless algebra.Expr, rest []lexicon.Token) {
	if len(tokens) < 2 || !Ifs()[tokens[0].Low] || tokens[0].Low == "in" && tokens[1].Low != "case" || tokens[0].Low == "should" && !Present()[tokens[1].Low] && !Tellers()[tokens[1].Low] {
		return nil, nil
	}
	end := slices.IndexFunc(tokens, func(t lexicon.Token) bool { return t.Text == "," || t.Low == "then" })
	if end < 2 || !slices.ContainsFunc(tokens[1:end], func(t lexicon.Token) bool {
		return t.Low == "you" || t.Low == "it" || CoreNouns()[t.Low] || t.Kind == lexicon.Quoted
	}) {
		return nil, nil
	}
	when := tokens[1:end]
	if when[0].Low == "case" {
		when = when[1:]
	}
	if e, ok := Demand(when); ok {
		if _, also := e.(OnOther); !also {
			return algebra.Not{Of: e}, tokens[end+1:]
		}
	}
	return nil, nil
}

// Ifs begin a condition.
var Ifs = lexicon.WordSet(`if when whenever should in`)
