package report

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"adhere"
)

// A Sweep is several results side by side: models, temperatures, prompts.
// Its order is that of its tables.
type Sweep struct {
	Title    string   // what was swept, "garden@1 over temperature"
	Lead     string   // what was measured, in a short paragraph; may be empty
	Names    []string // short names of the results, unique; where there are fewer, the model's name
	Results  []*Result
	Records  []Records // of each result, all in one order; HTML shows them item by item. Nil or shorter where there are none
	Warnings []string
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
	return firstOf(s.Results[i].Model, s.Results[i].Run)
}

// MarshalJSON writes {"title","results":[{"name","result"}],"warnings"}.
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
		Title    string   `json:"title"`
		Results  []entry  `json:"results"`
		Warnings []string `json:"warnings"`
	}{s.Title, entries, orEmpty(s.Warnings)})
}

// WriteSweep writes several results as text, JSON, CSV, Markdown or HTML: one
// table of the metrics over the whole runs, and for each metric one table of
// its groups, with curves where the groups are levels.
func WriteSweep(w io.Writer, format Format, s *Sweep, o Options) error {
	switch format {
	case FormatText:
		l := s.layout(o.width())
		return l.text(w, o)
	case FormatJSON:
		return JSON(w, s)
	case FormatCSV:
		return summariesCSV(w, s.Results)
	case FormatMarkdown:
		l := s.layout(0)
		return l.markdown(w)
	case FormatHTML:
		l := s.layout(0)
		return l.html(w, nil, nil)
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

const resultKey = "result" // the group key of whole results in their common table

func (s *Sweep) layout(width int) layout {
	defs := s.definitions()
	l := layout{title: firstOf(s.Title, "Results side by side"), lead: s.Lead, warnings: slices.Clone(s.Warnings), terms: defs}
	for i, r := range s.Results {
		l.facts = append(l.facts, fact{s.name(i), strings.Join(nonEmpty(r.Bench, r.Model, r.Run, plural(r.Items, "item")), ", ")})
		l.made = append(l.made, fact{s.name(i), strings.Join(nonEmpty(r.Plan, r.Dataset.Name+" "+r.Dataset.Version, r.Dataset.SHA256), ", ")})
		for _, w := range r.allWarnings() {
			l.warnings = append(l.warnings, s.name(i)+": "+w)
		}
	}
	for _, p := range pivots(s.whole()) {
		one := p.section(defs, width, nil)
		one.id, one.title, one.charts = "whole", "Overall", p.figures(defs, nil)
		l.sections = append(l.sections, one)
	}
	for _, metric := range s.metrics() {
		l.sections = append(l.sections, s.grouped(metric, scaleOf(defs, metric), width)...)
	}
	return l
}

func nonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(t string) bool { return strings.TrimSpace(t) == "" })
}

// whole returns every metric over the whole of each result, grouped by
// result.
func (s *Sweep) whole() []adhere.Summary {
	var all []adhere.Summary
	for i, r := range s.Results {
		for _, m := range r.Metrics {
			if len(m.Group) == 0 {
				m.Group = map[string]string{resultKey: s.name(i)}
				all = append(all, m)
			}
		}
	}
	return all
}

// metrics returns the names of all metrics that have groups, in order.
func (s *Sweep) metrics() []string {
	var names []string
	for _, r := range s.Results {
		for _, m := range r.Metrics {
			if len(m.Group) > 0 && !slices.Contains(names, m.Metric) {
				names = append(names, m.Metric)
			}
		}
	}
	return names
}

// grouped lays out one metric by each kind of group, with a column for each
// result: to the pivot the results stand where metrics do.
func (s *Sweep) grouped(metric string, size scale, width int) []section {
	var all []adhere.Summary
	defs := make([]Definition, len(s.Results))
	for i, r := range s.Results {
		defs[i] = Definition{Name: s.name(i), Max: size.max, Plain: size.plain}
		for _, m := range r.Metrics {
			if m.Metric == metric && len(m.Group) > 0 {
				m.Metric = s.name(i)
				all = append(all, m)
			}
		}
	}
	var out []section
	for _, p := range pivots(all) {
		p.subject = metric
		one := p.section(defs, width, nil)
		if len(p.metrics) <= 8 {
			one.charts = p.figures(defs, nil)
		}
		out = append(out, one)
	}
	return out
}
