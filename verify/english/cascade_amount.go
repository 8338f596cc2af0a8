package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// demand is what the quantity demands of a text; nil where characters may be
// persons.
func (c chunk) demand() algebra.Expr {
	if persons(c.of, c.is) && c.class == 'q' {
		return nil
	}
	return c.measure()
}

// readHeld is what is demanded of parts in words in which it could be demanded
// of the answer: "no commas in the title".
func readHeld(k []chunk) algebra.Expr {
	s := pick(k, "s", 0)
	e := constructed(tidied(without(k, "s")))
	if _, also := e.(onOther); also || e == nil || pick(k, "u", 0).class != 0 && pick(k, "x", 0).class == 0 || scoped(e) || s.value == "each" && s.of.Source == algebra.Source(algebra.Word) {
		return nil
	}
	return s.hold(e)
}

// measure is what the quantity demands of a part.
func (c chunk) measure() algebra.Expr {
	if c.class == 'u' {
		return algebra.HasParts(c.of, algebra.AtLeast(1))
	}
	if c.value == "different" {
		return algebra.Compare{Of: algebra.Different{Of: c.of}, Is: c.is}
	}
	return algebra.HasParts(c.of, c.is)
}

// hold makes a demand one on the selected parts.
func (c chunk) hold(e algebra.Expr) algebra.Expr {
	if e == nil || c.class != 's' && c.class != 'u' {
		return nil
	}
	return each(c.of, e)
}

// found are the texts of a chunk.
func (c chunk) found() finds { return finds{of: c.texts, or: c.or} }

// one returns the only text, and whether it is the only one.
func (c chunk) one() (algebra.Find, bool) {
	if len(c.texts) != 1 {
		return algebra.Find{}, false
	}
	return c.texts[0], true
}

func readQuantity(k []chunk) algebra.Expr {
	q, ok := kept(k)
	if !ok {
		return nil
	}
	if q.of.Source == algebra.Source(algebra.NumberUnit) && q.is == algebra.Exactly(1) && pick(k, "i", 0).class == 0 {
		return nil // which may be all that there is to be
	}
	if granted(k, q.is) {
		return nil
	}
	if isLength(q.of.Source) && pick(k, "i", 0).low == "add" || q.of.Source == algebra.Source(algebra.ListItem) && !strings.Contains(q.low, "list") || within(q.of.Source, algebra.Section, algebra.TableRow, algebra.TableColumn, algebra.Entry) {
		return nil
	}
	if f, ok := q.of.Source.(algebra.Find); ok && f.Kind == algebra.FindPattern && q.is.Op == algebra.OpExactly {
		return nil // what marks exactly so many is a matter of opinion
	}
	return q.demand()
}

// granted reports whether a number is only allowed: "three links are fine".
func granted(k []chunk, is algebra.Relation) bool {
	return pick(k, "z", 0).class != 0 && is.Op != algebra.OpMost && is.Op != algebra.OpLess
}

// kept is the quantity of a clause, which is a limit in "keep the text to 50
// words". It reports false where "to" follows another verb.
func kept(k []chunk) (chunk, bool) {
	q := pick(k, "q", 0)
	if pick(k, "-", 0).class == 0 || pick(k, "r", 0).class != 0 || q.value == "exactly" {
		return q, true
	}
	if q.is.Op == algebra.OpExactly {
		q.is.Op = algebra.OpMost
	}
	return q, pick(k, "i", 0).low == "keep"
}

func readQuantities(k []chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if a.of == b.of || a.is.Op != algebra.OpExactly && b.is.Op == algebra.OpExactly {
		return nil
	}
	if pick(k, "&", 0).class == 0 {
		return nil // 3 paragraphs of 50 words: each, or all together
	}
	if persons(a.of, a.is) || persons(b.of, b.is) {
		return nil
	}
	return algebra.All{a.demand(), b.demand()}
}

func readQuantityEach(k []chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if !contains(a.of, b.of) {
		return nil
	}
	held := each(a.of, b.measure())
	if held == nil {
		return nil
	}
	return algebra.All{a.demand(), held}
}

// contains reports whether units of one kind can have several of the other.
func contains(outer, inner algebra.Parts) bool {
	order := []algebra.Source{algebra.Entry, algebra.Section, algebra.Paragraph, algebra.ListItem, algebra.Bullet, algebra.NumberedItem, algebra.Line, algebra.Sentence, algebra.Heading, algebra.Question, algebra.Word, algebra.Character, algebra.Letter}
	at := func(p algebra.Parts) int {
		for i, s := range order {
			if s == p.Source {
				return i
			}
		}
		return len(order) - 3 // what is counted in a text
	}
	return outer.Source != inner.Source && at(outer) < at(inner) && at(outer) < len(order)-2
}

func readParts(k []chunk) algebra.Expr {
	s := pick(k, "s", 0)
	q, ok := kept(k)
	if !ok {
		return nil
	}
	r := pick(k, "r", 0)
	if k[0].class == 'r' && spatial()[r.low] && s.value == "each" { // under each heading three bullets
		if s.of.Source == algebra.Source(algebra.Heading) {
			s.of.Source = algebra.Section
		}
		return s.hold(q.measure())
	}
	if r.class != 0 && r.low != "above" && r.low != "below" { // "a title above it"
		if q, ok = related([]chunk{q, r}); !ok && q.is.Op != r.is.Op {
			return nil
		}
	}
	if granted(k, q.is) {
		return nil
	}
	if s.of.Source == algebra.Source(algebra.Entry) && within(q.of.Source, algebra.TableRow, algebra.TableColumn) || s.value == "place" && within(q.of.Source, algebra.Section) {
		return nil // one row per option; four sections: introduction, …
	}
	if s.value == "place" && pick(k, "&", 0).class != 0 {
		return nil // a title and 3 sentences
	}
	if s.low == "per" && (q.is.Op == algebra.OpExactly || q.is.Op == algebra.OpAbout) && isLength(q.of.Source) {
		return nil // a bare number is no bound
	}
	if s.of.Source == q.of.Source || s.of.Source == algebra.Source(algebra.Word) && q.of.Source != algebra.Source(algebra.Letter) && q.of.Source != algebra.Source(algebra.Character) {
		return nil
	}
	return s.hold(q.measure())
}

// readUnitsBy is "no sentence over 10 words", "sentences of at most 10 words".
func readUnitsBy(k []chunk) algebra.Expr {
	u, q := pick(k, "u", 0), pick(k, "q", 0)
	if !contains(u.of, q.of) {
		return nil
	}
	if pick(k, "x", 0).class == 0 {
		if granted(k, q.is) || u.bare || u.value == "one" {
			return nil
		}
		return u.hold(q.measure())
	}
	switch limit, ok := exceeded(k); {
	case !ok:
		return nil
	case u.of.Source == algebra.Source(algebra.Entry):
		return u.hold(limit.measure())
	}
	return noneThat(u.of, q.measure())
}

// readQuantityWith is "five lines, each starting with a dash".
func readQuantityWith(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	at := slices.IndexFunc(k, func(c chunk) bool { return c.class == 'g' })
	s := chunk{class: 's', of: q.of, value: "each"}
	held := constructed(append([]chunk{s}, k[at+1:]...))
	if held == nil || !countable(q.of) || q.is.Op == algebra.OpExactly && q.of == algebra.Every(algebra.Line) { // then two lines, each …
		return nil
	}
	return algebra.All{q.demand(), held}
}

func readNone(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class != 'u' {
			continue
		}
		e := none(c.of)
		if e == nil || within(c.of.Source, algebra.Section, algebra.NumberUnit, algebra.Letter, algebra.Entry) || required()[k[len(k)-1].low] {
			return nil
		}
		all = append(all, e)
	}
	return conjunction(once(all))
}

// required is what need not be there, behind "no": "no title is required".
var required = wordSet(`required mandatory compulsory obligatory necessary expected wanted needed`)

// readSome is "include a link", "use headings".
func readSome(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class != 'u' {
			continue
		}
		if _, find := c.of.Source.(algebra.Find); find && c.of.Source.(algebra.Find).Kind == algebra.FindPattern ||
			isLength(c.of.Source) || within(c.of.Source, algebra.Letter, algebra.Section, algebra.Vowel, algebra.Punctuation, algebra.Small, algebra.Digit, algebra.Date) {
			return nil
		}
		if says(tokenize(pick(k, "i", 0).low), "keep") && within(c.of.Source, algebra.NumberUnit, algebra.Link, algebra.Email, algebra.Hashtag, algebra.Emoji, algebra.Quotation) {
			return nil // those of the text that is worked on, if it has any
		}
		all = append(all, c.demand())
	}
	if len(once(all)) < len(all) {
		return nil // "a title and headings": one of them means something else
	}
	return conjunction(all)
}

// readOne is "write a paragraph", "a table".
func readOne(k []chunk) algebra.Expr {
	switch u := pick(k, "u", 0); {
	case pick(k, "yY", 0).class != 0 && u.of.Source == algebra.Source(algebra.CodeBlock):
		return formatOf("code")
	case pick(k, "yY", 0).class != 0 && within(u.of.Source, algebra.NumberUnit, algebra.Digit) && u.bare:
		return algebra.Equals{To: algebra.Pattern(`\S{1,20}|[^\pL\n]{0,20}\d[^\pL\n]{0,40}(?:thousand|[mb]illi?on(?:s|en)?|trillion|milliarden|milliards?|millones|mil|(?:m|b)ilhões|mio|mrd)?\.?`)} // 1.4 billion, MCMXCIV
	case u.value != "one" || pick(k, "iyY", 0).class != 0 && !within(u.of.Source, algebra.Table):
		return nil
	case within(u.of.Source, algebra.Sentence, algebra.Paragraph):
		return algebra.HasParts(u.of, algebra.Exactly(1))
	case within(u.of.Source, algebra.Table):
		return alone(k, algebra.Table, u.demand())
	}
	return nil
}

// readTable is "a table with 3 columns".
func readTable(k []chunk) algebra.Expr {
	u := pick(k, "u", 0)
	var cells []algebra.Expr
	for i := 0; pick(k, "q", i).class != 0; i++ {
		q := pick(k, "q", i)
		if !within(q.of.Source, algebra.TableRow, algebra.TableColumn) {
			return nil
		}
		cells = append(cells, q.demand())
	}
	if u.of.Source != algebra.Source(algebra.Table) || len(cells) == 0 {
		return nil
	}
	return alone(k, algebra.Table, algebra.HasParts(u.of.With(conjunction(cells)), algebra.AtLeast(1)))
}

// readSeldom is "no word is used more than twice".
func readSeldom(k []chunk) algebra.Expr {
	m := pick(k, "m", 0).is
	if pick(k, "u", 0).of != algebra.Every(algebra.Word) || m.Op != algebra.OpMore {
		return nil
	}
	return algebra.Compare{Of: algebra.Repeats{Of: algebra.Every(algebra.Word)}, Is: algebra.AtMost(m.N)}
}

// readSuch is "at least 3 words that start with the letter s".
func readSuch(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	f, ok := pick(k, "t", 0).one()
	if !ok || q.of.Source == algebra.Source(algebra.Word) && strings.Contains(f.Value, " ") {
		return nil
	}
	return algebra.HasParts(q.of.With(startingWith(f)), q.is)
}

// readUnitTimes is "words in capitals should appear at least 3 times".
func readUnitTimes(k []chunk) algebra.Expr {
	u := pick(k, "u", 0)
	if isLength(u.of.Source) {
		return nil
	}
	return algebra.HasParts(u.of, pick(k, "m", 0).is)
}

// readPostscript is "add a postscript starting with P.S.".
func readPostscript(k []chunk) algebra.Expr {
	if k[0].class == 'P' && len(k) == 1 {
		return nil
	}
	if pick(k, "P", 0).value == "p.p.s" {
		return algebra.Contains{What: algebra.Pattern(`p\.\s?p\.\s?s`)}
	}
	if pick(k, "e", 0).class != 0 {
		return each(algebra.Every(algebra.Paragraph).Nth(-1), algebra.Contains{What: algebra.Pattern(`p\.\s?s\.`)})
	}
	return algebra.Contains{What: algebra.Pattern(`p\.\s?s\.`)}
}

// included reports whether the clause says that texts are to occur.
func included(k []chunk) bool {
	return pick(k, "id", 0).class != 0
}
