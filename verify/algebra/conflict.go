package algebra

import (
	"cmp"
	"slices"
	"strings"
)

// A Conflict is one or two checks that no text meets.
type Conflict struct {
	Checks []int  // the places of two in the list, rising; one that no text meets stands alone
	Why    string // "the answer has no digits, but the answer has exactly 2 dates"
}

// Conflicts finds checks that no text meets, and pairs of checks that no text
// meets together. It is sound: what it returns is met by no text. It is not
// complete: it finds numbers that exclude each other, what is demanded and
// forbidden, cases, beginnings and endings, languages and formats that exclude
// each other. Checks that are not valid take no part.
func Conflicts(checks []Check) []Conflict {
	cases := make([][]facts, len(checks))
	for i, c := range checks {
		cases[i] = []facts{{}} // nothing is known
		if c.Validate() == nil {
			cases[i] = casesOf(c.Canonical())
		}
	}
	var out []Conflict
	alone := map[int]bool{}
	for i := range checks {
		if why := cannot(cases[i], []facts{{}}); why != "" {
			out, alone[i] = append(out, Conflict{[]int{i}, why}), true
		}
	}
	for i := range checks {
		for j := i + 1; j < len(checks) && !alone[i]; j++ {
			if why := cannot(cases[i], cases[j]); why != "" && !alone[j] {
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

// clash returns why two of the facts exclude each other.
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
