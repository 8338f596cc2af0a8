package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are an opening mark and what closes it: a word, or one of several
// characters.
type marks struct {
	kind   Kind
	open   string
	word   string
	anyOf  string
	snug   bool // no white space inside the marks, no letter right outside
	inLine bool // on one line only
}

// enclosures are tried in this order. People mix the shapes of one pair of
// quotation marks, so any double mark closes what another opened.
func enclosures() []marks {
	return []marks{
		{kind: Angled, open: "<<", word: ">>", inLine: true},
		{kind: Boxed, open: "[", word: "]", inLine: true},
		{kind: Quoted, open: `""`, word: `""`, inLine: true},
		{kind: Quoted, open: `"`, anyOf: `"“”`},
		{kind: Quoted, open: "“", anyOf: `”"`},
		{kind: Quoted, open: "”", anyOf: `”"`},
		{kind: Quoted, open: "«", anyOf: "»"},
		{kind: Quoted, open: "`", anyOf: "`", inLine: true},
		{kind: Quoted, open: "'", anyOf: "'’", snug: true, inLine: true},
		{kind: Quoted, open: "‘", anyOf: "’'", snug: true, inLine: true},
		{kind: Starred, open: "*", anyOf: "*", snug: true, inLine: true},
	}
}

// longestQuote bounds the search for a closing mark, in bytes.
const longestQuote = 400

// enclosed reads a text between marks, if one begins here.
func (l *lexer) enclosed(r rune) bool {
	if !strings.ContainsRune("<[\"“”«`'‘*", r) {
		return false
	}
	rest := l.src[l.at:]
	before, _ := utf8.DecodeLastRuneInString(l.src[:l.at])
	for _, m := range enclosures() {
		if !strings.HasPrefix(rest, m.open) || m.snug && l.at > 0 && (inWord(before) || before == '*') {
			continue
		}
		inner := rest[len(m.open):min(len(rest), longestQuote)]
		if text, size := m.close(inner); size > 0 {
			n := len(m.open) + len(text) + size
			if m.open == "«" || m.kind == Quoted && strings.ContainsFunc(text, inWord) { // French has spaces inside
				text = strings.TrimFunc(text, unseen)
			}
			l.emit(m.kind, text, n)
			return true
		}
	}
	return false
}

// unseen reports whether nothing is seen of a character at the end of a text: white space,
// a space without width, a soft hyphen.
func unseen(r rune) bool { return unicode.IsSpace(r) || Invisible(r) }

// Invisible reports whether a character has no width, and joins none.
func Invisible(r rune) bool { return r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '\u00ad' }

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// close returns the text up to the closing mark and the size of that mark, 0
// if nothing closes.
func (m *marks) close(inner string) (text string, size int) {
	if first, _ := utf8.DecodeRuneInString(inner); m.snug && (unicode.IsSpace(first) || m.kind == Starred && first == '*') {
		return "", 0
	}
	if m.word != "" {
		i := strings.Index(inner, m.word)
		if i <= 0 || m.inLine && strings.Contains(inner[:i], "\n") {
			return "", 0
		}
		return inner[:i], len(m.word)
	}
	before := ' '
	for i, r := range inner {
		if r == '\n' && m.inLine {
			break
		}
		if i > 0 && strings.ContainsRune(m.anyOf, r) {
			n := utf8.RuneLen(r)
			after, _ := utf8.DecodeRuneInString(inner[i+n:])
			if !m.snug || !inWord(after) && after != '*' && !unicode.IsSpace(before) {
				return inner[:i], n
			}
		}
		before = r
	}
	return "", 0
}
