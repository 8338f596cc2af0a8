package algebra

import (
	"bytes"
	"strconv"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

// A oneOfNode holds the texts in the form in which they are compared.
type oneOfNode struct {
	sameCase bool
	list     []string
	has      map[string]bool
}

func newOneOf(texts []string, sameCase bool) oneOfNode {
	n := oneOfNode{sameCase: sameCase, has: map[string]bool{}}
	for _, s := range texts {
		s = n.form(s)
		n.list, n.has[s] = append(n.list, s), true
	}
	return n
}

// form is what two texts have in common that count as one.
func (n oneOfNode) form(s string) string {
	if n.sameCase {
		return parity.TrimSpace(s)
	}
	return fold(parity.TrimSpace(s), true).s
}

func (n oneOfNode) met(c *scope) bool        { return n.has[n.form(c.s)] }
func (n oneOfNode) measured(c *scope) string { return sayAll(nil, c) }

// each returns the same demand as one expression for each text.
func (o OneOf) each() []Expr {
	return lists.Map(o.Texts, func(s string) Expr { return Equals{Find{Kind: FindText, Value: parity.TrimSpace(s), Case: o.Case}} })
}

// named returns what the text contains because its parts are to include it.
func (s Set) named() []Expr {
	if s.Is == SetOnly || s.Of.apart() {
		return nil
	}
	var out []Expr
	for _, text := range s.Texts {
		if text = parity.TrimSpace(text); text != "" {
			out = append(out, atLeast(1, Every(Find{Kind: FindText, Value: text, Case: s.Case})))
		}
	}
	return out
}

type setNode struct {
	Set
	texts oneOfNode
	of    *selection
}

func (n setNode) met(c *scope) bool {
	parts := n.of.in(c)
	if len(parts) == 0 {
		return false
	}
	i, _ := n.wrong(parts)
	return i < 0
}

func (n setNode) measured(c *scope) string {
	parts := n.of.in(c)
	i, missing := n.wrong(parts)
	switch {
	case len(parts) == 0:
		return "no " + n.of.noun(true)
	case i < 0:
		return verify.Amount(len(parts), "part") + " as demanded"
	case missing:
		return "none is " + strconv.Quote(n.Texts[i])
	case i >= len(parts):
		return "only " + verify.Amount(len(parts), "part")
	case parts[i].missing:
		return "the " + ordinal(i+1) + " is not there"
	}
	return "the " + ordinal(i+1) + " is " + quoteStart(parts[i].s)
}

// wrong returns the index of the first part that should not be there, or of
// the first text that is missing; -1 if nothing is wrong.
func (n setNode) wrong(parts []place) (i int, missing bool) {
	seen := map[string]bool{}
	for i, p := range parts {
		s := n.texts.form(p.s)
		if p.missing || n.Is != SetAll && !n.texts.has[s] || n.Is == SetOrder && (i >= len(n.texts.list) || s != n.texts.list[i]) {
			return i, false
		}
		seen[s] = true
	}
	if n.Is == SetOrder && len(parts) < len(n.texts.list) {
		return len(parts), false
	}
	for i, s := range n.texts.list {
		if n.Is != SetOnly && !seen[s] {
			return i, true
		}
	}
	return -1, false
}

func (Palindrome) met(c *scope) bool {
	var letters []rune
	for _, r := range c.s {
		if isLetterOrNumber(r) {
			letters = append(letters, parity.FoldRune(r))
		}
	}
	for i := range len(letters) / 2 {
		if letters[i] != letters[len(letters)-1-i] {
			return false
		}
	}
	return len(letters) > 0
}

func (Palindrome) measured(c *scope) string { return sayAll(nil, c) }

// accented returns the letters that Unicode takes apart into a letter and a
// mark, or that are followed by one.
func accented(s string) []cut {
	if parity.IsASCII(s) {
		return nil
	}
	var out []cut
	letter := -1 // where the last letter stands, if a mark on it would count
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) && hasMark(r):
			out = append(out, bare(i, i+len(string(r))))
			letter = -1
		case unicode.IsLetter(r):
			letter = i
		case unicode.Is(unicode.Mn, r) && letter >= 0:
			out = append(out, bare(letter, i+len(string(r))))
			letter = -1
		default:
			letter = -1
		}
	}
	return out
}

func hasMark(r rune) bool {
	if r < 0x80 {
		return false
	}
	parts := norm.NFD.PropertiesString(string(r)).Decomposition()
	return bytes.ContainsFunc(parts, func(r rune) bool { return unicode.Is(unicode.Mn, r) })
}
