package english

import (
	"slices"

	"adhere/verify/algebra"
)

// condition reads "if you use a table, …": what is said behind it is demanded
// unless the answer has none. It returns nil where there is no such condition.
func condition(tokens []token) (unless algebra.Expr, rest []token) {
	if len(tokens) < 2 || !ifs()[tokens[0].low] || tokens[0].low == "in" && tokens[1].low != "case" || tokens[0].low == "should" && !present()[tokens[1].low] && !tellers()[tokens[1].low] {
		return nil, nil
	}
	end := slices.IndexFunc(tokens, func(t token) bool { return t.text == "," || t.low == "then" })
	if end < 2 || !slices.ContainsFunc(tokens[1:end], func(t token) bool { return t.low == "you" || t.low == "it" || coreNouns()[t.low] || t.kind == quoted }) {
		return nil, nil
	}
	when := tokens[1:end]
	if when[0].low == "case" {
		when = when[1:]
	}
	if e, ok := demand(when); ok {
		if _, also := e.(onOther); !also {
			return algebra.Not{Of: e}, tokens[end+1:]
		}
	}
	return nil, nil
}

// ifs begin a condition.
var ifs = wordSet(`if when whenever should in`)
