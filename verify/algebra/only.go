package algebra

import (
	"iter"
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

func (e Only) met(c *scope) bool {
	for range e.strays(c) {
		return false
	}
	return !parity.Blank(c.s)
}

func (e Only) measured(c *scope) string {
	for i := range e.strays(c) {
		return quoteStart(c.s[i:]) + " is something else"
	}
	if parity.Blank(c.s) {
		return "no text"
	}
	return "nothing else"
}

// strays returns the places, with the lengths, of the characters that are neither
// white space nor in one of the units nor among Chars. A byte that is no UTF-8 is not.
func (e Only) strays(c *scope) iter.Seq2[int, int] {
	covered := e.covered(c)
	return func(yield func(at, size int) bool) {
		for i, r := range c.s {
			_, size := utf8.DecodeRuneInString(c.s[i:])
			allowed := covered[i] || parity.IsSpace(r) || (r != utf8.RuneError || size > 1) && strings.ContainsRune(e.Chars, r)
			if !allowed && !yield(i, size) {
				return
			}
		}
	}
}

func (e Only) covered(c *scope) []bool {
	covered := make([]bool, len(c.s))
	for _, u := range e.Units {
		done := 0
		for _, p := range c.units(u) {
			for i := max(p.from, done); i < p.end; i++ {
				covered[i] = true
			}
			done = max(done, p.end)
		}
	}
	return covered
}
