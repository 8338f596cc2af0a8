package english

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// readIs is "the last word should be X", "X must be the last two words".
func readIs(k []chunk) algebra.Expr {
	s, t := pick(k, "s", 0), pick(k, "t", 0)
	if last := pick(k, "s", 1); last.value == "place" && last.of.Of == nil {
		last.of, k = last.of.Within(s.of), without(k, "i") // each sentence has "now" as its last word
		s = last
	}
	if s.value == "each" && len(k) == 2 && k[0].class == 't' && !within(s.of.Source, algebra.Word) {
		return s.hold(t.found().contains())
	}
	if s.value != "place" || t.bare && len(t.texts) == 1 && within(s.of.Source, algebra.Sentence, algebra.Paragraph, algebra.TableColumn, algebra.TableRow) && !strings.ContainsAny(t.texts[0].Value, " .!?。！？") {
		return nil // one word is no sentence, though it may be in one
	}
	if t.or && len(t.texts) > 1 {
		var texts []string
		for _, f := range t.texts {
			texts = append(texts, f.Value)
		}
		return s.hold(algebra.OneOf{Texts: texts})
	}
	f, ok := t.one()
	if !ok {
		return nil
	}
	if included(k) || s.of.Source == algebra.Source(algebra.TitleLine) { // it may stand in marks of its own
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
	return equals(s.of, asText(f))
}

// readIsUnit is "the last sentence is a question".
func readIsUnit(k []chunk) algebra.Expr {
	s, u := pick(k, "s", 0), pick(k, "u", 0)
	if s.value == "each" && !u.bare {
		u.value = "one" // all lines are questions
	}
	switch {
	case within(u.of.Source, algebra.Question) && within(s.of.Source, algebra.Heading, algebra.Line, algebra.Bullet, algebra.NumberedItem, algebra.ListItem):
		return s.hold(boundOf(u, false))
	case within(u.of.Source, algebra.Question, algebra.Exclamation) && s.of.Source == algebra.Source(algebra.Sentence):
		return s.hold(algebra.HasParts(u.of, algebra.Exactly(1)))
	case s.of.Source == algebra.Source(algebra.Word) && (within(u.of.Source, algebra.NumberUnit, algebra.Digit) || pick(k, "3", 0).value == "number"):
		return s.hold(algebra.Equals{To: algebra.Pattern(`\d[\d.,]*`)})
	case u.low == "capitals":
		return s.hold(algebra.Upper)
	case included(k) && !isLength(u.of.Source):
		return s.hold(u.demand())
	}
	return nil
}

func (c chunk) letterCase() algebra.Case { return algebra.Case(c.value) }

func readCase(k []chunk) algebra.Expr {
	c := pick(k, "c", 0).letterCase()
	if u := pick(k, "u", 0); u.class != 0 {
		if u.of.Source != algebra.Source(algebra.Letter) {
			return nil
		}
		if c == algebra.Capitalised {
			c = algebra.Upper
		}
	}
	if c == algebra.Capitalised && pick(k, "b", 0).class == 0 {
		return nil
	}
	return c
}

// readCaseOf is "at least 5 words should be in capitals".
func readCaseOf(k []chunk) algebra.Expr {
	q, c := pick(k, "q", 0), pick(k, "c", 0).letterCase()
	if q.of.Source != algebra.Source(algebra.Word) || c != algebra.Upper {
		return nil
	}
	return algebra.Has(algebra.CapsWord, q.is)
}

func readPartsCase(k []chunk) algebra.Expr {
	s, c := pick(k, "s", 0), pick(k, "c", 0)
	if c.letterCase() == algebra.Capitalised && s.of.Source == algebra.Source(algebra.Sentence) && s.value != "place" {
		return nil // small letters hide where sentences begin
	}
	if c.letterCase() == algebra.Capitalised && pick(k, "b", 0).class == 0 && (s.of.Source != algebra.Source(algebra.Word) || k[0].class == 'c') {
		return nil
	}
	if c.letterCase() == algebra.Lower && pick(k, "b", 0).class != 0 {
		return nil // their first letter
	}
	return s.hold(c.letterCase())
}

// formats are what a text is that has the named format.
func formatOf(name string) algebra.Expr {
	if script, ok := strings.CutPrefix(name, "script:"); ok {
		return algebra.Script(script)
	}
	return formats()[name].Expr
}

// formats are the demands of lexicon/formats.txt, by the names of formats.
var formats = sync.OnceValue(func() map[string]algebra.Check {
	m := map[string]algebra.Check{}
	for name, sentence := range pairs("formats") {
		c, err := algebra.Parse(sentence)
		if err != nil {
			panic("english: " + err.Error())
		}
		m[name] = c
	}
	return m
})

func readFormat(k []chunk) algebra.Expr {
	f := pick(k, "f", 0)
	if f.bare && f.value == "plaintext" && len(k) == 1 {
		return restated{agrees: func(e algebra.Expr) bool { return forbids(e) || same(e, formatOf(f.value)) }}
	}
	if f.bare && pick(k, "piy", 0).class == 0 || (f.value == "angled") != (pick(k, "ws", 0).class != 0) {
		return nil
	}
	if only := pick(k, "y", 0); f.value == "code" && (pick(k, "Y", 0).class == 0 && !says(tokenize(only.low), "only", "just", "nothing", "solely", "exclusively") || strings.Contains(pick(k, "Y", 0).low, "comment")) {
		return nil // with whatever else, or none of its own comments
	}
	if plain := within(algebra.Unit(f.value), "code", "json", "object", "array", "yaml", "xml", "csv"); plain {
		return formatOf(f.value)
	}
	return alone(k, formatUnits[f.value], formatOf(f.value))
}

// formatUnits are the units that a text has in a format.
var formatUnits = map[string]algebra.Unit{"bullets": algebra.Bullet, "numbered": algebra.NumberedItem, "list": algebra.ListItem, "table": algebra.Table, "fenced": algebra.CodeBlock}

// alone adds to a demand that there is nothing around such units, if the
// clause says so.
func alone(k []chunk, u algebra.Unit, e algebra.Expr) algebra.Expr {
	switch {
	case e == nil || pick(k, "yY", 0).class == 0 || u == "" && pick(k, "Y", 0).class == 0:
		return e
	case u == "":
		return nil
	}
	return algebra.All{e, algebra.Only{Units: []algebra.Unit{u}}}
}

// readListed is "list the problems as bullets".
func readListed(k []chunk) algebra.Expr { return formatOf(k[len(k)-1].value) }

// readNoFormat is "no lists", "don't use a table".
func readNoFormat(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class != 'f' {
			continue
		}
		if c.value == "plain" {
			all = append(all, formatOf("plaintext"))
			continue
		}
		u, ok := formatUnits[c.value]
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
	if other := pick(k, "f", 1); f.value == "list" && other.class != 0 {
		f = other
	}
	if n.class == 'q' && !within(n.of.Source, algebra.ListItem, algebra.Bullet, algebra.NumberedItem, algebra.Entry) {
		return nil
	}
	u, ok := formatUnits[f.value]
	if !ok || !within(u, algebra.Bullet, algebra.NumberedItem, algebra.ListItem) || f.value == "list" && n.class != 'q' {
		return nil
	}
	switch {
	case f.value == "list" && n.of.Source == algebra.Source(algebra.ListItem):
		return algebra.Has(algebra.Entry, n.is)
	case f.value == "list":
		return n.demand()
	}
	return algebra.Has(u, n.is)
}

// readInBlock is "the command in a code block, and nothing outside it".
func readInBlock(k []chunk) algebra.Expr {
	f := pick(k, "f", 0)
	if f.value != "fenced" {
		return nil
	}
	return alone(k, algebra.CodeBlock, algebra.Has(algebra.CodeBlock, algebra.AtLeast(1)))
}

func readLanguage(k []chunk) algebra.Expr {
	l := pick(k, "l", 0)
	if l.bare && pick(k, "yi", 0).class == 0 && pick(k, "x", 0).low != "not" {
		return nil
	}
	if pick(k, "x", 0).low == "may not" {
		return nil // another may do
	}
	if pick(k, "x", 0).class != 0 {
		return algebra.Not{Of: algebra.Language(l.value)}
	}
	return algebra.Language(l.value)
}

// readJust is an answer that is one of some texts and nothing else.
func readJust(k []chunk) algebra.Expr {
	t := pick(k, "t", 0)
	t.or = t.or || pick(k, "O", 0).class != 0
	if len(t.texts) == 1 && pick(k, "yY", 0).class == 0 || len(t.texts) > 1 && !t.or {
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

// readKeys is "a JSON object with the keys a and b", "a key "total" whose value
// is a number".
func readKeys(k []chunk) algebra.Expr {
	f, t := pick(k, "f", 0), pick(k, "t", 0)
	if f.value != "json" && f.value != "object" || t.low != "keys" || t.or {
		return nil
	}
	behind := k[slices.IndexFunc(k, func(c chunk) bool { return c.class == 'f' }):] // only JSON says nothing of its keys
	j := algebra.JSON{Type: "object", Only: pick(behind, "y", 0).class != 0 && k[len(k)-1].class != 'Y'}
	for _, f := range t.texts {
		if strings.Count(f.Value, " ") >= longestName {
			return nil // what it is made of
		}
		j.Keys = append(j.Keys, f.Value)
	}
	return j
}

// readDataOf is "CSV with 3 columns", "a JSON array with 5 objects".
func readDataOf(k []chunk) algebra.Expr {
	f, q := pick(k, "f", 0), pick(k, "q", 0)
	if r := pick(k, "R", 0); r.class != 0 && f.value == "csv" {
		return algebra.CSV{Columns: int(q.is.N), Delimiter: strings.ReplaceAll(r.value, "tab", "\t")}
	}
	switch n := int(q.is.N); {
	case f.value == "array" && pick(k, "u", 0).low == "strings" && q.class == 0:
		return algebra.JSON{Type: "array", Schema: `{"items":{"type":"string"}}`}
	case f.value == "table" && within(q.of.Source, algebra.TableRow, algebra.TableColumn):
		return algebra.HasParts(algebra.Every(algebra.Table).With(q.demand()), algebra.AtLeast(1))
	case q.is.Op != algebra.OpExactly || n < 1:
		return nil
	case f.value == "csv" && q.of.Source == algebra.Source(algebra.TableColumn):
		return algebra.CSV{Columns: n}
	case f.value == "array" && q.of.Source == algebra.Source(algebra.ListItem):
		items := ""
		if q.low == "strings" {
			items = `"items":{"type":"string"},`
		}
		return algebra.JSON{Type: "array", Schema: fmt.Sprintf(`{%s"minItems":%d,"maxItems":%d}`, items, n, n)}
	}
	return nil
}

// readRising is "each sentence is longer than the one before".
func readRising(k []chunk) algebra.Expr {
	of := pick(k, "s", 0).of
	if of.Source == algebra.Source(algebra.Word) {
		return algebra.Ordered{Of: of, By: algebra.Order(algebra.Character), Strict: true}
	}
	return algebra.Ordered{Of: of, By: algebra.Order(algebra.Word), Strict: true}
}

// dated are things that hold a number by which they are put in order.
var dated = wordSet(`years year dates numbers`)

// readOrder is "in alphabetical order": of the list's items, or of the lines
// if there is no list; of numbers, also of those in one line.
func readOrder(k []chunk) algebra.Expr {
	if len(k) == 1 && !strings.Contains(k[0].low, " ") {
		return nil
	}
	by, direction, _ := strings.Cut(pick(k, "A", 0).value, " ")
	o := algebra.Ordered{By: algebra.Order(algebra.Character), Down: direction != "" || by == "long" || by == "down"}
	numbers := by == "up" || by == "down" || by == "years"
	switch {
	case by == "alphabet":
		o.By = algebra.Alphabet
	case numbers:
		o.By = algebra.Number
	}
	items, lines := o, o
	items.Of, lines.Of = algebra.Every(algebra.ListItem), algebra.Every(algebra.Line)
	if !numbers {
		return algebra.Any{items, algebra.All{algebra.No(algebra.ListItem), lines}}
	}
	if by == "years" && pick(k, "R", 0).class == 0 && !slices.ContainsFunc(k, func(c chunk) bool { return dated()[c.low] }) {
		return nil // what the events are
	}
	o.Of = algebra.Every(algebra.NumberUnit)
	return algebra.Any{o, algebra.All{algebra.Has(algebra.ListItem, algebra.AtLeast(2)), items}, algebra.All{algebra.No(algebra.ListItem), algebra.Has(algebra.Line, algebra.AtLeast(2)), lines}}
}

// readSequence is "mention apples before pears".
func readSequence(k []chunk) algebra.Expr {
	all := append(slices.Clone(pick(k, "t", 0).texts), pick(k, "t", 1).texts...)
	if len(all) < 2 || pick(k, "t", 0).or || pick(k, "t", 1).class != 0 && len(all) > 2 {
		return nil
	}
	return algebra.Sequence(all)
}

// readEnclosed is `"Lumen 3" in double quotes`, "the whole answer in brackets".
func readEnclosed(k []chunk) algebra.Expr {
	open, shut, ok := strings.Cut(pairs("marks")[pick(k, "Gf", 0).value], " ")
	if tag, is := strings.CutPrefix(pick(k, "G", 0).value, "<"); is {
		open, shut, ok = "<"+tag, "</"+tag, true
	}
	if !ok {
		return nil
	}
	if t := pick(k, "t", 0); t.class != 0 {
		var all []algebra.Expr
		for _, f := range t.texts {
			all = append(all, algebra.Contains{What: algebra.Pattern(open + `\s*` + regexp.QuoteMeta(f.Value) + `[.,]?\s*` + shut)})
		}
		return conjunction(all)
	}
	if strings.HasPrefix(open, "(") || open == "[*_]" {
		return nil // what is left out of a sentence or a title are its marks
	}
	around := algebra.All{algebra.Starts{With: algebra.Pattern(open)}, algebra.Ends{With: algebra.Pattern(shut)}}
	return around
}

// readApart is "ten keywords, separated by commas", "five names, one per line".
func readApart(k []chunk) algebra.Expr {
	n, by := pick(k, "#q", 0), pick(k, "R", 0).value
	if n.class == 'q' && (isLength(n.of.Source) && n.of.Source != algebra.Source(algebra.Word) || by == "line" && isSize(n.of.Source)) || n.is == algebra.Exactly(0) {
		return nil
	}
	switch {
	case n.class == 0 && (by == "bullet" || by == "line"):
		return nil
	case by == "bullet":
		return algebra.Has(algebra.Bullet, n.is)
	case by == "line":
		return algebra.Any{algebra.Has(algebra.ListItem, n.is), algebra.All{algebra.No(algebra.ListItem), algebra.Has(algebra.Line, n.is)}}
	case by == "tab":
		by = "\t"
	}
	if n.class == 0 {
		return algebra.All{algebra.Has(algebra.Line, algebra.Exactly(1)), algebra.Has(algebra.Split(by), algebra.AtLeast(2))}
	}
	return algebra.Has(algebra.Split(by), n.is)
}

// readHeaders is "a table with the columns Name and Price", "use the headings
// Before and After".
func readHeaders(k []chunk) algebra.Expr {
	t, n := pick(k, "t", 0), pick(k, "#q", 0)
	if n.class == 'q' && !within(n.of.Source, algebra.Section, algebra.Heading, algebra.TableColumn, algebra.Table) {
		return nil
	}
	if t.value == "" || n.class != 0 && n.is != algebra.Exactly(float64(len(t.texts))) {
		return nil
	}
	set := algebra.Set{Of: algebra.Every(algebra.Unit(t.value)), Is: algebra.SetAll}
	for _, f := range t.texts {
		set.Texts = append(set.Texts, f.Value)
	}
	if pick(k, "I", 0).class != 0 {
		set.Is = algebra.SetOrder
	} else if n.class != 0 || pick(k, "y", 0).class != 0 || t.value == string(algebra.TableHeader) {
		set.Is = algebra.SetJust
	}
	if f := pick(k, "f", 0); f.value == "csv" {
		return algebra.CSV{Columns: len(set.Texts), Header: set.Texts}
	} else if f.class != 0 && f.value != "table" {
		return nil
	}
	if t.value == string(algebra.TableHeader) {
		return algebra.Each{Of: algebra.Every(algebra.Table), Holds: set}
	}
	return set
}

// readDates is "dates as YYYY-MM-DD": at least one, and no date of another form.
func readDates(k []chunk) algebra.Expr {
	form, u := algebra.Pattern(pick(k, "2", 0).value), pick(k, "u", 0)
	if u.class != 0 && u.of.Source != algebra.Source(algebra.Date) {
		return nil
	}
	if pick(k, "yY", 0).class != 0 && u.class == 0 {
		return algebra.Equals{To: form}
	}
	return algebra.All{
		algebra.Contains{What: algebra.Pattern(`\b` + form.Value + `\b`)},
		algebra.HasParts(algebra.Every(algebra.Date).With(algebra.Not{Of: algebra.Equals{To: form}}), algebra.Exactly(0)),
	}
}
