package algebra

import (
	"cmp"
	"slices"
	"strings"

	"adhere/verify"
)

// A cut is a part of a text: the bytes [at, to) are the part, [from, end) are
// what it takes up with its marks ("- " before a bullet, the asterisks
// around a bold passage).
type cut struct{ from, at, to, end int }

// bare returns a part without marks.
func bare(at, to int) cut { return cut{at, at, to, to} }

func (p cut) part() cut { return p }

// extend has the part end where another thing does that belongs to it.
func (p *cut) extend(to int) { p.to, p.end = to, to }

// A scope is a text that an expression is asked of, with what has been
// worked out about it. The whole answer and each part are one scope each.
type scope struct {
	s      string
	plain  bool
	whole  *verify.Text // set for the whole answer
	shared *effort

	known *division         // see division
	found map[*finder][]cut // of patterns
	each  map[*selection]verdicts
}

// A division is how a text divides in one reading. All checks of a whole
// answer share it.
type division struct {
	units  []units
	blocks *blocks
	folded *folding
}

func (c *scope) division() *division {
	if c.known == nil {
		c.known = &division{}
	}
	return c.known
}

// units are the parts of a text that are such a unit.
type units struct {
	unit    Unit
	cuts    []cut
	unclear string // see effort
}

// isPlain is the key under which a text keeps its division.
type isPlain bool

// An effort is what all scopes of one evaluation share: whether a pattern
// took more steps than are linear in the text's length, and how many bytes
// were read, once for each pass over a text.
type effort struct {
	overrun string
	unclear string // why what is asked for cannot be told for certain
	read    int
}

func newScope(t *verify.Text, plain bool) *scope {
	d := t.View(isPlain(plain), func() any { return &division{} })
	return &scope{s: t.String(), plain: plain, whole: t, shared: &effort{}, known: d.(*division)}
}

// part returns the scope of a part.
func (c *scope) part(s string) *scope {
	c.shared.read += len(s)
	return &scope{s: s, plain: c.plain, shared: c.shared}
}

// units returns the parts of the text that are such units, in order.
func (c *scope) units(u Unit) []cut {
	d := c.division()
	i := slices.IndexFunc(d.units, func(k units) bool { return k.unit == u })
	if i < 0 {
		c.shared.read += len(c.s)
		before := c.shared.unclear
		c.shared.unclear = ""
		cuts := c.divide(u)
		i, d.units = len(d.units), append(d.units, units{u, cuts, c.shared.unclear})
		c.shared.unclear = before
	}
	c.shared.unclear = cmp.Or(c.shared.unclear, d.units[i].unclear)
	return d.units[i].cuts
}

// countUnits returns how many units there are, without keeping them where
// that is quicker.
func (c *scope) countUnits(u Unit) int {
	switch {
	case u == Word && !c.plain && c.whole != nil:
		return c.whole.Words()
	case u == Character:
		return c.countCharacters()
	}
	return len(c.units(u))
}

func (c *scope) divide(u Unit) []cut {
	switch u { //nolint:exhaustive // the rest is structure
	case Character, Letter, Capital, Small, Vowel, Digit, Space, Punctuation, Emoji:
		return c.characters(u)
	case Word:
		return c.words()
	case CapsWord, LowerWord:
		return c.casedWords(u)
	case NumberUnit:
		return c.numbers()
	case Hashtag:
		return tags(c.s, '#')
	case Mention:
		return tags(c.s, '@')
	case Link:
		if c.plain && bareAddress.MatchString(strings.ReplaceAll(strings.ToLower(c.s), "www.", "@")) {
			return c.unsure()
		}
		return links(c.s)
	case Sentence:
		return c.sentences()
	case Question:
		return c.sentencesEnding("?？؟")
	case Exclamation:
		return c.sentencesEnding("!！")
	case Placeholder:
		return c.placeholders()
	}
	if find := inText[u]; find != nil {
		return find(c.s)
	}
	return c.structure(u)
}

// inText finds units that are the same in both readings, whatever the structure.
var inText = map[Unit]func(string) []cut{
	Chunk: chunks, Accented: accented, Date: dates, Email: emails, Quotation: quotations, Parenthesis: parentheses, TitleMark: titleMarks,
}
