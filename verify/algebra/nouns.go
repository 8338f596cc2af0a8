package algebra

import (
	"strconv"
	"strings"
)

// String returns what is looked for in English.
func (f Find) String() string {
	s := strconv.Quote(f.Value)
	switch f.Kind {
	case FindWord:
		s = "the word " + s
	case FindPattern:
		s = "a match of " + quotePattern(f.Value)
	case FindText:
	}
	return s + sameCase(f.Case)
}

// sameCase says that case matters.
func sameCase(matters bool) string {
	if matters {
		return " (same case)"
	}
	return ""
}

// quotePattern quotes in backquotes where it can, which keeps backslashes
// and quotation marks readable.
func quotePattern(s string) string {
	if strconv.CanBackquote(s) && !strings.Contains(s, "\t") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// head returns the name of a part or of several, without its place.
func (p Parts) head(one bool) string {
	switch s := p.Source.(type) {
	case Unit:
		if one {
			return string(s)
		}
		return s.Plural()
	case Find:
		return plural("occurrence", one) + " of " + s.String()
	case Split:
		return plural("part", one) + " divided by " + strconv.Quote(string(s))
	case Under:
		return plural("text", one) + " under the heading " + strconv.Quote(string(s))
	case Named:
		return plural("part", one) + " named " + strconv.Quote(string(s))
	case Enclosed:
		return plural("passage", one) + " between " + strconv.Quote(s.Open) + " and " + strconv.Quote(s.Close)
	}
	return "nothing"
}

func plural(noun string, one bool) string {
	if one {
		return noun
	}
	return noun + "s"
}

// rest returns the condition, and what the parts are of.
func (p Parts) rest(one bool) string {
	s := p.condition(one)
	if p.Of != nil {
		s += " in " + p.Of.definite()
	}
	return s
}

// condition returns the clause that begins with "that". It stands in
// parentheses where what follows would read as part of it.
func (p Parts) condition(one bool) string {
	switch {
	case p.That == nil:
		return ""
	case !isLeaf(p.That):
		return " such that (" + clause(p.That, "it") + ")"
	case p.Of == nil:
		return " that " + verbPhrase(p.That, !one)
	}
	return " (that " + verbPhrase(p.That, !one) + ")"
}

// counted returns the parts behind a number: "words in the first line".
func (p Parts) counted(n float64) string {
	if p.Pick == (Pick{}) {
		return p.head(n == 1) + p.rest(n == 1)
	}
	return "of " + p.definite()
}

// definite returns all of the parts together: "the first 3 words".
func (p Parts) definite() string { return "the " + p.placed() + p.rest(p.single()) }

// each returns the parts one by one: "each word of the first line".
func (p Parts) each() string {
	of := ""
	if p.Of != nil {
		of = " of " + p.Of.each()
	}
	switch {
	case p.Pick == (Pick{}):
		return "each " + p.head(true) + p.condition(true) + of
	case p.single():
		return "the " + p.placed() + p.condition(true) + of
	}
	return "each of the " + p.placed() + p.condition(false) + of
}

// single reports whether the pick is of one place.
func (p Parts) single() bool {
	return p.Pick != (Pick{}) && p.Pick.From == p.Pick.To && !p.Pick.Except
}

// placed returns the name of the parts with their place.
func (p Parts) placed() string {
	k := p.Pick
	switch {
	case k == Pick{}:
		return p.head(false)
	case p.single():
		return placeName(k.From) + " " + p.head(true)
	case k.Except:
		return p.head(false) + " but " + k.span()
	case k.From == 1 && k.To > 1:
		return "first " + strconv.Itoa(k.To) + " " + p.head(false)
	case k.To == -1 && k.From < -1:
		return "last " + strconv.Itoa(-k.From) + " " + p.head(false)
	}
	return p.head(false) + " from " + k.span()
}

// span returns "the second to the last", or one place only.
func (k Pick) span() string {
	if k.From == k.To {
		return "the " + placeName(k.From)
	}
	return "the " + placeName(k.From) + " to the " + placeName(k.To)
}

// placeName returns "first" or "second last".
func placeName(i int) string {
	switch {
	case i > 0:
		return ordinal(i)
	case i == -1:
		return "last"
	}
	return ordinal(-i) + " last"
}
