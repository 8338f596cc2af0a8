package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// rowTables are the sections of results in rows, as papers have them: columns
// for groups and the whole, one table for each kind of group and metric. Levels
// of all metrics share a table, of which each category has one of its own.
func (s *Sweep) rowTables(width int) []section {
	var out []section
	for _, kind := range append(s.kinds(), "") {
		var tables []table
		for _, p := range s.papers(kind) {
			tables = append(tables, new(p.table(s)).cut(width)...)
		}
		if len(tables) > 0 {
			out = append(out, section{ID: "rows-" + slug(cmp.Or(kind, "overall")), Title: cmp.Or(kind, "Overall"), Tables: tables})
		}
	}
	return out
}

// A paper is one table of a paper: what its columns are.
type paper struct {
	caption string
	columns []paperColumn
}

type paperColumn struct {
	metric, span, name string
	group              map[string]string
}

// papers returns the tables of one kind of group.
func (s *Sweep) papers(kind string) []paper {
	switch keys := strings.Split(kind, " and "); {
	case kind == "":
		return s.overallPaper()
	case kind == "level":
		return []paper{{columns: s.levelColumns(nil)}}
	case len(keys) == 2 && slices.Contains(keys, "level"):
		other := keys[0]
		if other == "level" {
			other = keys[1]
		}
		var out []paper
		for _, value := range s.values(kind, other) {
			group := map[string]string{other: value}
			out = append(out, paper{caption: other + " " + value, columns: s.levelColumns(group)})
		}
		return out
	case len(keys) == 1:
		return s.groupPapers(kind)
	}
	return nil
}

// overallPaper has a column for each metric over whole results.
func (s *Sweep) overallPaper() []paper {
	var p paper
	for _, d := range s.definitions() {
		if s.has(d.Name, nil) {
			p.columns = append(p.columns, paperColumn{metric: d.Name, name: d.Name})
		}
	}
	if p.columns == nil {
		return nil
	}
	return []paper{p}
}

// levelColumns are the levels of each metric that has any, their whole, and
// metrics that sum levels up.
func (s *Sweep) levelColumns(within map[string]string) []paperColumn {
	kind := kindOf(withLevel(within, "1"))
	var columns, sums []paperColumn
	for _, d := range s.definitions() {
		n := len(columns)
		for _, level := range s.values(kind, "level") {
			if group := withLevel(within, level); s.has(d.Name, group) {
				columns = append(columns, paperColumn{d.Name, d.Name, "L" + level, group})
			}
		}
		switch {
		case !s.has(d.Name, within):
		case len(columns) > n:
			columns = append(columns, paperColumn{d.Name, d.Name, "avg", within})
		default:
			sums = append(sums, paperColumn{d.Name, "", d.Name, within})
		}
	}
	return append(columns, sums...)
}

// groupPapers are one table for each metric: its groups and the whole.
func (s *Sweep) groupPapers(kind string) []paper {
	var out []paper
	for _, d := range s.definitions() {
		p := paper{caption: d.Name}
		for _, value := range s.values(kind, kind) {
			if group := map[string]string{kind: value}; s.has(d.Name, group) {
				p.columns = append(p.columns, paperColumn{d.Name, "", value, group})
			}
		}
		if len(p.columns) > 0 {
			if s.has(d.Name, nil) {
				p.columns = append(p.columns, paperColumn{d.Name, "", "overall", nil})
			}
			out = append(out, p)
		}
	}
	return out
}

func withLevel(group map[string]string, level string) map[string]string {
	out := maps.Clone(group)
	if out == nil {
		out = map[string]string{}
	}
	out["level"] = level
	return out
}

// values are what a key has in groups of a kind, in order of first appearance.
func (s *Sweep) values(kind, key string) []string {
	var out []string
	for _, r := range s.Results {
		for _, m := range r.Metrics {
			if kindOf(m.Group) == kind && !slices.Contains(out, m.Group[key]) {
				out = append(out, m.Group[key])
			}
		}
	}
	return out
}

func (s *Sweep) has(metric string, group map[string]string) bool {
	return slices.ContainsFunc(s.Results, func(r *Result) bool {
		_, ok := r.same(adhere.Summary{Metric: metric, Group: group})
		return ok
	})
}

// table lays a paper's table out, the best of each column marked.
func (p *paper) table(s *Sweep) table {
	t := table{Caption: p.caption, Columns: names("result")}
	for _, c := range p.columns {
		t.Columns = append(t.Columns, numbers(strings.TrimSpace(c.span+" "+c.name))...)
	}
	var open []string
	for i, r := range s.Results {
		cells := row(s.name(i))
		var of []string
		for k, c := range p.columns {
			asked := adhere.Summary{Metric: c.metric, Group: c.group}
			cells = append(cells, s.bestCell(r, asked, cell{Text: "-"}))
			if m, ok := r.same(asked); ok && m.Undecided > 0 {
				of = append(of, t.Columns[k+1].Name+" "+strconv.Itoa(m.Undecided))
			}
		}
		if len(of) > 0 {
			open = append(open, s.name(i)+": "+strings.Join(of, ", "))
		}
		t.Rows = append(t.Rows, cells)
	}
	if len(open) > 0 {
		t.Notes = append(t.Notes, "undecided: "+strings.Join(open, "; "))
	}
	return t
}

func (p *paper) tabular(b *strings.Builder, t table, kind string) {
	var spans, heads []string
	for _, c := range p.columns {
		heads = append(heads, c.name)
		if slices.ContainsFunc(p.columns, func(c paperColumn) bool { return c.span != "" }) {
			spans = append(spans, c.span)
		}
	}
	writeTabular(b, strings.TrimSpace(kind+" "+p.caption), spans, heads, t.Rows)
}
