package ifeval

import (
	"strings"

	"adhere/verify/parity"
)

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
