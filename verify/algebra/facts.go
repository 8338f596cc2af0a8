package algebra

import (
	"math"
	"slices"
)

// maxCases bounds the cases of a check: beyond it nothing is known.
const maxCases = 32

// casesOf returns the facts of each way in which a check can be met.
func casesOf(c Check) []facts {
	out := cases(c.Expr, true)
	if out == nil {
		return []facts{{}}
	}
	for i, of := range out {
		var all facts
		for _, f := range of {
			all = append(all, fact{f.Expr, c.Reading})
		}
		for _, f := range of {
			for _, e := range implied(f.Expr, c.Reading == Plain) {
				all = append(all, fact{e, c.Reading})
			}
		}
		out[i] = all
	}
	return out
}

// cases returns nil where there are too many to follow.
func cases(e Expr, holds bool) []facts {
	switch e := e.(type) {
	case Not:
		return cases(e.Of, !holds)
	case All:
		return branches(e, holds, holds)
	case Any:
		return branches(e, !holds, holds)
	case OneOf:
		return branches(e.each(), !holds, holds)
	case Compare:
		if !holds {
			return denied(e)
		}
	case Contains:
		if !holds {
			return []facts{{{Expr: Compare{Count{Every(e.What)}, Exactly(0)}}}}
		}
	}
	if !holds {
		return []facts{{}}
	}
	return []facts{{{Expr: e}}}
}

// branches returns the cases of several expressions that hold together, or
// of which one does.
func branches(list []Expr, together, holds bool) []facts {
	var out []facts
	for i, e := range list {
		of := cases(e, holds)
		switch {
		case of == nil:
			return nil
		case !together || i == 0:
			out = append(out, of...)
		default:
			out = product(out, of)
		}
		if len(out) > maxCases {
			return nil
		}
	}
	return out
}

func product(a, b []facts) []facts {
	var out []facts
	for _, x := range a {
		for _, y := range b {
			out = append(out, slices.Concat(x, y))
		}
	}
	return out
}

// denied returns the facts of a comparison that does not hold. Only counts
// always exist.
func denied(c Compare) []facts {
	opposite := map[Op]Op{
		OpExactly: OpNot, OpNot: OpExactly, OpLess: OpLeast, OpLeast: OpLess, OpMore: OpMost, OpMost: OpMore,
	}
	op, ok := opposite[c.Is.Op]
	if _, isCount := c.Of.(Count); !isCount || !ok {
		return []facts{{}}
	}
	return []facts{{{Expr: Compare{c.Of, Relation{Op: op, N: c.Is.N}}}}}
}

// atLeast is the fact that there are so many parts.
func atLeast(n float64, p Parts) Expr { return Compare{Count{p}, AtLeast(n)} }

// implied returns what follows from a fact, with what follows from that.
func implied(e Expr, plain bool) []Expr {
	var out []Expr
	for _, next := range follows(e, plain) {
		out = append(append(out, next), implied(next, plain)...)
	}
	return out
}

// follows returns what follows from a fact directly. Each step leads to
// counts, and from there to counts of smaller things, so it ends.
func follows(e Expr, plain bool) []Expr {
	switch e := e.(type) {
	case Contains:
		return []Expr{atLeast(1, Every(e.What))}
	case Starts:
		return occurs(e.With)
	case Ends:
		return occurs(e.With)
	case Equals:
		return occurs(e.To)
	case Each:
		return append(present(e.Of), inPart(e)...)
	case Set:
		return append(present(e.Of), e.named()...)
	case Case:
		return cased(e)
	case JSON:
		return append(marks(e), unlikeJSON(plain)...)
	case XML, CSV:
		return marks(e)
	case Only:
		return onlyOf(e)
	case Compare:
		return compared(e, plain)
	}
	return nil
}

// occurs says that a beginning, an ending or the whole is an occurrence too.
// A pattern can match nothing there.
func occurs(f Find) []Expr {
	if f.Kind == FindPattern {
		return nil
	}
	return []Expr{atLeast(1, Every(f))}
}

// inPart returns what the text contains because its parts do.
func inPart(e Each) []Expr {
	if e.Of.apart() {
		return nil
	}
	var f Find
	switch h := e.Holds.(type) {
	case Contains:
		f = h.What
	case Starts:
		f = h.With
	case Ends:
		f = h.With
	case Equals:
		f = h.To
	case Case:
		if h == Upper {
			return []Expr{atLeast(1, Every(Capital))}
		}
		if h == Lower {
			return []Expr{atLeast(1, Every(Small))}
		}
	}
	if f.Value == "" || f.Kind == FindPattern {
		return nil
	}
	f.Kind = FindText // at a part's end a word need not be one of the whole
	return []Expr{atLeast(1, Every(f))}
}

// apart reports whether what is in a part may lie apart in the text, as the
// cells of a column do.
func (p *Parts) apart() bool {
	for ; p != nil; p = p.Of {
		if p.Source == TableColumn {
			return true
		}
	}
	return false
}

// present returns the least number of parts that there must be for the
// selection to be complete and not empty.
func present(p Parts) []Expr {
	if p.Of != nil {
		return present(*p.Of)
	}
	n := 1
	if k := p.Pick; !k.Except && k != (Pick{}) {
		n = max(k.From, k.To, -k.From, -k.To)
		if k.From > 0 != (k.To > 0) {
			n = 1
		}
	}
	p.Pick = Pick{}
	return []Expr{atLeast(float64(n), p)}
}

func cased(c Case) []Expr {
	switch c {
	case Upper:
		return []Expr{No(Small), atLeast(1, Every(Capital))}
	case Lower:
		return []Expr{No(Capital), atLeast(1, Every(Small))}
	case Title, Capitalised:
	}
	return nil
}

// unlikeJSON returns what no JSON has: no line of it begins with the marks of
// Markdown. In the parity reading a negative number is a bullet.
func unlikeJSON(plain bool) []Expr {
	out := []Expr{No(Heading), No(BlockQuote), No(NumberedItem), No(Table)}
	if plain {
		out = append(out, No(Bullet), No(ListItem))
	}
	return out
}

// onlyOf returns what a text that consists of some things has not, and has.
func onlyOf(o Only) []Expr {
	if o.Chars == "" && len(o.Units) == 1 {
		return []Expr{atLeast(1, Every(o.Units[0]))}
	}
	return nil
}

// marks returns the characters that a format cannot do without.
func marks(e Expr) []Expr {
	var out []Expr
	need := func(n int, texts ...string) {
		for _, t := range texts {
			out = append(out, atLeast(float64(n), Every(Text(t).SameCase())))
		}
	}
	switch e := e.(type) {
	case JSON:
		if e.Type == "object" || e.Keys != nil {
			need(1, "{", "}")
		}
		if e.Type == "array" {
			need(1, "[", "]")
		}
		if n := len(e.Keys); n > 0 {
			need(n, ":")
			need(2*n, `"`)
		}
		if n := len(e.Keys); n > 1 {
			need(n-1, ",")
		}
	case XML:
		need(1, "<", ">")
	case CSV:
		if e.Columns > 1 {
			need((e.Columns-1)*max(e.Rows, 1), e.comma())
		}
	}
	return out
}

// compared returns what follows from a number.
func compared(c Compare, plain bool) []Expr {
	lo, _ := c.Is.bounds()
	switch m := c.Of.(type) {
	case Different:
		return moreThanNone(m.Of, wholeBounds(c.Is).lo)
	case Repeats:
		return moreThanNone(m.Of, wholeBounds(c.Is).lo)
	case Share:
		if lo > 0 {
			return append(moreThanNone(m.Of, 1), moreThanNone(m.Among, 1)...)
		}
		return moreThanNone(m.Among, 1)
	case Count:
		return counted(m.Of, wholeBounds(c.Is).lo, plain)
	}
	return nil
}

func moreThanNone(p Parts, n float64) []Expr {
	if n < 1 || p.Of != nil || p.Pick != (Pick{}) {
		return nil
	}
	return []Expr{atLeast(n, p)}
}

// counted returns what follows from at least n parts: so many without the
// condition, and so many of the marks that each part has.
func counted(p Parts, n float64, plain bool) []Expr {
	if n < 1 || p.Of != nil || p.Pick != (Pick{}) {
		return nil
	}
	if p.That != nil {
		return []Expr{atLeast(n, Every(p.Source))}
	}
	var out []Expr
	if divider, ok := p.Source.(Split); ok {
		out = append(out, atLeast(n-1, Every(Text(string(divider)).SameCase())))
	}
	u, _ := p.Source.(Unit)
	for _, t := range unitMarks(u, plain) {
		out = append(out, atLeast(n, Every(Text(t).SameCase())))
	}
	if slices.Contains([]Unit{Table, TableRow, TableColumn, TableCell}, u) {
		out = append(out, atLeast(1, Every(Text("|").SameCase())))
	}
	return out
}

// unitMarks returns the characters that each such unit has for itself.
func unitMarks(u Unit, plain bool) []string {
	if u == Highlight && plain {
		return nil
	}
	return marksOfUnits[u]
}

// marksOfUnits are those of the parity reading; other units need none.
var marksOfUnits = map[Unit][]string{
	Hashtag: {"#"}, Mention: {"@"}, Email: {"@"}, Placeholder: {"[", "]"}, Parenthesis: {"(", ")"},
	TitleMark: {"<<", ">>"}, BlockQuote: {">"}, Highlight: {"*"},
}

// bounds is the least and the greatest whole number that meets a relation.
type bounds struct{ lo, hi float64 }

func wholeBounds(r Relation) bounds {
	lo, hi := r.bounds()
	b := bounds{max(math.Ceil(lo), 0), math.Floor(hi)}
	if r.Op == OpMore {
		b.lo = math.Floor(lo) + 1
	}
	if r.Op == OpLess {
		b.hi = math.Ceil(hi) - 1
	}
	return b
}
