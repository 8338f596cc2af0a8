package english

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// A cascade reads a clause in steps. Each word is given a class by a lexicon
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
type chunk struct {
	class byte
	token *token // its first
	low   string // its words
	value string // of the lexicon
	is    algebra.Relation
	of    algebra.Parts
	texts []algebra.Find
	or    bool // one of the texts
	bare  bool // a unit in the singular, or a text that nothing calls one
}

// A lexeme is a phrase of the lexicon.
type lexeme struct {
	phrase string // with single spaces
	value  string
	words  uint8 // how many
	class  byte
	second byte // the first byte of the second word, which tells most phrases apart; 0 if there is none
}

//nolint:gochecknoglobals // read once
var lexemes = sync.OnceValue(func() map[string][]lexeme {
	m := map[string][]lexeme{}
	for line := range strings.Lines(lexiconText("cascade")) {
		head, phrases, ok := strings.Cut(line, " = ")
		if !ok || strings.HasPrefix(line, "# ") && (line[2] < '0' || line[2] > '9') {
			continue
		}
		for phrase := range strings.SplitSeq(phrases, " ; ") {
			for p := range variants(phrase) {
				first, rest, _ := strings.Cut(p, " ")
				m[first] = append(m[first], lexeme{p, strings.TrimSpace(head[1:]), uint8(strings.Count(p, " ") + 1), head[0], firstByte(rest)})
			}
		}
	}
	for _, list := range m {
		slices.SortStableFunc(list, func(a, b lexeme) int { return int(b.words) - int(a.words) })
	}
	return m
})

// variants are the phrases that "{a|an} answer" stands for, with single spaces.
func variants(phrase string) iter.Seq[string] {
	var out bytes.Buffer
	writeVariants(&out, nil, phrase)
	return strings.SplitSeq(out.String()[1:], "\n")
}

// writeVariants writes what begun and then phrase stand for, each variant behind a
// line feed.
func writeVariants(out *bytes.Buffer, begun []byte, phrase string) {
	before, rest, ok := strings.Cut(phrase, "{")
	begun = append(begun, before...)
	if !ok {
		parting := byte('\n')
		for w := range bytes.FieldsSeq(begun) {
			out.WriteByte(parting)
			out.Write(w)
			parting = ' '
		}
		return
	}
	choices, after, _ := strings.Cut(rest, "}")
	for choice := range strings.SplitSeq(choices, "|") {
		writeVariants(out, append(begun, choice...), after)
	}
}

// entries are what the lexicon knows of a word.
type entries uint8

const (
	known  entries = 1 << iota // it stands in a phrase
	hint                       // some demand cannot do without it or without what it begins
	opener                     // it may call a text, or lead up to a limit
)

// words holds the entries of all words of the lexicon.
var words = sync.OnceValue(func() map[string]entries {
	m := map[string]entries{"a": hint}
	for first, list := range lexemes() {
		for _, l := range list {
			for w := range strings.SplitSeq(l.phrase, " ") {
				m[w] |= known
			}
			if strings.IndexByte("xfcuvHPA#", l.class) >= 0 {
				m[first] |= hint
			}
			if l.class == 'w' {
				m[first] |= opener
			}
		}
	}
	for w := range textUnits() {
		m[w] |= opener
	}
	m["yes"] |= known | hint
	for _, set := range []map[string]bool{roomyWords(), namedNouns()} {
		for w := range set {
			m[w] |= opener
		}
	}
	for w := range wholeNouns() {
		m[w] |= known
	}
	for w := range languages() {
		m[w] |= known | hint
	}
	return m
})

// look finds what the lexicon knows of the token.
func (t *token) look() {
	t.phrases, t.class = lexemes()[t.low], words()[t.low]
	if t.lemma != t.low {
		t.forms = lexemes()[t.lemma]
		t.class |= words()[t.lemma] &^ opener
	}
	if t.kind == quoted || t.kind == number || t.kind == boxed || t.numeral() {
		t.class |= known | hint
	}
	if t.kind != word || ordinal(t.low) > 0 {
		t.class |= known
	}
}

// narrowing returns what the first of tokens is between an amount of the class amount
// and what is counted: 'n' if it says only how long these are, '?' if it says which of
// them count, and 0 if neither; class is its own.
func narrowing(tokens []token, class, amount byte) byte {
	low, counted, one := tokens[0].low, classAt(tokens[1:]), singularOf(tokens[1].low)
	which := sized()[low] || sided()[low] || low == "whole" && (one == "word" || one == "number")
	switch {
	case sized()[low] && amount == '#' && counted == 'u' && one != "word":
		return 'n' // two short paragraphs
	case which && (counted == 'u' || counted == 'f'):
		return '?' // five long words beside which others may stand, no long links, two whole numbers
	case counted == 'u' && class != 'u' && (class == 'a' || wholeNouns()[low]):
		return '?' // two summary links
	}
	return 0
}

// entryNouns are nouns for what an answer lists.
var entryNouns = lexiconSet("entryNouns")

// entryAt reads a noun for what an answer lists, where it speaks of each or one
// of them: "each tweet", "the second idea", "tweet 3", "version B". It returns
// how many tokens that takes.
func entryAt(p *place, c *chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	t := &tokens[at]
	one := singularOf(t.low)
	if t.kind != word || !entryNouns()[one] {
		return 0
	}
	if at+1 < len(tokens) && one == t.low && t.low != "one" {
		if next := &tokens[at+1]; next.kind == word && len(next.text) == 1 && next.text >= "A" && next.text <= "H" {
			c.class, c.of, c.value = 's', algebra.Every(algebra.Named(t.low+" "+next.low)), "place"
			return 2
		}
	}
	var previous chunk
	if len(before) > 0 {
		previous = before[len(before)-1]
	}
	numbered := at+1 < len(tokens) && tokens[at+1].kind == number && one == t.low && (at+2 == len(tokens) || classAt(tokens[at+2:]) != 'u' && tokens[at+2].text != "-")
	definite := at > 0 && tokens[at-1].low == "the" && one != t.low
	told := strings.IndexByte("go", previous.class) >= 0 && previous.low != "all" || previous.low == "no"
	if at == 0 || !numbered && !definite && !told {
		return 0
	}
	c.class, c.of, c.bare = 'u', algebra.Every(algebra.Entry), one == t.low
	if definite {
		c.class, c.value = 's', "each"
	}
	return 1
}

// classAt returns the class of what tokens begin with.
func classAt(tokens []token) byte {
	if l := longestLexeme(tokens); l.class != 0 {
		return l.class
	}
	if ordinal(tokens[0].low) > 0 {
		return 'o'
	}
	return '?'
}

// spatial relations may also say where something stands.
var spatial = wordSet(`under below above over beneath beyond past within`)

// introducing stand before the name of a format or a language.
var introducing = wordSet(`in as to into only valid with a an no not use using without return output : be is`)

// sized says of counted parts how long they are, which a judge may look at.
var sized = wordSet(`short brief concise small crisp tight simple long`)

// sided say of which units it speaks where they stand before one.
var sided = wordSet(`left right`)

// textUnits are units of which one can be named.
var textUnits = wordSet(`number word words letter character sentence line question hashtag link url placeholder`)

// definite stand before a number of what is there already.
var definite = wordSet(`the these those all my following`)

// longestLexeme returns the longest phrase of the lexicon with which tokens
// begin.
func longestLexeme(tokens []token) lexeme {
	for _, list := range [][]lexeme{tokens[0].phrases, tokens[0].forms} {
		for i := range list {
			l := &list[i]
			if l.words > 1 && (len(tokens) < int(l.words) || firstByte(tokens[1].low) != l.second && firstByte(tokens[1].lemma) != l.second) {
				continue
			}
			if l.begins(tokens) {
				return *l
			}
		}
	}
	return lexeme{}
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// begins reports whether tokens begin with the phrase. Verbs stand in any form
// but that of a noun: what is about avoiding commas avoids none.
func (l *lexeme) begins(tokens []token) bool {
	rest := l.phrase
	for i := range tokens[:l.words] {
		t := &tokens[i]
		after, ok := cutWord(rest, t.low)
		if !ok && strings.IndexByte("xidber", l.class) >= 0 && !strings.HasSuffix(t.low, "ing") {
			after, ok = cutWord(rest, t.lemma)
		}
		if !ok || t.kind != word && t.kind != mark {
			return false
		}
		rest = after
	}
	return true
}

// cutWord returns what follows the first word of a phrase, if it is w.
func cutWord(phrase, w string) (after string, ok bool) {
	after, ok = strings.CutPrefix(phrase, w)
	if after == "" {
		return "", ok
	}
	return after[1:], ok && after[0] == ' '
}

// named is a text that stands in quotation marks or is a name.
func named(c chunk, s string) chunk {
	if f, ok := plainOf(s); ok {
		c.class, c.texts, c.bare = 't', []algebra.Find{f}, true
	}
	return c
}

// meant works out what the value of the lexicon means.
func meant(c chunk) chunk {
	switch c.class {
	case '#', 'o', 'm':
		n := 0.0
		for _, r := range strings.TrimPrefix(c.value, "-") {
			n = n*10 + float64(r-'0')
		}
		if strings.HasPrefix(c.value, "-") {
			n = -n
		}
		c.is = algebra.Exactly(n)
	case 'r':
		c.is.Op = algebra.Op(c.value)
	case 'W':
		like, unit, _ := strings.Cut(c.value, " ")
		c.value, c.of = like, algebra.Every(algebra.Unit(unit))
	case 's':
		c.of, c.value = algebra.Every(algebra.Named(c.value)), "place"
		if c.of.Source == algebra.Source(algebra.Named("title")) {
			c.of.Source = algebra.TitleLine
		}
	case 'u', 'v':
		unit, within, nested := strings.Cut(c.value, "<")
		c.of = algebra.Every(unitOf(unit))
		if nested {
			c.of = c.of.Within(algebra.Every(unitOf(within)))
		}
		c.bare = !strings.HasSuffix(c.low, "s") || strings.HasSuffix(c.low, "ss")
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
