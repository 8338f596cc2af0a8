package report

import (
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
// row for each metric and group, a column for each result, intervals below the
// values' size, the best of each row in bold.
func (s *Sweep) LaTeX(w io.Writer) error {
	if s.Rows {
		return s.rowsLaTeX(w)
	}
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}; [95\\,% interval]\n")
	var kinds []string
	rows := map[string][]adhere.Summary{} // by kind, each group of a metric once
	for _, r := range s.Results {
		for _, m := range r.Metrics {
			kind := kindOf(m.Group)
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
			if !slices.ContainsFunc(rows[kind], func(o adhere.Summary) bool { return summaryName(o) == summaryName(m) }) {
				rows[kind] = append(rows[kind], m)
			}
		}
	}
	for _, kind := range kinds {
		s.tabular(&b, kind, rows[kind])
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("tables as LaTeX: %w", err)
	}
	return nil
}

func (s *Sweep) tabular(b *strings.Builder, kind string, rows []adhere.Summary) {
	fmt.Fprintf(b, "\n%% %s\n\\begin{tabular}{l%s}\n\\toprule\n", firstOf(texSafe(kind), "overall"), strings.Repeat("r", len(s.Results)))
	for i := range s.Results {
		b.WriteString(" & " + texSafe(s.name(i)))
	}
	b.WriteString(" \\\\\n\\midrule\n")
	for _, row := range rows {
		b.WriteString(texSafe(summaryName(row)))
		size := scaleOf(s.definitions(), row.Metric)
		best := s.best(row)
		for _, r := range s.Results {
			b.WriteString(" & ")
			if m, ok := r.same(row); ok && m.Undefined == "" {
				text := texSafe(value(m.Value, size))
				if text == texSafe(value(best, size)) && len(s.Results) > 1 {
					text = "\\textbf{" + text + "}"
				}
				b.WriteString(text + " {\\scriptsize " + interval(m.Lo, m.Hi, size) + "}")
			}
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

// texSafe writes text as LaTeX shows it.
func texSafe(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`).Replace(oneLine(s))
}
