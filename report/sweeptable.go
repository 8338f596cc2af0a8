package report

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/report/chart"
)

// kindOf joins the keys of a group, "category and level"; empty for the whole.
func kindOf(group map[string]string) string {
	return strings.Join(slices.Sorted(maps.Keys(group)), " and ")
}

// mostAcross is how many results stand side by side as columns of the table
// of whole results; more of them stand below each other.
const mostAcross = 5

// overall lays out the metrics over whole results.
func (p *pivot) overall(defs []Definition, results, width int, link linker) []table {
	terminal := width > 0
	t := p.across(func(metric string) scale { return scaleOf(defs, metric) }, link, func(s adhere.Summary, size scale) string {
		return under(s, size, terminal)
	})
	if terminal && p.undecided(p.metrics) {
		t.Notes = append(t.Notes, "? undecided; the interval reaches their worst and best case")
	}
	if results > mostAcross && results > len(p.rows) {
		t = t.turned()
	}
	return t.cut(width)
}

// within lays out the groups of one metric. A terminal has room for no more
// than a line each: there intervals have whole points of percent, and what
// values are taken over is said once for all results.
func (p *pivot) within(size scale, width int, link linker) []table {
	one := func(string) scale { return size }
	if width == 0 {
		t := p.across(one, link, func(s adhere.Summary, size scale) string { return under(s, size, false) })
		return []table{t}
	}
	size.points = true
	t := p.across(one, link, nil)
	t.Notes = append(t.Notes, p.undecidedNote()...)
	return t.cut(width)
}

// across lays out a pivot of results with one column for each: a value with
// its interval, and under it what it is taken over; without under, a column
// says that for all results. The scale is asked for by the value of the first
// key.
func (p *pivot) across(size func(string) scale, link linker, under func(adhere.Summary, scale) string) table {
	var t table
	var prefixes []string
	t.Columns, prefixes = p.heads()
	if under == nil {
		t.Columns = append(t.Columns, column{Name: "n", Head: true, Right: true})
	}
	t.Columns = append(t.Columns, numbers(p.metrics...)...)
	for _, r := range p.rows {
		cells := row(r.short(prefixes)...)
		if under == nil {
			cells = append(cells, cell{Text: strings.Replace(r.bases(p.metrics, func(s adhere.Summary) int { return s.N }), " to ", "-", 1)})
		}
		for _, m := range p.metrics {
			s, ok := r.cells[m]
			c := summaryCell(s, ok, size(r.group[0]), link)
			switch {
			case ok && under != nil:
				c.Under = under(s, size(r.group[0]))
			case c.More != "" && s.Undecided > 0:
				c.More += "?"
			}
			if s.Undefined != "" {
				t.Notes = append(t.Notes, strings.Join(r.group, ", ")+" of "+m+" is undefined: "+s.Undefined)
			}
			cells = append(cells, c)
		}
		p.markBest(cells[len(cells)-len(p.metrics):], r.cells)
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// Ranks reports whether more of a metric is better.
func Ranks(metric string) bool {
	return metric != "attempt_variance" && metric != "failure_consistency"
}

// markBest marks the greatest of a row, and those that print the same, where more
// is better.
func (p *pivot) markBest(cells []cell, row map[string]adhere.Summary) {
	best := ""
	value := math.Inf(-1)
	for i, m := range p.metrics {
		if s, ok := row[m]; ok && s.Undefined == "" && s.Value > value {
			value, best = s.Value, cells[i].Text
		}
	}
	for i, m := range p.metrics {
		if s, ok := row[m]; ok && s.Undefined == "" && len(p.metrics) > 1 && Ranks(s.Group[metricKey]) {
			cells[i].best = cells[i].Text == best
		}
	}
}

// undecidedNote says how many are undecided where, if any are.
func (p *pivot) undecidedNote() []string {
	var parts []string
	for _, r := range p.rows {
		var of []string
		for _, m := range p.metrics {
			if n := r.cells[m].Undecided; n > 0 {
				of = append(of, m+" "+strconv.Itoa(n))
			}
		}
		if len(of) > 0 {
			parts = append(parts, groupName(r.sample.Group)+": "+strings.Join(of, ", "))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"? undecided: " + strings.Join(parts, "; ")}
}

// summaryCell is a value with its interval in one cell.
func summaryCell(s adhere.Summary, ok bool, size scale, link linker) cell {
	if !ok {
		return cell{}
	}
	c := cell{Text: "undefined"}
	if s.Undefined == "" {
		c.Text, c.More = value(s.Value, size), interval(s.Lo, s.Hi, size)
	}
	if link != nil {
		c.Href = link(s)
	}
	return c
}

// under says what a value is taken over, briefly for terminals.
func under(s adhere.Summary, size scale, brief bool) string {
	text := share(s, size)
	if !strings.Contains(text, "/") {
		text = "n " + text
	}
	switch {
	case s.Undecided > 0 && brief:
		text += ", " + strconv.Itoa(s.Undecided) + "?"
	case s.Undecided > 0:
		text += ", " + Count(s.Undecided) + "\u00a0undecided"
	}
	return text
}

// turned makes rows of the columns after the first.
func (t *table) turned() table {
	out := table{Columns: names("result"), Notes: t.Notes}
	for _, r := range t.Rows {
		out.Columns = append(out.Columns, numbers(r[0].Text)...)
	}
	for i, c := range t.Columns[1:] {
		cells := row(c.Name)
		for _, r := range t.Rows {
			cells = append(cells, r[1+i])
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// wholeFigures draws the metrics over whole results: shares together, any
// other metric on its own scale.
func (p *pivot) wholeFigures(defs []Definition, link linker) []Figure {
	if len(p.metrics) > 8 {
		return nil
	}
	var out []Figure
	for i, g := range grouped(p.rows, func(r pivotRow) scale { return scaleOf(defs, r.group[0]) }) {
		part := &pivot{keys: p.keys, metrics: p.metrics, rows: g.all}
		title := strings.Join(part.names(), ", ")
		if !g.key.plain {
			title = "Shares over the whole"
		}
		out = append(out, Figure{title + ", with 95% intervals", chart.Bars{
			Head:  chart.Head{ID: "bars-whole-" + strconv.Itoa(i), Title: title, Desc: "The table has the same numbers."},
			Scale: chartScale(g.key), Categories: part.names(), Series: part.series(part.metrics, link),
		}.SVG()})
	}
	return out
}

const mostSmall = 12 // drawings of one metric, one for each value of a key

// acrossFigures draws a metric of several results, each with the same style
// everywhere: curves over levels, one drawing for each value of another key,
// and for other groups bars.
func (p *pivot) acrossFigures(size scale, link linker) []Figure {
	level := slices.Index(p.keys, "level")
	if level < 0 || len(p.keys) != 2 {
		defs := lists.Map(p.metrics, func(m string) Definition { return Definition{Name: m, Max: size.max, Plain: size.plain} })
		return p.figures(defs, link)
	}
	parts := grouped(p.rows, func(r pivotRow) string { return r.group[1-level] })
	if len(parts) > mostSmall {
		return nil
	}
	var out []Figure
	for _, g := range parts {
		part := &pivot{subject: p.subject + " of " + g.key, keys: []string{"level"}, metrics: p.metrics}
		for _, r := range g.all {
			part.rows = append(part.rows, pivotRow{group: []string{r.group[level]}, cells: r.cells, sample: r.sample})
		}
		out = append(out, part.lines(part.metrics, size, part.names(), part.series(part.metrics, link)))
	}
	return out
}
