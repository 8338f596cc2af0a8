package report

import (
	"slices"
	"strconv"
	"time"

	"adhere"
	"adhere/report/chart"
)

// heatmap draws the first metric of the pairs as a matrix of all sources.
func (a *Agreement) heatmap() Figure {
	first := a.Pairs[0].Metric
	at := map[[2]string]adhere.Summary{}
	for _, s := range a.Pairs {
		if s.Metric == first && len(s.Group) == 2 {
			at[[2]string{s.Group["a"], s.Group["b"]}] = s
		}
	}
	size := scaleOf(a.Definitions, first)
	var names []string // of those that are in some pair
	for _, source := range a.Raters {
		if slices.ContainsFunc(a.Pairs, func(s adhere.Summary) bool { return s.Group["a"] == source.Rater || s.Group["b"] == source.Rater }) {
			names = append(names, source.Rater)
		}
	}
	cells := make([][]chart.Value, len(names))
	for i, x := range names {
		for j, y := range names {
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
	return Figure{title, chart.Heatmap{
		Head:  chart.Head{ID: "heatmap", Title: title, Desc: "The table below has the same numbers with their intervals."},
		Scale: scale, Rows: names, Columns: names, Cells: cells,
	}.SVG()}
}

// spread lays out and draws how much raters disagreed.
func (a *Agreement) spread() section {
	t := table{Columns: append(names("requirements"), numbers("n")...)}
	series := make([]chart.Series, len(a.Levels))
	for i, l := range a.Levels {
		t.Columns = append(t.Columns, numbers(l, "share")...)
		series[i].Name = l
	}
	groups := make([]string, len(a.Spread))
	for i, s := range a.Spread {
		groups[i] = s.Group
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
			cells = append(cells, cell{Text: strconv.Itoa(n)}, cell{Text: share})
		}
		t.Rows = append(t.Rows, cells)
	}
	const title = "How much raters disagreed"
	drawing := chart.Histogram{
		Head:       chart.Head{ID: "spread-chart", Title: title, Desc: "The table below has the same numbers."},
		Categories: groups, Label: "requirements", Series: series,
	}
	if len(groups) == 1 { // levels side by side rather than one column of them
		only := chart.Series{Name: groups[0]}
		for _, s := range series {
			only.Values = append(only.Values, s.Values[0])
		}
		drawing.Categories, drawing.Series = a.Levels, []chart.Series{only}
	}
	return section{ID: "spread", Title: title, Tables: []table{t}, Charts: []Figure{{title, drawing.SVG()}}}
}

// distances lays out how far each source is from the gold on pairs of models.
func (a *Agreement) distances() table {
	t := table{Columns: append(names("source", "from"), numbers("pairs", "same order", "one says tie", "opposite", "wpld")...)}
	for i := range a.Distances {
		d := &a.Distances[i]
		cells := []string{d.Rater, d.Gold, Count(d.N)}
		for _, x := range d.PLD {
			cells = append(cells, value(x, scale{max: 1}))
		}
		weighted := coefficient("wpld", d.WPLD, nil)
		t.Rows = append(t.Rows, row(append(cells, both(weighted, true, scaleOf(a.Definitions, "wpld")))...))
		if weighted.Undefined != "" {
			t.Notes = append(t.Notes, "wpld of "+d.Rater+" is undefined: "+weighted.Undefined)
		}
	}
	return t
}

// verdictColumns are those of sources that say nothing of cost.
const verdictColumns = 4

// sources lays out what each source said and used.
func (a *Agreement) sources() table {
	t := table{Columns: append(names("source"), numbers("met", "not met", "undecided", "calls", "tokens in", "cached", "out", "cost", "per label", "time")...)}
	for _, s := range a.Raters {
		u := s.Usage
		money, each, spent := "", "", ""
		if u.Money != 0 {
			money = u.Money.String()
			if n := s.Met + s.NotMet; n > 0 {
				each = (u.Money / adhere.Money(n)).String()
			}
		}
		if u.Time != 0 {
			spent = u.Time.Round(time.Millisecond).String()
		}
		t.Rows = append(t.Rows, row(s.Rater, Count(s.Met), Count(s.NotMet), Count(s.Undecided),
			Count(u.Calls), Count(u.In), Count(u.Cached), Count(u.Out), money, each, spent))
	}
	return t.without(verdictColumns, "0", "")
}
