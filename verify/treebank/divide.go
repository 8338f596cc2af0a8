package treebank

import (
	"slices"
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// isWhole reports true for most pieces that are one token.
func isWhole(piece string) bool {
	if len(piece) == 1 {
		return true
	}
	for i := range len(piece) {
		if piece[i] >= utf8.RuneSelf || !parity.IsWord(rune(piece[i])) {
			return false
		}
	}
	return len(piece) != len("gonna") && len(piece) != len("cannot") ||
		!slices.ContainsFunc(contractions, func(c contraction) bool {
			return piece[0]|0x20 == c.head[0] && strings.EqualFold(piece, c.head+c.tail)
		})
}

// divide cuts a piece between white space into its tokens: clitics, and the
// two words of a contraction.
func divide(piece string) []string {
	tail, clitic := "", ""
	if strings.Contains(piece, "'") {
		piece, tail = cutClitic(piece, "'s", "'S", "'m", "'M", "'d", "'D", "'")
		piece, clitic = cutClitic(piece, "'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T")
	}
	tokens := []string{piece}
	for _, c := range contractions {
		tokens = c.divide(tokens)
	}
	for _, token := range []string{clitic, tail} {
		if token != "" {
			tokens = append(tokens, token)
		}
	}
	return tokens
}

// cutClitic cuts off the clitic that ends a piece, if something other than an
// apostrophe stands before it.
func cutClitic(piece string, clitics ...string) (head, clitic string) {
	for _, c := range clitics {
		if head, ends := strings.CutSuffix(piece, c); ends && head != "" && !strings.HasSuffix(head, "'") {
			return head, c
		}
	}
	return piece, ""
}

// A contraction is two words that are written together, in any case of
// letters.
type contraction struct {
	head, tail string
	begins     bool // a token begins with it, else it begins where a word may
	ends       bool // a token ends with it, else it ends where a word may
}

// contractions are divided one after the other, which decides what becomes of
// two without a blank between them.
var contractions = []contraction{
	{head: "can", tail: "not"},
	{head: "d", tail: "'ye"},
	{head: "gim", tail: "me"},
	{head: "gon", tail: "na"},
	{head: "got", tail: "ta"},
	{head: "lem", tail: "me"},
	{head: "more", tail: "'n"},
	{head: "wan", tail: "na", ends: true},
	{head: "'t", tail: "is", begins: true},
	{head: "'t", tail: "was", begins: true},
}

// divide cuts each token before, within and behind the contraction wherever
// it stands.
func (c contraction) divide(tokens []string) []string {
	if !slices.ContainsFunc(tokens, func(token string) bool { start, _, _ := c.in(token); return start >= 0 }) {
		return tokens
	}
	var divided []string
	for _, token := range tokens {
		for start, middle, end := c.in(token); start >= 0; start, middle, end = c.in(token) {
			divided = append(divided, token[:start], token[start:middle], token[middle:end])
			if token = token[end:]; c.begins {
				break // what is left begins a token only from now on
			}
		}
		divided = append(divided, token)
	}
	return slices.DeleteFunc(divided, func(token string) bool { return token == "" })
}

// in finds the contraction in a token; start is negative if it is not there.
func (c contraction) in(token string) (start, middle, end int) {
	for start := range token {
		if token[start]|0x20 != c.head[0] {
			continue
		}
		middle = foldedPrefix(token, start, c.head)
		end = foldedPrefix(token, middle, c.tail)
		if end < 0 || !parity.WordBoundary(token, end) || c.ends && end < len(token) {
			continue
		}
		if start == 0 || !c.begins && parity.WordBoundary(token, start) {
			return start, middle, end
		}
	}
	return -1, -1, -1
}

// foldedPrefix returns where prefix, in lower case and ASCII, ends in s if it
// stands at byte from in any case; if not, or if from is negative, -1.
func foldedPrefix(s string, from int, prefix string) int {
	if from < 0 {
		return -1
	}
	for _, want := range prefix {
		r, size := utf8.DecodeRuneInString(s[from:])
		if size == 0 || parity.FoldRune(r) != want {
			return -1
		}
		from += size
	}
	return from
}
