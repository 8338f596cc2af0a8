package clause

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// demand is what the quantity demands of a text; nil where characters may be
// persons.
func (c Chunk) demand() algebra.Expr {
	if Persons(c.Of, c.Is) && c.Class == 'q' {
		return nil
	}
	return c.measure()
}

// readHeld is what is demanded of parts in words in which it could be demanded
// of the answer: "no commas in the title".
func readHeld(k []Chunk) algebra.Expr {
	s := pick(k, "s", 0)
	e := constructed(tidied(Without(k, "s")))
	if _, also := e.(OnOther); also || e == nil || pick(k, "u", 0).Class != 0 && pick(k, "x", 0).Class == 0 || Scoped(e) || s.value == "each" && s.Of.Source == algebra.Source(algebra.Word) {
		return nil
	}
	return s.hold(e)
}

// measure is what the quantity demands of a part.
func (c Chunk) measure() algebra.Expr {
	if c.Class == 'u' {
		return algebra.HasParts(c.Of, algebra.AtLeast(1))
	}
	if c.value == "different" {
		return algebra.Compare{Of: algebra.Different{Of: c.Of}, Is: c.Is}
	}
	return algebra.HasParts(c.Of, c.Is)
}

// hold makes a demand one on the selected parts.
func (c Chunk) hold(e algebra.Expr) algebra.Expr {
	if e == nil || c.Class != 's' && c.Class != 'u' {
		return nil
	}
	return Each(c.Of, e)
}

// found are the texts of a chunk.
func (c Chunk) found() finds { return finds{of: c.texts, or: c.or} }

// one returns the only text, and whether it is the only one.
func (c Chunk) one() (algebra.Find, bool) {
	if len(c.texts) != 1 {
		return algebra.Find{}, false
	}
	return c.texts[0], true
}

func readQuantity(k []Chunk) algebra.Expr {
	q, ok := kept(k)
	if !ok {
		return nil
	}
	if q.Of.Source == algebra.Source(algebra.NumberUnit) && q.Is == algebra.Exactly(1) && pick(k, "i", 0).Class == 0 {
		return nil // which may be all that there is to be
	}
	if granted(k, q.Is) {
		return nil
	}
	if IsLength(q.Of.Source) && pick(k, "i", 0).Low == "add" || q.Of.Source == algebra.Source(algebra.ListItem) && !strings.Contains(q.Low, "list") || Within(q.Of.Source, algebra.Section, algebra.TableRow, algebra.TableColumn, algebra.Entry) {
		return nil
	}
	if vague(q.Of.Source) && q.Is.Op == algebra.OpExactly {
		return nil
	}
	return q.demand()
}

// granted reports whether a number is only allowed: "three links are fine".
func granted(k []Chunk, is algebra.Relation) bool {
	return pick(k, "z", 0).Class != 0 && is.Op != algebra.OpMost && is.Op != algebra.OpLess
}

// kept is the quantity of a clause, which is a limit in "keep the text to 50
// words". It reports false where "to" follows another verb.
func kept(k []Chunk) (Chunk, bool) {
	q := pick(k, "q", 0)
	if pick(k, "-", 0).Class == 0 || pick(k, "r", 0).Class != 0 || q.value == "exactly" {
		return q, true
	}
	if q.Is.Op == algebra.OpExactly {
		q.Is.Op = algebra.OpMost
	}
	return q, pick(k, "i", 0).Low == "keep"
}

func readQuantities(k []Chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if a.Of == b.Of || a.Is.Op != algebra.OpExactly && b.Is.Op == algebra.OpExactly {
		return nil
	}
	if pick(k, "&", 0).Class == 0 {
		return nil // 3 paragraphs of 50 words: each, or all together
	}
	if Persons(a.Of, a.Is) || Persons(b.Of, b.Is) {
		return nil
	}
	return algebra.All{a.demand(), b.demand()}
}

func readQuantityEach(k []Chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if !contains(a.Of, b.Of) {
		return nil
	}
	held := Each(a.Of, b.measure())
	if held == nil {
		return nil
	}
	return algebra.All{a.demand(), held}
}

// readQuantityAlone is "three bullets, nothing else".
func readQuantityAlone(k []Chunk) algebra.Expr {
	q := pick(k, "q", 0)
	if all := pick(k, "Y", 0).Low; !strings.Contains(all, "nothing") && !strings.Contains(all, "around") && !strings.Contains(all, "outside") {
		return nil // no introduction, behind which more may stand
	}
	switch u, _ := q.Of.Source.(algebra.Unit); u {
	case algebra.Sentence, algebra.Paragraph, algebra.Line, algebra.Word:
		return q.demand()
	case algebra.Bullet, algebra.NumberedItem, algebra.CodeBlock, algebra.Table:
		return algebra.All{q.demand(), algebra.Only{Units: []algebra.Unit{u}}}
	default:
		return nil
	}
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

func readParts(k []Chunk) algebra.Expr {
	s := pick(k, "s", 0)
	q, ok := kept(k)
	if !ok {
		return nil
	}
	r := pick(k, "r", 0)
	if k[0].Class == 'r' && spatial()[r.Low] && s.value == "each" { // under each heading three bullets
		if s.Of.Source == algebra.Source(algebra.Heading) {
			s.Of.Source = algebra.Section
		}
		return s.hold(q.measure())
	}
	if r.Class != 0 && r.Low != "above" && r.Low != "below" { // "a title above it"
		if q, ok = related([]Chunk{q, r}); !ok && q.Is.Op != r.Is.Op {
			return nil
		}
	}
	if s.Of.Source == algebra.Source(algebra.Entry) && Within(q.Of.Source, algebra.TableRow, algebra.TableColumn) || s.value == "place" && Within(q.Of.Source, algebra.Section) {
		return nil // one row per option; four sections: introduction, …
	}
	if s.value == "place" && pick(k, "&", 0).Class != 0 {
		return nil // a title and 3 sentences
	}
	if s.Low == "per" && (q.Is.Op == algebra.OpExactly && (q.Is.N >= fewCharacters || Within(q.Of.Source, algebra.Character)) || q.Is.Op == algebra.OpAbout) && IsLength(q.Of.Source) {
		return nil // a bare number is no bound
	}
	if s.Of.Source == q.Of.Source || s.Of.Source == algebra.Source(algebra.Word) && q.Of.Source != algebra.Source(algebra.Letter) && q.Of.Source != algebra.Source(algebra.Character) {
		return nil
	}
	return s.hold(q.measure())
}

// readUnitsBy is "no sentence over 10 words", "sentences of at most 10 words".
func readUnitsBy(k []Chunk) algebra.Expr {
	u, q := pick(k, "u", 0), pick(k, "q", 0)
	if !contains(u.Of, q.Of) {
		return nil
	}
	if pick(k, "x", 0).Class == 0 {
		if u.bare {
			return nil
		}
		return u.hold(q.measure())
	}
	switch limit, ok := exceeded(k); {
	case !ok:
		return nil
	case u.Of.Source == algebra.Source(algebra.Entry):
		return u.hold(limit.measure())
	}
	return noneThat(u.Of, q.measure())
}

// readQuantityWith is "five lines, each starting with a dash".
func readQuantityWith(k []Chunk) algebra.Expr {
	q := pick(k, "q", 0)
	at := slices.IndexFunc(k, func(c Chunk) bool { return c.Class == 'g' })
	s := Chunk{Class: 's', Of: q.Of, value: "each"}
	held := constructed(append([]Chunk{s}, k[at+1:]...))
	if held == nil || !countable(q.Of) || q.Is.Op == algebra.OpExactly && q.Of == algebra.Every(algebra.Line) { // then two lines, each …
		return nil
	}
	return algebra.All{q.demand(), held}
}

func readNone(k []Chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.Class != 'u' {
			continue
		}
		e := none(c.Of)
		if e == nil || Within(c.Of.Source, algebra.Section, algebra.NumberUnit, algebra.Letter, algebra.Entry) || required()[k[len(k)-1].Low] {
			return nil
		}
		all = append(all, e)
	}
	return Conjunction(Once(all))
}

// required is what need not be there, behind "no": "no title is required".
var required = lexicon.WordSet(`required mandatory compulsory obligatory necessary expected wanted needed`)

// vague reports whether what a pattern finds is a matter of opinion.
func vague(s algebra.Source) bool {
	f, ok := s.(algebra.Find)
	return ok && f.Kind == algebra.FindPattern && !OfLevel(f)
}

// OfLevel reports whether a pattern finds the headings of one level.
func OfLevel(f algebra.Find) bool { return strings.HasPrefix(f.Value, "(?m)^#{") }

// readSome is "include a link", "use headings".
func readSome(k []Chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.Class != 'u' {
			continue
		}
		if vague(c.Of.Source) || IsLength(c.Of.Source) || Within(c.Of.Source, algebra.Letter, algebra.Section, algebra.Vowel, algebra.Punctuation, algebra.Small, algebra.Digit, algebra.Date) {
			return nil
		}
		if lexicon.Says(lexicon.Tokenize(pick(k, "i", 0).Low), "keep") && Within(c.Of.Source, algebra.NumberUnit, algebra.Link, algebra.Email, algebra.Hashtag, algebra.Emoji, algebra.Quotation) {
			return nil // those of the text that is worked on, if it has any
		}
		all = append(all, c.demand())
	}
	if len(Once(all)) < len(all) {
		return nil // "a title and headings": one of them means something else
	}
	return Conjunction(all)
}

// readOne is "write a paragraph", "a table".
func readOne(k []Chunk) algebra.Expr {
	switch u := pick(k, "u", 0); {
	case pick(k, "yY", 0).Class != 0 && u.Of.Source == algebra.Source(algebra.CodeBlock):
		return FormatOf("code")
	case pick(k, "yY", 0).Class != 0 && Within(u.Of.Source, algebra.NumberUnit, algebra.Digit) && u.bare:
		return algebra.Equals{To: algebra.Pattern(`\S{1,20}|[^\pL\n]{0,20}\d[^\pL\n]{0,40}(?:thousand|[mb]illi?on(?:s|en)?|trillion|milliarden|milliards?|millones|mil|(?:m|b)ilhões|mio|mrd)?\.?`)} // 1.4 billion, MCMXCIV
	case pick(k, "yY", 0).Class != 0 && !u.bare && Within(u.Of.Source, algebra.Bullet, algebra.NumberedItem):
		unit := u.Of.Source.(algebra.Unit)
		return algebra.All{algebra.Has(unit, algebra.AtLeast(2)), algebra.Only{Units: []algebra.Unit{unit}}}
	case pick(k, "y", 0).Class != 0 && u.bare && Within(u.Of.Source, algebra.Table):
		return alone(k, algebra.Table, u.demand())
	case u.value != "one" || pick(k, "i", 0).Class != 0 && !Within(u.Of.Source, algebra.Table) || pick(k, "Y", 0).Class != 0 && !Within(u.Of.Source, algebra.Table):
		return nil
	case Within(u.Of.Source, algebra.Sentence, algebra.Paragraph):
		return algebra.HasParts(u.Of, algebra.Exactly(1))
	case Within(u.Of.Source, algebra.Table):
		return alone(k, algebra.Table, u.demand())
	}
	return nil
}

// readTable is "a table with 3 columns".
func readTable(k []Chunk) algebra.Expr {
	u := pick(k, "u", 0)
	var cells []algebra.Expr
	for i := 0; pick(k, "q", i).Class != 0; i++ {
		q := pick(k, "q", i)
		if !Within(q.Of.Source, algebra.TableRow, algebra.TableColumn) {
			return nil
		}
		cells = append(cells, q.demand())
	}
	if u.Of.Source != algebra.Source(algebra.Table) || len(cells) == 0 {
		return nil
	}
	return alone(k, algebra.Table, algebra.HasParts(u.Of.With(Conjunction(cells)), algebra.AtLeast(1)))
}

// readSeldom is "no word is used more than twice".
func readSeldom(k []Chunk) algebra.Expr {
	m := pick(k, "m", 0).Is
	if pick(k, "u", 0).Of != algebra.Every(algebra.Word) || m.Op != algebra.OpMore {
		return nil
	}
	return algebra.Compare{Of: algebra.Repeats{Of: algebra.Every(algebra.Word)}, Is: algebra.AtMost(m.N)}
}

// readSuch is "at least 3 words that start with the letter s".
func readSuch(k []Chunk) algebra.Expr {
	q := pick(k, "q", 0)
	f, ok := pick(k, "t", 0).one()
	if !ok || q.Of.Source == algebra.Source(algebra.Word) && strings.Contains(f.Value, " ") {
		return nil
	}
	return algebra.HasParts(q.Of.With(startingWith(f)), q.Is)
}

// readUnitTimes is "words in capitals should appear at least 3 times".
func readUnitTimes(k []Chunk) algebra.Expr {
	u := pick(k, "u", 0)
	if IsLength(u.Of.Source) {
		return nil
	}
	return algebra.HasParts(u.Of, pick(k, "m", 0).Is)
}

// readPostscript is "add a postscript starting with P.S.": the mark is the one in quotation
// marks, if there is any.
func readPostscript(k []Chunk) algebra.Expr {
	if k[0].Class == 'P' && len(k) == 1 {
		return nil
	}
	mark, quoted := pick(k, "t", 0).one()
	if !quoted {
		mark.Value = "p.s."
		if slices.ContainsFunc(k, func(c Chunk) bool { return c.Class == 'P' && c.value == "p.p.s" }) {
			mark.Value = "p.p.s"
		}
	}
	switch strings.ToLower(strings.Trim(mark.Value, " :")) {
	case "p.s.", "p.s":
		mark = algebra.Pattern(`p\.\s?s\.`)
	case "p.p.s.", "p.p.s":
		mark = algebra.Pattern(`p\.\s?p\.\s?s`)
	case "ps":
		mark = algebra.Pattern(`p\.?\s?s\b`)
	case "pps":
		mark = algebra.Pattern(`p\.?\s?p\.?\s?s\b`)
	}
	if pick(k, "e", 0).Class != 0 {
		return Each(algebra.Every(algebra.Paragraph).Nth(-1), algebra.Contains{What: mark})
	}
	return algebra.Contains{What: mark}
}

// included reports whether the clause says that texts are to occur.
func included(k []Chunk) bool {
	return pick(k, "id", 0).Class != 0
}
