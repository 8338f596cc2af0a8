package ifbench

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are the 32 punctuation characters of ASCII.
const marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// edge is what is stripped from words: punctuation and blanks, but no other
// white space.
const edge = marks + " "

func isMark(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

// bare returns s without ASCII punctuation.
func bare(s string) string {
	if !strings.ContainsAny(s, marks) {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		if !isMark(s[i]) {
			out = append(out, s[i])
		}
	}
	return string(out)
}

func digits(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// after returns s without its first character.
func after(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[size:]
}
