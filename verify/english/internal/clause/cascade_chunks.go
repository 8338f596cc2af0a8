package clause

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// Chunks gives each word its class.
func Chunks(tokens []lexicon.Token) []Chunk {
	out := make([]Chunk, 0, len(tokens))
	for at := 0; at < len(tokens); {
		c, n := ChunkAt(tokens, at, out)
		at += n
		if c.Class != 'n' {
			out = append(out, c)
		}
	}
	return out
}

// A place is where a chunk begins.
type place struct {
	tokens []lexicon.Token
	at     int
	before []Chunk        // the chunks so far
	phrase lexicon.Lexeme // the longest of the lexicon that begins here
}

// ChunkAt returns what begins at a place, and of how many tokens it is. Each reader
// says how many tokens it takes, or 0 if what begins there is not of its kind.
func ChunkAt(tokens []lexicon.Token, at int, before []Chunk) (Chunk, int) {
	t := &tokens[at]
	c := Chunk{Class: '?', Token: t, Low: t.Low}
	if t.Kind == lexicon.Quoted {
		return named(c, t.Text), 1
	}
	p := place{tokens, at, before, lexicon.LongestLexeme(tokens[at:])}
	for _, read := range chunkReaders {
		if n := read(&p, &c); n > 0 {
			return c, n
		}
	}
	return c, 1
}

//nolint:gochecknoglobals // never written
var chunkReaders = []func(*place, *Chunk) int{
	numeralAt, yesOrNoAt, namesAt, optionsAt, dateForm, tagAt, textsAt, letterAt, plusAt, entryAt, narrowingAt, phraseAt, wordAt,
}

// numeralAt reads a number.
func numeralAt(p *place, c *Chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	if t := &tokens[at]; t.Kind != lexicon.Number && (t.Kind != lexicon.Word || !t.Numeral()) {
		return 0
	}
	if p.phrase.Class != 'n' && p.phrase.Words > 1 {
		return 0
	}
	n, size := NumberAt(tokens[at:])
	if size == 0 {
		return 1
	}
	c.Class, c.Is = '#', algebra.Exactly(float64(n))
	rest := tokens[at+size:]
	if at == 0 || !definite()[tokens[at-1].Low] || len(rest) > 0 && (rest[0].Text == "-" || lexicon.ClassAt(rest) == 'v') {
		return size
	}
	c.Class = '?' // the five questions: those that are there
	called := len(rest) > 0 && lexicon.TextUnits()[rest[0].Low] && slices.ContainsFunc(rest, func(t lexicon.Token) bool { return t.Kind == lexicon.Quoted })
	if called || endsWith(before, "g") {
		c.Class = 'n' // each of the three paragraphs
	}
	return size
}

// endsWith reports whether the last chunk has one of the classes.
func endsWith(k []Chunk, classes string) bool {
	return len(k) > 0 && strings.IndexByte(classes, k[len(k)-1].Class) >= 0
}

// yesOrNoAt reads "yes or no" as two texts.
func yesOrNoAt(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	if tokens[at].Low != "yes" || at+2 >= len(tokens) || tokens[at+1].Low != "or" && tokens[at+1].Low != "/" || tokens[at+2].Low != "no" {
		return 0
	}
	c.Class, c.texts, c.or = 't', []algebra.Find{algebra.WordText("yes"), algebra.WordText("no")}, true
	return 3
}

// textsAt reads texts with the noun that calls them so.
func textsAt(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	l := &p.phrase
	if l.Class != 'w' && tokens[at].Low != "code" && (l.Class != 'u' || !lexicon.TextUnits()[tokens[at].Low]) || at > 0 && lexicon.ClassAt(tokens[at-1:]) == 'o' {
		return 0
	}
	extra, without := 0, tokens // the first words of "order number", and the tokens without them
	if l.Class == 'w' && l.Words > 1 {
		extra = int(l.Words) - 1
		without = slices.Delete(slices.Clone(tokens), at, at+extra)
	}
	texts, n := spelled(without, at)
	if n == 0 {
		return 0
	}
	c.Class, c.texts, c.or = 't', texts.of, texts.or || chosenFrom(tokens[:at])
	return extra + n
}

// chosenFrom reports whether words lead to a list of which one is wanted: "one of the".
func chosenFrom(tokens []lexicon.Token) bool {
	for len(tokens) > 0 && (definite()[tokens[len(tokens)-1].Low] || tokens[len(tokens)-1].Low == "following") {
		tokens = tokens[:len(tokens)-1]
	}
	n := len(tokens)
	return n > 1 && tokens[n-1].Low == "of" && lexicon.Says(tokens[n-2:n-1], "one", "any", "some", "more", "either")
}

// letterAt reads a capital that could be a word: in "with A" a text, in "table A"
// a name.
func letterAt(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	t := &tokens[at]
	switch {
	case at == 0 || t.Text != "A" && t.Text != "I":
		return 0
	case tokens[at-1].Low == "with":
		*c = named(*c, t.Text)
	case t.Text == "I" || p.here().Class != '1':
		return 0
	}
	return 1
}

// plusAt reads a plus between what is demanded: "a subject line + 3 sentences".
func plusAt(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	if tokens[at].Text != "+" || at == 0 || at+1 == len(tokens) || tokens[at-1].Numeral() || !tokens[at+1].Numeral() {
		return 0
	}
	c.Class = '&'
	return 1
}

// narrowingAt reads a word between an amount and what is counted.
func narrowingAt(p *place, c *Chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	l := p.here()
	if at+1 == len(tokens) || l.Words > 1 || !endsWith(before, "#1x") {
		return 0
	}
	class := narrowing(tokens[at:], l.Class, before[len(before)-1].Class)
	if class == 0 {
		return 0
	}
	c.Class = class
	return 1
}

// here returns the phrase at the place, unless its noun means the answer there or its
// verb is a noun.
func (p *place) here() lexicon.Lexeme {
	if p.phrase.Class == 'w' && lexicon.WholeNouns()[p.tokens[p.at].Low] || p.phrase.Class == 'p' && p.at > 0 && lexicon.Determiners()[p.tokens[p.at-1].Low] {
		return lexicon.Lexeme{}
	}
	return p.phrase
}

// phraseAt reads a phrase of the lexicon.
func phraseAt(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	l := p.here()
	if low := tokens[at].Low; (low == "leave" || low == "keep") && l.Words < 2 && slices.ContainsFunc(tokens[at:], func(t lexicon.Token) bool { return t.Low == "out" }) {
		c.Class = 'x'
		return 1
	}
	if l.Words == 0 {
		return 0
	}
	c.Low, c.value = l.Phrase, l.Value
	c.Class = p.classOf(&l)
	c.bare = l.Class == 'f' && (l.Words == 1 || l.Value == "plaintext" && strings.HasPrefix(l.Phrase, "plain ")) && (at == 0 && len(tokens) > 1 || at > 0 && !introducing()[tokens[at-1].Low])
	*c = meant(*c)
	return int(l.Words)
}

// classOf returns the class of a phrase at the place: that of the lexicon, unless its
// neighbours show that it means something else.
func (p *place) classOf(l *lexicon.Lexeme) byte {
	first, rest := p.tokens[p.at].Low, p.tokens[p.at+int(l.Words):]
	amount := len(rest) > 0 && rest[0].Numeral()
	switch l.Class {
	case '-':
		if first == "to" && len(rest) > 0 && !amount && strings.IndexByte("r#1m", lexicon.ClassAt(rest)) < 0 {
			return 'n' // to contain
		}
	case 'n':
		if first == ":" && amount && endsWith(p.before, "u") {
			return '-' // hashtags: 3
		}
	case 'g', 'x':
		if (first == "both" || first == "neither") && len(rest) > 0 && (lexicon.Modals()[rest[0].Low] || Predicates()[rest[0].Low]) && (p.at == 0 || p.tokens[p.at-1].Kind != lexicon.Quoted) {
			return '?' // two texts that were asked for
		}
	case 'r':
		of := len(rest) > 1 && lexicon.Determiners()[rest[0].Low] && !rest[1].Numeral() && lexicon.ClassAt(rest[1:]) != 'v'
		switch {
		case first == "or" && amount, // past 60 words or under 40
			l.Words == 1 && first == "about" && topical(p.tokens, p.at),
			l.Words == 1 && spatial()[first] && of: // under the post
			return '?'
		}
	}
	return l.Class
}

// topical reports whether "about" at a place stands before what an answer is about
// and not before an amount.
func topical(tokens []lexicon.Token, at int) bool {
	rest := tokens[at+1:]
	if len(rest) == 0 || rest[0].Kind != lexicon.Number && !rest[0].Numeral() {
		return true
	}
	return at > 0 && (lexicon.WholeNouns()[tokens[at-1].Low] || tokens[at-1].Low == "write" && (len(rest) < 2 || !lexicon.IsMeasure(&rest[1])))
}

// wordAt reads a word that is in no phrase of the lexicon.
func wordAt(p *place, c *Chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	t := &tokens[at]
	capital := t.Kind == lexicon.Word && t.Text != t.Low
	switch {
	case t.Kind == lexicon.Word && at > 0 && tokens[at-1].Low == "the" && at+1 < len(tokens) && tokens[at+1].Low == "section" && !lexicon.ClosedWords()[t.Low] && lexicon.Ordinal(t.Low) == 0:
		c.Class, c.Of, c.value = 's', algebra.Every(algebra.Named(t.Low)), "place"
		return 2 // the summary section
	case lexicon.WholeNouns()[t.Low] && (at == 0 || tokens[at-1].Low != "of"):
		c.Class = 'a'
	case lexicon.Ordinal(t.Low) > 0:
		c.Class, c.Is = 'o', algebra.Exactly(float64(lexicon.Ordinal(t.Low)))
	case t.Kind == lexicon.Word && lexicon.Languages()[t.Low] != "":
		c.Class, c.value = 'l', string(lexicon.Languages()[t.Low])
		before := at - 1
		if before > 0 && tokens[before].Low == "the" {
			before--
		}
		c.bare = before < 0 || !slices.Contains([]string{"in", "into", "to", "only", "use", "using"}, tokens[before].Low)
		if at+1 < len(tokens) && tokens[at+1].Low == "language" {
			return 2
		}
	case capital && len(t.Text) == 1 && at > 0 && (tokens[at-1].Low == "with" || tokens[at-1].Low == "letter"),
		capital && len(before) > 1 && ClassesOf(before[len(before)-2:]) == "xd": // a name
		*c = named(*c, t.Text)
	}
	return 1
}
