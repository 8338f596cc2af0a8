package english

import (
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
	words []string
	class byte
	value string
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
			for _, p := range variants(phrase) {
				words := strings.Fields(p)
				m[words[0]] = append(m[words[0]], lexeme{words, head[0], strings.TrimSpace(head[1:])})
			}
		}
	}
	for _, list := range m {
		slices.SortStableFunc(list, func(a, b lexeme) int { return len(b.words) - len(a.words) })
	}
	return m
})

// variants are the phrases that "{a|an} answer" stands for.
func variants(phrase string) []string {
	before, rest, ok := strings.Cut(phrase, "{")
	if !ok {
		return []string{phrase}
	}
	choices, after, _ := strings.Cut(rest, "}")
	var out []string
	for choice := range strings.SplitSeq(choices, "|") {
		for _, end := range variants(after) {
			out = append(out, before+choice+end)
		}
	}
	return out
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
	for _, list := range lexemes() {
		for _, l := range list {
			for _, w := range l.words {
				m[w] |= known
			}
			if strings.IndexByte("xfcuvHPA#", l.class) >= 0 {
				m[l.words[0]] |= hint
			}
			if l.class == 'w' {
				m[l.words[0]] |= opener
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

// chunks gives each word its class.
func chunks(tokens []token) []chunk {
	out := make([]chunk, 0, len(tokens))
	for at := 0; at < len(tokens); {
		c, n := chunkAt(tokens, at, out)
		at += n
		if c.class != 'n' {
			out = append(out, c)
		}
	}
	return out
}

// chunkAt returns what begins at a place, and of how many tokens it is.
func chunkAt(tokens []token, at int, before []chunk) (chunk, int) {
	t := &tokens[at]
	c := chunk{class: '?', token: t, low: t.low}
	switch {
	case t.kind == quoted:
		return named(c, t.text), 1
	case t.kind == number || t.kind == word && t.numeral():
		if l := longestLexeme(tokens[at:]); l.words == nil || l.class == 'n' || len(l.words) < 2 {
			if n, size := numberAt(tokens[at:]); size > 0 {
				c.class, c.is = '#', algebra.Exactly(float64(n))
				if next := at + size; at > 0 && definite()[tokens[at-1].low] && (next == len(tokens) || tokens[next].text != "-" && classAt(tokens[next:]) != 'v') {
					c.class = '?' // the five questions: those that are there
					if len(before) > 0 && before[len(before)-1].class == 'g' || next < len(tokens) && textUnits()[tokens[next].low] && slices.ContainsFunc(tokens[next:], func(t token) bool { return t.kind == quoted }) {
						c.class = 'n' // each of the three paragraphs
					}
				}
				return c, size
			}
			return c, 1
		}
	}
	if t.low == "yes" && at+2 < len(tokens) && (tokens[at+1].low == "or" || tokens[at+1].low == "/") && tokens[at+2].low == "no" {
		c.class, c.texts, c.or = 't', []algebra.Find{algebra.WordText("yes"), algebra.WordText("no")}, true
		return c, 3
	}
	for _, read := range []func([]token, int, []chunk, *chunk) int{namesAt, optionsAt, dateForm, tagAt} {
		if n := read(tokens, at, before, &c); n > 0 {
			return c, n
		}
	}
	l := longestLexeme(tokens[at:])
	if (l.class == 'w' || l.class == 'u' && textUnits()[t.low]) && (at == 0 || classAt(tokens[at-1:]) != 'o') {
		extra, without := 0, tokens // the first words of "order number", and the tokens without them
		if l.class == 'w' && len(l.words) > 1 {
			extra = len(l.words) - 1
			without = slices.Delete(slices.Clone(tokens), at, at+extra)
		}
		if texts, n := spelled(without, at); n > 0 {
			c.class, c.texts, c.or = 't', texts.of, texts.or
			return c, extra + n
		}
	}
	if l.class == 'w' && wholeNouns()[t.low] || l.class == 'p' && at > 0 && determiners()[tokens[at-1].low] {
		l = lexeme{}
	}
	if len(t.text) == 1 && (t.text == "A" || t.text == "I") && at > 0 && tokens[at-1].low == "with" {
		return named(c, t.text), 1
	}
	if l.class == '1' && t.text == "A" && at > 0 {
		return c, 1 // table A
	}
	if t.text == "+" && at > 0 && at+1 < len(tokens) && !tokens[at-1].numeral() && tokens[at+1].numeral() {
		c.class = '&' // a subject line + 3 sentences
		return c, 1
	}
	if n := entryAt(tokens, at, before, &c); n > 0 {
		return c, n
	}
	if at+1 < len(tokens) && len(l.words) < 2 && len(before) > 0 && strings.IndexByte("#1x", before[len(before)-1].class) >= 0 {
		if class := narrowing(tokens[at:], l.class, before[len(before)-1].class); class != 0 {
			c.class = class
			return c, 1
		}
	}
	switch {
	case (t.low == "leave" || t.low == "keep") && len(l.words) < 2 && slices.ContainsFunc(tokens[at:], func(t token) bool { return t.low == "out" }):
		c.class = 'x'
	case l.words != nil:
		c.class, c.value, c.low = l.class, l.value, strings.Join(l.words, " ")
		if c.class == 'r' && t.low == "or" && at+len(l.words) < len(tokens) && tokens[at+len(l.words)].numeral() {
			c.class = '?' // past 60 words or under 40
		}
		if t.low == "to" && c.class == '-' && at+1 < len(tokens) && !tokens[at+1].numeral() && strings.IndexByte("r#1m", classAt(tokens[at+1:])) < 0 {
			c.class = 'n' // to contain
		}
		if c.class == 'n' && t.text == ":" && len(before) > 0 && before[len(before)-1].class == 'u' && at+1 < len(tokens) && tokens[at+1].numeral() {
			c.class = '-' // hashtags: 3
		}
		if c.class == 'r' && c.low == "about" && (at+1 == len(tokens) || tokens[at+1].kind != number && !tokens[at+1].numeral() || at > 0 && (wholeNouns()[tokens[at-1].low] || tokens[at-1].low == "write" && (at+2 >= len(tokens) || !measured(&tokens[at+2])))) {
			c.class = '?'
		}
		if c.class == 'r' && spatial()[c.low] && len(tokens) > at+2 && determiners()[tokens[at+1].low] && !tokens[at+2].numeral() && classAt(tokens[at+2:]) != 'v' {
			c.class = '?' // under the post
		}
		c.bare = l.class == 'f' && (len(l.words) == 1 || l.value == "plaintext" && l.words[0] == "plain") && (at == 0 && len(tokens) > 1 || at > 0 && !introducing()[tokens[at-1].low])
		return meant(c), len(l.words)
	case t.kind == word && at > 0 && tokens[at-1].low == "the" && at+1 < len(tokens) && tokens[at+1].low == "section" && !closedWords()[t.low] && ordinal(t.low) == 0:
		c.class, c.of, c.value = 's', algebra.Every(algebra.Named(t.low)), "place"
		return c, 2 // the summary section
	case wholeNouns()[t.low] && (at == 0 || tokens[at-1].low != "of"):
		c.class = 'a'
	case ordinal(t.low) > 0:
		c.class, c.is = 'o', algebra.Exactly(float64(ordinal(t.low)))
	case t.kind == word && languages()[t.low] != "":
		c.class, c.value = 'l', string(languages()[t.low])
		before := at - 1
		if before > 0 && tokens[before].low == "the" {
			before--
		}
		c.bare = before < 0 || !slices.Contains([]string{"in", "into", "to", "only", "use", "using"}, tokens[before].low)
		if at+1 < len(tokens) && tokens[at+1].low == "language" {
			return c, 2
		}
	case t.kind == word && t.text != t.low && len(t.text) == 1 && at > 0 && (tokens[at-1].low == "with" || tokens[at-1].low == "letter"):
		return named(c, t.text), 1
	case t.kind == word && t.text != t.low && len(before) > 1 && classesOf(before[len(before)-2:]) == "xd":
		return named(c, t.text), 1 // a name
	}
	return c, 1
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
func entryAt(tokens []token, at int, before []chunk, c *chunk) int {
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
			if l := &list[i]; len(l.words) <= len(tokens) && l.begins(tokens) {
				return *l
			}
		}
	}
	return lexeme{}
}

// begins reports whether tokens begin with the phrase. Verbs stand in any form
// but that of a noun: what is about avoiding commas avoids none.
func (l *lexeme) begins(tokens []token) bool {
	for i, w := range l.words {
		t := &tokens[i]
		verb := strings.IndexByte("xidber", l.class) >= 0 && !strings.HasSuffix(t.low, "ing")
		if t.kind != word && t.kind != mark || t.low != w && (!verb || t.lemma != w) {
			return false
		}
	}
	return true
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
