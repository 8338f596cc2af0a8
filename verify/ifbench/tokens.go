package ifbench

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/parity"
	"adhere/verify/punkt"
)

// tokens are the words and marks of text as NLTK's word_tokenize cuts them:
// sentence by sentence, in the manner of the Penn Treebank, with clitics and
// punctuation apart.
func tokens(text string) []string { return tokensOf(punkt.Sentences(text)) }

func tokensOf(sentences []string) []string {
	var out []string
	for _, s := range sentences {
		out = append(out, sentenceTokens(s)...)
	}
	return out
}

// sentenceTokens cuts one sentence. The steps stand in an order on which
// their outcome depends: each sees the blanks that those before it put in.
func sentenceTokens(s string) []string {
	s = openQuotes(s)
	s = finalStop(s, `])}>"' `+"»”’", true)
	s = padPairs(s)
	s = padRuns(s, '.', 2)
	s = padASCII(s, ";@#$%&")
	s = finalStop(s, `])}>"'`, false)
	s = padASCII(s, "?!")
	s = splitApostrophes(s)
	s = padASCII(s, "*[](){}<>")
	s = strings.ReplaceAll(s, "--", " -- ")
	s = closeQuotes(" " + s + " ")
	return splitContractions(strings.Fields(s))
}

// padASCII puts blanks around each character of set.
func padASCII(s, set string) string {
	if !strings.ContainsAny(s, set) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) >= 0 {
			b.WriteByte(' ')
			b.WriteByte(s[i])
			b.WriteByte(' ')
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// padRuns puts blanks around each run of c that has the least length or more.
func padRuns(s string, c byte, least int) string {
	if !strings.Contains(s, strings.Repeat(string(c), least)) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && s[end] == c {
			end++
		}
		switch {
		case end-i >= least:
			b.WriteString(" " + s[i:end] + " ")
		case end == i:
			end++
			b.WriteString(s[i:end])
		default:
			b.WriteString(s[i:end])
		}
		i = end
	}
	return b.String()
}

// padPairs puts blanks around colons and commas unless a digit follows. A
// mark takes the character behind it with it, so the second of two is left.
func padPairs(s string) string {
	if !strings.ContainsAny(s, ":,") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		if s[i] != ':' && s[i] != ',' {
			b.WriteByte(s[i])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i+1:])
		switch last := size == 0 || i+1+size == len(s) && (r == ':' || r == ','); {
		case unicode.IsDigit(r):
			b.WriteByte(s[i])
			i++
		case size == 0:
			b.WriteString(" " + s[i:] + " ")
			i++
		case last:
			b.WriteString(" " + s[i:i+1] + "  " + s[i+1:] + " ")
			i = len(s)
		default:
			b.WriteString(" " + s[i:i+1] + " " + s[i+1:i+1+size])
			i += 1 + size
		}
	}
	return b.String()
}

// finalStop puts blanks around a single full stop at the end of s, behind
// which only closing marks and white space may stand. With apart the closing
// marks are set apart from it.
func finalStop(s, closing string, apart bool) string {
	dot := strings.LastIndexByte(s, '.')
	if dot < 1 || s[dot-1] == '.' {
		return s
	}
	rest := strings.TrimLeft(s[dot+1:], closing)
	if !parity.Blank(rest) {
		return s
	}
	closed := s[dot+1 : len(s)-len(rest)]
	if apart {
		return s[:dot] + " . " + closed + " "
	}
	return s[:dot] + " ." + closed + " "
}

// splitApostrophes sets an apostrophe before a blank apart from the character
// before it.
func splitApostrophes(s string) string {
	if !strings.Contains(s, "' ") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		_, size := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[i : i+size])
		if s[i] != '\'' && strings.HasPrefix(s[i+size:], "' ") {
			b.WriteString(" ' ")
			size += 2
		}
		i += size
	}
	return b.String()
}
