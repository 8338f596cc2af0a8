package english

import (
	"regexp"
	"strings"

	"adhere/verify/algebra"
)

// demand is what the quantity demands of a text.
func (c chunk) demand() algebra.Expr {
	if c.class == 'u' {
		return algebra.HasParts(c.of, algebra.AtLeast(1))
	}
	return algebra.HasParts(c.of, c.is)
}

// hold makes a demand one on the selected parts.
func (c chunk) hold(e algebra.Expr) algebra.Expr {
	if e == nil || c.class != 's' && c.class != 'u' {
		return nil
	}
	of := c.of
	held, _ := subject{&of}.hold(e).(algebra.Expr)
	return held
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
	q := pick(k, "q", 0)
	if pick(k, "z", 0).class != 0 && q.is.Op != algebra.OpMost && q.is.Op != algebra.OpLess {
		return nil // what is allowed is not demanded
	}
	if isLength(q.of.Source) && pick(k, "i", 0).low == "add" || q.of.Source == algebra.Source(algebra.ListItem) && !strings.Contains(q.low, "list") || within(q.of.Source, algebra.Section, algebra.TableRow, algebra.TableColumn) {
		return nil
	}
	if f, ok := q.of.Source.(algebra.Find); ok && f.Kind == algebra.FindPattern && q.is.Op == algebra.OpExactly {
		return nil // what marks exactly so many is a matter of opinion
	}
	return q.demand()
}

func readQuantities(k []chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if a.of == b.of || a.is.Op != algebra.OpExactly && b.is.Op == algebra.OpExactly {
		return nil
	}
	if pick(k, "&", 0).class == 0 {
		return nil // 3 paragraphs of 50 words: each, or all together
	}
	return algebra.All{a.demand(), b.demand()}
}

func readQuantityEach(k []chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if !contains(a.of, b.of) {
		return nil
	}
	each := a
	each.class = 's'
	held := each.hold(b.demand())
	if held == nil {
		return nil
	}
	return algebra.All{a.demand(), held}
}

// contains reports whether units of one kind can have several of the other.
func contains(outer, inner algebra.Parts) bool {
	order := []algebra.Source{algebra.Section, algebra.Paragraph, algebra.ListItem, algebra.Bullet, algebra.NumberedItem, algebra.Line, algebra.Sentence, algebra.Heading, algebra.Question, algebra.Word, algebra.Character, algebra.Letter}
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

func readAbove(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	opposite, ok := flipped([]chunk{{}, q})
	if !ok {
		return nil
	}
	q.is.Op = opposite.is.Op
	return q.demand()
}

func readParts(k []chunk) algebra.Expr {
	s, q := pick(k, "s", 0), pick(k, "q", 0)
	if s.low == "per" && (q.is.Op == algebra.OpExactly || q.is.Op == algebra.OpAbout) && isLength(q.of.Source) {
		return nil // a bare number is no bound
	}
	if s.of.Source == q.of.Source || s.of.Source == algebra.Source(algebra.Word) && q.of.Source != algebra.Source(algebra.Letter) && q.of.Source != algebra.Source(algebra.Character) {
		return nil
	}
	return s.hold(q.demand())
}

// readUnitsBy is "no sentence over 10 words", "sentences of at most 10 words".
func readUnitsBy(k []chunk) algebra.Expr {
	u, q := pick(k, "u", 0), pick(k, "q", 0)
	if !contains(u.of, q.of) {
		return nil
	}
	if pick(k, "x", 0).class == 0 {
		if u.bare || u.value == "one" {
			return nil
		}
		return u.hold(q.demand())
	}
	if q.is.Op != algebra.OpMore && q.is.Op != algebra.OpLess {
		return nil
	}
	e, _ := noneThat(u.of, q.demand()).(algebra.Expr)
	return e
}

// A note is a demand that only has a meaning after another: on each of the
// parts that were counted, or on their number.
type note struct {
	algebra.Expr                  // what holds of each part; nil for a number
	is           algebra.Relation // how many parts there are
}

// on returns what a note says of the last demand that counts parts; nil if
// there is none.
func (n note) on(before []algebra.Expr) algebra.Expr {
	for i := len(before) - 1; i >= 0; i-- {
		c, ok := before[i].(algebra.Compare)
		if !ok {
			continue
		}
		count, ok := c.Of.(algebra.Count)
		switch {
		case !ok || count.Of.That != nil || c.Is == algebra.Exactly(0):
			return nil
		case n.Expr == nil:
			return algebra.HasParts(count.Of, n.is)
		}
		inner, ok := n.Expr.(algebra.Compare)
		if !ok {
			return nil
		}
		if of, ok := inner.Of.(algebra.Count); !ok || !contains(count.Of, of.Of) {
			return nil
		}
		return chunk{class: 's', of: count.Of}.hold(n.Expr)
	}
	return nil
}

func readNote(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	if pick(k, "X", 0).class == 0 {
		return note{Expr: q.demand()}
	}
	opposite, ok := flipped([]chunk{{}, q})
	if !ok {
		return nil
	}
	q.is.Op = opposite.is.Op
	return note{Expr: q.demand()}
}

// readNumber is "but no more than three" of what was counted before.
func readNumber(k []chunk) algebra.Expr {
	n := pick(k, "#", 0)
	if n.is.Op == algebra.OpExactly && n.value != "bound" {
		return nil
	}
	return note{is: n.is}
}

func readNone(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class != 'u' {
			continue
		}
		e, _ := none(c.of).(algebra.Expr)
		if e == nil || within(c.of.Source, algebra.Section, algebra.NumberUnit, algebra.Letter) {
			return nil
		}
		all = append(all, e)
	}
	return conjunction(once(all))
}

func readNoneIn(k []chunk) algebra.Expr {
	e, _ := none(pick(k, "u", 0).of).(algebra.Expr)
	return pick(k, "s", 0).hold(e)
}

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
		all = append(all, c.demand())
	}
	if len(once(all)) < len(all) {
		return nil
	}
	return conjunction(all)
}

// included reports whether the clause says that texts are to occur.
func included(k []chunk) bool {
	return pick(k, "id", 0).class != 0
}

func readTexts(k []chunk) algebra.Expr {
	t := pick(k, "t", 0)
	if !included(k) || pick(k, "y", 0).class != 0 || t.bare && pick(k, "id", 0).low == "with" {
		return nil
	}
	if t.bare && pick(k, "id", 0).low == "put" {
		return nil
	}
	return t.found().contains()
}

func readTextsIn(k []chunk) algebra.Expr {
	s := pick(k, "s", 0)
	if pick(k, "y", 0).class != 0 || !included(k) || s.value == "each" && s.of.Source == algebra.Source(algebra.Word) {
		return nil
	}
	return s.hold(pick(k, "t", 0).found().contains())
}

func readTimes(k []chunk) algebra.Expr {
	f, ok := pick(k, "t", 0).one()
	m := pick(k, "m", 0)
	if !ok {
		return nil
	}
	if pick(k, "x", 0).class != 0 {
		opposite, ok := flipped([]chunk{{}, m})
		if !ok {
			return nil
		}
		m.is.Op = opposite.is.Op
	}
	e := algebra.Has(f, m.is)
	if s := pick(k, "s", 0); s.class != 0 {
		return s.hold(e)
	}
	return e
}

func readAbsent(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class == 't' {
			all = append(all, c.found().absent())
		}
	}
	return conjunction(once(all))
}

func readAbsentIn(k []chunk) algebra.Expr {
	return pick(k, "s", 0).hold(pick(k, "t", 0).found().absent())
}

// only returns the only text of a clause that also says where it stands.
func bounding(k []chunk, i int) (algebra.Find, bool) {
	t := pick(k, "t", i)
	if where := pick(k, "be", 0).low; t.or || strings.HasPrefix(where, "at the ") && !strings.Contains(where, "very") {
		return algebra.Find{}, false
	}
	return t.one()
}

func readStarts(k []chunk) algebra.Expr {
	if t := pick(k, "t", 0); t.or && len(t.texts) > 1 {
		any := algebra.Any{}
		for _, f := range t.texts {
			any = append(any, startingWith(f))
		}
		return any
	}
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return startingWith(f)
}

func readEnds(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return endingWith(f)
}

func readBothEnds(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	g, also := bounding(k, 1)
	if !ok || !also {
		return nil
	}
	return algebra.All{startingWith(f), endingWith(g)}
}

func readNotStarts(k []chunk) algebra.Expr {
	return noneOf(pick(k, "t", 0), func(f algebra.Find) algebra.Expr { return algebra.Starts{With: asWord(f)} })
}

func readNotEnds(k []chunk) algebra.Expr {
	return noneOf(pick(k, "t", 0), func(f algebra.Find) algebra.Expr { return algebra.Ends{With: asWord(f)} })
}

// noneOf denies what would hold of each text.
func noneOf(t chunk, e func(algebra.Find) algebra.Expr) algebra.Expr {
	var all []algebra.Expr
	for _, f := range t.texts {
		all = append(all, algebra.Not{Of: e(f)})
	}
	if len(all) == 0 {
		return nil
	}
	return conjunction(all)
}

func readPartsStart(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return pick(k, "s", 0).hold(startingWith(f))
}

func readPartsEnd(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return pick(k, "s", 0).hold(endingWith(f))
}

func readNoneStart(k []chunk) algebra.Expr {
	return noneWith(k, func(f algebra.Find) algebra.Expr { return algebra.Starts{With: asWord(f)} })
}

func readNoneEnd(k []chunk) algebra.Expr {
	return noneWith(k, func(f algebra.Find) algebra.Expr { return algebra.Ends{With: asWord(f)} })
}

func noneWith(k []chunk, e func(algebra.Find) algebra.Expr) algebra.Expr {
	u := pick(k, "us", 0)
	var all []algebra.Expr
	for _, f := range pick(k, "t", 0).texts {
		if x, ok := noneThat(u.of, e(f)).(algebra.Expr); ok {
			all = append(all, x)
		}
	}
	if len(all) == 0 || len(all) != len(pick(k, "t", 0).texts) {
		return nil
	}
	return conjunction(all)
}

// readsAs is what a text that is bounded by such a thing begins or ends with.
func boundOf(c chunk, start bool) algebra.Expr {
	if c.class == 'u' && c.value != "one" && c.of.Source == algebra.Source(algebra.Question) {
		return nil // the question, not a question
	}
	at := -1
	if start {
		at = 1
	}
	if f, ok := c.of.Source.(algebra.Find); ok && (c.class == 'u' || c.is == algebra.Exactly(1)) {
		if f.Kind == algebra.FindPattern && start || f.Value == `\n[ \t]*\n` {
			return nil
		}
		if start {
			return algebra.Starts{With: f}
		}
		return algebra.Ends{With: f}
	}
	switch u, _ := c.of.Source.(algebra.Unit); {
	case u == algebra.Question && c.class == 'u' && start:
		return algebra.Each{Of: algebra.Every(algebra.Sentence).Nth(at), Holds: algebra.Has(algebra.Question, algebra.Exactly(1))}
	case u == algebra.Question && c.class == 'u':
		return algebra.Ends{With: algebra.Text("?")}
	case u == algebra.Emoji && c.class == 'u', u == algebra.Emoji && c.is == algebra.Exactly(1):
		return algebra.Each{Of: algebra.Every(algebra.Character).Nth(at), Holds: algebra.Has(algebra.Emoji, algebra.AtLeast(1))}
	}
	return nil
}

func readStartsWith(k []chunk) algebra.Expr { return boundOf(pick(k, "uq", 0), true) }
func readEndsWith(k []chunk) algebra.Expr {
	q := pick(k, "uq", 0)
	e := boundOf(q, false)
	if e == nil || q.class == 'u' {
		return e
	}
	return algebra.All{q.demand(), e}
}

func readNotStartsWith(k []chunk) algebra.Expr { return denied(boundOf(pick(k, "uq", 0), true)) }
func readNotEndsWith(k []chunk) algebra.Expr   { return denied(boundOf(pick(k, "uq", 0), false)) }

func denied(e algebra.Expr) algebra.Expr {
	if e == nil {
		return nil
	}
	return algebra.Not{Of: e}
}

func readPartsStartWith(k []chunk) algebra.Expr {
	return pick(k, "su", 0).hold(boundOf(bounded(k), true))
}

func readPartsEndWith(k []chunk) algebra.Expr {
	return pick(k, "su", 0).hold(boundOf(bounded(k), false))
}

// bounded is what the parts of a clause begin or end with: the last unit.
func bounded(k []chunk) chunk {
	for i := len(k) - 1; i >= 0; i-- {
		if k[i].class == 'u' || k[i].class == 'q' {
			return k[i]
		}
	}
	return chunk{}
}

// readIs is "the last word should be X", "X must be the last two words".
func readIs(k []chunk) algebra.Expr {
	s := pick(k, "s", 0)
	f, ok := bounding(k, 0)
	if !ok || s.value != "place" {
		return nil
	}
	if included(k) {
		return s.hold(algebra.Contains{What: f})
	}
	if p := s.of.Pick; p.From != p.To && s.of.Source == algebra.Source(algebra.Word) && s.of.Of == nil {
		if n := len(strings.Fields(f.Value)); p.From == 1 && n == p.To {
			return algebra.Starts{With: f}
		} else if p.To == -1 && n == -p.From {
			return algebra.Ends{With: algebra.Pattern(regexp.QuoteMeta(f.Value) + `[^\p{L}\p{N}]{0,3}`)} // a full stop is no word
		}
		return nil
	}
	of := s.of
	e, _ := subject{&of}.equal(asText(f)).(algebra.Expr)
	return e
}

// readIsUnit is "the last sentence is a question".
func readIsUnit(k []chunk) algebra.Expr {
	s, u := pick(k, "s", 0), pick(k, "u", 0)
	switch {
	case within(u.of.Source, algebra.Question, algebra.Exclamation) && s.of.Source == algebra.Source(algebra.Sentence):
		return s.hold(algebra.HasParts(u.of, algebra.Exactly(1)))
	case s.of.Source == algebra.Source(algebra.Character) && s.of.Pick == (algebra.Pick{From: -1, To: -1}):
		return boundOf(u, false)
	case included(k) && !isLength(u.of.Source):
		return s.hold(u.demand())
	}
	return nil
}

func (c chunk) letterCase() algebra.Case { return algebra.Case(c.value) }

func readCase(k []chunk) algebra.Expr {
	c := pick(k, "c", 0).letterCase()
	if c == algebra.Capitalised {
		return nil
	}
	return c
}

func readPartsCase(k []chunk) algebra.Expr {
	s, c := pick(k, "s", 0), pick(k, "c", 0)
	if c.letterCase() == algebra.Capitalised && pick(k, "b", 0).class == 0 {
		return nil
	}
	return s.hold(c.letterCase())
}

func readUnitsCase(k []chunk) algebra.Expr {
	u := pick(k, "u", 0)
	if u.bare || !within(u.of.Source, algebra.Line, algebra.Bullet, algebra.ListItem, algebra.Sentence, algebra.Paragraph) {
		return nil
	}
	return u.hold(pick(k, "c", 0).letterCase())
}

// formats are what a text is that has the named format.
func formatOf(name string) algebra.Expr {
	switch name {
	case "json":
		return algebra.JSON{}
	case "object", "array":
		return algebra.JSON{Type: name}
	case "yaml":
		return algebra.YAML{}
	case "xml":
		return algebra.XML{}
	case "csv":
		return algebra.CSV{}
	case "bullets":
		return algebra.Has(algebra.Bullet, algebra.AtLeast(2))
	case "numbered":
		return algebra.Has(algebra.NumberedItem, algebra.AtLeast(2))
	case "list":
		return nil
	case "table":
		return algebra.Has(algebra.Table, algebra.AtLeast(1))
	case "fenced":
		return algebra.All{algebra.Starts{With: algebra.Text("```")}, algebra.Ends{With: algebra.Text("```")}}
	case "oneline":
		return algebra.Has(algebra.Line, algebra.Exactly(1))
	case "oneparagraph":
		return algebra.Has(algebra.Paragraph, algebra.Exactly(1))
	case "quoted":
		return wrapped()
	}
	return nil
}

func readFormat(k []chunk) algebra.Expr {
	f := pick(k, "f", 0)
	if f.bare && pick(k, "piy", 0).class == 0 {
		return nil
	}
	return formatOf(f.value)
}

// readNoFormat is "no lists", "don't use a table".
func readNoFormat(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class != 'f' {
			continue
		}
		u, ok := map[string]algebra.Unit{"bullets": algebra.Bullet, "numbered": algebra.NumberedItem, "list": algebra.ListItem, "table": algebra.Table, "fenced": algebra.CodeBlock}[c.value]
		if !ok {
			return nil
		}
		all = append(all, algebra.No(u))
	}
	return conjunction(once(all))
}

// readListOf is so many items of a list.
func readListOf(k []chunk) algebra.Expr {
	n, f := pick(k, "#q", 0), pick(k, "f", 0)
	if n.class == 'q' && !within(n.of.Source, algebra.ListItem, algebra.Bullet, algebra.NumberedItem) {
		return nil
	}
	if n.is == algebra.Exactly(0) {
		return nil
	}
	u, ok := map[string]algebra.Unit{"bullets": algebra.Bullet, "numbered": algebra.NumberedItem, "list": algebra.ListItem}[f.value]
	if !ok || f.value == "list" && n.class == '#' {
		return nil
	}
	return algebra.Has(u, n.is)
}

func readLanguage(k []chunk) algebra.Expr {
	l := pick(k, "l", 0)
	if l.bare && pick(k, "yi", 0).class == 0 {
		return nil
	}
	return algebra.Language(l.value)
}

// readJust is an answer that is one of some texts and nothing else.
func readJust(k []chunk) algebra.Expr {
	t := pick(k, "t", 0)
	if len(t.texts) == 1 && pick(k, "y", 0).class == 0 || len(t.texts) > 1 && !t.or {
		return nil
	}
	var texts []string
	for _, f := range t.texts {
		texts = append(texts, f.Value)
		if !strings.HasSuffix(f.Value, ".") {
			texts = append(texts, f.Value+".")
		}
	}
	return algebra.OneOf{Texts: texts}
}
