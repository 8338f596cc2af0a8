package ifeval

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

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
