package report

import "slices"

// A layout is a document before it has a format: what is said, in order.
type layout struct {
	title    string
	subtitle string
	lead     string // a paragraph before everything else
	facts    []fact // one line each, before the tables
	sections []section
	warnings []string
	made     []fact       // how it was made
	terms    []Definition // what the words mean
}

type fact struct{ name, text string }

type section struct {
	id     string // unique within the document; letters, digits and hyphens
	title  string
	intro  string // one or two sentences
	tables []table
	charts []figure
	lists  []list
}

// A table has cells in the order of its columns.
type table struct {
	caption string
	columns []column
	rows    [][]cell
	notes   []string // why a value is missing, what a sign means
}

// without leaves out each column from one on in which every cell has one of
// these texts.
func (t table) without(from int, texts ...string) table {
	out := table{caption: t.caption, notes: t.notes, rows: make([][]cell, len(t.rows))}
	for i, c := range t.columns {
		if i >= from && !slices.ContainsFunc(t.rows, func(r []cell) bool { return !slices.Contains(texts, r[i].text) }) {
			continue
		}
		out.columns = append(out.columns, c)
		for j, r := range t.rows {
			out.rows[j] = append(out.rows[j], r[i])
		}
	}
	return out
}

type column struct {
	name  string
	span  string // a heading over this and the neighbouring columns of the same span
	right bool   // numbers
	head  bool   // names the row
}

type cell struct {
	text  string
	more  string // after the text, of less weight: an interval
	under string // on a line of its own: what the number is taken over
	best  bool   // of its row; Markdown has it in bold
	href  string // to the items behind the number
}

// line is the cell's first line.
func (c cell) line() string {
	if c.more == "" {
		return c.text
	}
	return c.text + " " + c.more
}

// A list is a series of lines under a title, each perhaps leading somewhere.
type list struct {
	title string
	items []cell
	more  int // how many were left out
}

// A figure is a chart with the words that say what it shows.
type figure struct {
	caption string
	svg     string
}

func row(texts ...string) []cell {
	cells := make([]cell, len(texts))
	for i, t := range texts {
		cells[i].text = t
	}
	return cells
}
