package study

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/plural"
	"adhere/internal/writing"
	"adhere/metric"
	"adhere/report"
	"adhere/report/chart"
)

// The formats in which reports are written.
const (
	FormatText = "text"
	FormatJSON = "json"
	FormatHTML = "html"
)

// Formats lists them.
func Formats() []string { return []string{FormatText, FormatJSON, FormatHTML} }

// Write writes the report.
func (r *Report) Write(w io.Writer, format string) error {
	return write(w, format, r, r.page)
}

// Write writes the table.
func (t *Table) Write(w io.Writer, format string) error {
	return write(w, format, t, t.page)
}

func write(w io.Writer, format string, document any, lay func() *page) error {
	switch format {
	case FormatJSON:
		return report.JSON(w, document)
	case FormatHTML:
		return lay().html(w)
	case FormatText, "":
		return lay().text(w)
	default:
		return &adhere.Error{Code: adhere.Invalid, Message: "format " + format + " is not known", Hint: "choose among " + strings.Join(Formats(), ", ")}
	}
}

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

// Page returns the parts of the report and a sentence before them, for pages
// that have a frame of their own.
func (r *Report) Page() (lead string, sections []Section) {
	p := r.page()
	return p.Lead, p.Sections
}

func (r *Report) page() *page {
	p := &page{
		Title: "Writing sessions", Warnings: r.Warnings,
		Lead: plural.Of(r.Sessions, "session") + ", " + plural.Of(r.Turns, "rated turn") + ". Shares have the counts and 95 % interval, by session, in brackets.",
	}
	p.Sections = append(p.Sections, r.overviewSection(), r.ratingSection(), r.turnSection())
	if r.Types != nil {
		p.Sections = append(p.Sections, r.Types.section("types", "Types of instructions", "share good"))
	}
	if r.Errors != nil {
		p.Sections = append(p.Sections, r.Errors.section("errors", "What comments find wrong", ""))
	}
	p.Sections = append(p.Sections, r.lengthSection())
	if r.Recall != nil {
		p.Sections = append(p.Sections, r.Recall.section())
	}
	return p
}

func (r *Report) overviewSection() Section {
	s := Section{ID: "overview", Title: "Turns", Head: []string{"model", "sessions", "turns", "edited", "turns/session", "information-seeking"}}
	for _, o := range r.Overview {
		s.add(named(o.Model), strconv.Itoa(o.Sessions), strconv.Itoa(o.Turns), strconv.Itoa(o.Edited), fmt.Sprintf("%.1f", o.PerSession), percent(o.Info))
	}
	return s
}

func (r *Report) ratingSection() Section {
	s := Section{ID: "ratings", Title: "Ratings", Head: []string{"model", "instructions", "good", "neutral", "bad"}}
	c := chart.Bars{Head: chart.Head{ID: "good", Title: "Turns rated good", Desc: "The share of turns rated good, by model and kind of instruction."}, Scale: chart.Scale{Percent: true}}
	series := map[writing.Kind]int{writing.Style: 0, writing.Info: 1, "": 2}
	c.Series = []chart.Series{{Name: "stylistic"}, {Name: "information-seeking"}, {Name: "all"}}
	for _, row := range r.Ratings {
		s.add(named(row.Model), kindName(row.Kind), percent(row.Good), percent(row.Neutral), percent(row.Bad))
		if row.Kind == writing.Style {
			c.Categories = append(c.Categories, named(row.Model))
		}
		k := series[row.Kind]
		c.Series[k].Values = append(c.Series[k].Values, bar(row.Good))
	}
	s.draw(&c)
	return s
}

func bar(s Share) chart.Value {
	v := chart.Value{V: s.Value, Lo: s.Lo, Hi: s.Hi, N: s.N}
	if s.N == 0 {
		v.Missing = "no turns"
	}
	return v
}

func (r *Report) turnSection() Section {
	s := Section{ID: "kinds", Title: "Kinds of instructions by turn", Head: []string{"turn", "information-seeking", "stylistic"}}
	c := chart.Histogram{Head: chart.Head{ID: "kinds-chart", Title: "Kinds of instructions by turn", Desc: "How many instructions of each kind were given in each turn of a session."}, XLabel: "turn", Label: "instructions"}
	info, style := chart.Series{Name: "information-seeking"}, chart.Series{Name: "stylistic"}
	for _, t := range r.ByTurn {
		s.add(strconv.Itoa(t.Turn), percent(t.Info), strconv.Itoa(t.Style))
		c.Categories = append(c.Categories, strconv.Itoa(t.Turn))
		info.Values = append(info.Values, chart.Value{V: float64(t.Info.Met)})
		style.Values = append(style.Values, chart.Value{V: float64(t.Style)})
	}
	c.Series = []chart.Series{info, style}
	s.draw(&c)
	return s
}

func (t *SortTable) section(id, title, good string) Section {
	s := Section{ID: id, Title: title, Head: []string{"", "share", "information-seeking"}}
	c := chart.Bars{Head: chart.Head{ID: id + "-chart", Title: title, Desc: "The share of each, of all that are labelled."}, Scale: chart.Scale{Percent: true}, Series: []chart.Series{{Name: "share"}}}
	if good != "" {
		for _, m := range t.Models {
			s.Head = append(s.Head, "good: "+m)
		}
	}
	for _, row := range t.Rows {
		cells := []string{row.Value, percent(row.Share), short(row.Info)}
		if good != "" {
			for _, g := range row.Good {
				cells = append(cells, short(g))
			}
		}
		s.add(cells...)
		c.Categories = append(c.Categories, row.Value)
		c.Series[0].Values = append(c.Series[0].Values, bar(row.Share))
	}
	s.draw(&c)
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

func (r *Report) lengthSection() Section {
	s := Section{
		ID: "lengths", Title: "Lengths", Intro: "Means, in words between white space (each Chinese or Japanese character counts as one), from the previous answer to what the person ended the turn with.",
		Head: []string{"", "turns", "instruction", "before", "after", "length ratio", "edit distance", "edit ratio"},
	}
	for _, l := range r.Lengths {
		s.add(
			l.Group, strconv.Itoa(l.N), fmt.Sprintf("%.0f", l.Instruction), fmt.Sprintf("%.0f", l.Source), fmt.Sprintf("%.0f", l.Target),
			fmt.Sprintf("%.2f", l.Ratio), fmt.Sprintf("%.0f", l.Distance), fmt.Sprintf("%.2f", l.EditRatio),
		)
	}
	s.Notes = []string{fmt.Sprintf("Left out: %s rated neutral or bad and not edited.", plural.Of(r.LeftOut, "turn"))}
	return s
}

func (r *Recall) section() Section {
	s := Section{ID: "recall", Title: "Retrieval", Intro: "Of the passages that people marked as relevant, what was found.", Head: []string{"", "share"}}
	s.add("mean recall", fmt.Sprintf("%.2f of %s", r.Mean, plural.Of(r.Turns, "turn")))
	s.add("all found", percent(r.All))
	s.add("some found", percent(r.Some))
	s.add("none found", percent(r.None))
	s.add("not good though all found", percent(r.Misses))
	return s
}
