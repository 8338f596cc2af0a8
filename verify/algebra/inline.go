package algebra

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// emphasis returns bold, italic or both kinds of passages.
func (c *scope) emphasis(u Unit) []cut {
	if u == Highlight && !c.plain {
		return asterisks(c.s)
	}
	var out []cut
	for _, l := range c.structureOf().lines {
		if l.kind == codeLine || l.kind == fenceLine || l.kind == ruleLine {
			continue
		}
		at := l.at
		if l.kind == bulletLine && parity.Blank(c.s[l.content-1:l.content]) { // in the parity reading *this* is a bullet too
			at = l.content
		}
		out = appendEmphasis(out, c.s, at, l.to, u)
	}
	return out
}

// asterisks returns what official evaluators count as highlighted: pairs of
// one asterisk and pairs of two, with something between them that is not
// blank, in one line.
func asterisks(s string) []cut {
	out := append(markedBy(s, "*"), markedBy(s, "**")...)
	slices.SortStableFunc(out, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
	return out
}

func markedBy(s, mark string) []cut {
	var out []cut
	for at := 0; ; {
		i := strings.Index(s[at:], mark)
		if i < 0 {
			return out
		}
		from := at + i
		start := from + len(mark)
		n := strings.IndexAny(s[start:], "*\n")
		if n < 0 {
			return out
		}
		at = from + 1
		if !strings.HasPrefix(s[start+n:], mark) {
			continue
		}
		at = start + n + len(mark)
		if !parity.Blank(s[start : start+n]) {
			out = append(out, cut{from, start, start + n, at})
		}
	}
}

// An emphasisScan walks one line. It keeps, for each mark, where bold and
// italic were opened, or -1.
type emphasisScan struct {
	out    []cut
	wanted Unit
	opened map[string]int
}

func appendEmphasis(out []cut, s string, at, to int, wanted Unit) []cut {
	if !strings.ContainsAny(s[at:to], "*_") {
		return out
	}
	scan := emphasisScan{out, wanted, map[string]int{}}
	ticks := codeSpans{s: s[:to]}
	for i := at; i < to; {
		switch s[i] {
		case '\\':
			i += 2
		case '`':
			i = ticks.after(i)
		case '*', '_':
			run := leading(s[i:to], s[i])
			scan.run(s[at:to], at, i-at, run)
			i += run
		default:
			i++
		}
	}
	return scan.out
}

// codeSpans skips code in backticks. It remembers which marks have no other
// behind them, so that a line is searched once for each.
type codeSpans struct {
	s    string
	none [3]bool // by length of the mark
}

// after returns where a code span that begins at i ends, or the end of its
// mark if it does not.
func (c *codeSpans) after(i int) int {
	run := leading(c.s[i:], '`')
	if run > 2 || c.none[run] {
		return i + run
	}
	n := strings.Index(c.s[i+run:], c.s[i:i+run])
	if n < 0 {
		c.none[run] = true
		return i + run
	}
	return i + run + n + run
}

// run reads a run of marks, at byte i of the line s, whose own place in the
// text is offset. It closes what it can, then opens.
func (e *emphasisScan) run(s string, offset, i, length int) {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+length:])
	atStart, atEnd := i == 0, i+length == len(s)
	closes := !atStart && !parity.IsSpace(before)
	opens := !atEnd && !parity.IsSpace(after)
	if s[i] == '_' {
		closes = closes && (atEnd || !parity.IsWord(after))
		opens = opens && (atStart || !parity.IsWord(before))
	}
	from, left := i, length
	for _, mark := range []string{s[i:i+1] + s[i:i+1], s[i : i+1]} {
		start, open := e.opened[mark]
		if closes && open && left >= len(mark) {
			delete(e.opened, mark)
			e.emit(cut{start, start + len(mark), offset + from, offset + from + len(mark)}, mark)
			from, left = from+len(mark), left-len(mark)
			continue
		}
		if opens && left >= len(mark) {
			e.opened[mark] = offset + from
			from, left = from+len(mark), left-len(mark)
		}
	}
}

// emit keeps a passage of the wanted kind. A passage is put before those
// that lie in it, which ended earlier.
func (e *emphasisScan) emit(p cut, mark string) {
	if p.at >= p.to || e.wanted == Bold && len(mark) == 1 || e.wanted == Italic && len(mark) == 2 {
		return
	}
	e.out = append(e.out, p)
	for i := len(e.out) - 1; i > 0 && e.out[i-1].from > p.from && len(e.out)-i < maxInside; i-- {
		e.out[i], e.out[i-1] = e.out[i-1], e.out[i]
	}
}

// maxInside bounds how many passages are looked at that lie inside another.
const maxInside = 64

// quotations returns passages in double quotation marks. A straight mark
// opens and closes by turns; an empty line ends what is open.
func quotations(s string) []cut {
	var out []cut
	open, closing := -1, ""
	for i, r := range s {
		switch {
		case r == '\n' && strings.HasPrefix(s[i+1:], "\n"):
			open = -1
		case open >= 0 && strings.ContainsRune(closing, r):
			_, size := utf8.DecodeRuneInString(s[open:])
			if end := i + utf8.RuneLen(r); !parity.Blank(s[open+size : i]) {
				out = append(out, cut{open, open + size, i, end})
			}
			open = -1
		case open < 0 && closingQuotes[r] != "":
			open, closing = i, closingQuotes[r]
		}
	}
	return out
}

// closingQuotes are the marks that close what another opens.
var closingQuotes = map[rune]string{'"': `"`, '“': "”", '„': "“”", '«': "»", '「': "」", '『': "』"}

// parentheses returns what stands in parentheses that hold no other.
func parentheses(s string) []cut {
	var out []cut
	open, at := -1, 0
	for i, r := range s {
		switch size := len(string(r)); {
		case r == '(' || r == '（':
			open, at = i, i+size
		case (r == ')' || r == '）') && open >= 0:
			out = append(out, cut{open, at, i, i + size})
			open = -1
		}
	}
	return out
}

// titleMarks returns what stands in double angle brackets in one line.
func titleMarks(s string) []cut {
	return kept(betweenInLine(s, "<<", ">>"), func(p cut) bool { return !parity.Blank(s[p.at:p.to]) })
}

// placeholders returns what stands in square brackets in one line.
func (c *scope) placeholders() []cut {
	found := betweenInLine(c.s, "[", "]")
	if !c.plain {
		return found
	}
	return kept(found, func(p cut) bool {
		inner := c.s[p.at:p.to]
		link := p.end < len(c.s) && (c.s[p.end] == '(' || c.s[p.end] == '[')
		return letters(inner) > 0 && !link && !strings.EqualFold(inner, "x")
	})
}

// betweenInLine is between for each line alone.
func betweenInLine(s, opening, closing string) []cut {
	var out []cut
	at := 0
	for l := range strings.Lines(s) {
		for _, p := range between(l, opening, closing) {
			out = append(out, cut{at + p.from, at + p.at, at + p.to, at + p.end})
		}
		at += len(l)
	}
	return out
}

// between returns what stands between a string and the next other one.
func between(s, opening, closing string) []cut {
	var out []cut
	for at := 0; ; {
		i := strings.Index(s[at:], opening)
		if i < 0 {
			return out
		}
		from := at + i
		start := from + len(opening)
		n := strings.Index(s[start:], closing)
		if n < 0 {
			return out
		}
		at = start + n + len(closing)
		out = append(out, cut{from, start, start + n, at})
	}
}
