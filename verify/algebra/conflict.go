package algebra

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Conflict is a set of checks that no text meets together.
type Conflict struct {
	Checks []int  // their places in the list, rising; one that no text meets stands alone
	Why    string // "the answer has at most 3 words, but the answer has at least 4 words"
}

// Conflicts finds checks that cannot hold together. It is sound: a set that
// it returns is met by no text. It is not complete: it finds numbers that
// exclude each other, what is demanded and forbidden, cases, beginnings and
// endings, languages and formats that exclude each other, and numbers of parts
// that do not go with numbers in each part. Checks that are not valid take no
// part.
//
// Each pair is returned once; a set of three or more only if no two of its
// checks clash.
func Conflicts(checks []Check) []Conflict {
	cases := make([][]facts, len(checks))
	for i, c := range checks {
		cases[i] = []facts{{}} // nothing is known
		if c.Validate() == nil {
			cases[i] = casesOf(c.Canonical(), i)
		}
	}
	var out []Conflict
	clashing := map[int]bool{}
	for i := range checks {
		if why := cannot(cases[i], []facts{{}}); why != "" {
			out, clashing[i] = append(out, Conflict{[]int{i}, why}), true
		}
	}
	alone := len(out)
	for i := range checks {
		for j := i + 1; j < len(checks); j++ {
			if len(out) > 0 && (isAlone(out[:alone], i) || isAlone(out[:alone], j)) {
				continue
			}
			if why := cannot(cases[i], cases[j]); why != "" {
				out = append(out, Conflict{[]int{i, j}, why})
				clashing[i], clashing[j] = true, true
			}
		}
	}
	return appendSet(out, cases, clashing)
}

func isAlone(alone []Conflict, i int) bool {
	return slices.ContainsFunc(alone, func(c Conflict) bool { return c.Checks[0] == i })
}

// appendSet looks for a clash of three or more checks among those that clash
// with no other.
func appendSet(out []Conflict, cases [][]facts, clashing map[int]bool) []Conflict {
	var all facts
	for i, of := range cases {
		if len(of) == 1 && !clashing[i] {
			all = append(all, of[0]...)
		}
	}
	checks, why := all.clash()
	if why == "" {
		return out
	}
	for i := 0; i < len(checks); {
		fewer := all.without(checks, i)
		if smaller, reason := fewer.clash(); reason != "" {
			checks, why = smaller, reason
			continue
		}
		i++
	}
	return append(out, Conflict{checks, why})
}

// without returns the facts of the named checks but for that at index i.
func (f facts) without(checks []int, i int) facts {
	var out facts
	for _, fact := range f {
		if fact.from != checks[i] && slices.Contains(checks, fact.from) {
			out = append(out, fact)
		}
	}
	return out
}

// cannot reports why no case of the one goes with any of the other: the
// first reason there is.
func cannot(one, other []facts) (why string) {
	for _, a := range one {
		for _, b := range other {
			_, reason := slices.Concat(a, b).clash()
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
	from    int // the check it comes from
}

type facts []fact

// clash returns the checks that exclude each other, and why.
func (f facts) clash() (checks []int, why string) {
	for i, a := range f {
		for _, b := range f[:i+1] {
			if excludes(a, b) || excludes(b, a) {
				return places(b.from, a.from), f.reason(b, a)
			}
		}
	}
	return f.tooMany()
}

func (f facts) reason(a, b fact) string {
	return fmt.Sprintf("%s, but %s", clause(a.Expr), clause(b.Expr))
}

func places(of ...int) []int {
	slices.Sort(of)
	return slices.Compact(of)
}

// isPlainASCII reports whether s is of ASCII letters and digits only.
func isPlainASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r == '_' || r >= 0x80 || !isASCIIWord(byte(r)) }) < 0
}
