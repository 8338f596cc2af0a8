package report

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// A Sweep is several results side by side: models, temperatures, prompts.
// Its order is that of its tables.
type Sweep struct {
	Title    string   // what was swept, "garden@1 over temperature"
	Lead     string   // what was measured, in a short paragraph; may be empty
	Names    []string // short names of the results, unique; where there are fewer, the model's name
	Results  []*Result
	Records  []Records   // of each result, all in one order; HTML shows them item by item. Nil or shorter where there are none
	Against  []*Strategy // of each result, where they are refinements compared with a baseline; else nil
	Warnings []string
	Rows     bool // text, Markdown and LaTeX have a row for each result, as papers do, not a column
}

// name is how the i-th result is called; equal ones are told apart.
func (s *Sweep) name(i int) string {
	if i < len(s.Names) && s.Names[i] != "" {
		return s.Names[i]
	}
	for j, r := range s.Results {
		if j != i && r.Model == s.Results[i].Model {
			return s.Results[i].Run
		}
	}
	return cmp.Or(s.Results[i].Model, s.Results[i].Run)
}

// MarshalJSON writes {"title","lead","results":[{"name","result"}],"warnings","against"}.
func (s Sweep) MarshalJSON() ([]byte, error) {
	type entry struct {
		Name   string  `json:"name"`
		Result *Result `json:"result"`
	}
	entries := make([]entry, len(s.Results))
	for i, r := range s.Results {
		entries[i] = entry{s.name(i), r}
	}
	return json.Marshal(struct {
		Title    string      `json:"title"`
		Lead     string      `json:"lead,omitempty"`
		Results  []entry     `json:"results"`
		Warnings []string    `json:"warnings"`
		Against  []*Strategy `json:"against,omitempty"`
	}{s.Title, s.Lead, entries, orEmpty(s.Warnings), s.Against})
}

// WriteSweep writes several results as text, JSON, CSV, Markdown or HTML: one
// table of the metrics over the whole runs, and for each kind of group one
// table of each metric, with curves where the groups are levels. With records,
// the page shows the answers to each item side by side, those first on which
// the results differ, at most MaxItems.
func WriteSweep(w io.Writer, format Format, s *Sweep, o Options) error {
	switch format {
	case FormatLaTeX:
		return s.LaTeX(w)
	case FormatSVG:
		drawn, err := s.svg()
		if err == nil {
			_, err = io.WriteString(w, drawn)
		}
		return err
	case FormatText:
		return s.layout(o.width(), nil).text(w, o)
	case FormatJSON:
		return JSON(w, s)
	case FormatCSV:
		return summariesCSV(w, s.noted())
	case FormatMarkdown:
		return s.layout(0, nil).markdown(w)
	case FormatHTML:
		return s.html(w, o)
	default:
		return unknownFormat(format, []Format{FormatText, FormatJSON, FormatCSV, FormatMarkdown, FormatHTML})
	}
}

// definitions are those of all results, each metric once.
func (s *Sweep) definitions() []Definition {
	var defs []Definition
	for _, r := range s.Results {
		for _, d := range r.Definitions {
			if !slices.ContainsFunc(defs, func(o Definition) bool { return o.Name == d.Name }) {
				defs = append(defs, d)
			}
		}
	}
	return defs
}

// layout says a sweep in sections: the whole, then each kind of group, levels
// and labels first.
func (s *Sweep) layout(width int, link linker) *layout {
	defs := s.definitions()
	l := &layout{Title: cmp.Or(s.Title, "Results side by side"), Lead: s.Lead, Warnings: slices.Clone(s.Warnings), Terms: defs}
	for i, r := range s.Results {
		l.Facts = append(l.Facts, fact{s.name(i), strings.Join(nonEmpty(r.Bench, r.Model, r.at(), r.Run, plural.Grouped(r.Items, "item")), ", ")})
		l.Made = append(l.Made, fact{s.name(i), strings.Join(nonEmpty(r.Plan, r.Dataset.Name+" "+r.Dataset.Version, r.Dataset.SHA256), ", ")})
		for _, w := range r.allWarnings() {
			l.Warnings = append(l.Warnings, s.name(i)+": "+w)
		}
	}
	if i := slices.IndexFunc(s.Results, func(r *Result) bool { return r.Undecided.Counts() }); i >= 0 {
		l.Facts = append(l.Facts, fact{"undecided", s.Results[i].Undecided.Says()})
	}
	if s.Rows {
		l.Sections = append(s.rowTables(width), strategySections(s.Against)...)
		return l
	}
	for _, p := range pivots(s.whole()) {
		l.Sections = append(l.Sections, section{
			ID: wholeSection, Title: "Overall", Charts: p.wholeFigures(defs, link), Tables: p.overall(defs, len(s.Results), width, link),
		})
	}
	for _, kind := range s.kinds() {
		l.Sections = append(l.Sections, s.grouped(kind, defs, width, link))
	}
	l.Sections = append(l.Sections, strategySections(s.Against)...)
	return l
}

func nonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(t string) bool { return strings.TrimSpace(t) == "" })
}

const wholeSection = "whole" // the section of whole results

const metricKey = "metric" // the group key of metrics over whole results

// whole returns every metric over the whole of each result. To a pivot the
// results stand where metrics do, and the metrics are groups.
func (s *Sweep) whole() []adhere.Summary {
	var all []adhere.Summary
	for i, r := range s.Results {
		for _, m := range r.Metrics {
			if len(m.Group) == 0 {
				m.Group, m.Metric = map[string]string{metricKey: m.Metric}, s.name(i)
				all = append(all, m)
			}
		}
	}
	return all
}

// kinds returns the kinds of groups that any result has, by their joined
// keys: levels, labels, then others in order, those of one key first.
func (s *Sweep) kinds() []string {
	var kinds []string
	for _, r := range s.Results {
		for _, m := range r.Metrics {
			if kind := kindOf(m.Group); kind != "" && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	place := func(kind string) int {
		switch kind {
		case "level":
			return 0
		case "label":
			return 1
		default:
			return 2 + strings.Count(kind, " and ")
		}
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return place(a) - place(b) })
	return kinds
}

// grouped lays out all metrics that have one kind of group.
func (s *Sweep) grouped(kind string, defs []Definition, width int, link linker) section {
	out := section{ID: "by-" + slug(kind), Title: "By " + kind}
	for _, p := range s.pivots(kind) {
		size := scaleOf(defs, p.subject)
		for _, t := range p.within(size, width, link) {
			t.Caption = p.subject
			out.Tables = append(out.Tables, t)
		}
		if len(s.Results) <= 8 {
			out.Charts = append(out.Charts, p.acrossFigures(size, link)...)
		}
	}
	return out
}

// pivots returns one pivot for each metric with the kind of group.
func (s *Sweep) pivots(kind string) []*pivot {
	var names []string
	byMetric := map[string][]adhere.Summary{}
	for i, r := range s.Results {
		for _, m := range r.Metrics {
			if kindOf(m.Group) != kind {
				continue
			}
			name := m.Metric
			if byMetric[name] == nil {
				names = append(names, name)
			}
			m.Metric = s.name(i)
			byMetric[name] = append(byMetric[name], m)
		}
	}
	out := make([]*pivot, len(names))
	for i, name := range names {
		out[i] = pivots(byMetric[name])[0]
		out[i].subject = name
	}
	return out
}
