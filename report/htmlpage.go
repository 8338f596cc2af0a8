package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"

	"adhere/internal/plural"
)

// An htmlPage is what the page's template reads.
type htmlPage struct {
	L         layout
	Style     template.CSS
	StyleHash string
	Contents  []Heading
	Cards     []card
	Warnings  string // a line that leads to them
	Words     []fact
}

// An htmlTable is a table with what a page says around it.
type htmlTable struct {
	table
	Label string // its caption, with the section's title: unique on the page
	Quiet bool   // the heading above says the same
}

type htmlSpan struct {
	Name    string
	Columns int
}

func newPage(l *layout, cards []card, shown items) *htmlPage {
	page := &htmlPage{L: *l, Style: template.CSS(styleText), StyleHash: hash(styleText), Cards: cards, Words: glossary()}
	page.L.Title = cmp.Or(l.Title, "Result")
	for _, s := range l.Sections {
		page.Contents = append(page.Contents, Heading{ID: s.ID, Title: s.Title})
	}
	add := func(when bool, id, title string) {
		if when {
			page.Contents = append(page.Contents, Heading{ID: id, Title: title})
		}
	}
	if shown != nil {
		page.Contents = append(page.Contents, shown.contents()...)
	}
	add(len(l.Warnings) > 0, "warnings", "Warnings")
	add(len(l.Terms) > 0, "terms", "Definitions")
	add(len(l.Made) > 0, "made", "How it was made")
	if n := len(l.Warnings); n > 0 {
		page.Warnings = plural.Grouped(n, "warning")
	}
	return page
}

// glossary says what the columns and outcomes of every report mean.
func glossary() []fact {
	return []fact{
		{"95% interval", "Where the value would lie if other instructions of the same kind had been drawn; it contains the best and the worst case of what is undecided."},
		{"met/n", "How many of those counted are met. The undecided are not counted."},
		{"undecided", "Unsure: the judge would not decide. Broken: there is no usable verdict. Neither is taken for not met. An item with a requirement that is known to be missed is not met, whatever else is undecided; a number over whole answers has it under undecided all the same."},
		{"skipped", "The judge was not asked."},
	}
}

// Captioned returns the section's tables, each with a caption.
func (s section) Captioned() []htmlTable {
	out := make([]htmlTable, len(s.Tables))
	for i, t := range s.Tables {
		out[i] = htmlTable{table: t, Quiet: t.Caption == ""}
		shown := &out[i]
		if shown.Quiet {
			shown.Caption = s.Title
			if i > 0 {
				shown.Caption = fmt.Sprintf("%s (%d)", s.Title, i+1)
			}
		}
		if shown.Label = shown.Caption; shown.Caption != s.Title {
			shown.Label = s.Title + ": " + shown.Caption
		}
	}
	return out
}

// Spans are the headings over neighbouring columns, none if there are fewer
// than two different ones.
func (t table) Spans() []htmlSpan {
	var out []htmlSpan
	different := map[string]bool{}
	for _, c := range t.Columns {
		if c.Span != "" {
			different[c.Span] = true
		}
		if n := len(out); n > 0 && out[n-1].Name == c.Span {
			out[n-1].Columns++
			continue
		}
		out = append(out, htmlSpan{c.Span, 1})
	}
	if len(different) < 2 {
		return nil
	}
	return out
}

// A pageWriter carries out parts of the page's template until one fails.
type pageWriter struct {
	t   *template.Template
	w   io.Writer
	err error
}

func newPageWriter(w io.Writer) *pageWriter {
	t, err := template.New("page").Funcs(template.FuncMap{
		"line": Line, "name": Name, "show": Visible,
		"svg": func(drawn string) template.HTML { return template.HTML(drawn) }, // package chart escapes what it is given
	}).Parse(pageText)
	return &pageWriter{t, w, err}
}

func (p *pageWriter) part(name string, data any) {
	if p.err != nil {
		return
	}
	if err := p.t.ExecuteTemplate(p.w, name, data); err != nil {
		p.err = fmt.Errorf("report as HTML: %w", err)
	}
}

func (p *pageWriter) sections(l *layout) {
	for _, s := range l.Sections {
		p.part("section", s)
	}
}
