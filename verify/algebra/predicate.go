package algebra

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/langid"
	"adhere/verify/parity"
)

type findNode struct {
	find *finder
	is   func(*finder, *scope) bool
	say  func(*finder, *scope) string
	at   func(cut, *scope) bool // where it counts; nil for anywhere
}

func (n findNode) met(c *scope) bool        { return n.is(n.find, c) }
func (n findNode) measured(c *scope) string { return n.say(n.find, c) }

func contains(f *finder, c *scope) bool {
	_, found := f.first(c)
	return found
}

func sayCount(f *finder, c *scope) string {
	return verify.Amount(len(f.all(c, -1)), "occurrence") + " of " + f.String()
}

func sayStart(_ *finder, c *scope) string {
	return "it starts with " + quoteStart(strings.TrimLeftFunc(c.s, parity.IsSpace))
}

func sayEnd(_ *finder, c *scope) string {
	s := parity.TrimRight(c.s)
	for i := len(s); i > 0; {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		if i -= size; len(s)-i > shownBytes {
			return "it ends with " + strconv.Quote("…"+s[i:])
		}
	}
	return "it ends with " + strconv.Quote(s)
}

func sayAll(_ *finder, c *scope) string { return "it is " + quoteStart(parity.TrimSpace(c.s)) }

// shownBytes is about how much of a text a finding quotes.
const shownBytes = 40

func quoteStart(s string) string {
	for i := range s {
		if i >= shownBytes {
			return strconv.Quote(s[:i] + "…")
		}
	}
	return strconv.Quote(s)
}

func (e Case) met(c *scope) bool {
	switch e {
	case Upper:
		return parity.IsUpper(c.s)
	case Lower:
		return parity.IsLower(c.s)
	case Title:
		return isTitle(c.s)
	case Capitalised:
		i := strings.IndexFunc(c.s, unicode.IsLetter)
		return i >= 0 && isCapital(firstRune(c.s[i:]))
	}
	return false
}

func (e Case) measured(c *scope) string {
	capitals, small := 0, 0
	for _, r := range c.s {
		switch {
		case parity.Upper(r):
			capitals++
		case parity.LowerCase(r):
			small++
		}
	}
	said := verify.Amount(capitals, "capital letter") + " and " + verify.Amount(small, "lowercase letter")
	if e == Title || e == Capitalised {
		return "it is " + quoteStart(parity.TrimSpace(c.s))
	}
	return said
}

func (e Language) met(c *scope) bool {
	if !c.plain {
		found := c.language()
		return found == "" || e.named(found) // official evaluators pass what they cannot identify
	}
	is, sure := e.compare(c.s)
	if !sure {
		c.shared.unclear = "too short, too close to another language, or not in sentences"
	} else if !is && !writtenIn(e, "Latin") {
		if own := e.share(c.s); own >= partly && own < 1-partly {
			c.shared.unclear = "partly in its script"
		}
	}
	return is && strings.ContainsFunc(c.s, e.writes)
}

// partly is the share of letters of its own script from which on a text in Latin
// letters may be in a language that is written in another: "Attribute: 特点".
const partly = 0.02

// What it takes for a text to be in a language and not to be: natural
// logarithms of the likelihood that it has over every other, and of the one that
// it falls behind by, over all n-grams and in each.
const (
	ahead       = 10.0
	fallsBehind = 50.0
	behindEach  = 0.15
)

// compare reports whether a text is more likely in this language than in any
// other, and whether that is sure.
func (e Language) compare(s string) (is, sure bool) {
	behind, grams := langid.Compare(s)
	own, other := math.Inf(1), math.Inf(1)
	for code, b := range behind {
		if e.named(code) {
			own = min(own, b)
		} else {
			other = min(other, b)
		}
	}
	if own == 0 {
		return true, other >= ahead
	}
	return false, own >= fallsBehind && own >= behindEach*float64(grams) && inSentences(s)
}

// inSentences reports whether a text is made of sentences: it has two words for
// each mark or digit, which no code and no list has, and most words begin with no
// capital, as names do.
func inSentences(s string) bool {
	words, capital, others := 0, 0, 0
	before := ' '
	for _, r := range s {
		switch letter := unicode.IsLetter(r) || unicode.IsMark(r); {
		case letter && (!unicode.IsLetter(before) && !unicode.IsMark(before) || unspaced(r)):
			words++
			if unicode.IsUpper(r) {
				capital++
			}
		case !letter && !unicode.IsSpace(r):
			others++
		}
		before = r
	}
	return words >= 2*max(others, capital)
}

// named reports whether a language that was recognised is this one.
func (e Language) named(found string) bool {
	return found == string(e) || e == "zh" && strings.HasPrefix(found, "zh-")
}

// writes reports whether a letter is of a script that the language is written in: a
// Chinese full stop does not make Latin letters Chinese.
func (e Language) writes(r rune) bool {
	if !unicode.IsLetter(r) {
		return false
	}
	for script := range writers {
		if unicode.Is(unicode.Scripts[string(script)], r) {
			return writtenIn(e, script)
		}
	}
	return false
}

// share returns the share of letters of a text that the language is written in.
func (e Language) share(s string) float64 {
	own, all := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			all++
		}
		if e.writes(r) {
			own++
		}
	}
	return float64(own) / float64(max(all, 1))
}

func (e Language) measured(c *scope) string {
	switch found := c.language(); found {
	case "":
		return "no language to recognise"
	case "unknown":
		return "no language that stands out"
	default:
		if c.plain && e.named(found) && !strings.ContainsFunc(c.s, e.writes) {
			return "no letter of a script that " + languageName(string(e)) + " is written in"
		}
		return "it is in " + languageName(found)
	}
}

// language returns what verify.Text's method of that name does.
func (c *scope) language() string {
	if c.whole != nil {
		return c.whole.Language()
	}
	return verify.NewText(c.s).Language()
}

// foreign returns the first letter that is not of the script, and whether
// there is one that is.
func (e Script) foreign(s string) (other rune, own bool) {
	table := unicode.Scripts[string(e)]
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited):
		case unicode.Is(table, r):
			own = true
		case other == 0:
			other = r
		}
	}
	return other, own
}

func (e Script) met(c *scope) bool {
	other, own := e.foreign(c.s)
	return own && other == 0
}

func (e Script) measured(c *scope) string {
	switch other, own := e.foreign(c.s); {
	case other != 0:
		return "a letter that is not: " + strconv.Quote(string(other))
	case !own:
		return "no letter"
	}
	return "every letter is"
}
