package algebra

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/verify"
)

// People count by different conventions: with the title or without it, a
// hyphenated word as one or two. A check in the plain reading is asked of the
// answer under each that applies; where they disagree, it is undecided.
type convention struct {
	name  string // what is left out or read otherwise
	apply func(s string) string

	whole  bool               // it matters for every length, beginning and end of an answer,
	units  []Unit             // or for its length in these units,
	edges  edges              // for these beginnings and ends,
	named  *lazyregexp.Regexp // for a check whose JSON form has this,
	unless *lazyregexp.Regexp // and for none whose form has that

	offBeginning bool // takes off what an answer begins with
}

// matters reports whether a check, whose JSON form is said, may depend on it.
func (v *convention) matters(said string, units map[Unit]bool, of edges) bool {
	if v.unless != nil && v.unless.MatchString(said) {
		return false
	}
	return v.whole && (len(units) > 0 || of&ofAnswer != 0) || of&v.edges != 0 || v.named != nil && v.named.MatchString(said) ||
		slices.ContainsFunc(v.units, func(u Unit) bool { return units[u] })
}

// of returns the text as the convention reads it, which is the text itself
// where that makes no difference.
func (v *convention) of(t *verify.Text) *verify.Text {
	return t.View(v, func() any {
		if s := v.apply(t.String()); s != t.String() {
			return verify.NewText(s)
		}
		return t
	}).(*verify.Text)
}

// edges are beginnings and ends.
type edges uint8

const (
	ofAnswer edges = 1 << iota
	ofParts        // in words that have no marks of emphasis
	ofLines
)

// conventions are tried one by one, and each with those before it.
var conventions = slices.Concat([]*convention{
	{name: "without the fence around it", named: anything, unless: fencesNamed, apply: withoutFence},
	{name: "as code without a fence", named: onlyCodeNamed, apply: withFence},
	{name: "without the offer behind it", named: partsNamed, apply: withoutOffer},
	{name: "without the quotation marks around it", whole: true, apply: withoutQuotes},
	{name: "without the title", whole: true, apply: withoutTitle, offBeginning: true},
	{name: "without the lead-in", whole: true, unless: beforeNamed, apply: withoutLeadIn, offBeginning: true},
	{name: "without the references", units: []Unit{Word, Chunk, Character, Sentence, Line, Paragraph}, apply: withoutReferences},
	{name: "without salutation and closing line", units: []Unit{Paragraph, Sentence}, apply: withoutFrame},
	{name: "with lines in bold as text", named: boldNamed, apply: withBoldText},
	{name: "without the header of tables", units: []Unit{TableCell}, apply: withoutTableHeader},
	{name: "with list items as paragraphs", units: []Unit{Paragraph}, apply: onLines(listMarks, listedText, "$1")},
	{name: "with numbered items as bullet points", named: bulletsNamed, unless: numberedNamed, apply: numberedAsBullets},
	{name: "without the quotation marks around lines", units: []Unit{Word, Chunk, Character}, edges: ofAnswer, unless: quotesNamed, apply: onLines(listMarks+`"“`, quotedLine, "$1$2")},
	{name: "with lines as a page would break them", units: []Unit{Line}, apply: wrapped},
	{name: "without labels", units: []Unit{Word, Chunk, Character, Sentence}, apply: onLines(listMarks, boldLabel, "$1")},
	{name: "with hyphenated words as several", named: wordsNamed, unless: innerNamed, apply: withoutHyphens},
	{name: "with words of two characters, where none are spaced", named: wordsNamed, apply: withPairs},
	{name: "without its punctuation", units: []Unit{Character}, unless: marksNamed, apply: withoutPunctuation},
	{name: "without marks of emphasis", units: []Unit{Character}, edges: ofAnswer | ofParts, named: besideNamed, unless: emphasisNamed, apply: withoutEmphasis},
	{name: "without the mark of a heading", edges: ofAnswer | ofLines, unless: headingsNamed, apply: onLines("#", headingMark, "")},
	{name: "without quotation marks at its ends", edges: ofAnswer | ofParts, unless: quotesNamed, apply: withoutEdgeQuotes},
	{name: "without a full stop at its end", named: wordEndNamed, apply: withoutFullStop},
	{name: "with its lines joined", edges: ofAnswer, unless: breaksNamed, apply: withoutBreaks},
	{name: "without the marks of lists", named: linesNamed, unless: listsNamed, apply: onLines(listMarks, listedText, "$1")},
	{name: "as between white space", named: wordsNamed, unless: innerNamed, apply: withoutInner},
}, doubtfulEnds())

// What a check names, in its JSON form. What a demand says has a mark is not looked
// at without it.
var (
	anything       = lazyregexp.New(``)
	wordEndNamed   = lazyregexp.New(`"ends":\{"text":"[^"]*[\pL\pN]"\}`)
	onlyCodeNamed  = lazyregexp.New(`"check":\{"only":\["code block"\]\}`)
	partsNamed     = lazyregexp.New(`"(?:named|after)":|"unit":"entry"`)
	besideNamed    = lazyregexp.New(`"(?:before|after)":`)
	beforeNamed    = lazyregexp.New(`"before":`)
	boldNamed      = lazyregexp.New(`"named":|"unit":"(?:entry|sentence|question|exclamation|paragraph|heading|section)"`)
	bulletsNamed   = lazyregexp.New(`"unit":"bullet point"`)
	numberedNamed  = lazyregexp.New(`"unit":"numbered item"|"unit":"bullet point"},"is":{"exactly":0`)
	linesNamed     = lazyregexp.New(`"unit":"line"`)
	listsNamed     = lazyregexp.New(`"unit":"(?:[a-z ]*list[a-z ]*|bullet point|numbered item|entry)"|"(?:text|word)":"\s*(?:[-*+•]|\d+[.)])|"pattern":"[^"]*(?:\\d|0-9|•|\[-|- )`)
	wordsNamed     = lazyregexp.New(`"(?:unit|in)":"word"`)
	sentencesNamed = lazyregexp.New(`"(?:unit|in)":"sentence"`)
	innerNamed     = lazyregexp.New(`"(?:text|word|pattern)":"[^"]*[\pL\pN][^\pL\pN\s"]+[\pL\pN]`)
	marksNamed     = lazyregexp.New(`"unit":"punctuation mark"|"text":"(?:[^"\\\pL\pN]|\\.)+"`)
	headingsNamed  = lazyregexp.New(`#|"unit":"(?:heading|section|title)"|"(?:under|named)":`)
	quotesNamed    = lazyregexp.New(`"(?:text|word|pattern)":"[^"]*(?:\\"|[“”„«»])|"unit":"quotation"`)
	breaksNamed    = lazyregexp.New(`"(?:text|word|pattern)":"[^"]*\\n|"named":|"unit":"entry"`)
	emphasisNamed  = lazyregexp.New(`"(?:text|word|split)":"[^"]*[*_]|"(?:between|texts|one_of)":\["[^\]]*[*_]|"unit":"(?:bold|italic|highlighted) passage"`)
	fencesNamed    = lazyregexp.New(`"(?:unit":|only":\[)"code block"|"(?:text|word|pattern)":"[^"]*` + "```" + `"`)
)

// lengths are the units in which the length of an answer is counted.
func lengths() []Unit {
	return []Unit{Word, Chunk, Character, Sentence, Line, Paragraph, Question, Exclamation}
}

// inQuotes reports a demand for quotation marks around the answer, which is met by
// them or not.
func inQuotes(e Expr) bool {
	list, ok := e.(All)
	if !ok {
		return false
	}
	s, ok := list[0].(Starts)
	return ok && strings.HasPrefix(strings.TrimLeft(s.With.Value, `[(`), `"`)
}

// softUnits returns which units a demand on the whole answer counts, and what it
// is on the beginnings and ends of.
func softUnits(e Expr) (units map[Unit]bool, of edges) {
	units = map[Unit]bool{}
	atEdge := func(f Find) {
		if f != DoubleQuote() {
			of |= ofAnswer
		}
	}
	var walk func(Expr)
	walk = func(e Expr) {
		switch e := e.(type) {
		case All:
			for _, x := range e {
				walk(x)
			}
		case Any:
			for _, x := range e {
				walk(x)
			}
		case KOf:
			for _, x := range e.Of {
				walk(x)
			}
		case Not:
			walk(e.Of)
		case Each:
			noteUnit(units, e.Of)
			if unsettled(e.Of) {
				walk(e.Holds)
			}
			if counted, inside := softUnits(e.Holds); (inside != 0 || counted[Character]) && !strings.Contains(In(e.Holds).String(), "*") {
				of |= ofParts
				if e.Of.Source == Source(Line) {
					of |= ofLines
				}
			}
		case Compare:
			if stat, ok := e.Of.(Stat); ok && stat.In == Character {
				of |= ofParts
			}
			n, ok := e.Of.(Count)
			if ok && e.Is != Exactly(0) {
				noteUnit(units, n.Of)
			}
			if ok && unsettled(n.Of) && n.Of.That != nil {
				walk(n.Of.That)
			}
		case Starts:
			atEdge(e.With)
		case Ends:
			atEdge(e.With)
		case Equals, OneOf:
			of |= ofAnswer
		case Set:
			if !unsettled(e.Of) {
				of |= ofParts
			}
		case AllDifferent:
			of |= ofParts
		case Same:
			of |= ofParts | ofLines
		}
	}
	walk(e)
	return units, of
}

// unsettled reports whether parts are such as a text need not mark in one way.
func unsettled(p Parts) bool {
	_, named := p.Source.(Named)
	_, beside := p.Source.(Beside)
	return named || beside || p.Source == Entry || p.Source == TitleLine
}

func noteUnit(units map[Unit]bool, p Parts) {
	if p.Source == Source(TableCell) && (p.Of == nil || p.Of.Source == Source(Table)) {
		units[TableCell] = true
	}
	u, ok := p.Source.(Unit)
	for p.Of != nil {
		p = *p.Of
	}
	if !unsettled(p) {
		u, ok = p.Source.(Unit)
	}
	if ok && slices.Contains(lengths(), u) {
		units[u] = true
	}
}

// A question is a check that tells what it measured only where that is asked for.
type question func(t *verify.Text, measure bool) verify.Finding

// settled asks a check under every convention that applies to its demand and
// to the text.
func (c Check) settled(ask question) verify.Check {
	units, of := softUnits(c.Expr)
	if c.Reading != Plain || inQuotes(c.Expr) {
		return func(t *verify.Text) verify.Finding { return ask(t, true) }
	}
	said := string(c.Args())
	apply := lists.Filter(conventions, func(v *convention) bool { return v.matters(said, units, of) })
	first := ofFirstLine(c.Expr) || strings.Contains(said, `"# `)
	return func(t *verify.Text) verify.Finding {
		f := ask(t, true)
		if f.Undecided {
			return f
		}
		all := t
		for _, v := range apply {
			if first && f.Met && v.offBeginning {
				continue // what stands first meets it
			}
			alone, with := v.of(t), v.of(all)
			if why := differs(ask, f, t, alone); why != "" {
				return undecided(f, v.name, why)
			}
			if with != all && with.String() != alone.String() {
				if why := differs(ask, f, t, with); why != "" {
					return undecided(f, "by other conventions", why)
				}
			}
			all = with
		}
		return f
	}
}

// ofFirstLine reports whether a demand is on the beginning or the first line, which
// a title is.
func ofFirstLine(e Expr) bool {
	if _, starts := e.(Starts); starts {
		return true
	}
	each, ok := e.(Each)
	return ok && each.Of.Source == Source(Line) && each.Of.Pick == Pick{From: 1, To: 1} && each.Of.Of == nil
}

func undecided(f verify.Finding, name, measured string) verify.Finding {
	f.Met, f.Undecided = false, true
	f.Measured += "; " + name + " " + measured
	return f
}

// differs returns what is measured of a text that is read otherwise, if the
// verdict is another.
func differs(ask question, f verify.Finding, was, is *verify.Text) string {
	if is == was || strings.TrimSpace(is.String()) == "" {
		return ""
	}
	if other := ask(is, false); other.Met == f.Met || other.Undecided {
		return ""
	}
	if other := ask(is, true); !other.Undecided {
		return other.Measured
	}
	return ""
}
