package report

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A pivot is the summaries with the same group keys: one row for each group,
// one cell for each metric.
type pivot struct {
	subject string   // what the values are, where the columns are not metrics but results
	keys    []string // sorted
	metrics []string // in order of first appearance
	rows    []pivotRow
}

type pivotRow struct {
	group  []string // values, in the order of keys
	cells  map[string]adhere.Summary
	sample adhere.Summary // any of the cells
}

// pivots sorts summaries into pivots, all in order of first appearance.
func pivots(summaries []adhere.Summary) []*pivot {
	var all []*pivot
	byKeys := map[string]*pivot{}
	rowOf := map[string]int{}
	for _, s := range summaries {
		keys := slices.Sorted(maps.Keys(s.Group))
		name := strings.Join(keys, "\x00")
		p := byKeys[name]
		if p == nil {
			p = &pivot{keys: keys}
			byKeys[name] = p
			all = append(all, p)
		}
		p.metrics = lists.AddNew(p.metrics, s.Metric)
		group := lists.Map(keys, func(k string) string { return s.Group[k] })
		id := name + "\x01" + strings.Join(group, "\x00")
		i, ok := rowOf[id]
		if !ok {
			i = len(p.rows)
			rowOf[id] = i
			p.rows = append(p.rows, pivotRow{group: group, cells: map[string]adhere.Summary{}, sample: s})
		}
		p.rows[i].cells[s.Metric] = s
	}
	return all
}

// title names a pivot after its keys, "by category and level".
func (p *pivot) title() string {
	keys := "y " + strings.Join(p.keys, " and ")
	if p.subject != "" {
		return p.subject + " b" + keys
	}
	return "B" + keys
}

// id names a pivot in links.
func (p *pivot) id() string {
	id := "by-" + slug(strings.Join(p.keys, "-"))
	if p.subject != "" {
		id = slug(p.subject) + "-" + id
	}
	return id
}

// prefixes returns for each key what all its values start with, up to a
// slash: the name of a suite or a family, which is said once.
func (p *pivot) prefixes() []string {
	out := make([]string, len(p.keys))
	if len(p.rows) < 2 {
		return out
	}
	for i := range p.keys {
		first := p.rows[0].group[i]
		for end := strings.LastIndexByte(first, '/'); end > 0; end = strings.LastIndexByte(first[:end], '/') {
			common := first[:end+1]
			if !slices.ContainsFunc(p.rows, func(r pivotRow) bool { return !strings.HasPrefix(r.group[i], common) }) {
				out[i] = common
				break
			}
		}
	}
	return out
}

// short is the row's group without the prefixes.
func (r *pivotRow) short(prefixes []string) []string {
	out := make([]string, len(r.group))
	for i, v := range r.group {
		out[i] = strings.TrimPrefix(v, prefixes[i])
	}
	return out
}

// undecided reports whether any cell of the metrics has undecided ones.
func (p *pivot) undecided(metrics []string) bool {
	return slices.ContainsFunc(p.rows, func(r pivotRow) bool {
		return slices.ContainsFunc(metrics, func(m string) bool { return r.cells[m].Undecided > 0 })
	})
}

// table lays out the pivot's groups against the given metrics. With a link,
// each value leads to the items behind it.
func (p *pivot) table(metrics []string, defs []Definition, link func(adhere.Summary) string) table {
	var t table
	var prefixes []string
	t.Columns, prefixes = p.heads()
	withUndecided := p.undecided(metrics)
	for _, m := range metrics {
		t.Columns = append(t.Columns, valueColumns(m, withUndecided)...)
	}
	for _, r := range p.rows {
		if !r.hasAny(metrics) {
			continue
		}
		cells := row(r.short(prefixes)...)
		for _, m := range metrics {
			s, ok := r.cells[m]
			cells = append(cells, valueCells(s, ok, scaleOf(defs, m), withUndecided, link)...)
			if s.Undefined != "" {
				t.Notes = append(t.Notes, m+" of "+strings.Join(r.group, ", ")+" is undefined: "+s.Undefined)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// heads are the columns that name a group, with what all names in one begin with.
func (p *pivot) heads() (heads []column, prefixes []string) {
	heads, prefixes = names(p.keys...), p.prefixes()
	for i, prefix := range prefixes {
		if prefix != "" {
			heads[i].Name += " (" + prefix + ")"
		}
	}
	return heads, prefixes
}

func (r *pivotRow) hasAny(metrics []string) bool {
	return slices.ContainsFunc(metrics, func(m string) bool { _, ok := r.cells[m]; return ok })
}

func valueColumns(metric string, withUndecided bool) []column {
	of := []string{"value", "95% interval", "met/n", "undecided"}
	if !withUndecided {
		of = of[:3]
	}
	return columns(column{Span: metric, Right: true}, of)
}

func valueCells(s adhere.Summary, ok bool, size scale, withUndecided bool, link func(adhere.Summary) string) []cell {
	cells := make([]cell, 3, 4)
	if ok {
		cells[0], cells[1], cells[2] = cell{Text: "undefined"}, cell{}, cell{Text: share(s, size)}
		if s.Undefined == "" {
			cells[0].Text, cells[1].Text = value(s.Value, size), interval(s.Lo, s.Hi, size)
		}
		if link != nil {
			cells[0].Href = link(s)
		}
	}
	if withUndecided {
		text := ""
		if ok {
			text = strconv.Itoa(s.Undecided)
		}
		cells = append(cells, cell{Text: text})
	}
	return cells
}

// headline lays out the metrics over the whole run, one a row.
func headline(summaries []adhere.Summary, defs []Definition, link func(adhere.Summary) string) table {
	t := table{Columns: append(names("metric"), valueColumns("", true)...)}
	for _, s := range summaries {
		if len(s.Group) > 0 {
			continue
		}
		cells := append(row(s.Metric), valueCells(s, true, scaleOf(defs, s.Metric), true, link)...)
		t.Rows = append(t.Rows, cells)
		if s.Undefined != "" {
			t.Notes = append(t.Notes, s.Metric+" is undefined: "+s.Undefined)
		}
	}
	return t
}

// slug makes a name safe as an id: lower-case letters, digits and hyphens.
// A name with other characters ends in a piece of its hash, so that it stays
// apart from its like.
func slug(s string) string {
	var b strings.Builder
	exact := true
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			b.WriteRune(r)
		case r == '_', r == ' ':
			b.WriteByte('-')
		default:
			exact = false
		}
	}
	if !exact {
		sum := sha256.Sum256([]byte(s))
		b.WriteString("-" + hex.EncodeToString(sum[:4]))
	}
	return strings.Trim(b.String(), "-")
}
