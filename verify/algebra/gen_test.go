package algebra_test

import (
	"pgregory.net/rapid"

	a "adhere/verify/algebra"
)

// A gen draws checks of every form.
type gen struct{ *rapid.T }

func pick[T any](g gen, name string, of ...T) T { return rapid.SampledFrom(of).Draw(g.T, name) }

func (g gen) n(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.T, "n") }

func (g gen) yes() bool { return rapid.Bool().Draw(g.T, "yes") }

func (g gen) check(depth int) a.Check {
	return a.Check{Reading: pick(g, "reading", a.Plain, a.Parity), Expr: g.expr(depth)}
}

func (g gen) exprs(depth int) []a.Expr {
	list := make([]a.Expr, g.n(2, 3))
	for i := range list {
		list[i] = g.expr(depth)
	}
	return list
}

func (g gen) expr(depth int) a.Expr {
	if depth == 0 {
		return g.leaf(depth)
	}
	switch g.n(0, 9) {
	case 0:
		return a.All(g.exprs(depth - 1))
	case 1:
		return a.Any(g.exprs(depth - 1))
	case 2:
		return a.Not{Of: g.expr(depth - 1)}
	case 3:
		list := g.exprs(depth - 1)
		return a.KOf{K: g.n(1, len(list)), Of: list}
	case 4, 5:
		return a.Each{Of: g.parts(depth - 1), Holds: g.expr(depth - 1)}
	}
	return g.leaf(depth)
}

func (g gen) leaf(depth int) a.Expr {
	switch g.n(0, 24) {
	case 0:
		return a.Starts{With: g.find()}
	case 1:
		return a.Ends{With: g.find()}
	case 2:
		return a.Contains{What: g.find()}
	case 3:
		return a.Equals{To: g.find()}
	case 4:
		return pick(g, "case", a.Upper, a.Lower, a.Title, a.Capitalised)
	case 5:
		return pick[a.Language](g, "language", "en", "es", "zh", "zh-cn", "zh-tw", "no", "ja")
	case 6:
		return pick[a.Script](g, "script", "Latin", "Cyrillic", "Han", "Old_Italic")
	case 7:
		return g.only()
	case 8:
		return a.AllDifferent{Of: g.parts(depth), Case: g.yes()}
	case 9:
		by := pick(g, "by", a.Alphabet, a.Number, a.Order(a.Word))
		return a.Ordered{Of: g.parts(depth), By: by, Down: g.yes(), Strict: g.yes()}
	case 10:
		return a.Same{Of: g.parts(depth), As: g.parts(depth)}
	case 11:
		return a.Sequence{g.find(), g.find()}
	case 12:
		keys := g.keys()
		return a.JSON{Type: pick(g, "type", "", "object"), Keys: keys, Only: keys != nil && g.yes(), Schema: pick(g, "schema", "", `{"type":"object"}`, `{"required":["a\n"]}`)}
	case 13:
		return a.XML{Root: pick(g, "root", "", "note")}
	case 14:
		return a.YAML{Keys: g.keys()}
	case 15:
		return a.CSV{Delimiter: pick(g, "delimiter", "", ";", "\t"), Columns: g.n(0, 2), Rows: g.n(0, 2)}
	case 16:
		return a.CSV{Header: g.keys()}
	case 17:
		return a.OneOf{Texts: pick(g, "texts", []string{"yes"}, []string{"a", "b or c", "d"}), Case: g.yes()}
	case 18:
		return a.Palindrome{}
	case 19:
		return a.Set{Of: g.parts(depth), Is: pick(g, "set", a.SetOnly, a.SetAll, a.SetJust, a.SetOrder), Texts: pick(g, "texts", []string{"x"}, []string{"a and", "b", "c in this order"}), Case: g.yes()}
	}
	return a.Compare{Of: g.measure(depth), Is: g.relation()}
}

func (g gen) keys() []string {
	return pick(g, "keys", nil, []string{"a"}, []string{"a and", "b, c", "d"})
}

func (g gen) only() a.Expr {
	e := a.Only{Chars: pick(g, "chars", "", "-_", `"`)}
	for _, u := range []a.Unit{a.Letter, a.Digit, a.Bullet} {
		if g.yes() || u == a.Bullet && e.Chars == "" {
			e.Units = append(e.Units, u)
		}
	}
	return e
}

func (g gen) find() a.Find {
	f := pick(g, "find", a.Text, a.WordText)(pick(g, "text", "a", "the answer", `say "no" and (go)`, "ü\n\\`", " in the ", "\u00a0"))
	if g.n(0, 3) == 0 {
		f = a.Pattern(pick(g, "pattern", `\d+`, "a`b", `"x" of "y"`, "[a-z]{2,3}\\b"))
	}
	f.Case = g.yes()
	return f
}

func (g gen) measure(depth int) a.Measure {
	switch g.n(0, 10) {
	case 10:
		return a.Value{Of: g.parts(depth)}
	case 9:
		return a.Depth(pick(g, "nesting", a.NestedLists, a.NestedBrackets))
	case 0:
		return a.Different{Of: g.parts(depth)}
	case 1:
		return a.Repeats{Of: g.parts(depth)}
	case 2:
		return a.Share{Of: g.parts(depth), Among: g.parts(depth)}
	case 4, 5:
		return a.Stat{Kind: pick(g, "kind", a.Longest, a.Shortest, a.Mean, a.Spread), Of: g.parts(depth), In: g.unit()}
	}
	return a.Count{Of: g.parts(depth)}
}

func (g gen) unit() a.Unit { return rapid.SampledFrom(a.Units()).Draw(g.T, "unit") }

func (g gen) relation() a.Relation {
	n := pick(g, "number", 0, 1, 2, 3, 7.5, 250, 1e9)
	switch g.n(0, 7) {
	case 0:
		return a.NotExactly(n)
	case 1:
		return a.LessThan(n)
	case 2:
		return a.AtMost(n)
	case 3:
		return a.MoreThan(n)
	case 4:
		return a.AtLeast(n)
	case 5:
		return a.Between(min(n, 3), 3)
	case 6:
		return a.About(n, pick(g, "within", 0, 0.25, 1, 25))
	}
	return a.Exactly(n)
}

func (g gen) parts(depth int) a.Parts {
	p := a.Parts{Source: g.source(depth)}
	switch g.n(0, 5) {
	case 0:
		p = p.Nth(pick(g, "nth", 1, 2, 4, 11, 22, -1, -2, -5))
	case 1:
		p = p.Range(pick(g, "from", 1, 2), pick(g, "to", 2, 3, -1, -4))
	case 2:
		p = p.Range(pick(g, "from", -3, -2), pick(g, "to", -2, -1))
	case 3:
		p = p.But(pick(g, "from", 1, 2), pick(g, "to", 2, -1))
	}
	if depth == 0 {
		return p
	}
	if g.n(0, 2) == 0 {
		p = p.With(g.expr(depth - 1))
	}
	if g.n(0, 2) == 0 {
		p = p.Within(g.parts(depth - 1))
	}
	return p
}

func (g gen) source(depth int) a.Source {
	switch g.n(0, 11) {
	case 0:
		return g.find()
	case 1:
		return a.Split(pick(g, "divider", "***", "\n\n", `"`))
	case 2:
		return a.Under("Facts and (figures)")
	case 3:
		return a.Enclosed{Open: "<a>", Close: "</a>"}
	case 4:
		return a.Named("Facts and (figures)")
	case 5:
		if depth > 0 {
			return g.beside(depth - 1)
		}
	}
	return g.unit()
}

func (g gen) beside(depth int) a.Source {
	p := g.parts(depth)
	p.Pick = pick(g, "one", a.Pick{}, a.Pick{From: 1, To: 1}, a.Pick{From: -2, To: -2})
	if a.In(a.No(a.Beside{Side: a.Before, Part: &p})).Validate() != nil { // columns lie apart
		return a.Word
	}
	return beside(pick(g, "side", a.Before, a.After), p)
}

func beside(side a.Side, p a.Parts) a.Source { return a.Beside{Side: side, Part: &p} }
