package algebra

import (
	"iter"
	"slices"
	"strings"
)

// A place is a selected part: its text and where it begins in the text that
// it was selected from. What a pick asks for and is not there is missing.
type place struct {
	s         string
	at        int
	from, end int // what it takes up with its marks
	missing   bool
}

// A selection is Parts made ready.
type selection struct {
	Parts
	find *finder // of a source that has one
	that node
	of   *selection
	// beside is what parts stand before or after.
	beside *selection
	// fenced code blocks have their fences, since these are asked about.
	fenced bool
	// lines are the cells of a column.
	lines bool
	// labelled parts are asked about the label that they stand behind.
	labelled bool
}

// in returns the selected parts of a text.
func (s *selection) in(c *scope) []place {
	if s.of == nil {
		return s.direct(c, 0)
	}
	var out []place
	for _, p := range s.of.in(c) {
		if p.missing {
			out = append(out, p)
			continue
		}
		out = append(out, s.direct(c.part(p.s), p.at)...)
	}
	return out
}

// count returns how many parts there are; missing ones are none.
func (s *selection) count(c *scope) int {
	n := 0
	u, isUnit := s.Source.(Unit)
	switch {
	case s.isCharacter():
		for range s.find.characters(c) {
			n++
		}
	case s.isSource() && isUnit && !s.lines:
		return c.countUnits(u)
	case s.isSource():
		return len(s.Source.cuts(c, s))
	default:
		for _, p := range s.in(c) {
			if !p.missing {
				n++
			}
		}
	}
	return n
}

// isSource reports whether all that the source finds in the text is selected.
func (s *selection) isSource() bool { return s.of == nil && s.that == nil && s.Pick == (Pick{}) }

// isCharacter reports whether characters are selected by a pattern alone.
func (s *selection) isCharacter() bool { return s.isSource() && s.find != nil && s.find.class != nil }

// texts returns the selected parts, one by one.
func (s *selection) texts(c *scope) iter.Seq[string] {
	if s.isCharacter() {
		return s.find.characters(c)
	}
	return func(yield func(string) bool) {
		for _, p := range s.in(c) {
			if !yield(p.s) {
				return
			}
		}
	}
}

// direct returns the parts without regard to Of. Offset is where the text
// begins in the one that places are counted in.
func (s *selection) direct(c *scope, offset int) []place {
	cuts := s.Source.cuts(c, s)
	all := make([]place, 0, len(cuts))
	var columns []string
	if s.Source == TableColumn {
		columns = c.columns()
	}
	for i, p := range cuts {
		text := c.s[p.at:p.to]
		if columns != nil {
			text = columns[i]
		}
		if s.that == nil || s.that.met(c.part(text)) {
			all = append(all, place{s: text, at: offset + p.at, from: offset + p.from, end: offset + p.end})
		}
	}
	return s.Pick.of(all)
}

// cuts returns what the source of a selection finds.
func (u Unit) cuts(c *scope, of *selection) []cut {
	switch {
	case u == Entry && of.Pick.From == 1 && of.Pick.To > 1 && !of.Pick.Except:
		return c.entries(of.Pick.To)
	case of.lines:
		return kept(c.structureOf().lines, func(line) bool { return true })
	case u == CodeBlock && of.fenced:
		blocks := slices.Clone(c.units(u))
		for i, b := range blocks {
			blocks[i] = bare(b.from, b.end)
		}
		return blocks
	}
	return c.units(u)
}

func (what Find) cuts(c *scope, of *selection) []cut { return of.find.all(c, -1) }
func (s Split) cuts(c *scope, _ *selection) []cut    { return divided(c.s, string(s)) }
func (s Under) cuts(c *scope, _ *selection) []cut    { return c.under(string(s)) }
func (s Enclosed) cuts(c *scope, _ *selection) []cut { return between(c.s, s.Open, s.Close) }
func (s Beside) cuts(c *scope, of *selection) []cut  { return c.beside(s.Side, of.beside.in(c)) }

func (s Named) cuts(c *scope, of *selection) []cut {
	if of.labelled {
		return c.unsure()
	}
	return c.namedParts(string(s))
}

// divided returns the parts between dividers. A blank part at the start or
// the end of the text does not count.
func divided(s, divider string) []cut {
	var out []cut
	at := 0
	for part := range strings.SplitSeq(s, divider) {
		end := at + len(part)
		p := trimmed(s, at, end)
		if outer := at == 0 || end == len(s); !outer || p.at < p.to {
			out = append(out, p)
		}
		at = end + len(divider)
	}
	return out
}

// under returns the texts under the headings of a name.
func (c *scope) under(name string) []cut {
	headings, want := c.units(Heading), headingName(name)
	return c.structureOf().below(func(int) bool { // it is asked of one heading after the other
		h := headings[0]
		headings = headings[1:]
		return headingName(c.s[h.at:h.to]) == want
	}, false)
}

// headingName returns what two equal headings have in common.
func headingName(s string) string {
	return same(strings.Trim(s, "*_#: \t"))
}

// of returns the picked ones of all parts, and a missing one if some that are
// asked for are not there.
func (p Pick) of(all []place) []place {
	if p == (Pick{}) {
		return all
	}
	n := len(all)
	from, to := fromStart(p.From, n), fromStart(p.To, n)
	lo, hi := min(max(from, 0), n), max(min(to+1, n), 0)
	if p.Except {
		if lo >= hi {
			return all
		}
		return append(append(make([]place, 0, n-(hi-lo)), all[:lo]...), all[hi:]...)
	}
	out := all[lo:max(lo, hi)]
	if p.From > 0 == (p.To > 0) && len(out) <= p.To-p.From {
		out = append(out[:len(out):len(out)], place{missing: true})
	}
	return out
}

// fromStart turns a place from 1 or from -1 into an index, which need not be
// in the list.
func fromStart(i, n int) int {
	if i > 0 {
		return i - 1
	}
	return n + i
}
