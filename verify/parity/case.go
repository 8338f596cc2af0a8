package parity

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Upper reports whether r has the property Uppercase, which is wider than
// the category of capital letters.
func Upper(r rune) bool {
	if r < utf8.RuneSelf {
		return 'A' <= r && r <= 'Z'
	}
	return !caseless(r) && (unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r))
}

// LowerCase reports whether r has the property Lowercase.
func LowerCase(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z'
	}
	return !caseless(r) && (unicode.Is(unicode.Ll, r) || unicode.Is(unicode.Other_Lowercase, r))
}

// caseless reports most scripts that have no capitals, which saves the search
// in tables: from Hebrew to Burmese, those of East Asia, Korean.
func caseless(r rune) bool {
	return 0x590 <= r && r < 0x10a0 || 0x2e80 <= r && r < 0xa640 || 0xac00 <= r && r < 0xf900
}

// IsUpper is str.isupper: at least one capital, and nothing in lower or
// title case.
func IsUpper(s string) bool { return inCase(s, Upper, LowerCase) }

// IsLower is str.islower: at least one letter in lower case, and none in
// upper or title case.
func IsLower(s string) bool { return inCase(s, LowerCase, Upper) }

// inCase reports whether some letter is in the one case, and none in the other
// or in title case.
func inCase(s string, one, other func(rune) bool) bool {
	some := false
	for _, r := range s {
		if other(r) || r >= utf8.RuneSelf && unicode.IsTitle(r) {
			return false
		}
		some = some || one(r)
	}
	return some
}

// lowerASCII returns s in lower case if it is ASCII. It looks at eight characters
// together: what is added makes one of A to Z reach the top bit of its byte, and
// one beyond Z reach it twice.
func lowerASCII(s string) (string, bool) {
	const each = 0x0101010101010101
	low, some := []byte(s), false
	b := low
	for ; len(b) >= 8; b = b[8:] {
		v := binary.LittleEndian.Uint64(b)
		if v&(0x80*each) != 0 {
			return "", false
		}
		if capitals := (v + (0x80-'A')*each) &^ (v + (0x7f-'Z')*each) & (0x80 * each); capitals != 0 {
			binary.LittleEndian.PutUint64(b, v|capitals>>2)
			some = true
		}
	}
	for i, c := range b {
		if c >= utf8.RuneSelf {
			return "", false
		}
		if 'A' <= c && c <= 'Z' {
			b[i], some = c+'a'-'A', true
		}
	}
	if !some {
		return s, true
	}
	return string(low), true
}

// Lower is str.lower: as strings.ToLower, but a dotted capital I keeps its
// dot and a capital sigma that ends a word becomes a final sigma.
func Lower(s string) string {
	if lower, ok := lowerASCII(s); ok {
		return lower
	}
	if !strings.ContainsRune(s, 'İ') && !strings.ContainsRune(s, 'Σ') {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	sigma := newSigmas(s)
	for i, r := range s {
		switch {
		case r == 'İ':
			b.WriteString("i̇")
		case r == 'Σ' && sigma[i]:
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// sigmas knows which capital sigmas end a word, from two passes over the
// text, so that a long run of characters without case is not walked anew for
// each sigma.
type sigmas map[int]bool

func newSigmas(s string) sigmas {
	final := sigmas{}
	cased := false // whether the last character that matters has case
	var waiting []int
	for i, r := range s {
		switch {
		case ignorable(r):
			continue
		case isCased(r):
			for _, w := range waiting {
				final[w] = false
			}
		}
		waiting = waiting[:0]
		if r == 'Σ' && cased {
			final[i] = true
			waiting = append(waiting, i)
		}
		cased = isCased(r)
	}
	return final
}

func isCased(r rune) bool { return Upper(r) || LowerCase(r) || unicode.IsTitle(r) }

// ignorable reports the property Case_Ignorable.
func ignorable(r rune) bool {
	return strings.ContainsRune("'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a", r) ||
		unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

// Fold maps s so that two texts which re.IGNORECASE takes for equal become
// equal. A character becomes one character.
func Fold(s string) string {
	if lower, ok := lowerASCII(s); ok {
		return lower
	}
	return strings.Map(FoldRune, s)
}

// IsASCII is str.isascii.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// FoldRune is Fold for one character.
func FoldRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	case r == 'ı' || r == 'İ':
		return 'i'
	case caseless(r):
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A'
	}
	return least
}

// FirstLower returns the first character in lower case, 0 if that is more than
// one character.
func FirstLower(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	low := Lower(string(r))
	if utf8.RuneCountInString(low) != 1 {
		return 0
	}
	r, _ = utf8.DecodeRuneInString(low)
	return r
}
