package algebra

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// A folding is a text with each character replaced by the one that stands
// for all its cases, and the way back to places in the text.
type folding struct {
	s    string
	back []int // for each byte of s, and its end, the place in the text; nil: the same
}

// fold folds s. What is no UTF-8 becomes U+FFFD.
func fold(s string) *folding {
	if isASCII(s) {
		return &folding{s: strings.ToLower(s)}
	}
	var b strings.Builder
	b.Grow(len(s))
	back := make([]int, 0, len(s)+1)
	same := true
	for i, r := range s {
		n := b.Len()
		same = same && n == i
		b.WriteRune(parity.FoldRune(r))
		for range b.Len() - n {
			back = append(back, i)
		}
	}
	f := &folding{s: b.String(), back: append(back, len(s))}
	if same && len(f.s) == len(s) {
		f.back = nil
	}
	return f
}

// place returns the place in the text of byte i of the folded one.
func (f *folding) place(i int) int {
	if f.back == nil {
		return i
	}
	return f.back[i]
}

// fold returns the folded text of the scope.
func (c *scope) fold() *folding {
	if c.folded == nil {
		c.folded = fold(c.s)
	}
	return c.folded
}

// same is what two parts have in common that are equal in any case and
// without white space around them.
func same(s string) string { return parity.Fold(parity.TrimSpace(s)) }

// besideWord reports whether a word character stands before byte i of s, or
// after it.
func wordBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return i > 0 && parity.IsWord(r)
}
