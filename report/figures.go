package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/report/chart"
)

type linker = func(adhere.Summary) string

// figures draws what a pivot shows: curves over levels, and for other groups
// bars with intervals, sorted from the greatest value down. Shares of several
// results are drawn together; of the shares of one result the first is drawn,
// since the table has the others. Any other metric has its own scale and
// drawing.
func (p *pivot) figures(defs []Definition, link linker) []Figure {
	var shares, others []string
	for _, m := range p.metrics {
		if !scaleOf(defs, m).plain {
			shares = append(shares, m)
		} else {
			others = append(others, m)
		}
	}
	if level := slices.Index(p.keys, "level"); level >= 0 && len(p.keys) <= 2 {
		return p.curves(level, defs, link)
	}
	if len(p.keys) != 1 || len(p.rows) < 2 || len(p.rows) > 40 {
		return nil
	}
	if p.subject == "" && len(shares) > 1 {
		shares = shares[:1]
	}
	var out []Figure
	if len(shares) > 0 {
		out = append(out, p.bars(shares, scale{max: 1}, link))
	}
	for _, m := range others {
		out = append(out, p.bars([]string{m}, scaleOf(defs, m), link))
	}
	return out
}

func chartScale(s scale) chart.Scale {
	if s.plain {
		return chart.Scale{Max: s.max, Decimals: s.decimals()}
	}
	return chart.Scale{Percent: true}
}

// point turns a summary into what a chart draws.
func point(s adhere.Summary, ok bool, link linker) chart.Value {
	if !ok {
		return chart.Value{Missing: "no value"}
	}
	v := chart.Value{V: s.Value, Lo: s.Lo, Hi: s.Hi, N: s.N}
	if s.Undefined != "" {
		v.Missing = "undefined: " + s.Undefined
	}
	if link != nil {
		v.Href = link(s)
	}
	return v
}

func (p *pivot) names() []string {
	names := make([]string, len(p.rows))
	prefixes := p.prefixes()
	for i, r := range p.rows {
		names[i] = strings.Join(r.short(prefixes), ", ")
	}
	return names
}

func (p *pivot) series(metrics []string, link linker) []chart.Series {
	out := make([]chart.Series, len(metrics))
	for i, m := range metrics {
		out[i].Name = m
		for _, r := range p.rows {
			s, ok := r.cells[m]
			out[i].Values = append(out[i].Values, point(s, ok, link))
		}
	}
	return out
}

func (p *pivot) head(kind string, metrics []string) chart.Head {
	what := strings.Join(metrics, ", ")
	if p.subject != "" {
		what = p.subject
	}
	return chart.Head{
		ID:    kind + "-" + p.id() + "-" + slug(metrics[0]),
		Title: what + " by " + strings.Join(p.keys, " and "),
		Desc:  "The table below has the same numbers.",
	}
}

func (p *pivot) bars(metrics []string, size scale, link linker) Figure {
	head := p.head("bars", metrics)
	sorted := *p
	sorted.rows = slices.Clone(p.rows)
	slices.SortStableFunc(sorted.rows, func(a, b pivotRow) int { return cmp.Compare(b.drawn(metrics[0]), a.drawn(metrics[0])) })
	return Figure{head.Title + ", with 95% intervals", chart.Bars{
		Head: head, Scale: chartScale(size), Categories: sorted.names(), Series: sorted.series(metrics, link),
	}.SVG()}
}

// drawn is a metric's value in the row, less than any other where it has none.
func (r *pivotRow) drawn(metric string) float64 {
	if s, ok := r.cells[metric]; ok && s.Undefined == "" {
		return s.Value
	}
	return math.Inf(-1)
}

// curves draws each metric over the levels: one drawing of all shares where
// there is nothing but levels, else one drawing a metric with a line for each
// value of the other key.
func (p *pivot) curves(level int, defs []Definition, link linker) []Figure {
	var out []Figure
	if len(p.keys) == 1 {
		for _, g := range grouped(p.metrics, func(m string) scale { return scaleOf(defs, m) }) {
			out = append(out, p.lines(g.all, g.key, p.names(), p.series(g.all, link)))
		}
		return out
	}
	for _, m := range p.metrics {
		if xs, series := p.cross(level, m, link); len(series) <= 8 {
			out = append(out, p.lines([]string{m}, scaleOf(defs, m), xs, series))
		}
	}
	return out
}

func (p *pivot) lines(metrics []string, size scale, xs []string, series []chart.Series) Figure {
	head := p.head("lines", metrics)
	return Figure{head.Title + ", with 95% intervals", chart.Lines{
		Head: head, Scale: chartScale(size), X: xs, XLabel: "level", Series: series,
	}.SVG()}
}

// cross sorts a metric's values by level and by the other key.
func (p *pivot) cross(level int, metric string, link linker) ([]string, []chart.Series) {
	var xs, names []string
	at := map[string]adhere.Summary{}
	for _, r := range p.rows {
		x, name := r.group[level], r.group[1-level]
		xs = lists.AddNew(xs, x)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if s, ok := r.cells[metric]; ok {
			at[name+"\x00"+x] = s
		}
	}
	series := make([]chart.Series, len(names))
	for i, name := range names {
		series[i].Name = name
		for _, x := range xs {
			s, ok := at[name+"\x00"+x]
			series[i].Values = append(series[i].Values, point(s, ok, link))
		}
	}
	return xs, series
}
