package algebra

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

// A Span is a part of a text: its bytes from From up to To.
type Span struct{ From, To int }

// mostSpans is how many parts of one text are pointed at.
const mostSpans = 200

// Spans returns the parts of a text that the check's verdict rests on, in
// order and apart from each other: what is counted or looked for; where
// something is asked of each part, the parts that fail it; and of a text that
// is too long, what is too much. There are none where the check is about the
// text as a whole (its language, its format, a length that it has), where the
// parts are most of the text and not just all of it from some place on, and
// where the check is not valid.
func (c Check) Spans(text string) []Span {
	n, err := c.Canonical().compile()
	if err != nil {
		return nil
	}
	return apart(spansOf(newScope(verify.NewText(text), c.Reading == Plain), n), text)
}

// apart orders spans and joins those that touch each other.
func apart(all []Span, text string) []Span {
	slices.SortFunc(all, func(a, b Span) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	var out []Span
	covered := 0
	for _, s := range all {
		n := len(out)
		switch {
		case s.From >= s.To:
		case n > 0 && s.From < out[n-1].To:
			covered += max(s.To-out[n-1].To, 0)
			out[n-1].To = max(s.To, out[n-1].To)
		default:
			covered += s.To - s.From
			out = append(out, s)
		}
	}
	rest := len(out) == 1 && out[0].From > 0 && parity.Blank(text[out[0].To:])
	if 2*covered > len(text) && !rest || len(out) > mostSpans {
		return nil
	}
	return out
}

// spansOf returns what an expression's verdict on a text rests on.
func spansOf(c *scope, n node) []Span {
	switch n := n.(type) {
	case allNode:
		return spansOfAll(c, n.deciding(c))
	case anyNode:
		return spansOfAll(c, n)
	case kNode:
		return spansOfAll(c, n.of)
	case notNode:
		return spansOf(c, n.of)
	case eachNode:
		return n.spans(c)
	case compareNode:
		if past := n.beyond(c); past != nil {
			return past
		}
		return gaugeSpans(c, n.gauge)
	case findNode:
		return n.spans(c)
	}
	return predicateSpans(c, n)
}

func spansOfAll(c *scope, nodes []node) []Span {
	var out []Span
	for _, n := range nodes {
		out = append(out, spansOf(c, n)...)
	}
	return out
}

// spans points at the parts that fail, or at what is wrong in them; where all
// hold, at what they hold.
func (n eachNode) spans(c *scope) []Span {
	var failed, held []Span
	for _, p := range n.of.in(c) {
		if p.missing || n.of.Source == TableColumn {
			continue
		}
		part := c.part(p.s)
		inner := spansOf(part, n.holds)
		for i := range inner {
			inner[i] = Span{inner[i].From + p.at, inner[i].To + p.at}
		}
		switch {
		case n.holds.met(part):
			held = append(held, inner...)
		case inner == nil:
			failed = append(failed, p.span())
		default:
			failed = append(failed, inner...)
		}
	}
	if failed != nil {
		return failed
	}
	return held
}

func (p place) span() Span { return Span{p.at, p.at + len(p.s)} }

// spans returns the selected parts that are wanted by their index.
func (s *selection) spans(c *scope, wanted func(i int, p place) bool) []Span {
	if s.Source == TableColumn { // its text stands in several places
		return nil
	}
	var out []Span
	for i, p := range s.in(c) {
		if !p.missing && wanted(i, p) {
			out = append(out, p.span())
		}
	}
	return out
}

// counted returns what is counted, but for what says how long a text is.
func (s *selection) counted(c *scope) []Span {
	if s.isLength() {
		return nil
	}
	return s.spans(c, every)
}

// isLength reports whether the number of what is selected says how long a text
// is.
func (s *selection) isLength() bool {
	length := []Unit{Character, Letter, Small, Space, Word, Chunk, Sentence, Line, Paragraph}
	u, ok := s.Source.(Unit)
	return ok && s.That == nil && slices.Contains(length, u)
}

// beyond returns what a text has past the length that it may have, from the
// first unit too many to the end; nil where it is not too long.
func (n compareNode) beyond(c *scope) []Span {
	g, ok := n.gauge.(countGauge)
	if !ok || !g.isLength() || n.is.met(float64(g.count(c))) {
		return nil
	}
	_, most := n.is.bounds()
	if n.is.Op == OpLess {
		most = math.Ceil(most) - 1
	}
	if all := g.in(c); most > 0 && float64(len(all)) > most {
		return []Span{{all[int(most)].at, len(strings.TrimRightFunc(c.s, parity.IsSpace))}}
	}
	return nil
}

func every(int, place) bool { return true }

func onlyFirst(i int, _ place) bool { return i == 0 }

// gaugeSpans returns what a measure is taken of.
func gaugeSpans(c *scope, g gauge) []Span {
	switch g := g.(type) {
	case countGauge:
		return g.counted(c)
	case shareGauge:
		return g.of.counted(c)
	case valueGauge:
		return g.spans(c, onlyFirst)
	case repeatsGauge:
		most, _ := g.number(c)
		n := tally(g.in(c))
		return g.spans(c, func(_ int, p place) bool { return most > 1 && n[same(p.s)] == int(most) })
	case statGauge:
		x, _ := statGauge{Stat{Kind: Longest, In: g.In}, g.of}.number(c)
		if g.Kind == Shortest {
			x, _ = g.number(c)
		}
		return g.of.spans(c, func(_ int, p place) bool {
			return g.Kind != Mean && float64(c.part(p.s).countUnits(g.In)) == x
		})
	}
	return nil
}

// spans returns where what is looked for stands; at the start or the end only
// that there, or the word that stands in its place.
func (n findNode) spans(c *scope) []Span {
	var out []Span
	for _, found := range [][]cut{n.find.all(c, -1), chunks(c.s)} {
		for _, f := range found {
			if n.at == nil || n.at(f, c) {
				out = append(out, Span{f.from, f.end})
			}
		}
		if out != nil || n.at == nil {
			break
		}
	}
	return out
}

func atStart(f cut, c *scope) bool { return parity.Blank(c.s[:f.from]) }

func atEnd(f cut, c *scope) bool { return parity.Blank(c.s[f.end:]) }

// predicateSpans returns what keeps a predicate from holding.
func predicateSpans(c *scope, n node) []Span {
	switch n := n.(type) {
	case Case:
		if wrong, ok := map[Case]func(rune) bool{Upper: parity.LowerCase, Lower: parity.Upper}[n]; ok {
			return runs(c.s, wrong)
		}
	case Script:
		table := unicode.Scripts[string(n)]
		return runs(c.s, func(r rune) bool {
			return unicode.IsLetter(r) && !unicode.In(r, table, unicode.Common, unicode.Inherited)
		})
	case Only:
		var out []Span
		for i, size := range n.strays(c) {
			out = append(out, Span{i, i + size})
		}
		return out
	case differentNode:
		again := n.again()
		return n.of.spans(c, func(_ int, p place) bool { return again(p) != "" })
	case orderedNode:
		wrong := n.wrong(c, n.of.in(c))
		return n.of.spans(c, func(i int, _ place) bool { return wrong > 0 && (i == wrong || i == wrong-1) })
	case setNode:
		wrong, missing := n.wrong(n.of.in(c))
		return n.of.spans(c, func(i int, _ place) bool { return !missing && i == wrong })
	case sameNode:
		return append(n.of.spans(c, every), n.as.spans(c, every)...)
	case sequenceNode:
		var out []Span
		for _, f := range n {
			if first, ok := f.first(c); ok {
				out = append(out, Span{first.from, first.end})
			}
		}
		return out
	}
	return nil
}

func runs(s string, is func(rune) bool) []Span {
	return lists.Map(stretches(s, is), func(p cut) Span { return Span{p.at, p.to} })
}
