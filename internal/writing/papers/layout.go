package papers

import (
	"math"
	"strings"

	"github.com/ledongthuc/pdf"
)

// A line is one of a page, in the order in which the page is drawn: that is
// the order of reading also where there are columns.
type line struct {
	text string
	x, y float64 // where it begins; up is more
	size float64 // of its type
}

// linesOf joins characters that stand at one height.
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
		case math.Abs(c.Y-chars[i-1].Y) > 0.4*math.Max(size, math.Abs(chars[i-1].FontSize)) || c.X < chars[i-1].X-4*size:
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

// apart reports whether there is a space between two characters of a line that
// nobody wrote. Where a font does not tell its widths, a character is taken
// for as wide as the widest: such fonts come with spaces of their own.
func apart(before, c *pdf.Text) bool {
	size := math.Abs(c.FontSize)
	width, gap := before.W, 0.18*size
	if width == 0 {
		gap = 0.95 * size
	}
	return c.X-(before.X+width) > gap && before.S != " " && c.S != " "
}

// paragraphs joins lines. One ends where the next line is further away than
// is usual on the page or set in another size, and, after the end of a
// sentence, where it is indented or in the next column. Words parted at the end
// of a line are joined.
func paragraphs(lines []line) []string {
	usual := usualStep(lines)
	var all []string
	var b strings.Builder
	for i, l := range lines {
		switch {
		case i == 0:
		case ends(&lines[i-1], &l, usual):
			all = append(all, b.String())
			b.Reset()
		case parted(b.String()):
			whole := strings.TrimSuffix(b.String(), "-")
			b.Reset()
			b.WriteString(whole)
		default:
			b.WriteByte(' ')
		}
		b.WriteString(l.text)
	}
	if b.Len() > 0 {
		all = append(all, b.String())
	}
	return all
}

func ends(before, l *line, usual float64) bool {
	step := before.y - l.y
	sentence := strings.HasSuffix(strings.TrimRight(before.text, `"')]”’`), ".") || strings.HasSuffix(before.text, "?") || strings.HasSuffix(before.text, "!")
	switch {
	case math.Abs(before.size-l.size) > 0.1*before.size:
		return true
	case step < 0: // the next column
		return sentence
	case usual > 0 && step > 1.4*usual:
		return true
	default:
		return sentence && l.x > before.x+0.8*l.size
	}
}

// parted reports whether a text ends within a word.
func parted(text string) bool {
	return len(text) > 1 && text[len(text)-1] == '-' && text[len(text)-2] != ' ' && text[len(text)-2] != '-'
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
