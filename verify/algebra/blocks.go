package algebra

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/parity"
)

// blocks is the structure of a text that is read as Markdown.
type blocks struct {
	lines      []line
	items      []item
	paragraphs []cut // of running text
	running    []cut // what sentences are cut from: paragraphs and list items
}

// An item is a list item. Its text ends where another item begins.
type item struct {
	cut
	numbered, nested bool
	first            bool // of its list
}

func (c *scope) structureOf() *blocks {
	d := c.division()
	if d.blocks == nil {
		d.blocks = readBlocks(c.s, c.plain)
	}
	return d.blocks
}

// readBlocks joins lines to items and paragraphs.
func readBlocks(s string, plain bool) *blocks {
	b := &blocks{lines: readLines(s, plain)}
	open := closed // what a text line would go on with
	inList := false
	for i, l := range b.lines {
		blankBefore := i > 0 && b.lines[i-1].kind == blankLine
		switch l.kind {
		case bulletLine, numberedLine:
			b.items = append(b.items, item{cut{l.at, l.content, l.to, l.to}, l.kind == numberedLine, l.indent >= 2, !inList})
			b.running = append(b.running, bare(l.content, l.to))
			open = inItem
		case textLine, quoteLine:
			open = b.text(l, open, blankBefore)
		case blankLine:
			if open != inItem {
				open = closed
			}
		default:
			open = closed
		}
		inList = open == inItem
	}
	return b
}

// An opening is what a line of text would go on with.
type opening uint8

const (
	closed opening = iota
	inParagraph
	inQuote
	inItem
)

// text adds a line of running text to what is open, or opens a paragraph.
func (b *blocks) text(l line, open opening, blankBefore bool) opening {
	wanted := inParagraph
	if l.kind == quoteLine {
		wanted = inQuote
	}
	if open == inItem && wanted == inParagraph && (!blankBefore || l.indent >= 2) {
		b.items[len(b.items)-1].extend(l.to)
		b.running[len(b.running)-1].to = l.to
		return inItem
	}
	if open == wanted {
		for _, list := range [][]cut{b.paragraphs, b.running} {
			list[len(list)-1].extend(l.to)
		}
		return open
	}
	p := cut{l.at, l.content, l.to, l.to}
	b.paragraphs, b.running = append(b.paragraphs, p), append(b.running, p)
	return wanted
}

// structure returns the units that are parts of the text's structure.
func (c *scope) structure(u Unit) []cut {
	if u == Paragraph && !c.plain {
		return paragraphs(c.s)
	}
	b := c.structureOf()
	switch u { //nolint:exhaustive // see below and divide
	case Line:
		return kept(b.lines, func(l line) bool { return !parity.Blank(c.s[l.at:l.to]) })
	case Paragraph:
		return c.worded(b.paragraphs)
	case Bullet, ListItem:
		if c.plain && dashItem.MatchString(c.s) {
			return c.unsure()
		}
		if u == Bullet {
			return kept(b.items, func(i item) bool { return !i.numbered })
		}
		return kept(b.items, func(item) bool { return true })
	case NumberedItem:
		return kept(b.items, func(i item) bool { return i.numbered })
	case NestedItem:
		return kept(b.items, func(i item) bool { return i.nested })
	case OuterItem:
		return b.joinedItems(func(i item) bool { return !i.nested || i.first })
	case Entry:
		return c.entries(0)
	case TitleLine:
		return c.title()
	case List:
		return b.lists()
	case Heading:
		return b.headings(c.s)
	case Section:
		return b.sections(true)
	case CodeBlock:
		return b.code()
	case BlockQuote:
		return b.quotes()
	case Table, TableHeader, TableRow, TableCell, TableColumn:
		if out := c.tables(u); out != nil || !c.plain || !otherTable.MatchString(c.s) {
			return out
		}
		return c.unsure()
	}
	return c.emphasis(u)
}

// dashItem is a line that some would call a list item: behind a dash that is
// longer than a hyphen.
var dashItem = lazyregexp.New(`(?m)^[ \t]*[–—][ \t]`)

// worded returns the parts that have a letter or a number.
func (c *scope) worded(parts []cut) []cut {
	return kept(parts, func(p cut) bool { return hasLetterOrNumber(c.s[p.at:p.to]) })
}

// kept returns those parts, lines or items that are so.
func kept[P interface{ part() cut }](parts []P, is func(P) bool) []cut {
	var out []cut
	for _, p := range parts {
		if is(p) {
			out = append(out, p.part())
		}
	}
	return out
}

// joinedItems returns list items, each with those behind it up to the next
// that begins anew.
func (b *blocks) joinedItems(begins func(item) bool) []cut {
	var out []cut
	for _, i := range b.items {
		if begins(i) {
			out = append(out, i.cut)
		} else {
			out[len(out)-1].extend(i.to)
		}
	}
	return out
}

// listed returns the outer items of a text that is one list: numbered without
// a gap, or bullets that nothing parts.
func (c *scope) listed(b *blocks) []cut {
	numbered := slices.ContainsFunc(b.items, func(i item) bool { return i.numbered && !i.nested })
	var out []cut
	lists := 0
	for _, i := range b.items {
		if i.first {
			lists++
		}
		switch {
		case !i.nested && i.numbered == numbered:
			out = append(out, i.cut)
			number := strings.Trim(c.s[i.from:i.at], "*.)、． \t")
			if numbered && number != strconv.Itoa(len(out)) {
				c.unsure()
			}
		case len(out) > 0:
			out[len(out)-1].extend(i.to)
		}
	}
	if len(out) < 2 || !numbered && lists > 1 || (out[len(out)-1].end-out[0].from)*leastHeld < len(c.s) {
		c.unsure()
	}
	return out
}

// leastHeld is the least part of a list in a text that is one: a half.
const leastHeld = 2

// lists returns the lists, the mark of the first item included: without it a
// list taken as a text of its own would have one item less.
func (b *blocks) lists() []cut {
	all := b.joinedItems(func(i item) bool { return i.first })
	for i := range all {
		all[i].at = all[i].from
	}
	return all
}

// headings returns the headings, without their marks. An underline is part
// of what a heading takes up.
func (b *blocks) headings(s string) []cut {
	var out []cut
	for i, l := range b.lines {
		if l.kind != headingLine {
			continue
		}
		h := cut{l.at, l.content, l.to, l.to}
		if i+1 < len(b.lines) && b.lines[i+1].kind == underline {
			h.end = b.lines[i+1].to
		}
		h.at, h.to = trim(s, h.at, h.at+len(strings.TrimRight(s[h.at:h.to], "# \t")))
		if l.level == boldLevel {
			h.at, h.to = trim(s, h.at+2, h.at+len(strings.TrimRight(s[h.at:h.to], "*_: ")))
		}
		out = append(out, h)
	}
	return out
}

// sections returns the sections of the highest level that occurs twice, or
// else of the first heading's, with or without their headings.
func (b *blocks) sections(with bool) []cut {
	var seen [boldLevel + 1]int
	level := 0
	for _, l := range b.lines {
		if l.kind == headingLine {
			seen[l.level]++
			level = cmp.Or(level, l.level)
		}
	}
	for i, n := range seen {
		if n > 1 {
			level = i
			break
		}
	}
	return b.below(func(i int) bool { return b.lines[i].level == level }, with)
}

// below returns the text from each heading that is so, with or without the
// heading, to the next of the same or a higher level. No more than seven such
// texts, one for each level, hold the same line.
func (b *blocks) below(is func(i int) bool, with bool) []cut {
	var out []cut
	for i, l := range b.lines {
		if l.kind == headingLine && is(i) {
			out = append(out, b.reach(i, with))
		}
	}
	return out
}

// reach returns the text that belongs to the heading in line i.
func (b *blocks) reach(i int, with bool) cut {
	level, end := b.lines[i].level, len(b.lines)
	for j := i + 1; j < len(b.lines); j++ {
		if b.lines[j].kind == headingLine && b.lines[j].level <= level {
			end = j
			break
		}
	}
	first := i
	if !with {
		first++
		if first < end && b.lines[first].kind == underline {
			first++
		}
	}
	if first >= end {
		return bare(b.lines[i].to, b.lines[i].to)
	}
	return bare(b.lines[first].at, b.lines[end-1].to)
}
