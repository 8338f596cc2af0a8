package sample

import (
	"slices"

	"adhere/internal/lists"
	"adhere/verify/algebra"
)

// same reports whether two checks are one, in whatever order they list what
// must hold together.
func same(a, b algebra.Check) bool {
	a, b = a.Canonical(), b.Canonical()
	return a.Reading == b.Reading && slices.Equal(clauses(a), clauses(b))
}

func clauses(c algebra.Check) []string {
	all, ok := c.Expr.(algebra.All)
	if !ok {
		return []string{c.String()}
	}
	out := lists.Map(all, func(e algebra.Expr) string { return algebra.Check{Reading: c.Reading, Expr: e}.String() })
	slices.Sort(out)
	return out
}
