package papers

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"

	"adhere/internal/lists"
	"adhere/internal/writing"
)

// A line is one of a page, in the order in which the page is drawn: that is
// the order of reading also where there are columns.
type line struct {
	text string
	x, y float64 // where it begins; up is more
	size float64 // of its type
}

// linesOf joins characters that stand at one height, with smaller ones that are
// raised or lowered a little: marks of notes and indices.
func linesOf(chars []pdf.Text) []line {
	var all []line
	var b strings.Builder
	flush := func() {
		if text := strings.TrimSpace(strings.ToValidUTF8(b.String(), "")); text != "" {
			all[len(all)-1].text = text
		} else if len(all) > 0 {
			all = all[:len(all)-1]
		}
		b.Reset()
	}
	for i := range chars {
		c := &chars[i]
		size := math.Abs(c.FontSize)
		switch {
		case i == 0:
			all = append(all, line{x: c.X, y: c.Y, size: size})
		case !all[len(all)-1].holds(c.Y, size) || c.X < chars[i-1].X-4*size:
			flush()
			all = append(all, line{x: c.X, y: c.Y, size: size})
		case apart(&chars[i-1], c):
			b.WriteByte(' ')
		}
		b.WriteString(c.S)
	}
	if len(chars) > 0 {
		flush()
	}
	return all
}

// holds reports whether characters of a size at a height belong to the line.
func (l *line) holds(y, size float64) bool {
	reach := 0.4
	if size < 0.85*l.size {
		reach = 0.7
	}
	return math.Abs(y-l.y) <= reach*math.Max(size, l.size)
}

// apart reports whether there is a space between two characters of a line that
// nobody wrote. Where a font does not tell its widths, a character is taken
// for as wide as the widest, M: such fonts come with spaces of their own.
func apart(before, c *pdf.Text) bool {
	width, gap := before.W, 0.18*math.Abs(c.FontSize)
	if width == 0 {
		gap = 1.05 * math.Max(math.Abs(c.FontSize), math.Abs(before.FontSize))
	}
	return c.X-(before.X+width) > gap && before.S != " " && c.S != " "
}

// pages cuts the pages of a PDF by how they are set. What is larger than most
// text, or reads as headings of papers do, is a heading; the largest at the
// beginning is the title, unless the file tells another.
func (w *outline) pages(pages [][]line) {
	lines := slices.Concat(withoutRunning(pages)...)
	all, body := paragraphs(lines), usualSize(lines)
	if w.doc.Title == "" {
		w.doc.Title = titleOf(all, body)
	}
	for i := range all {
		switch p := &all[i]; {
		case w.doc.Title != "" && bareWords(p.text) == bareWords(w.doc.Title):
		case p.size > 1.08*body && len(p.text) < 150 || headingText(p.text):
			w.heading(2+strings.Count(strings.TrimSuffix(strings.Fields(p.text)[0], "."), "."), p.text)
		default:
			w.unit(p.text)
		}
	}
	if w.doc.Paragraphs = joined(w.doc.Paragraphs); len(w.doc.Paragraphs) > 0 {
		return
	}
	for _, p := range all { // nothing but headings
		w.doc.Paragraphs = append(w.doc.Paragraphs, writing.Paragraph{Text: p.text})
	}
}

// titleOf is the first of the largest paragraphs at the beginning of a file, or
// its first where it is short.
func titleOf(all []line, body float64) string {
	title := line{size: 1.15 * body}
	for _, p := range all[:min(10, len(all))] {
		if p.size > title.size && len(p.text) < 200 {
			title = p
		}
	}
	if title.text == "" && len(all) > 0 && len(all[0].text) < 200 {
		return all[0].text
	}
	return title.text
}

// withoutRunning leaves out the numbers of pages, and what stands at the top or
// the bottom of several.
func withoutRunning(pages [][]line) [][]line {
	counts, out := map[string]int{}, make([][]line, len(pages))
	for _, lines := range pages {
		seen, marginal := map[string]bool{}, margins(lines)
		for _, l := range lines {
			if k := running(l.text); marginal(l) && !seen[k] {
				seen[k] = true
				counts[k]++
			}
		}
	}
	for i, lines := range pages {
		marginal := margins(lines)
		out[i] = slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
			k := running(l.text)
			return marginal(l) && (k == "" || counts[k] > 1)
		})
	}
	return out
}

// margins reports whether a line is one of the two at the top or the two at the
// bottom of a page.
func margins(lines []line) func(line) bool {
	heights := lists.Map(lines, func(l line) int { return int(l.y) })
	slices.Sort(heights)
	heights = slices.Compact(heights)
	last := len(heights) - 1
	return func(l line) bool {
		return int(l.y) <= heights[min(1, last)] || int(l.y) >= heights[max(0, last-1)]
	}
}

// running is what a line has in common with those of other pages.
func running(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }), " ")
}

// usualSize is the size of type that most characters have, to a tenth.
func usualSize(lines []line) float64 {
	counts := map[int]int{}
	usual := 0
	for _, l := range lines {
		size := int(math.Round(10 * l.size))
		counts[size] += len(l.text)
		if counts[size] > counts[usual] || counts[size] == counts[usual] && size < usual {
			usual = size
		}
	}
	return float64(usual) / 10
}

// paragraphs joins lines. One ends where the next line is further away than is
// usual or set in another size, behind what reads as a heading, and, after the
// end of a sentence, before such a line, and where the next is indented or in
// the next column or page.
// Words parted at the end of a line are joined.
func paragraphs(lines []line) []line {
	usual := usualStep(lines)
	var all []line
	for i, l := range lines {
		if i == 0 || ends(&lines[i-1], &l, usual) || headingText(all[len(all)-1].text) {
			all = append(all, l)
			continue
		}
		if p := &all[len(all)-1]; parted(p.text) {
			p.text = strings.TrimRight(p.text, hyphens) + l.text
		} else {
			p.text += " " + l.text
		}
	}
	return all
}

// hyphens part words at the end of lines: that of keyboards, that of
// typesetters, and the soft one.
const hyphens = "-\u2010\u00ad"

func ends(before, l *line, usual float64) bool {
	step := before.y - l.y
	sentence := strings.HasSuffix(strings.TrimRight(before.text, `"')]”’`), ".") || strings.HasSuffix(before.text, "?") || strings.HasSuffix(before.text, "!")
	switch {
	case math.Abs(before.size-l.size) > 0.1*before.size || sentence && headingText(l.text):
		return true
	case step < 0: // the next column
		return sentence
	case usual > 0 && step > 1.4*math.Max(usual, l.size):
		return true
	default:
		return sentence && l.x > before.x+0.8*l.size
	}
}

// parted reports whether a text ends within a word.
func parted(text string) bool {
	word := strings.TrimRight(text, hyphens)
	return utf8.RuneCountInString(text)-utf8.RuneCountInString(word) == 1 && word != "" && !strings.HasSuffix(word, " ")
}

// usualStep is the way down from line to line that most have, to half a point.
func usualStep(lines []line) float64 {
	counts := map[int]int{}
	usual := 0
	for i := 1; i < len(lines); i++ {
		step := int(math.Round(2 * (lines[i-1].y - lines[i].y)))
		if step <= 0 {
			continue
		}
		counts[step]++
		if usual == 0 || counts[step] > counts[usual] || counts[step] == counts[usual] && step < usual {
			usual = step
		}
	}
	return float64(usual) / 2
}
