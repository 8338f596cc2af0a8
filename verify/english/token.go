package english

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A kind says what a token is.
type kind uint8

const (
	word    kind = iota // letters, with digits inside or behind: "paragraph", "p3"
	number              // digits: "300", "1,000"
	quoted              // text between quotation marks of any shape
	angled              // <<text>>
	boxed               // [text]
	starred             // *text*
	mark                // anything else, one run of one character: "***", ",", "+"
)

// A token is a piece of a requirement. Hyphens between letters separate words
// and are not kept; those between numbers are.
type token struct {
	kind       kind
	text       string // as written; what is between the marks for quoted, angled, boxed and starred
	low        string // lower case, contractions written out
	lemma      string // the form that the grammar knows
	start, end int    // bytes in the source
	glued      bool   // no white space before it

	phrases []lexeme // of the lexicon that begin with low
	forms   []lexeme // that begin with lemma, if that is another word
	class   entries  // what the lexicon knows of the word
}

// tokenize cuts s. The tokens cover all of it but white space, hyphens
// between letters, and the marks around quoted text.
func tokenize(s string) []token {
	l := lexer{src: s, out: make([]token, 0, len(s)/bytesPerToken+1)}
	for l.at < len(s) {
		l.next()
	}
	return shortened(names(l.out, s))
}

// shortness are words for how short a text is to be.
var shortness = wordSet(`short shorter brief concise succinct compact crisp tight snappy terse tweet sms`)

// shortened puts "at most" before a bare length in brackets that says how short a
// text is to be: "concise (100 words)".
func shortened(tokens []token) []token {
	short := false
	for i := 0; i+2 < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.kind == mark && strings.ContainsAny(t.text, ".!?"):
			short = false
		case shortness()[t.low]:
			short = true
		case short && t.text == "(" && tokens[i+1].kind == number && measured(&tokens[i+2]):
			limit := []token{{kind: word, text: "at", low: "at", lemma: "at"}, {kind: word, text: "most", low: "most", lemma: "most"}}
			for j := range limit {
				limit[j].start, limit[j].end = tokens[i+1].start, tokens[i+1].start
				limit[j].look()
			}
			return slices.Insert(tokens, i+1, limit...)
		}
	}
	return tokens
}

// bytesPerToken is how many there are in prose, rather too few than too many.
const bytesPerToken = 4

type lexer struct {
	src   string
	at    int
	out   []token
	fresh int // where the last token ended
}

func (l *lexer) next() {
	rest := l.src[l.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsSpace(r):
		l.at += size
	case l.enclosed(r):
	case l.address(rest):
	case unicode.IsDigit(r):
		l.number(rest)
	case unicode.IsLetter(r):
		if !l.abbreviation(rest) {
			l.word(rest)
		}
	case isDash(r):
		l.dash(r, size)
	default:
		n := len(rest) - len(strings.TrimLeft(rest, string(r)))
		l.emit(mark, rest[:n], n)
	}
}

// emit adds a token that covers the next n bytes.
func (l *lexer) emit(k kind, text string, n int) {
	low := strings.ToLower(text)
	t := token{kind: k, text: text, low: low, lemma: low, start: l.at, end: l.at + n, glued: l.at == l.fresh}
	l.at += n
	l.fresh = l.at
	if k == mark && (low[0] == '!' || low[0] == '?') {
		t.low, t.lemma = low[:1], low[:1] // however loud
	}
	if k != word {
		l.add(t)
		return
	}
	first, second := spellOut(low)
	t.low, t.lemma = first, lemmaOf(first)
	l.add(t)
	if second != "" {
		t.low, t.lemma = second, lemmaOf(second)
		l.add(t)
	}
}

func (l *lexer) add(t token) {
	t.look()
	l.out = append(l.out, t)
}

// joined reports whether a token is of a script that is written without spaces.
func (t *token) joined() bool {
	r, _ := utf8.DecodeRuneInString(t.text)
	return t.kind == word && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// address reads a web address as a text that is quoted.
func (l *lexer) address(rest string) bool {
	if !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") && !strings.HasPrefix(rest, "www.") {
		return false
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>\"'()", r) })
	if n < 0 {
		n = len(rest)
	}
	text := strings.TrimRight(rest[:n], ".,;:!?")
	l.emit(quoted, text, len(text))
	return true
}

func isDash(r rune) bool { return r == '-' || r >= '‐' && r <= '―' }

// dash keeps a hyphen only where it is no part of a compound word.
func (l *lexer) dash(r rune, size int) {
	rest := l.src[l.at:]
	n := size
	for strings.HasPrefix(rest[n:], string(r)) {
		n += size
	}
	before, _ := utf8.DecodeLastRuneInString(l.src[:l.at])
	after, _ := utf8.DecodeRuneInString(rest[n:])
	compound := n == size && (unicode.IsLetter(before) || unicode.IsDigit(before)) && unicode.IsLetter(after)
	if compound {
		l.at += n
		l.fresh = l.at
		return
	}
	text := rest[:n]
	if n == size {
		text = "-"
	}
	l.emit(mark, text, n)
}

// number reads digits, with commas before three digits, and an ordinal's
// ending.
func (l *lexer) number(rest string) {
	n := 0
	for n < len(rest) && (digits(rest[n:n+1]) == 1 || rest[n] == ',' && digits(rest[n+1:]) == 3 || rest[n] == '.' && digits(rest[n+1:]) > 0) {
		n++
	}
	if n == 0 { // a digit of another script
		_, n = utf8.DecodeRuneInString(rest)
		l.emit(word, rest[:n], n)
		return
	}
	if tail := letters(rest[n:]); ordinalEnd(tail) {
		l.emit(word, rest[:n+len(tail)], n+len(tail))
		return
	}
	l.emit(number, rest[:n], n)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func ordinalEnd(s string) bool {
	return s == "st" || s == "nd" || s == "rd" || s == "th"
}

func letters(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return s[:i]
		}
	}
	return s
}

// word reads letters, digits and apostrophes inside.
func (l *lexer) word(rest string) {
	n := 0
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if r == '\'' || r == '’' {
			after, _ := utf8.DecodeRuneInString(rest[n+size:])
			if !unicode.IsLetter(after) {
				break
			}
		} else if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '_' {
			break
		}
		n += size
	}
	l.emit(word, rest[:n], n)
}

// abbreviations are words whose full stops end no sentence, with the lower
// case that the grammar knows them by.
var abbreviations = sync.OnceValue(func() [][2]string { return pairList("abbreviations") })

// abbreviation reads an abbreviation with full stops, if one begins here.
func (l *lexer) abbreviation(rest string) bool {
	if !strings.Contains(rest[:min(len(rest), 8)], ".") {
		return false
	}
	for _, a := range abbreviations() {
		n := len(a[0])
		if len(rest) < n || !strings.EqualFold(rest[:n], a[0]) {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(rest[n:]); inWord(after) {
			continue
		}
		if next := strings.TrimLeft(rest[n:], " "); strings.HasSuffix(a[0], ".") && a[1] != "p.s." && a[1] != "p.p.s" && next != rest[n:] && next != "" && unicode.IsUpper(rune(next[0])) {
			continue // its full stop ends the sentence too
		}
		l.emit(word, rest[:n], n)
		last := &l.out[len(l.out)-1]
		last.low, last.lemma = a[1], lemmaOf(a[1])
		last.look()
		return true
	}
	return false
}
