package treebank

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// openQuotes sets apart quotation marks that open, the straight ones of them
// as two backquotes, and an apostrophe before a single letter.
func openQuotes(s string) string {
	s = padRuns(padCurly(s, "«“‘„"), '`', 1)
	if strings.HasPrefix(s, `"`) {
		s = "``" + s[1:]
	}
	s = strings.ReplaceAll(s, "``", " `` ")
	if strings.Contains(s, `"`) || strings.Contains(s, "''") {
		s = quotesBehindBrackets(s)
	}
	if strings.Contains(s, "'") {
		s = apostropheAndLetter(s)
	}
	return s
}

// closeQuotes sets apart all other quotation marks, the straight ones as two
// apostrophes.
func closeQuotes(s string) string {
	s = padCurly(s, "»”’")
	s = strings.ReplaceAll(s, "''", " '' ")
	return strings.ReplaceAll(s, `"`, " '' ")
}

// padCurly is padEach for marks beyond ASCII, which most sentences lack.
func padCurly(s, marks string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return padEach(s, marks)
		}
	}
	return s
}

// quotesBehindBrackets turns a double mark, or two single ones, behind a
// blank or an opening bracket into backquotes.
func quotesBehindBrackets(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
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

// apostropheAndLetter sets an apostrophe apart from the single character of
// a word behind it, unless the two may be a clitic: 'm, 't, 's, 'd, 'n.
func apostropheAndLetter(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
	for {
		at := strings.IndexByte(s, '\'')
		if at < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:at+1])
		s = s[at+1:]
		r, size := utf8.DecodeRuneInString(s)
		if size > 0 && parity.IsWord(r) && parity.WordBoundary(s, size) && !strings.ContainsRune("mtsdn", parity.FoldRune(r)) {
			b.WriteByte(' ')
			b.WriteString(s[:size])
			s = s[size:]
		}
	}
}
