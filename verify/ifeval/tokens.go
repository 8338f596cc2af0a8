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

// openingQuotes sets off quotation marks that open, and an apostrophe before
// a single letter that is no clitic.
func openingQuotes(s string) string {
	s = padBackticks(padQuotes(s, "«“‘„"))
	if strings.HasPrefix(s, `"`) {
		s = "``" + s[1:]
	}
	s = strings.ReplaceAll(s, "``", " `` ")
	if strings.Contains(s, `"`) || strings.Contains(s, "''") {
		s = quotesAfterBrackets(s)
	}
	if strings.Contains(s, "'") {
		s = letterAfterApostrophe(s)
	}
	return s
}

func padBackticks(s string) string {
	if !strings.Contains(s, "`") {
		return s
	}
	var b strings.Builder
	for s != "" {
		at := strings.IndexByte(s, '`')
		if at < 0 {
			break
		}
		run := len(s[at:]) - len(strings.TrimLeft(s[at:], "`"))
		b.WriteString(s[:at] + " " + s[at:at+run] + " ")
		s = s[at+run:]
	}
	b.WriteString(s)
	return b.String()
}

// quotesAfterBrackets turns a quotation mark after a space or an opening
// bracket into an opening one.
func quotesAfterBrackets(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if strings.IndexByte(" ([{<", s[i]) < 0 {
			continue
		}
		switch rest := s[i+1:]; {
		case strings.HasPrefix(rest, `"`):
			b.WriteString(" `` ")
			i++
		case strings.HasPrefix(rest, "''"):
			b.WriteString(" `` ")
			i += 2
		}
	}
	return b.String()
}

// letterAfterApostrophe puts a space between an apostrophe and a single
// character of a word, except the clitics m, t, s, d and n.
func letterAfterApostrophe(s string) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(s, '\'')
		if at < 0 {
			break
		}
		b.WriteString(s[:at+1])
		s = s[at+1:]
		r, size := utf8.DecodeRuneInString(s)
		if size > 0 && parity.IsWord(r) && parity.WordBoundary(s, size) && !strings.ContainsRune("mtsdn", parity.FoldRune(r)) {
			b.WriteString(" " + s[:size])
			s = s[size:]
		}
	}
	b.WriteString(s)
	return b.String()
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
	if strings.IndexAny(s, ":,") < 0 {
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

// loneApostrophes sets off an apostrophe before a space.
func loneApostrophes(s string) string {
	var b strings.Builder
	from := 0
	for i := 1; i+1 < len(s); i++ {
		if s[i] == '\'' && s[i+1] == ' ' && s[i-1] != '\'' && i-1 >= from {
			b.WriteString(s[from:i] + " ' ")
			from = i + 2
			i++
		}
	}
	b.WriteString(s[from:])
	return b.String()
}

// closingQuotes sets off all other quotation marks and makes white space
// single.
func closingQuotes(s string) string {
	s = padQuotes(s, "»”’")
	s = strings.ReplaceAll(s, "''", " '' ")
	s = strings.ReplaceAll(s, `"`, " '' ")
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		if !parity.IsSpace(r) {
			b.WriteRune(r)
		} else if !space {
			b.WriteByte(' ')
		}
		space = parity.IsSpace(r)
	}
	return b.String()
}

// clitics parts "'s", "'ll", "n't" and their like from the word before.
func clitics(s string) string {
	if !strings.Contains(s, "'") {
		return s
	}
	s = partBefore(s, "'s", "'S", "'m", "'M", "'d", "'D", "'")
	return partBefore(s, "'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T")
}

// partBefore puts a space before the first of the endings that stands before
// a space and after neither an apostrophe nor a space.
func partBefore(s string, endings ...string) string {
	var b strings.Builder
	from := 0
	for i := 1; i < len(s); i++ {
		if c := s[i]; c != '\'' && c != 'n' && c != 'N' || s[i-1] == '\'' || s[i-1] == ' ' || i-1 < from {
			continue
		}
		for _, e := range endings {
			if strings.HasPrefix(s[i:], e) && strings.HasPrefix(s[i+len(e):], " ") {
				b.WriteString(s[from:i] + " " + e + " ")
				from = i + len(e) + 1
				i = from
				break
			}
		}
	}
	b.WriteString(s[from:])
	return b.String()
}

// contractions parts "cannot" into "can not", and its like, in any case.
func contractions(s string) string {
	for _, c := range []struct{ first, second string }{
		{"can", "not"}, {"d", "'ye"}, {"gim", "me"}, {"gon", "na"}, {"got", "ta"}, {"lem", "me"}, {"more", "'n"}, {"wan", "na"},
	} {
		s = part(s, c.first, c.second, func(s string, start, end int) bool {
			if c.first == "wan" {
				return parity.WordBoundary(s, start) && one(s[end:], parity.IsSpace) > 0
			}
			return parity.WordBoundary(s, start) && parity.WordBoundary(s, end)
		})
	}
	for _, second := range []string{"is", "was"} {
		s = part(s, "'t", second, func(s string, start, end int) bool {
			return start > 0 && s[start-1] == ' ' && parity.WordBoundary(s, end)
		})
	}
	return s
}

// part puts spaces around and between first and second where they stand
// together and fits agrees.
func part(s, first, second string, fits func(s string, start, end int) bool) string {
	whole := first + second
	var b strings.Builder
	from := 0
	for i := 0; i+len(whole) <= len(s); i++ {
		end := i + len(whole)
		if s[i]|0x20 != first[0]|0x20 || !strings.EqualFold(s[i:end], whole) || !fits(s, i, end) {
			continue
		}
		b.WriteString(s[from:i] + " " + s[i:i+len(first)] + " " + s[i+len(first):end] + " ")
		from = end
		i = end - 1
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}
