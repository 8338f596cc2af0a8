package algebra

import (
	"iter"
	"slices"
	"strings"
)

// maxNumber is the largest number in a check.
const maxNumber = 1e9

// met reports whether x meets the relation.
func (r Relation) met(x float64) bool {
	lo, hi := r.bounds()
	if r.Op == OpNot {
		return x != r.N
	}
	return lo <= x && x <= hi && (r.Op != OpMore || x > r.N) && (r.Op != OpLess || x < r.N)
}

// bounds returns the least and the greatest number that may meet it. Those
// of OpMore and OpLess do not themselves.
func (r Relation) bounds() (lo, hi float64) {
	const all = 1e300
	switch r.Op {
	case OpExactly:
		return r.N, r.N
	case OpLess, OpMost:
		return -all, r.N
	case OpMore, OpLeast:
		return r.N, all
	case OpBetween:
		return r.N, r.M
	case OpAbout:
		return r.N - r.M, r.N + r.M
	case OpNot:
	}
	return -all, all
}

// compareNode holds a measure against a relation.
type compareNode struct {
	gauge
	of Measure
	is Relation
}

func (n compareNode) met(c *scope) bool {
	x, missing := n.number(c)
	return missing == "" && n.is.met(x)
}

func (n compareNode) measured(c *scope) string {
	x, missing := n.number(c)
	if missing != "" {
		return missing
	}
	said := printed(func(w *wording) {
		w.measured = true
		w.compare(&Compare{n.of, Relation{N: x}})
	})
	if g, ok := n.gauge.(countGauge); ok && g.find != nil && g.find.re != nil {
		said += shown(g.texts(c))
	}
	return said
}

// shown quotes the first matches of a pattern that differ: a person does not
// see them in the pattern.
func shown(found iter.Seq[string]) string {
	const most = 3
	var quotes []string
	for s := range found {
		if q := quoteStart(s); !slices.Contains(quotes, q) {
			quotes = append(quotes, q)
		}
		if len(quotes) > most {
			return " (" + strings.Join(quotes[:most], ", ") + " …)"
		}
	}
	if quotes == nil {
		return ""
	}
	return " (" + strings.Join(quotes, ", ") + ")"
}
