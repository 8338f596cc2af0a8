package clause

import (
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// A Chunk is what some neighbouring words of a clause make together. The cascade reads a
// clause in steps. Each word is given a class by a lexicon
// (lexicon/cascade.txt); words that change nothing are dropped; and patterns
// over the classes join neighbours, smaller things first, until a pattern of
// the whole clause says what it demands. So a word that is new to the lexicon
// stands in every construction, and a word that has no class leaves the clause
// unread.
//
//	#  a number               r  a relation: "at most", "or more"
//	u  a unit                 v  a limit of a unit: "word count"
//	g  each                   o  a place: "first"
//	s  a selection of parts   q  a quantity
//	t  texts that are named   m  how often
//	x  not, without           i  include, contain, appear
//	d  mention, say
//	b  begin                  e  end
//	c  letter case            f  a format
//	l  a language             y  only
//	a  the answer             p  answer with
//	&  and                    |  or
//	z  is allowed             h  has room for
//	E  except                 M  may be longer
//	X  none of them           n  nothing
//	H  highlight              T  what is highlighted
//	P  a postscript           O  one of
//	D  different              +  give or take, with % of a percentage
//	A  in an order            B  before
//	Y  without explanation    L  longer than the one before
//	N  on its own line
//	C  more, fewer             Q  than
//	W  the same word          3  a type of JSON
//	K  counted in words        V  nowhere else
//	I  in that order           G  in quotation marks, in bold
//	R  separated by commas     2  the form of a date
//	J  is rejected             S  leave them out
//	j  chokes on
//	?  unknown
type Chunk struct {
	Class byte
	Token *lexicon.Token // its first
	Low   string         // its words
	value string         // of the lexicon
	Is    algebra.Relation
	Of    algebra.Parts
	texts []algebra.Find
	or    bool // one of the texts
	bare  bool // a unit in the singular, or a text that nothing calls one
}

// narrowing returns what the first of tokens is between an amount of the class amount
// and what is counted: 'n' if it says only how long these are, '?' if it says which of
// them count, and 0 if neither; class is its own.
func narrowing(tokens []lexicon.Token, class, amount byte) byte {
	low, counted, one := tokens[0].Low, lexicon.ClassAt(tokens[1:]), lexicon.SingularOf(tokens[1].Low)
	which := Sized()[low] || sided()[low] || low == "whole" && (one == "word" || one == "number")
	switch {
	case Sized()[low] && amount == '#' && counted == 'u' && one != "word":
		return 'n' // two short paragraphs
	case which && (counted == 'u' || counted == 'f'):
		return '?' // five long words beside which others may stand, no long links, two whole numbers
	case counted == 'u' && class != 'u' && (class == 'a' || lexicon.WholeNouns()[low]):
		return '?' // two summary links
	}
	return 0
}

// EntryNouns are nouns for what an answer lists.
var EntryNouns = lexicon.Set("entryNouns")

// entryAt reads a noun for what an answer lists, where it speaks of each or one
// of them: "each tweet", "the second idea", "tweet 3", "version B". It returns
// how many tokens that takes.
func entryAt(p *place, c *Chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	t := &tokens[at]
	one := lexicon.SingularOf(t.Low)
	if t.Kind != lexicon.Word || !EntryNouns()[one] {
		return 0
	}
	if at+1 < len(tokens) && one == t.Low && t.Low != "one" {
		if next := &tokens[at+1]; next.Kind == lexicon.Word && len(next.Text) == 1 && next.Text >= "A" && next.Text <= "H" {
			c.Class, c.Of, c.value = 's', algebra.Every(algebra.Named(t.Low+" "+next.Low)), "place"
			return 2
		}
	}
	var previous Chunk
	if len(before) > 0 {
		previous = before[len(before)-1]
	}
	numbered := at+1 < len(tokens) && tokens[at+1].Kind == lexicon.Number && one == t.Low && (at+2 == len(tokens) || lexicon.ClassAt(tokens[at+2:]) != 'u' && tokens[at+2].Text != "-")
	definite := at > 0 && tokens[at-1].Low == "the" && one != t.Low
	told := strings.IndexByte("go", previous.Class) >= 0 && previous.Low != "all" || previous.Low == "no"
	if at == 0 || !numbered && !definite && !told {
		return 0
	}
	c.Class, c.Of, c.bare = 'u', algebra.Every(algebra.Entry), one == t.Low
	if definite {
		c.Class, c.value = 's', "each"
	}
	return 1
}

// spatial relations may also say where something stands.
var spatial = lexicon.WordSet(`under below above over beneath beyond past within`)

// introducing stand before the name of a format or a language.
var introducing = lexicon.WordSet(`in as to into only valid with a an no not use using without return output : be is`)

// Sized says of counted parts how long they are, which a judge may look at.
var Sized = lexicon.WordSet(`short brief concise small crisp tight simple long`)

// sided say of which units it speaks where they stand before one.
var sided = lexicon.WordSet(`left right`)

// definite stand before a number of what is there already.
var definite = lexicon.WordSet(`the these those all my following`)

// named is a text that stands in quotation marks or is a name.
func named(c Chunk, s string) Chunk {
	if f, ok := plainOf(s); ok {
		c.Class, c.texts, c.bare = 't', []algebra.Find{f}, true
	}
	return c
}

// meant works out what the value of the lexicon means.
func meant(c Chunk) Chunk {
	switch c.Class {
	case '#', 'o', 'm':
		n := 0.0
		for _, r := range strings.TrimPrefix(c.value, "-") {
			n = n*10 + float64(r-'0')
		}
		if strings.HasPrefix(c.value, "-") {
			n = -n
		}
		c.Is = algebra.Exactly(n)
	case 'r':
		c.Is.Op = algebra.Op(c.value)
	case 'W':
		like, unit, _ := strings.Cut(c.value, " ")
		c.value, c.Of = like, algebra.Every(algebra.Unit(unit))
	case 's':
		c.Of, c.value = algebra.Every(algebra.Named(c.value)), "place"
		if c.Of.Source == algebra.Source(algebra.Named("title")) {
			c.Of.Source = algebra.TitleLine
		}
	case 'u', 'v':
		unit, within, nested := strings.Cut(c.value, "<")
		c.Of = algebra.Every(unitOf(unit))
		if nested {
			c.Of = c.Of.Within(algebra.Every(unitOf(within)))
		}
		c.bare = !strings.HasSuffix(c.Low, "s") || strings.HasSuffix(c.Low, "ss")
	}
	return c
}

func unitOf(value string) algebra.Source {
	switch value[0] {
	case '"':
		return algebra.Text(strings.Trim(value, `"`))
	case '/':
		return algebra.Pattern(strings.Trim(value, "/"))
	}
	return algebra.Unit(value)
}
