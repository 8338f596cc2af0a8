package algebra

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

type differentNode struct {
	of       *selection
	sameCase bool
}

func (n differentNode) met(c *scope) bool { return n.repeated(c) == "" }

func (n differentNode) measured(c *scope) string {
	if r := n.repeated(c); r != "" {
		return quoteStart(r) + " occurs again"
	}
	return "no two alike"
}

// repeated returns the first part that is equal to an earlier one.
func (n differentNode) repeated(c *scope) string {
	again := n.again()
	for _, p := range n.of.in(c) {
		if s := again(p); s != "" {
			return s
		}
	}
	return ""
}

// again returns a function that is given one part after the other, and returns
// those that are equal to an earlier one. Parts that are blank are equal to none.
func (n differentNode) again() func(place) string {
	seen := map[string]bool{}
	return func(p place) string {
		s := parity.TrimSpace(p.s)
		if !n.sameCase {
			s = same(s)
		}
		if seen[s] {
			return s
		}
		seen[s] = true
		return ""
	}
}

type orderedNode struct {
	Ordered
	of *selection
}

func (n orderedNode) met(c *scope) bool {
	parts := n.of.in(c)
	return len(parts) > 0 && !parts[0].missing && n.wrong(c, parts) == 0
}

func (n orderedNode) measured(c *scope) string {
	parts := n.of.in(c)
	i := n.wrong(c, parts)
	switch {
	case len(parts) == 0:
		return "no " + n.of.noun(true)
	case parts[i].missing:
		return "the " + ordinal(i+1) + " is not there"
	case i == 0:
		return verify.Amount(len(parts), "part") + " in order"
	}
	return fmt.Sprintf("the %s, %s, is out of order", ordinal(i+1), quoteStart(parts[i].s))
}

// wrong returns the index of the first part that is out of order, 0 if none
// is. A single part that cannot be compared is out of order with itself,
// which shows as 0 too: it has nothing to be compared with.
func (n orderedNode) wrong(c *scope, parts []place) int {
	if n.By != Alphabet || !c.plain {
		return n.wrongBy(c, parts, same)
	}
	first := n.wrongBy(c, parts, alphabets[0])
	for _, key := range alphabets[1:] {
		if (n.wrongBy(c, parts, key) == 0) != (first == 0) {
			c.shared.unclear = "alphabetical by some conventions and not by others"
		}
	}
	return first
}

// wrongBy compares by what a function returns, where the order is that of an
// alphabet.
func (n orderedNode) wrongBy(c *scope, parts []place, key func(string) string) int {
	for i := 1; i < len(parts); i++ {
		if parts[i].missing || parts[i-1].missing || !n.follows(c, parts[i-1].s, parts[i].s, key) {
			return i
		}
	}
	return 0
}

// follows reports whether b may come after a.
func (n orderedNode) follows(c *scope, a, b string, key func(string) string) bool {
	var less int
	switch n.By {
	case Alphabet:
		less = strings.Compare(key(a), key(b))
	case Number:
		x, okX := valueOf(a)
		y, okY := valueOf(b)
		if !okX || !okY {
			return false
		}
		less = cmp.Compare(x, y)
	default:
		u := Unit(n.By)
		less = cmp.Compare(c.part(a).countUnits(u), c.part(b).countUnits(u))
	}
	if n.Down {
		less = -less
	}
	return less < 0 || less == 0 && !n.Strict
}

type sameNode struct{ of, as *selection }

func (n sameNode) met(c *scope) bool { return n.fault(c) == "" }

func (n sameNode) measured(c *scope) string {
	if fault := n.fault(c); fault != "" {
		return fault
	}
	return "both are " + quoteStart(n.of.in(c)[0].s)
}

// fault says why the texts are not equal, if they are not.
func (n sameNode) fault(c *scope) string {
	a, b := n.of.in(c), n.as.in(c)
	if len(a) != len(b) {
		return fmt.Sprintf("%d and %d parts", len(a), len(b))
	}
	for i := range a {
		switch {
		case a[i].missing || b[i].missing:
			return "a part is not there"
		case same(a[i].s) != same(b[i].s):
			return quoteStart(a[i].s) + " and " + quoteStart(b[i].s)
		}
	}
	if len(a) == 0 {
		return "no " + n.of.noun(true)
	}
	return ""
}

type sequenceNode []*finder

func (n sequenceNode) met(c *scope) bool { return n.broken(c) < 0 }

func (n sequenceNode) measured(c *scope) string {
	i := n.broken(c)
	if i < 0 {
		return "all in this order"
	}
	if _, found := n[i].first(c); !found {
		return "no " + n[i].String()
	}
	if n.repeats(i) {
		return "no further " + n[i].String() + " after " + n[i-1].String()
	}
	return n[i].String() + " comes before " + n[i-1].String() + " has ended"
}

// broken returns the index of the first that is absent or too early, -1 if
// none is.
func (n sequenceNode) broken(c *scope) int {
	end := 0
	for i, f := range n {
		p, found := f.first(c)
		if found && p.from < end && n.repeats(i) {
			behind := f.all(c, -1)
			at := slices.IndexFunc(behind, func(o cut) bool { return o.from >= end })
			if found = at >= 0; found {
				p = behind[at]
			}
		}
		if !found || p.from < end {
			return i
		}
		end = p.end
	}
	return -1
}

// repeats reports whether the i-th was looked for before.
func (n sequenceNode) repeats(i int) bool {
	return slices.ContainsFunc(n[:i], func(f *finder) bool { return f.Find == n[i].Find })
}
