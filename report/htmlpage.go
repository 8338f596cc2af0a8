package report

import (
	"fmt"
	"html/template"
	"strings"
)

// What the page's template reads.
type (
	htmlPage struct {
		L         htmlLayout
		Style     template.CSS
		StyleHash string
		Contents  []htmlEntry
		Cards     []card
		Warnings  string // a line that leads to them
		Words     []htmlFact
		sections  []htmlSection
	}
	htmlLayout struct {
		Title, Subtitle string
		Lead            string
		Facts, Made     []htmlFact
		Warnings        []string
		Terms           []Definition
	}
	htmlEntry   struct{ ID, Title string }
	htmlFact    struct{ Name, Text string }
	htmlSection struct {
		ID, Title, Intro string
		Charts           []htmlFigure
		Tables           []htmlTable
		Lists            []htmlList
	}
	htmlFigure struct {
		Caption string
		SVG     template.HTML
	}
	htmlTable struct {
		Caption string
		Label   string // the caption, with the section's title: unique on the page
		Quiet   bool   // the heading above says the same
		Spans   []htmlSpan
		Columns []htmlColumn
		Rows    [][]htmlCell
		Notes   []string
	}
	htmlSpan struct {
		Name    string
		Columns int
	}
	htmlColumn struct {
		Name  string
		Right bool
	}
	htmlCell struct {
		Text, Href  string
		More, Under string
		Right, Head bool
	}
	htmlList struct {
		Title string
		Items []htmlCell
		More  int
	}
)

func newPage(l *layout, cards []card, shown items) *htmlPage {
	page := &htmlPage{
		L:     htmlLayout{Title: firstOf(l.title, "Result"), Subtitle: l.subtitle, Lead: l.lead, Facts: htmlFacts(l.facts), Made: htmlFacts(l.made), Warnings: l.warnings, Terms: l.terms},
		Style: template.CSS(styleText), StyleHash: hash(styleText), Cards: cards, Words: glossary(),
	}
	for _, s := range l.sections {
		page.sections = append(page.sections, newSection(s))
		page.Contents = append(page.Contents, htmlEntry{s.id, s.title})
	}
	add := func(when bool, id, title string) {
		if when {
			page.Contents = append(page.Contents, htmlEntry{id, title})
		}
	}
	if shown != nil {
		page.Contents = append(page.Contents, shown.contents()...)
	}
	add(len(l.warnings) > 0, "warnings", "Warnings")
	add(len(l.terms) > 0, "terms", "Definitions")
	add(len(l.made) > 0, "made", "How it was made")
	if n := len(l.warnings); n > 0 {
		page.Warnings = plural(n, "warning")
	}
	return page
}

// glossary says what the columns and outcomes of every report mean.
func glossary() []htmlFact {
	return []htmlFact{
		{"95% interval", "Where the value would lie if other instructions of the same kind had been drawn; it contains the best and the worst case of what is undecided."},
		{"met/n", "How many of those counted are met. The undecided are not counted."},
		{"undecided", "Unsure: the judge would not decide. Broken: there is no usable verdict. Neither is taken for not met."},
		{"skipped", "The judge was not asked."},
	}
}

func htmlFacts(facts []fact) []htmlFact {
	out := make([]htmlFact, len(facts))
	for i, f := range facts {
		out[i] = htmlFact{f.name, f.text}
	}
	return out
}

func newSection(s section) htmlSection {
	out := htmlSection{ID: s.id, Title: s.title, Intro: s.intro}
	for _, f := range s.charts {
		out.Charts = append(out.Charts, htmlFigure{f.caption, template.HTML(f.svg)}) // package chart escapes what it is given
	}
	for i, t := range s.tables {
		caption := t.caption
		if caption == "" {
			caption = s.title
		}
		if i > 0 && t.caption == "" {
			caption = fmt.Sprintf("%s (%d)", caption, i+1)
		}
		table := newTable(t, caption)
		if table.Label = caption; caption != s.title {
			table.Label = s.title + ": " + caption
		}
		out.Tables = append(out.Tables, table)
	}
	for _, x := range s.lists {
		l := htmlList{Title: x.title, More: x.more}
		for _, it := range x.items {
			l.Items = append(l.Items, htmlCell{Text: it.text, Href: it.href})
		}
		out.Lists = append(out.Lists, l)
	}
	return out
}

func newTable(t table, caption string) htmlTable {
	out := htmlTable{Caption: caption, Quiet: t.caption == "", Spans: spans(t.columns), Notes: t.notes}
	for _, c := range t.columns {
		name := c.name
		if len(out.Spans) == 0 {
			name = c.title()
		}
		out.Columns = append(out.Columns, htmlColumn{strings.TrimSpace(name), c.right})
	}
	for _, r := range t.rows {
		cells := make([]htmlCell, len(r))
		for i, c := range r {
			cells[i] = htmlCell{c.text, c.href, c.more, c.under, t.columns[i].right, t.columns[i].head}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// spans are the headings over neighbouring columns, none if there are fewer
// than two different ones.
func spans(columns []column) []htmlSpan {
	var out []htmlSpan
	different := map[string]bool{}
	for _, c := range columns {
		if c.span != "" {
			different[c.span] = true
		}
		if n := len(out); n > 0 && out[n-1].Name == c.span {
			out[n-1].Columns++
			continue
		}
		out = append(out, htmlSpan{c.span, 1})
	}
	if len(different) < 2 {
		return nil
	}
	return out
}
