package report

import "io"

// A Document is a report that another package works out: tables of texts, each
// with charts and notes.
type Document struct {
	Title    string
	Lead     string // a paragraph before the sections
	Sections []Section
	Warnings []string
	Data     any // what JSON writes
}

// A Section is one table of a Document with what belongs to it. Each row has a
// text for each of the columns, those that name the row first.
type Section struct {
	ID             string // unique within the document; letters, digits and hyphens
	Title, Intro   string
	Names, Numbers []string // over the columns; Numbers stand to the right
	Rows           [][]string
	Notes          []string
	Charts         []Figure
}

// Add adds a row.
func (s *Section) Add(texts ...string) { s.Rows = append(s.Rows, texts) }

// Write writes the document as text, JSON, Markdown or HTML.
func (d *Document) Write(w io.Writer, format Format, o Options) error {
	l := d.layout()
	switch format {
	case FormatText:
		return l.text(w, o)
	case FormatJSON:
		return JSON(w, d.Data)
	case FormatMarkdown:
		return l.markdown(w)
	case FormatHTML:
		return l.html(w, nil, nil)
	default:
		return unknownFormat(format, []Format{FormatText, FormatJSON, FormatMarkdown, FormatHTML})
	}
}

// Parts cuts the document into parts.
func (d *Document) Parts() (*Parts, error) {
	return d.layout().parts(nil)
}

func (d *Document) layout() *layout {
	l := &layout{Title: d.Title, Lead: d.Lead, Warnings: d.Warnings}
	for _, s := range d.Sections {
		t := table{Columns: append(names(s.Names...), numbers(s.Numbers...)...), Notes: s.Notes}
		for _, texts := range s.Rows {
			t.Rows = append(t.Rows, row(texts...))
		}
		l.Sections = append(l.Sections, section{ID: s.ID, Title: s.Title, Intro: s.Intro, Tables: []table{t}, Charts: s.Charts})
	}
	return l
}
