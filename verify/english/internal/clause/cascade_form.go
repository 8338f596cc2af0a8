package clause

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// readIs is "the last word should be X", "X must be the last two words".
func readIs(k []Chunk) algebra.Expr {
	s, t := pick(k, "s", 0), pick(k, "t", 0)
	if last := pick(k, "s", 1); last.value == "place" && last.Of.Of == nil {
		last.Of, k = last.Of.Within(s.Of), Without(k, "i") // each sentence has "now" as its last word
		s = last
	}
	if s.value == "each" && len(k) == 2 && k[0].Class == 't' && !Within(s.Of.Source, algebra.Word) {
		return s.hold(t.found().contains())
	}
	if s.value != "place" || t.bare && len(t.texts) == 1 && Within(s.Of.Source, algebra.Sentence, algebra.Paragraph, algebra.TableColumn, algebra.TableRow) && !strings.ContainsAny(t.texts[0].Value, " .!?。！？") {
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
	if included(k) || s.Of.Source == algebra.Source(algebra.TitleLine) { // it may stand in marks of its own
		return s.hold(algebra.Contains{What: f})
	}
	if p := s.Of.Pick; p.From != p.To && s.Of.Source == algebra.Source(algebra.Word) && s.Of.Of == nil {
		if n := len(strings.Fields(f.Value)); p.From == 1 && n == p.To {
			return algebra.Starts{With: f}
		} else if p.To == -1 && n == -p.From {
			return algebra.Ends{With: algebra.Pattern(regexp.QuoteMeta(f.Value) + `[^\p{L}\p{N}]{0,3}`)} // a full stop is no word
		}
		return nil
	}
	return equals(s.Of, asText(f))
}

// readIsUnit is "the last sentence is a question".
func readIsUnit(k []Chunk) algebra.Expr {
	s, u := pick(k, "s", 0), pick(k, "u", 0)
	if s.value == "each" && !u.bare {
		u.value = "one" // all lines are questions
	}
	switch {
	case Within(u.Of.Source, algebra.Question) && Within(s.Of.Source, algebra.Heading, algebra.Line, algebra.Bullet, algebra.NumberedItem, algebra.ListItem):
		return s.hold(boundOf(u, false))
	case Within(u.Of.Source, algebra.Bullet, algebra.NumberedItem) && s.value == "each" && s.Of == algebra.Every(algebra.Line):
		return algebra.All{u.measure(), algebra.Only{Units: []algebra.Unit{u.Of.Source.(algebra.Unit)}}}
	case Within(u.Of.Source, algebra.Question, algebra.Exclamation) && s.Of.Source == algebra.Source(algebra.Sentence):
		return s.hold(algebra.HasParts(u.Of, algebra.Exactly(1)))
	case s.Of.Source == algebra.Source(algebra.Word) && (Within(u.Of.Source, algebra.NumberUnit, algebra.Digit) || pick(k, "3", 0).value == "number"):
		return s.hold(algebra.Equals{To: algebra.Pattern(`\d[\d.,]*`)})
	case u.Low == "capitals":
		return s.hold(algebra.Upper)
	case included(k) && !IsLength(u.Of.Source):
		return s.hold(u.demand())
	}
	return nil
}

func (c Chunk) letterCase() algebra.Case { return algebra.Case(c.value) }

func readCase(k []Chunk) algebra.Expr {
	c := pick(k, "c", 0).letterCase()
	if u := pick(k, "u", 0); u.Class != 0 {
		if u.Of.Source != algebra.Source(algebra.Letter) {
			return nil
		}
		if c == algebra.Capitalised {
			c = algebra.Upper
		}
	}
	if c == algebra.Capitalised && pick(k, "b", 0).Class == 0 {
		return nil
	}
	return c
}

// readCaseOf is "at least 5 words should be in capitals".
func readCaseOf(k []Chunk) algebra.Expr {
	q, c := pick(k, "q", 0), pick(k, "c", 0).letterCase()
	if q.Of.Source != algebra.Source(algebra.Word) || c != algebra.Upper {
		return nil
	}
	return algebra.Has(algebra.CapsWord, q.Is)
}

func readPartsCase(k []Chunk) algebra.Expr {
	s, c := pick(k, "s", 0), pick(k, "c", 0)
	if c.letterCase() == algebra.Capitalised && s.Of.Source == algebra.Source(algebra.Sentence) && s.value != "place" {
		return nil // small letters hide where sentences begin
	}
	if c.letterCase() == algebra.Capitalised && pick(k, "b", 0).Class == 0 && (s.Of.Source != algebra.Source(algebra.Word) || k[0].Class == 'c') {
		return nil
	}
	if c.letterCase() == algebra.Lower && pick(k, "b", 0).Class != 0 {
		return nil // their first letter
	}
	return s.hold(c.letterCase())
}

// FormatOf returns what a text is that has the named format.
func FormatOf(name string) algebra.Expr {
	if script, ok := strings.CutPrefix(name, "script:"); ok {
		return algebra.Script(script)
	}
	return formats()[name].Expr
}

// formats are the demands of lexicon/formats.txt, by the names of formats.
var formats = sync.OnceValue(func() map[string]algebra.Check {
	m := map[string]algebra.Check{}
	for name, sentence := range lexicon.Pairs("formats") {
		c, err := algebra.Parse(sentence)
		if err != nil {
			panic("english: " + err.Error())
		}
		m[name] = c
	}
	return m
})

func readFormat(k []Chunk) algebra.Expr {
	f := pick(k, "f", 0)
	if f.bare && f.value == "plaintext" && len(k) == 1 {
		return Restated{agrees: func(e algebra.Expr) bool { return Forbids(e) || Same(e, FormatOf(f.value)) }}
	}
	if f.bare && pick(k, "piy", 0).Class == 0 || (f.value == "angled") != (pick(k, "ws", 0).Class != 0) {
		return nil
	}
	if only := pick(k, "y", 0); f.value == "code" && (pick(k, "Y", 0).Class == 0 && !lexicon.Says(lexicon.Tokenize(only.Low), "only", "just", "nothing", "solely", "exclusively") || strings.Contains(pick(k, "Y", 0).Low, "comment")) {
		return nil // with whatever else, or none of its own comments
	}
	if plain := Within(algebra.Unit(f.value), "code", "json", "object", "array", "yaml", "xml", "csv"); plain {
		return FormatOf(f.value)
	}
	return alone(k, formatUnits[f.value], FormatOf(f.value))
}

// formatUnits are the units that a text has in a format.
var formatUnits = map[string]algebra.Unit{"bullets": algebra.Bullet, "numbered": algebra.NumberedItem, "list": algebra.ListItem, "table": algebra.Table, "fenced": algebra.CodeBlock}

// alone adds to a demand that there is nothing around such units, if the
// clause says so.
func alone(k []Chunk, u algebra.Unit, e algebra.Expr) algebra.Expr {
	switch {
	case e == nil || pick(k, "yY", 0).Class == 0 || u == "" && pick(k, "Y", 0).Class == 0:
		return e
	case u == "":
		return nil
	}
	return algebra.All{e, algebra.Only{Units: []algebra.Unit{u}}}
}

// readListed is "list the problems as bullets".
func readListed(k []Chunk) algebra.Expr { return FormatOf(k[len(k)-1].value) }

// readNoFormat is "no lists", "don't use a table".
func readNoFormat(k []Chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.Class != 'f' {
			continue
		}
		if c.value == "plain" {
			all = append(all, FormatOf("plaintext"))
			continue
		}
		u, ok := formatUnits[c.value]
		if !ok {
			return nil
		}
		all = append(all, algebra.No(u))
	}
	return Conjunction(Once(all))
}

// readListOf is so many items of a list.
func readListOf(k []Chunk) algebra.Expr {
	n, f := pick(k, "#q", 0), pick(k, "f", 0)
	if other := pick(k, "f", 1); f.value == "list" && other.Class != 0 {
		f = other
	}
	if n.Class == 'q' && !Within(n.Of.Source, algebra.ListItem, algebra.Bullet, algebra.NumberedItem, algebra.Entry) {
		return nil
	}
	u, ok := formatUnits[f.value]
	if !ok || !Within(u, algebra.Bullet, algebra.NumberedItem, algebra.ListItem) || f.value == "list" && n.Class != 'q' {
		return nil
	}
	switch {
	case f.value == "list" && n.Of.Source == algebra.Source(algebra.ListItem):
		return algebra.Has(algebra.Entry, n.Is)
	case f.value == "list":
		return n.demand()
	}
	return algebra.Has(u, n.Is)
}

// readInBlock is "the command in a code block, and nothing outside it".
func readInBlock(k []Chunk) algebra.Expr {
	f := pick(k, "f", 0)
	if f.value != "fenced" {
		return nil
	}
	return alone(k, algebra.CodeBlock, algebra.Has(algebra.CodeBlock, algebra.AtLeast(1)))
}

func readLanguage(k []Chunk) algebra.Expr {
	l := pick(k, "l", 0)
	if l.bare && pick(k, "yi", 0).Class == 0 && pick(k, "x", 0).Low != "not" {
		return nil
	}
	if pick(k, "x", 0).Low == "may not" {
		return nil // another may do
	}
	if pick(k, "x", 0).Class != 0 {
		return algebra.Not{Of: algebra.Language(l.value)}
	}
	return algebra.Language(l.value)
}

// readJust is an answer that is one of some texts and nothing else.
func readJust(k []Chunk) algebra.Expr {
	t := pick(k, "t", 0)
	t.or = t.or || pick(k, "O", 0).Class != 0
	if len(t.texts) == 1 && pick(k, "yY", 0).Class == 0 || len(t.texts) > 1 && !t.or {
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
func readKeys(k []Chunk) algebra.Expr {
	f, t := pick(k, "f", 0), pick(k, "t", 0)
	if f.value != "json" && f.value != "object" || t.Low != "keys" || t.or {
		return nil
	}
	behind := k[slices.IndexFunc(k, func(c Chunk) bool { return c.Class == 'f' }):] // only JSON says nothing of its keys
	j := algebra.JSON{Type: "object", Only: pick(behind, "y", 0).Class != 0 && k[len(k)-1].Class != 'Y'}
	for _, f := range t.texts {
		if strings.Count(f.Value, " ") >= longestName {
			return nil // what it is made of
		}
		j.Keys = append(j.Keys, f.Value)
	}
	return j
}

// readDataOf is "CSV with 3 columns", "a JSON array with 5 objects".
func readDataOf(k []Chunk) algebra.Expr {
	f, q := pick(k, "f", 0), pick(k, "q", 0)
	if r := pick(k, "R", 0); r.Class != 0 && f.value == "csv" {
		return algebra.CSV{Columns: int(q.Is.N), Delimiter: strings.ReplaceAll(r.value, "tab", "\t")}
	}
	switch n := int(q.Is.N); {
	case f.value == "array" && pick(k, "u", 0).Low == "strings" && q.Class == 0:
		return algebra.JSON{Type: "array", Schema: `{"items":{"type":"string"}}`}
	case f.value == "table" && Within(q.Of.Source, algebra.TableRow, algebra.TableColumn):
		return algebra.HasParts(algebra.Every(algebra.Table).With(q.demand()), algebra.AtLeast(1))
	case q.Is.Op != algebra.OpExactly || n < 1:
		return nil
	case f.value == "csv" && q.Of.Source == algebra.Source(algebra.TableColumn):
		return algebra.CSV{Columns: n}
	case f.value == "array" && q.Of.Source == algebra.Source(algebra.ListItem):
		items := ""
		if q.Low == "strings" {
			items = `"items":{"type":"string"},`
		}
		return algebra.JSON{Type: "array", Schema: fmt.Sprintf(`{%s"minItems":%d,"maxItems":%d}`, items, n, n)}
	}
	return nil
}

// readRising is "each sentence is longer than the one before".
func readRising(k []Chunk) algebra.Expr {
	of := pick(k, "s", 0).Of
	if of.Source == algebra.Source(algebra.Word) {
		return algebra.Ordered{Of: of, By: algebra.Order(algebra.Character), Strict: true}
	}
	return algebra.Ordered{Of: of, By: algebra.Order(algebra.Word), Strict: true}
}

// dated are things that hold a number by which they are put in order.
var dated = lexicon.WordSet(`years year dates numbers`)

// readOrder is "in alphabetical order": of the list's items, or of the lines
// if there is no list; of numbers, also of those in one line.
func readOrder(k []Chunk) algebra.Expr {
	if len(k) == 1 && !strings.Contains(k[0].Low, " ") {
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
	if by == "years" && pick(k, "R", 0).Class == 0 && !slices.ContainsFunc(k, func(c Chunk) bool { return dated()[c.Low] }) {
		return nil // what the events are
	}
	o.Of = algebra.Every(algebra.NumberUnit)
	return algebra.Any{o, algebra.All{algebra.Has(algebra.ListItem, algebra.AtLeast(2)), items}, algebra.All{algebra.No(algebra.ListItem), algebra.Has(algebra.Line, algebra.AtLeast(2)), lines}}
}

// readSequence is "mention apples before pears".
func readSequence(k []Chunk) algebra.Expr {
	all := append(slices.Clone(pick(k, "t", 0).texts), pick(k, "t", 1).texts...)
	if len(all) < 2 || pick(k, "t", 0).or || pick(k, "t", 1).Class != 0 && len(all) > 2 {
		return nil
	}
	return algebra.Sequence(all)
}

// readEnclosed is `"Lumen 3" in double quotes`, "the whole answer in brackets".
func readEnclosed(k []Chunk) algebra.Expr {
	open, shut, ok := strings.Cut(lexicon.Pairs("marks")[pick(k, "Gf", 0).value], " ")
	if tag, is := strings.CutPrefix(pick(k, "G", 0).value, "<"); is {
		open, shut, ok = "<"+tag, "</"+tag, true
	}
	if !ok {
		return nil
	}
	if t := pick(k, "t", 0); t.Class != 0 {
		var all []algebra.Expr
		for _, f := range t.texts {
			all = append(all, algebra.Contains{What: algebra.Pattern(open + `\s*` + regexp.QuoteMeta(f.Value) + `[.,]?\s*` + shut)})
		}
		return Conjunction(all)
	}
	if strings.HasPrefix(open, "(") || open == "[*_]" {
		return nil // what is left out of a sentence or a title are its marks
	}
	around := algebra.All{algebra.Starts{With: algebra.Pattern(open)}, algebra.Ends{With: algebra.Pattern(shut)}}
	return around
}

// readApart is "ten keywords, separated by commas", "five names, one per line".
func readApart(k []Chunk) algebra.Expr {
	n, by := pick(k, "#q", 0), pick(k, "R", 0).value
	if n.Class == 'q' && (IsLength(n.Of.Source) && n.Of.Source != algebra.Source(algebra.Word) || by == "line" && isSize(n.Of.Source)) || n.Is == algebra.Exactly(0) {
		return nil
	}
	switch {
	case n.Class == 0 && (by == "bullet" || by == "line"):
		return nil
	case by == "bullet":
		return algebra.Has(algebra.Bullet, n.Is)
	case by == "line":
		return algebra.Any{algebra.Has(algebra.ListItem, n.Is), algebra.All{algebra.No(algebra.ListItem), algebra.Has(algebra.Line, n.Is)}}
	case by == "tab":
		by = "\t"
	}
	if n.Class == 0 {
		return algebra.All{algebra.Has(algebra.Line, algebra.Exactly(1)), algebra.Has(algebra.Split(by), algebra.AtLeast(2))}
	}
	return algebra.Has(algebra.Split(by), n.Is)
}

// readHeaders is "a table with the columns Name and Price", "use the headings
// Before and After".
func readHeaders(k []Chunk) algebra.Expr {
	t, n := pick(k, "t", 0), pick(k, "#q", 0)
	if n.Class == 'q' && !Within(n.Of.Source, algebra.Section, algebra.Heading, algebra.TableColumn, algebra.Table) {
		return nil
	}
	if t.value == "" || n.Class != 0 && n.Is != algebra.Exactly(float64(len(t.texts))) {
		return nil
	}
	set := algebra.Set{Of: algebra.Every(algebra.Unit(t.value)), Is: algebra.SetAll}
	for _, f := range t.texts {
		set.Texts = append(set.Texts, f.Value)
	}
	if pick(k, "I", 0).Class != 0 {
		set.Is = algebra.SetOrder
	} else if n.Class != 0 || pick(k, "y", 0).Class != 0 || t.value == string(algebra.TableHeader) {
		set.Is = algebra.SetJust
	}
	if f := pick(k, "f", 0); f.value == "csv" {
		return algebra.CSV{Columns: len(set.Texts), Header: set.Texts}
	} else if f.Class != 0 && f.value != "table" {
		return nil
	}
	if t.value == string(algebra.TableHeader) {
		return algebra.Each{Of: algebra.Every(algebra.Table), Holds: set}
	}
	return set
}

// readDates is "dates as YYYY-MM-DD": at least one, and no date of another form.
func readDates(k []Chunk) algebra.Expr {
	form, u := algebra.Pattern(pick(k, "2", 0).value), pick(k, "u", 0)
	if u.Class != 0 && u.Of.Source != algebra.Source(algebra.Date) {
		return nil
	}
	if pick(k, "yY", 0).Class != 0 && u.Class == 0 {
		return algebra.Equals{To: form}
	}
	return algebra.All{
		algebra.Contains{What: algebra.Pattern(`\b` + form.Value + `\b`)},
		algebra.HasParts(algebra.Every(algebra.Date).With(algebra.Not{Of: algebra.Equals{To: form}}), algebra.Exactly(0)),
	}
}
