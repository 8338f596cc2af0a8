package followbench

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/parity"
)

// split returns the sentences: the pieces between any of the marks that are
// not empty. White space alone is a sentence too.
func split(s, marks string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(marks, r) })
}

// sentence returns number n, from 1.
func sentence(s, marks string, n int) (string, bool) {
	list := split(s, marks)
	if n > len(list) {
		return "", false
	}
	return list[n-1], true
}

// follows returns the pairs of a word and what comes after the white space
// behind it; a word is a run of word characters. What comes after is empty if
// no word does, or none after white space alone.
func follows(s string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		notWord := func(r rune) bool { return !parity.IsWord(r) }
		for s != "" {
			if s = strings.TrimLeftFunc(s, notWord); s == "" {
				return
			}
			word, rest := cut(s, notWord)
			next := strings.TrimLeftFunc(rest, parity.IsSpace)
			after := ""
			if len(next) < len(rest) {
				after, _ = cut(next, notWord)
			}
			if !yield(word, after) {
				return
			}
			s = rest
		}
	}
}

// cut splits s before the first character that ends it.
func cut(s string, ends func(rune) bool) (head, tail string) {
	if i := strings.IndexFunc(s, ends); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// prose splits s at each white space character after a full stop or a
// question mark, unless the stop belongs to an abbreviation: a word
// character, a stop, a word character and any character before it ("e.g."),
// or a capital and a small letter of A to z and a stop ("Mr.").
func prose(s string) []string {
	var list []string
	var last [4]rune // the characters before the one at hand, the nearest last
	start, seen := 0, 0
	for i, r := range s {
		if parity.IsSpace(r) && (last[3] == '.' || last[3] == '?') && !abbreviated(last, seen) {
			list = append(list, s[start:i])
			start = i + utf8.RuneLen(r)
		}
		last = [4]rune{last[1], last[2], last[3], r}
		seen++
	}
	return append(list, s[start:])
}

func abbreviated(last [4]rune, seen int) bool {
	if seen >= 4 && parity.IsWord(last[0]) && last[1] == '.' && parity.IsWord(last[2]) {
		return true
	}
	return seen >= 3 && last[1] >= 'A' && last[1] <= 'Z' && last[2] >= 'a' && last[2] <= 'z' && last[3] == '.'
}

// isPunctuation reports whether r is one of the 32 of ASCII.
func isPunctuation(r rune) bool {
	return r > ' ' && r < 0x7f && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
