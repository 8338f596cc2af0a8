package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere/internal/lists"

	"github.com/clipperhouse/displaywidth"
)

const (
	defaultWidth = 100
	gap          = 3 // between the columns of a text table
	leastGap     = 2 // where it would be too wide
	leastColumn  = 14
)

// writeText writes the result as tables for a terminal of the given width: the
// whole, then each kind of group, warnings last.
func writeText(w io.Writer, r *Result, o Options) error {
	l := r.layout(o.width(), nil)
	if err := l.withThresholds(r, o.Min); err != nil {
		return err
	}
	return l.text(w, o)
}

func (o Options) width() int {
	if o.Width <= 0 {
		return defaultWidth
	}
	return max(o.Width, 40)
}

// text writes any layout.
func (l *layout) text(w io.Writer, o Options) error {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(Line(l.Title) + "  " + Line(l.Subtitle)))
	b.WriteByte('\n')
	if l.Lead != "" {
		writeHanging(&b, "", Line(l.Lead), o.width())
		if len(l.Facts) > 0 {
			b.WriteByte('\n')
		}
	}
	for _, f := range l.Facts {
		writeHanging(&b, fmt.Sprintf("%-10s ", Line(f.Name)), Line(f.Text), o.width())
	}
	for _, s := range l.Sections {
		if len(s.Tables) == 0 && len(s.Lists) == 0 {
			continue
		}
		b.WriteString("\n" + Line(s.Title) + "\n")
		if s.Intro != "" {
			writeHanging(&b, "", Line(s.Intro), o.width())
		}
		for i, t := range s.Tables {
			if i > 0 {
				b.WriteByte('\n')
			}
			t.text(&b, o)
		}
		for _, x := range s.Lists {
			x.text(&b, o)
		}
	}
	if len(l.Warnings) > 0 {
		b.WriteString("\nWarnings\n")
		for _, x := range l.Warnings {
			writeHanging(&b, "- ", Line(x), o.width())
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report as text: %w", err)
	}
	return nil
}

// Title is what stands over a column where there is one line for it: the
// metric's name over its value.
func (c column) Title() string {
	if c.Span != "" && c.Name == "value" {
		return c.Span
	}
	return c.Name
}

func (t *table) widths() []int {
	widths := lists.Map(t.Columns, func(c column) int { return displaywidth.String(Line(c.Title())) })
	for _, r := range t.Rows {
		for i, c := range r {
			widths[i] = max(widths[i], displaywidth.String(Line(c.line())), displaywidth.String(Line(c.Under)))
		}
	}
	return widths
}

// width is the table's width in terminal cells with such gaps.
func (t *table) width(gap int) int {
	total := 0
	for _, w := range t.widths() {
		total += w + gap
	}
	return total - gap
}

// gap is the space between columns in a terminal of the width.
func (t *table) gap(width int) int {
	if t.width(gap) > width {
		return leastGap
	}
	return gap
}

// fits reports whether the table has room; 0 is endless.
func (t *table) fits(width int) bool { return width == 0 || t.width(leastGap) <= width }

// cut parts the columns that do not name rows into as many tables as the
// width needs, names at their shortest; 0 is endless. Notes stay with the last.
func (t *table) cut(width int) []table {
	heads := 0
	for heads < len(t.Columns) && t.Columns[heads].Head {
		heads++
	}
	widths := t.widths()
	var out []table
	for from := heads; from < len(t.Columns); {
		room, to := width, from
		for _, w := range widths[:heads] {
			room -= min(w, leastColumn) + leastGap
		}
		for to < len(t.Columns) && (width == 0 || to == from || room >= widths[to]) {
			room -= widths[to] + leastGap
			to++
		}
		part := table{Caption: t.Caption, Columns: slices.Concat(t.Columns[:heads], t.Columns[from:to])}
		for _, r := range t.Rows {
			part.Rows = append(part.Rows, slices.Concat(r[:heads], r[from:to]))
		}
		out, from = append(out, part), to
	}
	if len(out) > 0 {
		out[len(out)-1].Notes = t.Notes
	}
	return out
}

// fit narrows the columns that name rows until the table has the width, or
// until they are as narrow as can be read.
func (t *table) fit(width int) []int {
	widths := t.widths()
	for over := t.width(t.gap(width)) - width; over > 0; over-- {
		widest := -1
		for i, c := range t.Columns {
			if !c.Right && widths[i] > leastColumn && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

func (t *table) text(b *strings.Builder, o Options) {
	if t.Caption != "" {
		b.WriteString(Line(t.Caption) + "\n")
	}
	widths, apart := t.fit(o.width()), strings.Repeat(" ", t.gap(o.width()))
	line := lists.Map(t.Columns, column.Title)
	t.textRow(b, widths, apart, line, nil)
	for i := range line {
		line[i] = strings.Repeat("-", widths[i])
	}
	t.textRow(b, widths, apart, line, nil)
	for _, r := range t.Rows {
		under := make([]string, len(r))
		for i, c := range r {
			line[i], under[i] = c.line(), c.Under
		}
		t.textRow(b, widths, apart, line, under)
	}
	for _, n := range t.Notes {
		writeHanging(b, "  ", Line(n), o.width())
	}
}

// textRow writes cells, in as many lines as the longest name in them needs,
// and what stands under the first line of each.
func (t *table) textRow(b *strings.Builder, widths []int, apart string, cells, under []string) {
	lines := make([][]string, len(cells))
	tall := 0
	for i, s := range cells {
		lines[i] = wrap(Line(s), widths[i])
		if i < len(under) && under[i] != "" {
			lines[i] = append(lines[i], Line(under[i]))
		}
		tall = max(tall, len(lines[i]))
	}
	for k := range tall {
		var line strings.Builder
		for i := range cells {
			s := ""
			if k < len(lines[i]) {
				s = lines[i][k]
			}
			pad := strings.Repeat(" ", max(0, widths[i]-displaywidth.String(s)))
			if t.Columns[i].Right {
				line.WriteString(pad + s)
			} else {
				line.WriteString(s + pad)
			}
			line.WriteString(apart)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// wrap breaks a name into lines of the width: after the last sign in a line
// that joins words, else in mid-word. Lines after the first are set in.
func wrap(s string, width int) []string {
	const in = "  "
	var lines []string
	lead := ""
	for displaywidth.String(lead+s) > width {
		n := breakAt(s, width-len(lead))
		lines = append(lines, strings.TrimRight(lead+s[:n], " "))
		lead, s = in, strings.TrimLeft(s[n:], " ")
	}
	return append(lines, lead+s)
}

// breakAt returns how many bytes of s make a line of the width, at least one
// character.
func breakAt(s string, width int) int {
	total, best, last := 0, 0, 0
	for i, r := range s {
		if total += displaywidth.Rune(r); total > width && i > 0 {
			break
		}
		last = i + utf8.RuneLen(r)
		if strings.ContainsRune(" -/_:,@+", r) {
			best = last
		}
	}
	if best > 0 {
		return best
	}
	return last
}

func (x *list) text(b *strings.Builder, o Options) {
	if x.Title != "" {
		b.WriteString(Line(x.Title) + "\n")
	}
	for _, it := range x.Items {
		writeHanging(b, "  ", Line(it.Text), o.width())
	}
	if x.More > 0 {
		fmt.Fprintf(b, "  and %s more\n", Count(x.More))
	}
}

// writeHanging writes words after a lead, broken at the width and set in
// under the first line.
func writeHanging(b *strings.Builder, lead, words string, width int) {
	indent := strings.Repeat(" ", displaywidth.String(lead))
	line := lead
	empty := true
	for word := range strings.FieldsSeq(words) {
		if !empty && displaywidth.String(line)+1+displaywidth.String(word) > width {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}
