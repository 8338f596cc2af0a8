package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"adhere"
)

// FormatLaTeX is that of tables for papers, with the lines of booktabs.
const FormatLaTeX Format = "latex"

// FormatSVG is a drawing: curves over levels, or a radar.
const FormatSVG Format = "svg"

// LaTeX writes results side by side as one tabular for each kind of group: a
// row for each metric and group, a column for each result, intervals in smaller
// type than values, the best of each row in bold.
func (s *Sweep) LaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}; [95\\,% interval]\n")
	if s.Rows {
		for _, kind := range append(s.kinds(), "") {
			for _, p := range s.papers(kind) {
				p.tabular(&b, p.table(s), cmp.Or(kind, "overall"))
			}
		}
	} else {
		var all []adhere.Summary // each group of a metric once
		for _, r := range s.Results {
			for _, m := range r.Metrics {
				if !slices.ContainsFunc(all, func(o adhere.Summary) bool { return summaryName(o) == summaryName(m) }) {
					all = append(all, m)
				}
			}
		}
		for _, g := range grouped(all, func(m adhere.Summary) string { return kindOf(m.Group) }) {
			s.tabular(&b, g.key, g.all)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("tables as LaTeX: %w", err)
	}
	return nil
}

func (s *Sweep) tabular(b *strings.Builder, kind string, metrics []adhere.Summary) {
	var heads []string
	for i := range s.Results {
		heads = append(heads, s.name(i))
	}
	var rows [][]cell
	for _, metric := range metrics {
		cells := row(summaryName(metric))
		for _, r := range s.Results {
			cells = append(cells, s.bestCell(r, metric, cell{}))
		}
		rows = append(rows, cells)
	}
	writeTabular(b, cmp.Or(kind, "overall"), nil, heads, rows)
}

// bestCell is a result's value with its interval, marked where it is the best of
// all; missing is where it has none.
func (s *Sweep) bestCell(r *Result, asked adhere.Summary, missing cell) cell {
	m, ok := r.same(asked)
	if !ok || m.Undefined != "" {
		return missing
	}
	size := scaleOf(s.definitions(), asked.Metric)
	one := cell{Text: value(m.Value, size), Under: interval(m.Lo, m.Hi, size)}
	one.best = len(s.Results) > 1 && Ranks(asked.Metric) && one.Text == value(s.best(asked), size)
	return one
}

// writeTabular writes one tabular: spans stand over neighbouring heads, and may
// be none.
func writeTabular(b *strings.Builder, title string, spans, heads []string, rows [][]cell) {
	fmt.Fprintf(b, "\n%% %s\n\\begin{tabular}{l%s}\n\\toprule\n", texSafe(title), strings.Repeat("r", len(heads)))
	for i := 0; i < len(spans); {
		n := 1
		for i+n < len(spans) && spans[i+n] == spans[i] && spans[i] != "" {
			n++
		}
		fmt.Fprintf(b, " & \\multicolumn{%d}{c}{%s}", n, texSafe(spans[i]))
		i += n
	}
	if len(spans) > 0 {
		b.WriteString(" \\\\\n")
	}
	for _, head := range heads {
		b.WriteString(" & " + texSafe(head))
	}
	b.WriteString(" \\\\\n\\midrule\n")
	for _, r := range rows {
		b.WriteString(texSafe(r[0].Text))
		for _, c := range r[1:] {
			text := texSafe(c.Text)
			if c.best {
				text = "\\textbf{" + text + "}"
			}
			if c.Under != "" {
				text += " {\\scriptsize " + c.Under + "}"
			}
			b.WriteString(" & " + text)
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// same finds the summary of the same metric and group.
func (r *Result) same(row adhere.Summary) (adhere.Summary, bool) {
	i := slices.IndexFunc(r.Metrics, func(m adhere.Summary) bool { return summaryName(m) == summaryName(row) })
	if i < 0 {
		return adhere.Summary{}, false
	}
	return r.Metrics[i], true
}

// best is the greatest value of a row.
func (s *Sweep) best(row adhere.Summary) float64 {
	best, found := 0.0, false
	for _, r := range s.Results {
		if m, ok := r.same(row); ok && m.Undefined == "" && (!found || m.Value > best) {
			best, found = m.Value, true
		}
	}
	return best
}

func texSafe(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`).Replace(Line(s))
}
