package algebra

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A node is an expression made ready.
type node interface {
	met(c *scope) bool
	measured(c *scope) string // what was found, in words
}

type allNode []node

func (n allNode) met(c *scope) bool {
	return !slices.ContainsFunc(n, func(of node) bool { return !of.met(c) })
}

func (n allNode) measured(c *scope) string { return tell(c, n.deciding(c)) }

// deciding returns those that do not hold, or all where all hold.
func (n allNode) deciding(c *scope) []node {
	var failed []node
	for _, of := range n {
		if !of.met(c) {
			failed = append(failed, of)
		}
	}
	if failed == nil {
		return n
	}
	return failed
}

type anyNode []node

func (n anyNode) met(c *scope) bool {
	return slices.ContainsFunc(n, func(of node) bool { return of.met(c) })
}

// measured tells of the first that holds, or of all.
func (n anyNode) measured(c *scope) string {
	for _, of := range n {
		if of.met(c) {
			return of.measured(c)
		}
	}
	return tell(c, n)
}

// tell joins what several expressions found, up to five of them.
func tell(c *scope, nodes []node) string {
	const limit = 5
	var said []string
	for _, n := range nodes[:min(len(nodes), limit)] {
		if m := n.measured(c); !slices.Contains(said, m) {
			said = append(said, m)
		}
	}
	if more := len(nodes) - limit; more > 0 {
		said = append(said, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(said, "; ")
}

type kNode struct {
	k  int
	of []node
}

func (n kNode) count(c *scope) (holds int) {
	for _, of := range n.of {
		if of.met(c) {
			holds++
		}
	}
	return holds
}

func (n kNode) met(c *scope) bool { return n.count(c) >= n.k }

func (n kNode) measured(c *scope) string {
	return fmt.Sprintf("%d of %d hold", n.count(c), len(n.of))
}

type notNode struct{ of node }

func (n notNode) met(c *scope) bool        { return !n.of.met(c) }
func (n notNode) measured(c *scope) string { return n.of.measured(c) }

type eachNode struct {
	of    *selection
	holds node
}

// verdicts say of which parts something holds.
type verdicts struct {
	parts []place
	held  int
	bad   int // the first of which it does not; -1 if there is none
}

func (n eachNode) verdicts(c *scope) verdicts {
	if v, done := c.each[n.of]; done {
		return v
	}
	v := verdicts{parts: n.of.in(c), bad: -1}
	for i, p := range v.parts {
		if !p.missing && n.holds.met(c.part(p.s)) {
			v.held++
		} else if v.bad < 0 {
			v.bad = i
		}
	}
	if c.each == nil {
		c.each = map[*selection]verdicts{}
	}
	c.each[n.of] = v
	return v
}

func (n eachNode) met(c *scope) bool {
	v := n.verdicts(c)
	return len(v.parts) > 0 && v.bad < 0
}

// measured counts the parts that do and tells of the first that does not.
func (n eachNode) measured(c *scope) string {
	v := n.verdicts(c)
	parts, held, bad := v.parts, v.held, v.bad
	switch {
	case len(parts) == 0:
		return "no " + n.of.noun(true)
	case bad < 0 && len(parts) == 1:
		return n.holds.measured(c.part(parts[0].s))
	case bad < 0:
		return "all " + strconv.Itoa(held) + " do"
	case parts[bad].missing:
		return fmt.Sprintf("%d of %d do: the %s is not there", held, len(parts), ordinal(bad+1))
	case len(parts) == 1:
		return n.holds.measured(c.part(parts[bad].s))
	}
	return fmt.Sprintf("%d of %d do: not the %s, with %s", held, len(parts), ordinal(bad+1), n.holds.measured(c.part(parts[bad].s)))
}

// ordinal writes the place of a part, from 1.
func ordinal(n int) string {
	words, suffixes := []string{"first", "second", "third"}, []string{"st", "nd", "rd"}
	last := n % 10
	switch {
	case 1 <= n && n <= 3:
		return words[n-1]
	case 1 <= last && last <= 3 && (n%100 < 11 || n%100 > 13):
		return strconv.Itoa(n) + suffixes[last-1]
	}
	return strconv.Itoa(n) + "th"
}
