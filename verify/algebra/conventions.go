package algebra

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify"
)

// People count by different conventions: with the title or without it, a
// hyphenated word as one or two. A check in the plain reading is asked of the
// answer under each that applies; where they disagree, it is undecided.
type convention struct {
	name  string // what is left out or read otherwise
	units []Unit // for which it matters; nil for every unit of length and for beginnings and ends
	edges edges  // whose beginnings and ends it matters for, where units are given
	apply func(s string) string

	offBeginning bool // takes off what an answer begins with
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
	{name: "without the quotation marks around it", apply: withoutQuotes},
	{name: "without the title", apply: withoutTitle, offBeginning: true},
	{name: "without the lead-in", apply: withoutLeadIn, offBeginning: true},
	{name: "without the references", units: []Unit{Word, Chunk, Character, Sentence, Line, Paragraph}, apply: withoutReferences},
	{name: "without salutation and closing line", units: []Unit{Paragraph, Sentence}, apply: withoutFrame},
	emboldened,
	{name: "without the header of tables", units: []Unit{TableCell}, apply: withoutTableHeader},
	{name: "with list items as paragraphs", units: []Unit{Paragraph}, apply: withoutMarks},
	{name: unquotedLines, units: []Unit{Word, Chunk, Character}, edges: ofAnswer, apply: withoutLineQuotes},
	{name: "with lines as a page would break them", units: []Unit{Line}, apply: wrapped},
	{name: "without labels", units: []Unit{Word, Chunk, Character, Sentence}, apply: withoutLabels},
	{name: "with hyphenated words as several", units: []Unit{Word}, apply: withoutHyphens},
	{name: unpunctuated, units: []Unit{Character}, apply: withoutPunctuation},
	{name: unemphasised, units: []Unit{Character}, edges: ofAnswer | ofParts, apply: withoutEmphasis},
	{name: unheaded, units: []Unit{}, edges: ofAnswer | ofLines, apply: withoutHeading},
	{name: unquoted, units: []Unit{}, edges: ofAnswer | ofParts, apply: withoutEdgeQuotes},
	{name: unbroken, units: []Unit{}, edges: ofAnswer, apply: withoutBreaks},
	{name: "as between white space", units: []Unit{Word}, apply: withoutInner},
}, doubtfulEnds())

// These are no ways to look at what a demand says has the mark.
const (
	unemphasised = "without marks of emphasis"
	unheaded     = "without the mark of a heading"
	unbroken     = "with its lines joined"
	unquoted     = "without quotation marks at its ends"

	unquotedLines = "without the quotation marks around lines"
)

// unpunctuated is no way to count the marks that a demand names beside a length.
const unpunctuated = "without its punctuation"

// What a check names, in its JSON form.
var (
	marksNamed    = lazyregexp.New(`"unit":"punctuation mark"|"text":"(?:[^"\\\pL\pN]|\\.)+"`)
	headingsNamed = lazyregexp.New(`#|"unit":"(?:heading|section|title line)"|"(?:under|named)":`)
	quotesNamed   = lazyregexp.New(`"(?:text|word|pattern)":"[^"]*(?:\\"|[“”„«»])|"unit":"quotation"`)
	breaksNamed   = lazyregexp.New(`"(?:text|word|pattern)":"[^"]*\\n`)
	emphasisNamed = lazyregexp.New(`"(?:text|word)":"[^"]*[*_]`)
	fencesNamed   = lazyregexp.New(`"unit":"code block"|"(?:text|word|pattern)":"[^"]*` + "```" + `"`)
)

// fence is what nobody forbade to put around an answer. It matters for every check.
var fence = &convention{name: "without the fence around it", apply: withoutFence}

// offered matters for parts that are named in the answer, and emboldened for all
// that a heading divides or is.
var (
	offered    = &convention{name: "without the offer behind it", apply: withoutOffer}
	emboldened = &convention{name: "with lines in bold as text", units: []Unit{}, apply: withBoldText}
	partsNamed = lazyregexp.New(`"named":|"unit":"entry"`)
	boldNamed  = lazyregexp.New(`"named":|"unit":"(?:entry|sentence|question|exclamation|paragraph|heading|section)"`)
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
		}
	}
	walk(e)
	return units, of
}

// unsettled reports whether parts are such as a text need not mark in one way.
func unsettled(p Parts) bool {
	_, named := p.Source.(Named)
	return named || p.Source == Entry || p.Source == TitleLine
}

func noteUnit(units map[Unit]bool, p Parts) {
	if p.Source == Source(TableCell) && (p.Of == nil || p.Of.Source == Source(Table)) {
		units[TableCell] = true
	}
	for p.Of != nil {
		p = *p.Of
	}
	u, ok := p.Source.(Unit)
	for _, l := range lengths() {
		if ok && u == l {
			units[u] = true
		}
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
	var apply []*convention
	if !fencesNamed.MatchString(said) {
		apply = append(apply, fence)
	}
	if partsNamed.MatchString(said) {
		apply = append(apply, offered)
	}
	bold := boldNamed.MatchString(said)
	for _, v := range conventions {
		matters := bold && v == emboldened || v.units == nil && (len(units) > 0 || of&ofAnswer != 0) || of&v.edges != 0
		for _, u := range v.units {
			matters = matters || units[u]
		}
		switch {
		case v.name == unpunctuated && marksNamed.MatchString(said),
			v.name == unemphasised && emphasisNamed.MatchString(said), v.name == unheaded && headingsNamed.MatchString(said),
			v.name == unbroken && (breaksNamed.MatchString(said) || partsNamed.MatchString(said)), (v.name == unquoted || v.name == unquotedLines) && quotesNamed.MatchString(said):
		case matters:
			apply = append(apply, v)
		}
	}
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

// ofFirstLine reports whether a demand is on the first line, which a title is.
func ofFirstLine(e Expr) bool {
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
