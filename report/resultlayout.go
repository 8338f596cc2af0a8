package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/internal/plural"
)

// layout says a result in sections: the whole, then each kind of group.
// Only with a link do numbers lead to items.
func (r *Result) layout(width int, link func(adhere.Summary) string) *layout {
	l := &layout{Title: r.Bench, Subtitle: r.Model, Facts: r.facts(), Warnings: r.allWarnings(), Made: r.made(), Terms: r.Definitions}
	l.Sections = append(l.Sections, section{
		ID: wholeSection, Title: "Overall", Tables: []table{headline(r.Metrics, r.Definitions, link)},
	})
	for _, p := range pivots(r.Metrics) {
		if len(p.keys) > 0 {
			l.Sections = append(l.Sections, p.section(r.Definitions, width, link))
		}
	}
	l.Sections = append(l.Sections, replySection(r.Replies)...)
	if r.Hybrid != nil {
		l.Sections = append(l.Sections, r.Hybrid.sections()...)
	}
	return l
}

// section lays a pivot out as one table where it fits the width (0 is
// endless), else as one table for each metric.
func (p *pivot) section(defs []Definition, width int, link func(adhere.Summary) string) section {
	s := section{ID: p.id(), Title: p.title()}
	wide := p.table(p.metrics, defs, link)
	if len(p.metrics) == 1 || wide.fits(width) {
		s.Tables = []table{wide}
		return s
	}
	for _, m := range p.metrics {
		s.Tables = append(s.Tables, p.table([]string{m}, defs, link))
	}
	return s
}

func (r *Result) facts() []fact {
	items := plural.Grouped(r.Items, "item")
	if r.Failed > 0 {
		items += ", " + Count(r.Failed) + " of them failed"
	}
	facts := []fact{{"run", r.Run}, {"dataset", strings.TrimSpace(r.Dataset.Name + " " + r.Dataset.Version)}}
	if len(r.Judges) > 0 {
		facts = append(facts, fact{"judges", strings.Join(r.Judges, ", ")})
	}
	for _, line := range serverLines(r.Servers) {
		facts = append(facts, fact{"server", line})
	}
	facts = append(facts, fact{"items", items}, fact{"taken", r.Part}, fact{"sampling", r.sampling()})
	if r.Hybrid != nil {
		facts = append(facts, r.Hybrid.fact())
	}
	if share := r.UndecidedShare(); share > 0 || r.Undecided.Counts() {
		facts = append(facts, fact{"undecided", value(share, scale{max: 1}) + " of the " + cmp.Or(r.Counted, "requirements") + "; " + r.Undecided.Says()})
	}
	return slices.DeleteFunc(facts, func(f fact) bool { return f.Text == "" })
}

// sampling says how answers were sampled; nothing where they were recorded, or
// where nothing is known of it.
func (r *Result) sampling() string {
	if r.Recorded || r.Attempts == 0 {
		return ""
	}
	p := &r.Params
	said := func(name string, v any, given bool) string {
		if !given {
			return name + " the provider's default"
		}
		return fmt.Sprintf("%s %v", name, v)
	}
	parts := []string{
		said("temperature", deref(p.Temperature), p.Temperature != nil), said("top_p", deref(p.TopP), p.TopP != nil),
	}
	if p.Seed != nil {
		parts = append(parts, fmt.Sprintf("seed %d", *p.Seed))
	} else {
		parts = append(parts, "no seed")
	}
	if p.MaxTokens != nil {
		parts = append(parts, fmt.Sprintf("at most %d tokens", *p.MaxTokens))
	}
	if r.Attempts > 1 {
		parts = append(parts, plural.Grouped(r.Attempts, "attempt"))
	}
	return strings.Join(parts, ", ")
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// made is what somebody needs to make the same result again.
func (r *Result) made() []fact {
	facts := []fact{
		{"plan", r.Plan},
		{"dataset", strings.TrimSpace(r.Dataset.Name + " " + r.Dataset.Version)},
		{"sha256 of the data", r.Dataset.SHA256},
		{"model", r.Model},
	}
	for _, j := range r.Judges {
		facts = append(facts, fact{"judge", j})
	}
	for _, line := range serverLines(r.Servers) {
		facts = append(facts, fact{"server", line})
	}
	for _, role := range slices.Sorted(maps.Keys(r.Usage)) {
		facts = append(facts, fact{"used as " + role, usage(r.Usage[role])})
	}
	if !r.Started.IsZero() && !r.Finished.IsZero() {
		facts = append(facts, fact{"time", fmt.Sprintf("%s to %s (%s)", moment(r.Started), moment(r.Finished), r.Finished.Sub(r.Started).Round(time.Second))})
	}
	return slices.DeleteFunc(facts, func(f fact) bool { return f.Text == "" })
}

// allWarnings are the result's own and those of its summaries, each once.
func (r *Result) allWarnings() []string {
	all := slices.Clone(r.Warnings)
	for _, s := range r.Metrics {
		for _, w := range s.Warnings {
			all = append(all, fmt.Sprintf("%s: %s", summaryName(s), w))
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(w string) bool {
		again := seen[w]
		seen[w] = true
		return again
	})
}

// summaryName says which number it is, "hsr (category=content, level=3)".
func summaryName(s adhere.Summary) string {
	if len(s.Group) == 0 {
		return s.Metric
	}
	return s.Metric + " (" + groupName(s.Group) + ")"
}

func groupName(group map[string]string) string {
	parts := make([]string, 0, len(group))
	for _, k := range slices.Sorted(maps.Keys(group)) {
		parts = append(parts, k+"="+group[k])
	}
	return strings.Join(parts, ", ")
}
