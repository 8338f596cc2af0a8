package algebra

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"adhere/verify/parity"
)

// characters returns the characters of a kind.
func (c *scope) characters(u Unit) []cut {
	switch {
	case u == Emoji:
		return emoji(c.s)
	case u == Character && c.plain:
		return clusters(c.s)
	}
	var out []cut
	is := c.kind(u)
	for i, r := range c.s {
		if is(r) {
			_, size := utf8.DecodeRuneInString(c.s[i:])
			out = append(out, bare(i, i+size))
		}
	}
	return out
}

// kind returns what makes a code point a character of the kind.
func (c *scope) kind(u Unit) func(rune) bool {
	if is := kinds[u]; is != nil && (u != Punctuation || c.plain) {
		return is
	}
	return func(r rune) bool {
		return u == Character || unicode.IsPunct(r) || r < utf8.RuneSelf && unicode.IsSymbol(r)
	}
}

// kinds are the units that are code points, in the plain reading.
var kinds = map[Unit]func(rune) bool{
	Letter: unicode.IsLetter, Capital: parity.Upper, Small: parity.LowerCase, Digit: unicode.IsDigit, Space: parity.IsSpace, Punctuation: unicode.IsPunct,
	Vowel: func(r rune) bool { return strings.ContainsRune("aeiouAEIOU", r) },
}

func (c *scope) countCharacters() int {
	if !c.plain {
		return utf8.RuneCountInString(c.s)
	}
	if parity.IsASCII(c.s) {
		return len(c.s) - strings.Count(c.s, "\r\n")
	}
	n := 0
	for g := graphemes.FromString(c.s); g.Next(); {
		n++
	}
	return n
}

func clusters(s string) []cut {
	out := make([]cut, 0, len(s))
	for g := graphemes.FromString(s); g.Next(); {
		out = append(out, bare(g.Start(), g.End()))
	}
	return out
}

// emoji returns the grapheme clusters that are shown as pictures: those of
// the pictographic blocks, flags, key caps, and any other character that a
// variation selector turns into a picture.
func emoji(s string) []cut {
	var out []cut
	if parity.IsASCII(s) {
		return nil
	}
	for g := graphemes.FromString(s); g.Next(); {
		if isEmoji(g.Value()) {
			out = append(out, bare(g.Start(), g.End()))
		}
	}
	return out
}

func isEmoji(cluster string) bool {
	if len(cluster) < 3 {
		return false
	}
	const pictureForm, keyCap = '\ufe0f', '\u20e3'
	first, _ := utf8.DecodeRuneInString(cluster)
	return unicode.Is(pictographs, first) ||
		strings.ContainsRune(cluster, pictureForm) || strings.ContainsRune(cluster, keyCap)
}

// pictographs are the characters that are shown as pictures without a
// variation selector, and those of the pictographic blocks that people take
// for emoji without one. Source: Unicode 15.1, emoji-data.
var pictographs = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x231a, 0x231b, 1},
		{0x23e9, 0x23ec, 1},
		{0x23f0, 0x23f3, 3},
		{0x25fd, 0x25fe, 1},
		{0x2600, 0x2604, 1},
		{0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1},
		{0x2665, 0x2665, 1},
		{0x267f, 0x2693, 20},
		{0x26a1, 0x26a1, 1},
		{0x26aa, 0x26ab, 1},
		{0x26bd, 0x26be, 1},
		{0x26c4, 0x26c5, 1},
		{0x26ce, 0x26d4, 6},
		{0x26ea, 0x26ea, 1},
		{0x26f2, 0x26f3, 1},
		{0x26f5, 0x26fa, 5},
		{0x26fd, 0x26fd, 1},
		{0x2705, 0x2705, 1},
		{0x270a, 0x270c, 1},
		{0x2728, 0x2728, 1},
		{0x274c, 0x274e, 2},
		{0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1},
		{0x2764, 0x2764, 1},
		{0x2795, 0x2797, 1},
		{0x27b0, 0x27bf, 15},
		{0x2b1b, 0x2b1c, 1},
		{0x2b50, 0x2b55, 5},
	},
	R32: []unicode.Range32{
		{0x1f004, 0x1f004, 1},
		{0x1f0cf, 0x1f0cf, 1},
		{0x1f18e, 0x1f18e, 1},
		{0x1f191, 0x1f19a, 1},
		{0x1f1e6, 0x1f1ff, 1},
		{0x1f201, 0x1f201, 1},
		{0x1f21a, 0x1f21a, 1},
		{0x1f22f, 0x1f22f, 1},
		{0x1f232, 0x1f236, 1},
		{0x1f238, 0x1f23a, 1},
		{0x1f250, 0x1f251, 1},
		{0x1f300, 0x1f64f, 1},
		{0x1f680, 0x1f6ff, 1},
		{0x1f7e0, 0x1f7f0, 1},
		{0x1f900, 0x1faff, 1},
	},
}
