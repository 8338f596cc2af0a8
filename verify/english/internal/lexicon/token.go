package lexicon

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Kind says what a token is.
type Kind uint8

// The kinds.
const (
	Word    Kind = iota // letters, with digits inside or behind: "paragraph", "p3"
	Number              // digits: "300", "1,000"
	Quoted              // text between quotation marks of any shape
	Angled              // <<text>>
	Boxed               // [text]
	Starred             // *text*
	Mark                // anything else, one run of one character: "***", ",", "+"
)

// A Token is a piece of a requirement. Hyphens between letters separate words
// and are not kept; those between numbers are.
type Token struct {
	Kind       Kind
	Text       string // as written; what is between the marks for quoted, angled, boxed and starred
	Low        string // lower case, contractions written out
	Lemma      string // the form that the grammar knows
	Start, End int    // bytes in the source
	Glued      bool   // no white space before it

	phrases []Lexeme // of the lexicon that begin with low
	forms   []Lexeme // that begin with lemma, if that is another word
	Class   Entries  // what the lexicon knows of the word
}

// Tokenize cuts s. The tokens cover all of it but white space, hyphens
// between letters, and the marks around quoted text.
func Tokenize(s string) []Token {
	l := lexer{src: s, out: make([]Token, 0, len(s)/bytesPerToken+1)}
	for l.at < len(s) {
		l.next()
	}
	return shortened(names(l.out, s))
}

// shortness are words for how short a text is to be.
var shortness = WordSet(`short shorter brief concise succinct compact crisp tight snappy terse tweet sms`)

// shortened puts "at most" before a bare length in brackets that says how short a
// text is to be: "concise (100 words)".
func shortened(tokens []Token) []Token {
	short := false
	for i := 0; i+2 < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.Kind == Mark && strings.ContainsAny(t.Text, ".!?"):
			short = false
		case shortness()[t.Low]:
			short = true
		case short && t.Text == "(" && tokens[i+1].Kind == Number && IsMeasure(&tokens[i+2]):
			limit := []Token{{Kind: Word, Text: "at", Low: "at", Lemma: "at"}, {Kind: Word, Text: "most", Low: "most", Lemma: "most"}}
			for j := range limit {
				limit[j].Start, limit[j].End = tokens[i+1].Start, tokens[i+1].Start
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
	out   []Token
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
	case IsDash(r):
		l.dash(r, size)
	default:
		n := len(rest) - len(strings.TrimLeft(rest, string(r)))
		l.emit(Mark, rest[:n], n)
	}
}

// emit adds a token that covers the next n bytes.
func (l *lexer) emit(k Kind, text string, n int) {
	low := strings.ToLower(text)
	t := Token{Kind: k, Text: text, Low: low, Lemma: low, Start: l.at, End: l.at + n, Glued: l.at == l.fresh}
	l.at += n
	l.fresh = l.at
	if k == Mark && (low[0] == '!' || low[0] == '?') {
		t.Low, t.Lemma = low[:1], low[:1] // however loud
	}
	if k != Word {
		l.add(t)
		return
	}
	first, second := spellOut(low)
	t.Low, t.Lemma = first, lemmaOf(first)
	l.add(t)
	if second != "" {
		t.Low, t.Lemma = second, lemmaOf(second)
		l.add(t)
	}
}

func (l *lexer) add(t Token) {
	t.look()
	l.out = append(l.out, t)
}

// Joined reports whether a token is of a script that is written without spaces.
func (t *Token) Joined() bool {
	r, _ := utf8.DecodeRuneInString(t.Text)
	return t.Kind == Word && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
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
	l.emit(Quoted, text, len(text))
	return true
}

// IsDash reports whether a character is a hyphen or a dash.
func IsDash(r rune) bool { return r == '-' || r >= '‐' && r <= '―' }

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
	l.emit(Mark, text, n)
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
		l.emit(Word, rest[:n], n)
		return
	}
	if tail := letters(rest[n:]); ordinalEnd(tail) {
		l.emit(Word, rest[:n+len(tail)], n+len(tail))
		return
	}
	l.emit(Number, rest[:n], n)
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
	l.emit(Word, rest[:n], n)
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
		l.emit(Word, rest[:n], n)
		last := &l.out[len(l.out)-1]
		last.Low, last.Lemma = a[1], lemmaOf(a[1])
		last.look()
		return true
	}
	return false
}

// Separates reports whether a mark stands between clauses.
func Separates(t *Token) bool {
	if t.Text == "-" && t.Glued && t.Start > 0 {
		return false
	}
	return t.Kind == Mark && t.Text != "***" && strings.ContainsAny(t.Text, ",;:.!?-–—()…+*")
}

// Numeral reports whether a number may begin with the token.
func (t *Token) Numeral() bool {
	_, ok := NumberWords()[t.Low]
	return t.Kind == Number || t.Kind == Word && ok
}

// Says reports whether one of the words stands among the tokens.
func Says(tokens []Token, words ...string) bool {
	for i := range tokens {
		for _, w := range words {
			if tokens[i].Kind == Word && tokens[i].Low == w {
				return true
			}
		}
	}
	return false
}
