package algebra

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
)

// doubtfulEnds are conventions by which fewer marks end a sentence, or more: all
// that may, and a quarter, half and three quarters of them from the start, so that
// up to four are told apart.
func doubtfulEnds() (out []*convention) {
	for _, quarters := range []int{4, 1, 2, 3} { // where all are changed, nothing is left for the others
		out = append(out, &convention{name: "with fewer ends of sentences", named: sentencesNamed, apply: func(s string) string {
			return withEnds(s, noEnd, quarters, func(string) string { return "" })
		}})
	}
	for _, quarters := range []int{4, 1, 2, 3} {
		out = append(out, &convention{name: "with more ends of sentences", named: sentencesNamed, apply: func(s string) string {
			return withEnds(s, perhapsEnd, quarters, func(mark string) string { return mark[:len(mark)-1] + "。" })
		}})
	}
	return out
}

// A mark is a run of marks that may end a sentence.
type mark struct {
	text, word string // the marks, and what stands before them back to white space or a bracket
	before     string // all that stands before the word
	behind     string // all that follows
	next       rune   // the first character behind white space; 0 at the end
	apart      bool   // there is white space before it
}

// ofItem reports whether a mark stands behind the number of a list item.
func (m *mark) ofItem() bool {
	line := m.before[strings.LastIndexByte(m.before, '\n')+1:]
	return m.word != "" && strings.Trim(m.word, "0123456789") == "" && strings.Trim(line, blanks) == ""
}

// noEnd reports whether a mark is no certain end: before a small letter, with !, ?
// or Chinese marks before a closing quotation mark, in an ellipsis, between a short
// number or a word and a number, and behind up to four letters that begin with a
// capital, which may be short for a title or a name, and one letter beside another
// ("z. B.").
func noEnd(m *mark) bool {
	closing, size := utf8.DecodeRuneInString(m.behind)
	beyond, gap := nextIn(strings.TrimLeft(m.behind, closers+blanks))
	switch {
	case unicode.IsLower(beyond) && strings.ContainsAny(m.behind[:len(m.behind)-len(gap)], blanks),
		strings.Trim(m.text, "!?") == "" && strings.ContainsRune("\"”»“", closing) && opensWord(m.behind[size:]),
		strings.ContainsAny(m.text, "。！？") && strings.ContainsRune("”」』", closing):
		return true
	case !m.apart || !unicode.IsLetter(m.next) && !unicode.IsDigit(m.next), opener.MatchString(m.behind):
		return false
	case strings.HasSuffix(m.text, "...") || strings.HasSuffix(m.text, "…"):
		return unicode.IsLetter(m.next)
	case m.text != "." || m.word == "":
		return false
	case utf8.RuneCountInString(m.word) == 1 && (initialBehind.MatchString(m.behind) || initialBefore.MatchString(m.before)):
		return true
	case strings.Trim(m.word, "0123456789") == "":
		return len(m.word) < 3 && unicode.IsLetter(m.next)
	case unicode.IsDigit(m.next):
		last, _ := utf8.DecodeLastRuneInString(m.word)
		return unicode.IsLetter(last)
	}
	return unicode.IsUpper(firstRune(m.word)) && utf8.RuneCountInString(m.word) <= 4 && allOf(m.word, unicode.IsLetter) && unicode.IsUpper(m.next)
}

// opener begins a sentence, and stands behind no abbreviation.
var opener = lazyregexp.New(`^\s+(?:He|She|It|We|They|You|The|This|That|These|Those|There|My|Our|Your|His|Her|Their|But|And|So|Then|Er|Sie|Es|Wir)\b`)

// A letter with a full stop, behind and before another.
var (
	initialBehind = lazyregexp.New(`^[ \x{a0}\x{202f}]\pL\.`)
	initialBefore = lazyregexp.New(`(?:^|[\s(])\pL\.[ \x{a0}\x{202f}]$`)
)

// perhapsEnd reports whether a mark may be an end although it is not taken for one:
// before a small letter, and before a capital behind one letter ("vitamin A."), two
// with a full stop between them ("5 p.m.") and a word in small letters, which in
// other languages need be short for nothing.
func perhapsEnd(m *mark) bool {
	if behind := strings.TrimLeft(m.behind, closers); strings.Trim(m.text, ".!?") == "" && opensWord(behind) {
		if next, _ := nextIn(behind); unicode.IsLower(next) {
			return true
		}
	}
	if m.text != "." || !m.apart || !unicode.IsUpper(m.next) {
		return false
	}
	initials := strings.Split(m.word, ".")
	single := len(initials) <= 2 && !slices.ContainsFunc(initials, func(s string) bool { return utf8.RuneCountInString(s) != 1 || !allOf(s, unicode.IsLetter) })
	return single || m.word != "" && allOf(m.word, unicode.IsLower)
}

// marksEnd reports whether a character may end a sentence.
func marksEnd(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '。', '！', '？':
		return true
	}
	return false
}

const (
	closers = "\"”’»“)"
	blanks  = " \t\n\r\f\v"
)

func allOf(s string, kind func(rune) bool) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !kind(r) })
}

// nextIn returns the first character of a text behind dashes and white space, and the
// text from there.
func nextIn(s string) (rune, string) {
	s = strings.TrimLeft(strings.TrimLeft(s, blanks), "–—-")
	s = strings.TrimLeft(s, blanks)
	return firstRune(s), s
}

// opensWord reports whether white space and a letter follow.
func opensWord(s string) bool {
	rest := strings.TrimLeft(s, blanks)
	return len(rest) < len(s) && unicode.IsLetter(firstRune(rest))
}

// withEnds changes the first marks that may or may not end a sentence, as many
// quarters of all. It returns the text as it is where more or fewer quarters are as
// many marks.
func withEnds(s string, is func(*mark) bool, quarters int, change func(mark string) string) string {
	places := marksOf(s, is)
	n, less := (len(places)*quarters+3)/4, (len(places)*(quarters-1)+3)/4
	if n == 0 || quarters < 4 && (n == less || n == len(places)) {
		return s
	}
	var out strings.Builder
	done := 0
	for _, m := range places[:n] {
		out.WriteString(s[done:m[0]] + change(s[m[0]:m[1]]))
		done = m[1]
	}
	return out.String() + s[done:]
}

// marksOf finds the runs of marks that are such ends.
func marksOf(s string, is func(*mark) bool) (places [][2]int) {
	for at := 0; ; {
		i := strings.IndexFunc(s[at:], marksEnd)
		if i < 0 {
			return places
		}
		from := at + i
		_, size := utf8.DecodeRuneInString(s[from:])
		at = len(s) - len(strings.TrimLeft(s[from+size:], ".!?…"))
		word := s[strings.LastIndexAny(s[:from], blanks+"(")+1 : from]
		rest := strings.TrimLeft(s[at:], blanks)
		m := mark{s[from:at], word, s[:from-len(word)], s[at:], firstRune(rest), len(rest) < len(s)-at}
		if !m.ofItem() && is(&m) {
			places = append(places, [2]int{from, at})
		}
	}
}

// firstRune returns the first character, and 0 of nothing.
func firstRune(s string) rune {
	if s == "" {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
