package algebra

import (
	"slices"
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// excludes reports whether no text has both facts. It need not be symmetric:
// facts.clash asks both ways.
func excludes(a, b fact) bool {
	switch x := a.Expr.(type) {
	case Compare:
		return countExcludes(a, b)
	case Language:
		y, ok := b.Expr.(Language)
		// What has no language meets every one in the parity reading.
		return ok && !sameLanguage(x, y) && (a.reading == Plain || b.reading == Plain)
	case Starts:
		return startExcludes(x.With, b)
	case Ends:
		return endExcludes(x.With, b)
	case Equals:
		return equalExcludes(x.To, b)
	case JSON, XML, CSV:
		return formatExcludes(x, b.Expr)
	}
	return false
}

// writtenIn reports whether a language may be written in a script. Nothing is
// known of the scripts that are not listed.
func writtenIn(l Language, s Script) bool {
	list, known := writers[s]
	return !known || slices.Contains(strings.Fields(list), string(l))
}

// writers are the languages written in a script.
var writers = map[Script]string{
	"Latin":      "af ca cs cy da de en es et fi fr hr hu id it lt lv nl no pl pt ro sk sl so sq sv sw tl tr vi",
	"Cyrillic":   "bg mk ru uk",
	"Arabic":     "ar fa ur",
	"Devanagari": "hi mr ne",
	"Han":        "zh zh-cn zh-tw ja ko",
	"Hiragana":   "ja",
	"Katakana":   "ja",
	"Hangul":     "ko",
	"Hebrew":     "he", "Greek": "el", "Thai": "th", "Bengali": "bn", "Gujarati": "gu", "Kannada": "kn",
	"Malayalam": "ml", "Gurmukhi": "pa", "Tamil": "ta", "Telugu": "te",
}

func sameLanguage(a, b Language) bool {
	chinese := strings.HasPrefix(string(a), "zh") && strings.HasPrefix(string(b), "zh")
	return a == b || chinese && (a == "zh" || b == "zh")
}

// countOfFind returns what is counted and its bounds.
func countOfFind(f fact) (Find, bounds, bool) {
	p, b, ok := counting(f)
	find, isFind := p.Source.(Find)
	return find, b, ok && isFind && p.That == nil && find.Kind != FindPattern
}

// counting returns what is counted in the whole text.
func counting(f fact) (Parts, bounds, bool) {
	c, _ := f.Expr.(Compare)
	m, ok := c.Of.(Count)
	if !ok || m.Of.Of != nil || m.Of.Pick != (Pick{}) {
		return Parts{}, bounds{}, false
	}
	return m.Of, wholeBounds(c.Is), true
}

// countExcludes compares numbers: of the same, of what the other has at most
// as many of, and of characters or strings that the other consists of.
func countExcludes(a, b fact) bool {
	if a.reading == b.reading && sameMeasure(a.Expr, b.Expr) {
		return true
	}
	most, limit, ok := counting(a)
	if !ok || most.That != nil {
		return false
	}
	least, demand, ok := counting(b)
	if !ok {
		return false
	}
	if of, isUnit := least.Source.(Unit); isUnit {
		u, _ := most.Source.(Unit)
		return a.reading == b.reading && demand.lo > limit.hi && hasAtLeast(u, of, a.reading == Plain)
	}
	find, demand, ok := countOfFind(b)
	if !ok || demand.lo < 1 {
		return false
	}
	switch source := most.Source.(type) {
	case Unit:
		if source == Word {
			return wordsIn(find, a.reading) > limit.hi
		}
		return demand.lo*float64(charactersIn(find, source, a.reading)) > limit.hi
	case Find:
		return demand.lo*float64(occurrencesIn(find, b.reading, source, a.reading)) > limit.hi
	}
	return false
}

// sameOf reports whether two measures are the same one. Counts of plain parts
// are compared as they are, the rest as it is written.
func sameOf(a, b Measure) bool {
	x, okX := a.(Count)
	y, okY := b.(Count)
	if okX && okY && x.Of.That == nil && y.Of.That == nil && x.Of.Of == nil && y.Of.Of == nil {
		return x.Of.Pick == y.Of.Pick && x.Of.Source == y.Of.Source
	}
	return slices.Equal(appendValue(nil, measureKinds, a), appendValue(nil, measureKinds, b))
}

// sameMeasure reports whether both are comparisons of the same measure that
// no number meets.
func sameMeasure(a, b Expr) bool {
	x, okX := a.(Compare)
	y, okY := b.(Compare)
	if !okX || !okY || !sameOf(x.Of, y.Of) {
		return false
	}
	if x.Is.Op == OpNot || y.Is.Op == OpNot {
		return x.Is.N == y.Is.N && (x.Is.Op == OpExactly || y.Is.Op == OpExactly)
	}
	if isWhole(x.Of) {
		p, q := wholeBounds(x.Is), wholeBounds(y.Is)
		return max(p.lo, q.lo) > min(p.hi, q.hi)
	}
	lo, hi := x.Is.bounds()
	lo2, hi2 := y.Is.bounds()
	return max(lo, lo2) > min(hi, hi2)
}

func isWhole(m Measure) bool {
	switch m.(type) {
	case Count, Different, Repeats, Depth:
		return true
	}
	return false
}

// hasAtLeast reports whether every text has at least as many of the one unit
// as of the other.
func hasAtLeast(one, other Unit, plain bool) bool {
	return one == other || slices.ContainsFunc(larger(other, plain), func(more Unit) bool { return hasAtLeast(one, more, plain) })
}

// larger returns the units of which there are never fewer.
func larger(u Unit, plain bool) []Unit {
	switch {
	case !plain && u == Sentence:
		return nil
	case !plain && u == Paragraph:
		return []Unit{Line}
	}
	return largerUnits[u]
}

// largerUnits are those of the plain reading; of other units nothing is known.
var largerUnits = map[Unit][]Unit{
	Question: {Sentence}, Exclamation: {Sentence},
	Sentence:  {Word},
	Line:      {Chunk},
	Paragraph: {Sentence, Line},
	CapsWord:  {Word, Capital}, LowerWord: {Word, Small},
	Word: {Character}, Chunk: {Character},
	Bullet: {ListItem}, NumberedItem: {ListItem}, NestedItem: {ListItem}, List: {ListItem}, OuterItem: {ListItem},
	TableHeader: {TableCell},
	ListItem:    {Line}, Heading: {Line}, TableRow: {Line},
	Section:    {Heading},
	NumberUnit: {Digit}, Date: {Digit},
	Vowel: {Letter}, Accented: {Letter},
}

// wordsIn returns how many words every text has that has an occurrence of f.
// In the plain reading marks can join words, but white space parts them.
func wordsIn(f Find, counted Reading) float64 {
	if !parity.IsASCII(f.Value) || f.Kind == FindPattern {
		return 0
	}
	c := scope{s: f.Value}
	if counted == Parity {
		return float64(len(c.words()))
	}
	return float64(len(c.worded(chunks(f.Value))))
}

// charactersIn returns how many characters of a kind every occurrence has.
// Only ASCII is counted: what stands for its letters in another case is a
// letter too, but other characters can change their kind with their case.
func charactersIn(f Find, u Unit, reading Reading) (n int) {
	c := scope{plain: reading == Plain}
	is := c.kind(u)
	switch u {
	case Character:
		is = func(r rune) bool { return r > ' ' }
	case Letter, Digit, Punctuation:
	case Capital, Small, Vowel:
		if !f.Case {
			return 0
		}
	default:
		return 0
	}
	for _, r := range f.Value {
		if r < utf8.RuneSelf && is(r) {
			n++
		}
	}
	return n
}

// occurrencesIn returns how often every occurrence of f has the other in it.
func occurrencesIn(f Find, reading Reading, other Find, otherReading Reading) int {
	if f == other && (reading == otherReading || f.Kind == FindText) {
		return 1
	}
	if other.Case && !f.Case || other.Kind == FindPattern || other.Kind == FindWord && (reading != otherReading || !parity.IsASCII(f.Value)) {
		return 0
	}
	// What stands beside an occurrence is not known: where it may be a word
	// character, one that occurs nowhere else is put there.
	const letter = "\u4e00"
	text, beside := f.Value, letter
	if f.Kind == FindWord && reading == otherReading && isPlainASCII(f.Value) {
		beside = " "
	}
	if strings.Contains(other.Value, letter) || other.Kind == FindWord && !isPlainASCII(other.Value) ||
		beside == " " && strings.Contains(other.Value, " ") {
		return 0
	}
	if other.valid() != nil || other.Kind == FindWord && otherReading == Plain && !isPlainASCII(strings.ReplaceAll(text, " ", "")) {
		return 0
	}
	return len(newFinder(other).all(&scope{s: beside + text + beside, shared: &effort{}}, -1))
}

// likened returns two texts in a form in which one can be part of the other
// only if it can be so in a text.
func likened(a, b Find) (x, y string) {
	if a.Case && b.Case {
		return a.Value, b.Value
	}
	return fold(a.Value, true).s, fold(b.Value, true).s
}

func startExcludes(f Find, b fact) bool {
	if f.Kind == FindPattern {
		return false
	}
	switch y := b.Expr.(type) {
	case Starts:
		one, other := likened(f, y.With)
		return y.With.Kind != FindPattern && !strings.HasPrefix(one, other) && !strings.HasPrefix(other, one)
	case JSON:
		first := "{[\"-0123456789tfn`"
		if y.Type == "object" || y.Keys != nil {
			first = "{`"
		} else if y.Type == "array" {
			first = "[`"
		}
		return !startsWithOne(f.Value, first)
	}
	return false
}

// startsWithOne reports whether s begins with one of the characters, in any
// case.
func startsWithOne(s, of string) bool {
	first := parity.FoldRune(firstRune(s))
	return strings.ContainsFunc(of, func(o rune) bool { return parity.FoldRune(o) == first })
}

func endExcludes(f Find, b fact) bool {
	y, ok := b.Expr.(Ends)
	if !ok || f.Kind == FindPattern || y.With.Kind == FindPattern {
		return false
	}
	one, other := likened(f, y.With)
	return !strings.HasSuffix(one, other) && !strings.HasSuffix(other, one)
}

// equalExcludes holds the whole text against what it should have in it.
func equalExcludes(whole Find, b fact) bool {
	if whole.Kind == FindPattern {
		return false
	}
	if y, ok := b.Expr.(Equals); ok {
		one, other := likened(whole, y.To)
		return y.To.Kind != FindPattern && one != other
	}
	find, demand, ok := countOfFind(b)
	if !ok || find.Kind != FindText || demand.lo < 1 || parity.TrimSpace(find.Value) != find.Value {
		return false
	}
	one, other := likened(whole, find)
	return float64(strings.Count(one, other)) < demand.lo
}

// formatExcludes holds two formats of the whole text against each other.
func formatExcludes(x, y Expr) bool {
	switch x := x.(type) {
	case JSON:
		switch y := y.(type) {
		case XML:
			return true
		case JSON:
			kind := func(j JSON) string {
				if j.Keys != nil {
					return "object"
				}
				return j.Type
			}
			other := kind(x) != "" && kind(y) != "" && kind(x) != kind(y)
			return other || x.Only && slices.ContainsFunc(y.Keys, func(k string) bool { return !slices.Contains(x.Keys, k) })
		}
	case XML:
		y, ok := y.(XML)
		return ok && x.Root != "" && y.Root != "" && x.Root != y.Root
	case CSV:
		y, ok := y.(CSV)
		differ := func(m, n int) bool { return m > 0 && n > 0 && m != n }
		return ok && x.comma() == y.comma() && (differ(x.Columns, y.Columns) || differ(x.Rows, y.Rows))
	}
	return false
}
