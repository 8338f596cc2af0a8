package report

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"adhere"
	"adhere/report/chart"
)

// heatmap draws the first metric of the pairs as a matrix of all sources.
func (a *Agreement) heatmap() figure {
	first := a.Pairs[0].Metric
	at := map[[2]string]adhere.Summary{}
	for _, s := range a.Pairs {
		if s.Metric == first && len(s.Group) == 2 {
			at[[2]string{s.Group["a"], s.Group["b"]}] = s
		}
	}
	size := scaleOf(a.Definitions, first)
	cells := make([][]chart.Value, len(a.Sources))
	for i, x := range a.Sources {
		for j, y := range a.Sources {
			s, ok := at[[2]string{x, y}]
			if !ok {
				s, ok = at[[2]string{y, x}]
			}
			v := point(s, ok, nil)
			switch {
			case i == j:
				v = chart.Value{Missing: "the same source"}
			case !ok:
				v.Missing = "not measured"
			}
			cells[i] = append(cells[i], v)
		}
	}
	title := first + " of each pair"
	scale := chartScale(size)
	if size.plain {
		scale.Decimals = 2
	}
	return figure{title, chart.Heatmap{
		Head:  chart.Head{ID: "heatmap", Title: title, Desc: "The table below has the same numbers with their intervals."},
		Scale: scale, Rows: a.Sources, Columns: a.Sources, Cells: cells,
	}.SVG()}
}

// spread lays out and draws how much raters disagreed.
func (a *Agreement) spread() section {
	t := table{columns: []column{{name: "requirements", head: true}, {name: "n", right: true}}}
	series := make([]chart.Series, len(a.Levels))
	for i, l := range a.Levels {
		t.columns = append(t.columns, column{name: l, right: true}, column{name: "share", right: true})
		series[i].Name = l
	}
	names := make([]string, len(a.Spread))
	for i, s := range a.Spread {
		names[i] = s.Group
		sum := 0
		for _, n := range s.Counts {
			sum += n
		}
		cells := row(s.Group, strconv.Itoa(sum))
		for j := range a.Levels {
			n := 0
			if j < len(s.Counts) {
				n = s.Counts[j]
			}
			series[j].Values = append(series[j].Values, chart.Value{V: float64(n)})
			share := ""
			if sum > 0 {
				share = value(float64(n)/float64(sum), scale{max: 1})
			}
			cells = append(cells, cell{text: strconv.Itoa(n)}, cell{text: share})
		}
		t.rows = append(t.rows, cells)
	}
	const title = "How much raters disagreed"
	return section{id: "spread", title: title, tables: []table{t}, charts: []figure{{title, chart.Histogram{
		Head:       chart.Head{ID: "spread-chart", Title: title, Desc: "The table below has the same numbers."},
		Categories: names, Label: "requirements", Series: series,
	}.SVG()}}}
}

// cost lays out what each source used.
func (a *Agreement) cost() table {
	t := table{columns: []column{
		{name: "source", head: true},
		{name: "calls", right: true},
		{name: "tokens in", right: true},
		{name: "cached", right: true},
		{name: "out", right: true},
		{name: "cost", right: true},
		{name: "time", right: true},
	}}
	for _, name := range slices.Sorted(maps.Keys(a.Usage)) {
		u := a.Usage[name]
		money, spent := "", ""
		if u.Money != 0 {
			money = u.Money.String()
		}
		if u.Time != 0 {
			spent = u.Time.Round(time.Millisecond).String()
		}
		t.rows = append(t.rows, row(name, count(u.Calls), count(u.In), count(u.Cached), count(u.Out), money, spent))
	}
	return t
}
