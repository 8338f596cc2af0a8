package retrieve

import (
	"slices"
	"strings"
	"unicode"
)

// words cuts a text into the terms that are compared: runs of letters and
// digits in lower case, plurals without their ending; characters of scripts
// without spaces one by one.
func words(text string, each func(string)) {
	start := -1
	flush := func(end int) {
		if start >= 0 {
			each(singular(strings.ToLower(text[start:end])))
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case alone(r):
			flush(i)
			each(string(r))
		case within(r):
			if start < 0 {
				start = i
			}
		default:
			flush(i)
		}
	}
	flush(len(text))
}

// asked returns the terms of a query. English words that say nothing of what it is about
// are left out, unless it has no others: in papers words of questions are rare.
func asked(query string) []string {
	var all []string
	words(query, func(w string) { all = append(all, w) })
	if telling := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return strings.Contains(idle, " "+w+" ") }); len(telling) > 0 {
		return telling
	}
	return all
}

// idle are such words, as words leaves them.
const idle = " a about also an and any are as at be been but by can could did do doe for from had has have how i if in into is it its me more my no not of on or our please shall should so some such than that the their them then there these they thi those to was we were what when where which who whom whose why will with would you your "

// alone reports whether the character is of a script without spaces.
func alone(r rune) bool {
	return r >= '\u0e00' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// within reports whether the character is part of a word.
func within(r rune) bool {
	if r < 0x80 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// singular takes the ending of English plurals away, as the S stemmer does
// (Harman, "How effective is suffixing?", 1991).
func singular(w string) string {
	switch {
	case len(w) < 4 || !strings.HasSuffix(w, "s"):
		return w
	case strings.HasSuffix(w, "ies") && !strings.HasSuffix(w, "eies") && !strings.HasSuffix(w, "aies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "es") && !strings.HasSuffix(w, "aes") && !strings.HasSuffix(w, "ees") && !strings.HasSuffix(w, "oes"):
		return w[:len(w)-1]
	case strings.HasSuffix(w, "us") || strings.HasSuffix(w, "ss"):
		return w
	default:
		return w[:len(w)-1]
	}
}
