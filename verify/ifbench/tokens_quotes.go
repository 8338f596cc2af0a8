package ifbench

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// openQuotes sets opening quotation marks apart; straight ones that open
// become two backquotes.
func openQuotes(s string) string {
	s = padRunes(s, "«“‘„")
	s = padRuns(s, '`', 1)
	if strings.HasPrefix(s, `"`) {
		s = "``" + s[1:]
	}
	s = strings.ReplaceAll(s, "``", " `` ")
	s = openStraight(s)
	return openSingle(s)
}

// padRunes puts blanks around each character of set, none of which is ASCII.
func padRunes(s, set string) string {
	if !strings.ContainsAny(s, set) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r >= utf8.RuneSelf && strings.ContainsRune(set, r) {
			b.WriteString(" " + s[i:i+size] + " ")
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// openStraight turns a double mark, or two single ones, behind a blank or an
// opening bracket into backquotes.
func openStraight(s string) string {
	if !strings.Contains(s, `"`) && !strings.Contains(s, "''") {
		return s
	}
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

// openSingle sets an apostrophe apart from a single letter behind it, unless
// the letter makes a clitic: 's, 'm, 't, 'd, 'n.
func openSingle(s string) string {
	if strings.IndexByte(s, '\'') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if s[i] != '\'' {
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i+1:])
		if size == 0 || !parity.IsWord(r) || strings.ContainsRune("mtsdn", parity.FoldRune(r)) {
			continue
		}
		if next, n := utf8.DecodeRuneInString(s[i+1+size:]); n == 0 || !parity.IsWord(next) {
			b.WriteString(" " + s[i+1:i+1+size])
			i += size
		}
	}
	return b.String()
}

// closeQuotes sets closing quotation marks and clitics apart and turns all
// white space into single blanks.
func closeQuotes(s string) string {
	s = padRunes(s, "»”’")
	s = strings.ReplaceAll(s, "''", " '' ")
	s = strings.ReplaceAll(s, `"`, " '' ")
	s = " " + strings.Join(fields(s), " ") + " "
	if strings.IndexByte(s, '\'') < 0 {
		return s
	}
	s = splitClitics(s, "'s", "'S", "'m", "'M", "'d", "'D", "'")
	return splitClitics(s, "'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T")
}

// splitClitics puts a blank before a clitic that ends a word; before it must
// stand neither a blank nor an apostrophe.
func splitClitics(s string, clitics ...string) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		_, size := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[i : i+size])
		if c := s[i]; c != ' ' && c != '\'' {
			if clitic := cliticAt(s[i+size:], clitics); clitic != "" {
				b.WriteString(" " + clitic + " ")
				size += len(clitic) + 1
			}
		}
		i += size
	}
	return b.String()
}

func cliticAt(s string, clitics []string) string {
	if s == "" || s[0] != '\'' && s[0] != 'n' && s[0] != 'N' {
		return ""
	}
	for _, c := range clitics {
		if len(s) > len(c) && s[len(c)] == ' ' && s[:len(c)] == c {
			return c
		}
	}
	return ""
}

// contractions are words that are written together, in lower case and cut
// where they are divided. One that ends a text stays whole if it must be
// followed by white space.
var contractions = []struct{ head, tail string }{
	{"can", "not"}, {"d", "'ye"}, {"gim", "me"}, {"gon", "na"}, {"got", "ta"}, {"lem", "me"}, {"more", "'n"}, {"wan", "na"},
}

// splitContractions divides "cannot", "gonna", "'tis" and their like.
func splitContractions(words []string) []string {
	for _, c := range contractions {
		words = divide(words, c.head, c.tail)
	}
	words = divide(words, "'t", "is")
	return divide(words, "'t", "was")
}

// divide cuts each occurrence of head and tail with word boundaries at both
// ends into two tokens, and from what stands around it.
func divide(words []string, head, tail string) []string {
	whole := head + tail
	n := 0
	for _, w := range words {
		if len(w) >= len(whole) && contractionAt(w, whole) >= 0 {
			n++
		}
	}
	if n == 0 {
		return words
	}
	out := make([]string, 0, len(words)+2*n)
	for _, w := range words {
		for at := contractionAt(w, whole); at >= 0; at = contractionAt(w, whole) {
			if at > 0 {
				out = append(out, w[:at])
			}
			cut := at + len(head)
			out = append(out, w[at:cut], w[cut:at+len(whole)])
			if w = w[at+len(whole):]; head[0] == '\'' {
				break // what follows does not begin the token
			}
		}
		if w != "" {
			out = append(out, w)
		}
	}
	return out
}

// contractionAt returns where whole stands in w, -1 if nowhere. A contraction
// that begins with an apostrophe must begin the token, "wanna" must end it.
func contractionAt(w, whole string) int {
	for at := 0; at+len(whole) <= len(w); at++ {
		end := at + len(whole)
		if w[at]|0x20 != whole[0]|0x20 || !strings.EqualFold(w[at:end], whole) || !parity.WordBoundary(w, end) {
			continue
		}
		switch {
		case whole[0] == '\'':
			if at == 0 {
				return at
			}
		case whole == "wanna" && end < len(w):
		case parity.WordBoundary(w, at):
			return at
		}
	}
	return -1
}
