package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

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

// A place is where a chunk begins.
type place struct {
	tokens []token
	at     int
	before []chunk // the chunks so far
	phrase lexeme  // the longest of the lexicon that begins here
}

// chunkAt returns what begins at a place, and of how many tokens it is. Each reader
// says how many tokens it takes, or 0 if what begins there is not of its kind.
func chunkAt(tokens []token, at int, before []chunk) (chunk, int) {
	t := &tokens[at]
	c := chunk{class: '?', token: t, low: t.low}
	if t.kind == quoted {
		return named(c, t.text), 1
	}
	p := place{tokens, at, before, longestLexeme(tokens[at:])}
	for _, read := range chunkReaders {
		if n := read(&p, &c); n > 0 {
			return c, n
		}
	}
	return c, 1
}

//nolint:gochecknoglobals // never written
var chunkReaders = []func(*place, *chunk) int{
	numeralAt, yesOrNoAt, namesAt, optionsAt, dateForm, tagAt, textsAt, letterAt, plusAt, entryAt, narrowingAt, phraseAt, wordAt,
}

// numeralAt reads a number.
func numeralAt(p *place, c *chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	if t := &tokens[at]; t.kind != number && (t.kind != word || !t.numeral()) {
		return 0
	}
	if p.phrase.class != 'n' && p.phrase.words > 1 {
		return 0
	}
	n, size := numberAt(tokens[at:])
	if size == 0 {
		return 1
	}
	c.class, c.is = '#', algebra.Exactly(float64(n))
	rest := tokens[at+size:]
	if at == 0 || !definite()[tokens[at-1].low] || len(rest) > 0 && (rest[0].text == "-" || classAt(rest) == 'v') {
		return size
	}
	c.class = '?' // the five questions: those that are there
	called := len(rest) > 0 && textUnits()[rest[0].low] && slices.ContainsFunc(rest, func(t token) bool { return t.kind == quoted })
	if called || endsWith(before, "g") {
		c.class = 'n' // each of the three paragraphs
	}
	return size
}

// endsWith reports whether the last chunk has one of the classes.
func endsWith(k []chunk, classes string) bool {
	return len(k) > 0 && strings.IndexByte(classes, k[len(k)-1].class) >= 0
}

// yesOrNoAt reads "yes or no" as two texts.
func yesOrNoAt(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	if tokens[at].low != "yes" || at+2 >= len(tokens) || tokens[at+1].low != "or" && tokens[at+1].low != "/" || tokens[at+2].low != "no" {
		return 0
	}
	c.class, c.texts, c.or = 't', []algebra.Find{algebra.WordText("yes"), algebra.WordText("no")}, true
	return 3
}

// textsAt reads texts with the noun that calls them so.
func textsAt(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	l := &p.phrase
	if l.class != 'w' && tokens[at].low != "code" && (l.class != 'u' || !textUnits()[tokens[at].low]) || at > 0 && classAt(tokens[at-1:]) == 'o' {
		return 0
	}
	extra, without := 0, tokens // the first words of "order number", and the tokens without them
	if l.class == 'w' && l.words > 1 {
		extra = int(l.words) - 1
		without = slices.Delete(slices.Clone(tokens), at, at+extra)
	}
	texts, n := spelled(without, at)
	if n == 0 {
		return 0
	}
	c.class, c.texts, c.or = 't', texts.of, texts.or || chosenFrom(tokens[:at])
	return extra + n
}

// chosenFrom reports whether words lead to a list of which one is wanted: "one of the".
func chosenFrom(tokens []token) bool {
	for len(tokens) > 0 && (definite()[tokens[len(tokens)-1].low] || tokens[len(tokens)-1].low == "following") {
		tokens = tokens[:len(tokens)-1]
	}
	n := len(tokens)
	return n > 1 && tokens[n-1].low == "of" && says(tokens[n-2:n-1], "one", "any", "some", "more", "either")
}

// letterAt reads a capital that could be a word: in "with A" a text, in "table A"
// a name.
func letterAt(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	t := &tokens[at]
	switch {
	case at == 0 || t.text != "A" && t.text != "I":
		return 0
	case tokens[at-1].low == "with":
		*c = named(*c, t.text)
	case t.text == "I" || p.here().class != '1':
		return 0
	}
	return 1
}

// plusAt reads a plus between what is demanded: "a subject line + 3 sentences".
func plusAt(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	if tokens[at].text != "+" || at == 0 || at+1 == len(tokens) || tokens[at-1].numeral() || !tokens[at+1].numeral() {
		return 0
	}
	c.class = '&'
	return 1
}

// narrowingAt reads a word between an amount and what is counted.
func narrowingAt(p *place, c *chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	l := p.here()
	if at+1 == len(tokens) || l.words > 1 || !endsWith(before, "#1x") {
		return 0
	}
	class := narrowing(tokens[at:], l.class, before[len(before)-1].class)
	if class == 0 {
		return 0
	}
	c.class = class
	return 1
}

// here returns the phrase at the place, unless its noun means the answer there or its
// verb is a noun.
func (p *place) here() lexeme {
	if p.phrase.class == 'w' && wholeNouns()[p.tokens[p.at].low] || p.phrase.class == 'p' && p.at > 0 && determiners()[p.tokens[p.at-1].low] {
		return lexeme{}
	}
	switch {
	case p.phrase.value != "code" || p.alone():
		return p.phrase
	case p.tokens[p.at].low == "code": // the code is …
		return lexeme{class: 'w', phrase: "code", words: 1}
	}
	return lexeme{} // the script includes …
}

// alone reports whether the phrase at the place is said to be all: "only the code", "code
// only", "the code, no explanation".
func (p *place) alone() bool {
	rest := p.tokens[p.at+int(p.phrase.words):]
	if len(rest) > 0 && !separates(&rest[0]) && strings.IndexByte("yYn", classAt(rest)) < 0 {
		return false
	}
	if len(rest) > 1 && rest[0].text == "," {
		rest = rest[1:]
	}
	return strings.IndexByte(classesOf(p.before), 'y') >= 0 || endsWith(p.before, "r") || len(rest) > 0 && strings.IndexByte("yY", classAt(rest)) >= 0
}

// phraseAt reads a phrase of the lexicon.
func phraseAt(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	l := p.here()
	if low := tokens[at].low; (low == "leave" || low == "keep") && l.words < 2 && slices.ContainsFunc(tokens[at:], func(t token) bool { return t.low == "out" }) {
		c.class = 'x'
		return 1
	}
	if l.words == 0 {
		return 0
	}
	c.low, c.value = l.phrase, l.value
	c.class = l.classAt(p)
	c.bare = l.class == 'f' && (l.words == 1 || l.value == "plaintext" && strings.HasPrefix(l.phrase, "plain ")) && (at == 0 && len(tokens) > 1 || at > 0 && !introducing()[tokens[at-1].low])
	*c = meant(*c)
	return int(l.words)
}

// classAt returns the class of a phrase at a place: that of the lexicon, unless its
// neighbours show that it means something else.
func (l *lexeme) classAt(p *place) byte {
	first, rest := p.tokens[p.at].low, p.tokens[p.at+int(l.words):]
	amount := len(rest) > 0 && rest[0].numeral()
	switch l.class {
	case '-':
		if first == "to" && len(rest) > 0 && !amount && strings.IndexByte("r#1m", classAt(rest)) < 0 {
			return 'n' // to contain
		}
	case 'n':
		if first == ":" && amount && endsWith(p.before, "u") {
			return '-' // hashtags: 3
		}
	case 'r':
		of := len(rest) > 1 && determiners()[rest[0].low] && !rest[1].numeral() && classAt(rest[1:]) != 'v'
		switch {
		case first == "or" && amount, // past 60 words or under 40
			l.words == 1 && first == "about" && topical(p.tokens, p.at),
			l.words == 1 && spatial()[first] && of: // under the post
			return '?'
		}
	}
	return l.class
}

// topical reports whether "about" at a place stands before what an answer is about
// and not before an amount.
func topical(tokens []token, at int) bool {
	rest := tokens[at+1:]
	if len(rest) == 0 || rest[0].kind != number && !rest[0].numeral() {
		return true
	}
	return at > 0 && (wholeNouns()[tokens[at-1].low] || tokens[at-1].low == "write" && (len(rest) < 2 || !measured(&rest[1])))
}

// wordAt reads a word that is in no phrase of the lexicon.
func wordAt(p *place, c *chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	t := &tokens[at]
	capital := t.kind == word && t.text != t.low
	switch {
	case t.kind == word && at > 0 && tokens[at-1].low == "the" && at+1 < len(tokens) && tokens[at+1].low == "section" && !closedWords()[t.low] && ordinal(t.low) == 0:
		c.class, c.of, c.value = 's', algebra.Every(algebra.Named(t.low)), "place"
		return 2 // the summary section
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
			return 2
		}
	case capital && len(t.text) == 1 && at > 0 && (tokens[at-1].low == "with" || tokens[at-1].low == "letter"),
		capital && len(before) > 1 && classesOf(before[len(before)-2:]) == "xd": // a name
		*c = named(*c, t.text)
	}
	return 1
}
