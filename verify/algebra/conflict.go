package algebra

import (
	"cmp"
	"slices"
	"strings"
)

// A Conflict is a check, or a pair of checks, that no text meets.
type Conflict struct {
	Checks []int  // their places in the list, rising; one that no text meets stands alone
	Why    string // "the answer has at most 3 words, but the answer has at least 4 words"
}

// Conflicts finds checks that cannot hold together, and returns each pair once.
// It is sound: no text meets what it returns. It is not complete: it finds
// numbers that exclude each other, what is demanded and forbidden, cases,
// beginnings and endings, languages and formats that exclude each other. Checks
// that are not valid take no part.
func Conflicts(checks []Check) []Conflict {
	var out []Conflict
	unknown := []facts{{}}
	cases := make([][]facts, len(checks))
	alone := make([]bool, len(checks))
	for i, c := range checks {
		cases[i] = unknown
		if c.Validate() == nil {
			cases[i] = casesOf(c.Canonical())
		}
		if why := cannot(cases[i], unknown); why != "" {
			out, alone[i] = append(out, Conflict{[]int{i}, why}), true
		}
	}
	for i := range checks {
		for j := i + 1; j < len(checks); j++ {
			if alone[i] || alone[j] {
				continue
			}
			if why := cannot(cases[i], cases[j]); why != "" {
				out = append(out, Conflict{[]int{i, j}, why})
			}
		}
	}
	return out
}

// cannot reports why no case of the one goes with any of the other: the
// first reason there is.
func cannot(one, other []facts) (why string) {
	for _, a := range one {
		for _, b := range other {
			reason := slices.Concat(a, b).clash()
			if reason == "" {
				return ""
			}
			why = cmp.Or(why, reason)
		}
	}
	return why
}

// A fact is something that must hold of the whole text for a check to be
// met: a predicate, or a comparison of a Count.
type fact struct {
	Expr
	reading Reading
}

type facts []fact

// clash says why two of the facts exclude each other, if any do.
func (f facts) clash() (why string) {
	for i, a := range f {
		for _, b := range f[:i+1] {
			if excludes(a, b) || excludes(b, a) {
				return clause(b.Expr) + ", but " + clause(a.Expr)
			}
		}
	}
	return ""
}

// isPlainASCII reports whether s is of ASCII letters and digits only.
func isPlainASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r == '_' || r >= 0x80 || !isASCIIWord(byte(r)) }) < 0
}
