package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
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
			one := p.table(s)
			tables = append(tables, (&one).cut(width)...)
		}
		if len(tables) > 0 {
			out = append(out, section{id: "rows-" + slug(firstOf(kind, "overall")), title: firstOf(kind, "Overall"), tables: tables})
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
	kind := kindOf(with(within, "level", "1"))
	var columns, sums []paperColumn
	for _, d := range s.definitions() {
		n := len(columns)
		for _, level := range s.values(kind, "level") {
			if group := with(within, "level", level); s.has(d.Name, group) {
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

func with(group map[string]string, key, value string) map[string]string {
	out := maps.Clone(group)
	if out == nil {
		out = map[string]string{}
	}
	out[key] = value
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
	t := table{caption: p.caption, columns: []column{{name: "result", head: true}}}
	for _, c := range p.columns {
		t.columns = append(t.columns, column{name: strings.TrimSpace(c.span + " " + c.name), right: true})
	}
	for i, r := range s.Results {
		cells := row(s.name(i))
		for _, c := range p.columns {
			asked := adhere.Summary{Metric: c.metric, Group: c.group}
			size := scaleOf(s.definitions(), c.metric)
			m, ok := r.same(asked)
			one := cell{text: "-"}
			if ok && m.Undefined == "" {
				one = cell{text: value(m.Value, size), under: interval(m.Lo, m.Hi, size)}
				one.best = len(s.Results) > 1 && one.text == value(s.best(asked), size)
			}
			cells = append(cells, one)
		}
		t.rows = append(t.rows, cells)
	}
	return t
}

// rowsLaTeX writes results in rows as tabulars of booktabs.
func (s *Sweep) rowsLaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}; [95\\,% interval]\n")
	for _, kind := range append(s.kinds(), "") {
		for _, p := range s.papers(kind) {
			p.tabular(&b, p.table(s), firstOf(kind, "overall"))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("tables as LaTeX: %w", err)
	}
	return nil
}

func (p *paper) tabular(b *strings.Builder, t table, kind string) {
	fmt.Fprintf(b, "\n%% %s\n\\begin{tabular}{l%s}\n\\toprule\n", texSafe(strings.TrimSpace(kind+" "+p.caption)), strings.Repeat("r", len(p.columns)))
	spans := slices.ContainsFunc(p.columns, func(c paperColumn) bool { return c.span != "" })
	for i := 0; spans && i < len(p.columns); { // spans over the columns below
		n := 1
		for i+n < len(p.columns) && p.columns[i+n].span == p.columns[i].span && p.columns[i].span != "" {
			n++
		}
		fmt.Fprintf(b, " & \\multicolumn{%d}{c}{%s}", n, texSafe(p.columns[i].span))
		i += n
	}
	if spans {
		b.WriteString(" \\\\\n")
	}
	for _, c := range p.columns {
		b.WriteString(" & " + texSafe(c.name))
	}
	b.WriteString(" \\\\\n\\midrule\n")
	for _, r := range t.rows {
		b.WriteString(texSafe(r[0].text))
		for _, c := range r[1:] {
			text := texSafe(c.text)
			if c.best {
				text = "\\textbf{" + text + "}"
			}
			b.WriteString(" & " + text)
			if c.under != "" {
				b.WriteString(" {\\scriptsize " + c.under + "}")
			}
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}
