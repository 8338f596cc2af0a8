package algebra

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"adhere/internal/lazyregexp"
)

// alphabets are the ways in which people put texts in alphabetical order: each
// returns what is compared by code point.
var alphabets = []func(string) string{
	unaccented,
	func(s string) string { return strings.ReplaceAll(unaccented(s), " ", "") }, // letter by letter, not word by word
	func(s string) string { return article.ReplaceAllString(unaccented(s), "") },
	func(s string) string { return lettered(s, true) },          // é behind all that begins with e
	func(s string) string { return lettered(behindZ(s), true) }, // ä behind z
	func(s string) string { return digits.ReplaceAllStringFunc(unaccented(s), padded) },
	func(s string) string { return strings.Map(backwards, unaccented(s)) },
}

var (
	article = lazyregexp.New(`^(?:the|an?) `)
	digits  = lazyregexp.New(`[0-9]{1,18}`)
	nordic  = strings.NewReplacer("å", "z\u0301", "ä", "z\u0302", "æ", "z\u0302", "ö", "z\u0303", "ø", "z\u0303")
	spelled = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d")
)

func unaccented(s string) string { return lettered(s, false) }

// behindZ has the letters that Swedish and its neighbours keep at the end.
func behindZ(s string) string { return nordic.Replace(strings.ToLower(norm.NFC.String(s))) }

// padded makes numbers of any length comparable by character.
func padded(digits string) string { return strings.Repeat("0", 18-len(digits)) + digits }

// backwards turns the order of Chinese characters round, which have no alphabet.
func backwards(r rune) rune {
	if unicode.Is(unicode.Han, r) {
		return utf8.MaxRune - r
	}
	return r
}

// lettered returns the letters and digits of a text in lower case, with a space
// between words, and with or without the marks on its letters.
func lettered(s string, marks bool) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(spelled.Replace(strings.ToLower(s))) {
		switch mark := unicode.IsMark(r); {
		case isLetterOrNumber(r), mark && marks:
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			gap = false
		case !mark && r != '\'' && r != '’':
			gap = true
		}
	}
	return b.String()
}
