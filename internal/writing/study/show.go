package study

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"adhere/internal/plural"
	"adhere/internal/writing"
	"adhere/metric"
	"adhere/report"
	"adhere/report/chart"
)

// percent shows a share with what it is taken over: "59% (218/370, 54-64)".
func percent(s Share) string {
	if s.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%% (%d/%d, %.0f-%.0f)", 100*s.Value, s.Met, s.N, 100*s.Lo, 100*s.Hi)
}

func short(s Share) string {
	if s.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%% of %d", 100*s.Value, s.N)
}

func named(model string) string {
	return cmp.Or(model, "all")
}

func kindName(k writing.Kind) string {
	switch k {
	case writing.Info:
		return "information-seeking"
	case writing.Style:
		return "stylistic"
	default:
		return "all"
	}
}

// Document lays the report out; JSON has all of it.
func (r *Report) Document() *report.Document {
	d := &report.Document{
		Title: "Writing sessions", Warnings: r.Warnings, Data: r,
		Lead: plural.Of(r.Sessions, "session") + ", " + plural.Of(r.Turns, "rated turn") + ". Shares have the counts and 95 % interval, by session, in brackets.",
	}
	d.Sections = append(d.Sections, r.overviewSection(), r.ratingSection(), r.turnSection())
	if r.Types != nil {
		d.Sections = append(d.Sections, r.Types.section("types", "Types of instructions", "type", true))
	}
	if r.Errors != nil {
		d.Sections = append(d.Sections, r.Errors.section("errors", "What comments find wrong", "error", false))
	}
	d.Sections = append(d.Sections, r.lengthSection())
	if r.Recall != nil {
		d.Sections = append(d.Sections, r.Recall.section())
	}
	return d
}

func (r *Report) overviewSection() report.Section {
	s := report.Section{ID: "overview", Title: "Turns", Names: []string{"model"}, Numbers: []string{"sessions", "turns", "edited", "turns/session", "information-seeking"}}
	for _, o := range r.Overview {
		s.Add(named(o.Model), strconv.Itoa(o.Sessions), strconv.Itoa(o.Turns), strconv.Itoa(o.Edited), fmt.Sprintf("%.1f", o.PerSession), percent(o.Info))
	}
	return s
}

func (r *Report) ratingSection() report.Section {
	s := report.Section{ID: "ratings", Title: "Ratings", Names: []string{"model", "instructions"}, Numbers: []string{"good", "neutral", "bad"}}
	c := chart.Bars{Head: chart.Head{ID: "good", Title: "Turns rated good", Desc: "The share of turns rated good, by model and kind of instruction."}, Scale: chart.Scale{Percent: true}}
	series := map[writing.Kind]int{writing.Style: 0, writing.Info: 1, "": 2}
	c.Series = []chart.Series{{Name: "stylistic"}, {Name: "information-seeking"}, {Name: "all"}}
	for _, row := range r.Ratings {
		s.Add(named(row.Model), kindName(row.Kind), percent(row.Good), percent(row.Neutral), percent(row.Bad))
		if row.Kind == writing.Style {
			c.Categories = append(c.Categories, named(row.Model))
		}
		k := series[row.Kind]
		c.Series[k].Values = append(c.Series[k].Values, bar(row.Good))
	}
	s.Charts = []report.Figure{{Caption: c.Desc, SVG: c.SVG()}}
	return s
}

func bar(s Share) chart.Value {
	v := chart.Value{V: s.Value, Lo: s.Lo, Hi: s.Hi, N: s.N}
	if s.N == 0 {
		v.Missing = "no turns"
	}
	return v
}

func (r *Report) turnSection() report.Section {
	s := report.Section{ID: "kinds", Title: "Kinds of instructions by turn", Names: []string{"turn"}, Numbers: []string{"information-seeking", "stylistic"}}
	c := chart.Histogram{Head: chart.Head{ID: "kinds-chart", Title: "Kinds of instructions by turn", Desc: "How many instructions of each kind were given in each turn of a session."}, XLabel: "turn", Label: "instructions"}
	info, style := chart.Series{Name: "information-seeking"}, chart.Series{Name: "stylistic"}
	for _, t := range r.ByTurn {
		s.Add(strconv.Itoa(t.Turn), percent(t.Info), strconv.Itoa(t.Style))
		c.Categories = append(c.Categories, strconv.Itoa(t.Turn))
		info.Values = append(info.Values, chart.Value{V: float64(t.Info.Met)})
		style.Values = append(style.Values, chart.Value{V: float64(t.Style)})
	}
	c.Series = []chart.Series{info, style}
	s.Charts = []report.Figure{{Caption: c.Desc, SVG: c.SVG()}}
	return s
}

func (t *SortTable) section(id, title, of string, good bool) report.Section {
	s := report.Section{ID: id, Title: title, Names: []string{of}, Numbers: []string{"share", "information-seeking"}}
	c := chart.Bars{Head: chart.Head{ID: id + "-chart", Title: title, Desc: "The share of each, of all that are labelled."}, Scale: chart.Scale{Percent: true}, Series: []chart.Series{{Name: "share"}}}
	if good {
		for _, m := range t.Models {
			s.Numbers = append(s.Numbers, "good: "+m)
		}
	}
	for _, row := range t.Rows {
		cells := []string{row.Value, percent(row.Share), short(row.Info)}
		if good {
			for _, g := range row.Good {
				cells = append(cells, short(g))
			}
		}
		s.Add(cells...)
		c.Categories = append(c.Categories, row.Value)
		c.Series[0].Values = append(c.Series[0].Values, bar(row.Share))
	}
	s.Charts = []report.Figure{{Caption: c.Desc, SVG: c.SVG()}}
	s.Notes = append(s.Notes, fmt.Sprintf("Labelled: %d. Without a readable label: %d.", t.Labelled, t.Unread))
	if len(t.Merged) > 0 {
		s.Notes = append(s.Notes, "Counted among the others, each under 5 %: "+strings.Join(t.Merged, ", ")+".")
	}
	if t.Kappa != nil {
		s.Notes = append(s.Notes, "Cohen's kappa with labels by hand: "+coefficient(t.Kappa)+".")
	}
	return s
}

func coefficient(c *metric.Coefficient) string {
	if c.Undefined != "" {
		return c.Undefined
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f, %s)", c.Value, c.Lo, c.Hi, plural.Of(c.N, "turn"))
}

func (r *Report) lengthSection() report.Section {
	s := report.Section{
		ID: "lengths", Title: "Lengths", Intro: "Means, in words between white space (each Chinese or Japanese character counts as one), from the previous answer to what the person ended the turn with.",
		Names: []string{"group"}, Numbers: []string{"turns", "instruction", "before", "after", "length ratio", "edit distance", "edit ratio"},
	}
	for _, l := range r.Lengths {
		s.Add(
			l.Group, strconv.Itoa(l.N), fmt.Sprintf("%.0f", l.Instruction), fmt.Sprintf("%.0f", l.Source), fmt.Sprintf("%.0f", l.Target),
			fmt.Sprintf("%.2f", l.Ratio), fmt.Sprintf("%.0f", l.Distance), fmt.Sprintf("%.2f", l.EditRatio),
		)
	}
	s.Notes = []string{fmt.Sprintf("Left out: %s rated neutral or bad and not edited.", plural.Of(r.LeftOut, "turn"))}
	return s
}

func (r *Recall) section() report.Section {
	s := report.Section{ID: "recall", Title: "Retrieval", Intro: "Of the passages that people marked as relevant, what was found.", Names: []string{"passages"}, Numbers: []string{"share"}}
	s.Add("mean recall", fmt.Sprintf("%.2f of %s", r.Mean, plural.Of(r.Turns, "turn")))
	s.Add("all found", percent(r.All))
	s.Add("some found", percent(r.Some))
	s.Add("none found", percent(r.None))
	s.Add("not good though all found", percent(r.Misses))
	return s
}
