// Package parity holds the reading of characters and words that official
// evaluators count by. They are Python programs, so white space, word
// characters, case and lower-casing follow Python's strings and regular
// expressions, which differ from Go's in small ways that change verdicts.
// Bytes that are no UTF-8 are read as U+FFFD, one each.
package parity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsSpace reports whether Python's str.split, str.strip and \s take r for
// white space: Unicode's white space and the four ASCII separators.
func IsSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r' || 0x1c <= r && r <= 0x1f
	}
	return unicode.IsSpace(r)
}

// IsLineBreak reports whether str.splitlines ends a line at r.
func IsLineBreak(r rune) bool {
	return '\n' <= r && r <= '\r' || 0x1c <= r && r <= 0x1e || r == 0x85 || r == 0x2028 || r == 0x2029
}

// IsWord reports whether \w matches r: letters, numbers of every kind and
// the underscore.
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiWord[r]
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

var asciiWord = func() (t [utf8.RuneSelf]bool) {
	for r := range t {
		c := byte(r)
		t[r] = c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
	}
	return t
}()

// TrimSpace is str.strip without arguments.
func TrimSpace(s string) string { return TrimRight(strings.TrimLeftFunc(s, IsSpace)) }

// TrimRight is str.rstrip without arguments.
func TrimRight(s string) string { return strings.TrimRightFunc(s, IsSpace) }

// Blank reports whether s is empty or white space only.
func Blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !IsSpace(r) }) < 0
}

// FirstField returns the first element of str.split(), "" if there is none.
func FirstField(s string) string {
	s = strings.TrimLeftFunc(s, IsSpace)
	if end := strings.IndexFunc(s, IsSpace); end >= 0 {
		return s[:end]
	}
	return s
}

// Fields returns the pieces between runs of white space.
func Fields(s string) []string { return strings.FieldsFunc(s, IsSpace) }

// Words returns the matches of \w+.
func Words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !IsWord(r) })
}

// CountWords counts the matches of \w+.
func CountWords(s string) int {
	n, inside := 0, 0 // numbers, since no processor guesses where words end
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		word := 0
		if IsWord(r) {
			word = 1
		}
		n += word &^ inside
		inside = word
		i += size
	}
	return n
}

// WordBoundary reports whether \b matches in s before byte i.
func WordBoundary(s string, i int) bool {
	before, after := false, false
	if i > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:i])
		before = IsWord(r)
	}
	if i < len(s) {
		r, _ := utf8.DecodeRuneInString(s[i:])
		after = IsWord(r)
	}
	return before != after
}

// HasWord reports whether word stands in s with \b matching at both its ends.
func HasWord(s, word string) bool {
	for from := 0; ; {
		at := strings.Index(s[from:], word)
		if at < 0 {
			return false
		}
		at += from
		if WordBoundary(s, at) && WordBoundary(s, at+len(word)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		from = at + size
	}
}
