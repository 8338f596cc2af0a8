package algebra

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"adhere/verify/parity"
)

// words returns the words of the text.
func (c *scope) words() []cut {
	if c.plain {
		return plainWords(c.s)
	}
	return stretches(c.s, parity.IsWord)
}

// stretches returns where characters of a kind stand one behind the other.
func stretches(s string, is func(rune) bool) []cut {
	out := make([]cut, 0, len(s)/6)
	start := -1
	for i, r := range s {
		switch in := is(r); {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, bare(start, i))
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, bare(start, len(s)))
	}
	return out
}

// plainWords returns the segments of UAX 29 that have a letter or a number,
// joined where only a hyphen stands between two of them.
func plainWords(s string) []cut {
	out := make([]cut, 0, len(s)/6)
	joined := false // whether a hyphen follows the last word directly
	for w := words.FromString(s); w.Next(); {
		at, to := w.Start(), w.End()
		n := len(out)
		after := n > 0 && out[n-1].to == at
		switch {
		case hasLetterOrNumber(s[at:to]) && joined:
			out[n-1] = bare(out[n-1].at, to)
			joined = false
		case hasLetterOrNumber(s[at:to]):
			out = append(out, bare(at, to))
		default:
			joined = after && isHyphen(s[at:to])
		}
	}
	return out
}

// chunks returns what stands between white space.
func chunks(s string) []cut {
	return stretches(s, func(r rune) bool { return !parity.IsSpace(r) })
}

func isHyphen(s string) bool { return s == "-" || s == "\u2010" || s == "\u2011" }

func hasLetterOrNumber(s string) bool { return strings.ContainsFunc(s, isLetterOrNumber) }

func isLetterOrNumber(r rune) bool {
	if r < utf8.RuneSelf {
		return r != '_' && parity.IsWord(r)
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// casedWords returns the words in capitals or in small letters.
func (c *scope) casedWords(u Unit) []cut {
	return kept(c.units(Word), func(w cut) bool {
		s := c.s[w.at:w.to]
		return u == LowerWord && parity.IsLower(s) || u == CapsWord && parity.IsUpper(s) && (!c.plain || letters(s) > 1)
	})
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// isTitle reports whether the first word and each other word that is not
// small begins with a capital, and there is one. What has no case is free.
func isTitle(s string) bool {
	some := false
	for i, w := range plainWords(s) {
		word := s[w.at:w.to]
		first := firstRune(word)
		switch {
		case isCapital(first):
			some = true
		case parity.LowerCase(first) && (i == 0 || !isSmallWord(word)):
			return false
		}
	}
	return some
}

func isCapital(r rune) bool { return parity.Upper(r) || unicode.IsTitle(r) }

// isSmallWord reports the words that titles leave in small letters.
func isSmallWord(w string) bool {
	const small = " a an the and but or nor for so yet as at by in of off on per to up via with from into onto over than vs "
	return strings.Contains(small, " "+w+" ")
}
