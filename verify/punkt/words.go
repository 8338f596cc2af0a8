package punkt

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// firstWord cuts the first word off a line that does not start with white
// space. Words keep their full stops; dashes and dots in a row are words.
func firstWord(s string) (word, rest string) {
	if n := run(s); n > 0 {
		return s[:n], s[n:]
	}
	_, n := utf8.DecodeRuneInString(s)
	if strings.IndexByte("(\"`{[:;&#*@)}]-,", s[0]) >= 0 {
		return s[:n], s[n:]
	}
	for !wordEnd(s[n:]) {
		_, size := utf8.DecodeRuneInString(s[n:])
		n += size
	}
	return s[:n], s[n:]
}

// wordEnd reports whether a word ends before s.
func wordEnd(s string) bool {
	if stop(s) {
		return true
	}
	return s[0] == ',' && stop(s[1:])
}

func stop(s string) bool {
	if s == "" || nonWord(s[0]) || run(s) > 0 {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s)
	return parity.IsSpace(r)
}

// run returns the length of a dash or an ellipsis at the start of s: two or
// more hyphens, two or more full stops, or three or more full stops with one
// white space between each.
func run(s string) int {
	if len(s) < 2 || s[0] != '-' && s[0] != '.' {
		return 0
	}
	if s[1] == s[0] {
		n := 2
		for n < len(s) && s[n] == s[0] {
			n++
		}
		return n
	}
	if s[0] == '-' {
		return 0
	}
	return spaced(s)
}

// spaced measures full stops with one white space between each.
func spaced(s string) int {
	end, dots := 0, 0
	for i := 0; i < len(s) && s[i] == '.'; {
		dots++
		end = i + 1
		if end == len(s) {
			break
		}
		r, size := utf8.DecodeRuneInString(s[end:])
		if !parity.IsSpace(r) {
			break
		}
		i = end + size
	}
	if dots < 3 {
		return 0
	}
	return end
}
