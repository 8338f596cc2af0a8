package algebra

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

type onlyNode Only

func (n onlyNode) met(c *scope) bool {
	_, bad := n.stray(c)
	return !bad && !parity.Blank(c.s)
}

func (n onlyNode) measured(c *scope) string {
	i, bad := n.stray(c)
	switch {
	case bad:
		return quoteStart(c.s[i:]) + " is something else"
	case parity.Blank(c.s):
		return "no text"
	}
	return "nothing else"
}

// stray returns the first place that is neither white space nor in one of
// the units nor one of the characters.
func (n onlyNode) stray(c *scope) (int, bool) {
	covered := n.covered(c)
	for i, r := range c.s {
		if !covered[i] && !parity.IsSpace(r) && !n.allows(c.s[i:], r) {
			return i, true
		}
	}
	return 0, false
}

// allows reports whether the character at the start of s is in Chars. A byte
// that is no UTF-8 is not.
func (n onlyNode) allows(s string, r rune) bool {
	_, size := utf8.DecodeRuneInString(s)
	return (r != utf8.RuneError || size > 1) && strings.ContainsRune(n.Chars, r)
}

func (n onlyNode) covered(c *scope) []bool {
	covered := make([]bool, len(c.s))
	for _, u := range n.Units {
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
