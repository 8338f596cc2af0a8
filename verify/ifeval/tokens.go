package ifeval

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/parity"
)

// countCapitalTokens counts the words in capitals of a sentence, as NLTK 3.9
// cuts it (nltk.word_tokenize): in the manner of the Penn Treebank, with
// punctuation, quotation marks and clitics as words of their own. The steps
// follow its order, since each sees what the ones before have made of the
// sentence; those that can only change white space are left out.
func countCapitalTokens(sentence string) int {
	if !mayHoldCapitals(sentence) {
		return 0
	}
	s := openingQuotes(sentence)
	s = finalStop(s)
	s = colonsAndCommas(s)
	s = padDots(s)
	s = padEach(s, ";@#$%&?!")
	s = loneApostrophes(s)
	s = padEach(s, "*][(){}<>")
	s = strings.ReplaceAll(s, "--", " -- ")
	s = closingQuotes(" " + s + " ")
	s = clitics(s)
	s = contractions(s)
	n := 0
	for word := range strings.FieldsFuncSeq(s, parity.IsSpace) {
		if parity.IsUpper(word) {
			n++
		}
	}
	return n
}

// mayHoldCapitals reports false for most sentences without a word in
// capitals, which need not be cut. Words are parted inside a run of letters
// only at apostrophes, and where two halves of two letters or more are known.
func mayHoldCapitals(s string) bool {
	uppers, lowers := 0, 0
	found := func() bool { return uppers > 0 && lowers == 0 || uppers > 1 }
	for _, r := range s {
		switch {
		case r == '\'':
			return true
		case parity.Upper(r):
			uppers++
		case parity.LowerCase(r) || r >= utf8.RuneSelf && unicode.IsTitle(r):
			lowers++
		case !parity.IsWord(r):
			if found() {
				return true
			}
			uppers, lowers = 0, 0
		}
	}
	return found()
}

// padEach puts a space on both sides of each of the characters.
func padEach(s, chars string) string {
	at := strings.IndexAny(s, chars)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for ; at >= 0; at = strings.IndexAny(s, chars) {
		_, size := utf8.DecodeRuneInString(s[at:])
		b.WriteString(s[:at])
		b.WriteByte(' ')
		b.WriteString(s[at : at+size])
		b.WriteByte(' ')
		s = s[at+size:]
	}
	b.WriteString(s)
	return b.String()
}

// padQuotes is padEach for characters beyond ASCII.
func padQuotes(s, quotes string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return padEach(s, quotes)
		}
	}
	return s
}

// finalStop sets off the full stop that ends the sentence, with brackets and
// quotation marks after it.
func finalStop(s string) string {
	at := strings.LastIndexByte(s, '.')
	if at <= 0 || s[at-1] == '.' {
		return s
	}
	after := s[at+1:]
	tail := strings.TrimLeftFunc(after, func(r rune) bool { return strings.ContainsRune(`])}>"'»”’ `, r) })
	if !parity.Blank(tail) {
		return s
	}
	return s[:at] + " . " + after[:len(after)-len(tail)] + " "
}

// colonsAndCommas sets off a colon or comma unless a digit follows. What
// follows is taken with it, so that of two in a row only the first is.
func colonsAndCommas(s string) string {
	if !strings.ContainsAny(s, ":,") {
		return s
	}
	var b strings.Builder
	for s != "" {
		at := strings.IndexAny(s, ":,")
		if at < 0 {
			break
		}
		r, size := utf8.DecodeRuneInString(s[at+1:])
		if size > 0 && unicode.IsDigit(r) {
			b.WriteString(s[:at+1])
			s = s[at+1:]
			continue
		}
		b.WriteString(s[:at] + " " + s[at:at+1] + " " + s[at+1:at+1+size])
		s = s[at+1+size:]
	}
	b.WriteString(s)
	return b.String()
}

// padDots puts a space on both sides of two or more full stops.
func padDots(s string) string {
	if !strings.Contains(s, "..") {
		return s
	}
	var b strings.Builder
	for {
		at := strings.Index(s, "..")
		if at < 0 {
			break
		}
		run := len(s[at:]) - len(strings.TrimLeft(s[at:], "."))
		b.WriteString(s[:at] + " " + s[at:at+run] + " ")
		s = s[at+run:]
	}
	b.WriteString(s)
	return b.String()
}
