package report

import "slices"

// A layout is a document before it has a format: what is said, in order.
type layout struct {
	Title    string
	Subtitle string
	Lead     string // a paragraph before everything else
	Facts    []fact // one line each, before the tables
	Sections []section
	Warnings []string
	Made     []fact       // how it was made
	Terms    []Definition // what the words mean
}

type fact struct{ Name, Text string }

type section struct {
	ID     string // unique within the document; letters, digits and hyphens
	Title  string
	Intro  string // one or two sentences
	Tables []table
	Charts []Figure
	Lists  []list
}

// A table has cells in the order of its columns.
type table struct {
	Caption string
	Columns []column
	Rows    [][]cell
	Notes   []string // why a value is missing, what a sign means
}

// without leaves out each column from one on in which every cell has one of
// these texts.
func (t table) without(from int, texts ...string) table {
	out := table{Caption: t.Caption, Notes: t.Notes, Rows: make([][]cell, len(t.Rows))}
	for i, c := range t.Columns {
		if i >= from && !slices.ContainsFunc(t.Rows, func(r []cell) bool { return !slices.Contains(texts, r[i].Text) }) {
			continue
		}
		out.Columns = append(out.Columns, c)
		for j, r := range t.Rows {
			out.Rows[j] = append(out.Rows[j], r[i])
		}
	}
	return out
}

type column struct {
	Name  string
	Span  string // a heading over this and the neighbouring columns of the same span
	Right bool   // numbers
	Head  bool   // names the row
}

type cell struct {
	Text  string
	More  string // after the text, of less weight: an interval
	Under string // on a line of its own: what the number is taken over
	best  bool   // of its row; Markdown has it in bold
	Href  string // to the items behind the number
}

func (c cell) line() string {
	if c.More == "" {
		return c.Text
	}
	return c.Text + " " + c.More
}

// A list is a series of lines under a title, each perhaps leading somewhere.
type list struct {
	Title string
	Items []cell
	More  int // how many were left out
}

// A Figure is a chart with the words that say what it shows.
type Figure struct {
	Caption string
	SVG     string
}

func row(texts ...string) []cell {
	cells := make([]cell, len(texts))
	for i, t := range texts {
		cells[i].Text = t
	}
	return cells
}

// names are the columns that name a row.
func names(of ...string) []column { return columns(column{Head: true}, of) }

// numbers are columns of numbers.
func numbers(of ...string) []column { return columns(column{Right: true}, of) }

func columns(like column, names []string) []column {
	all := make([]column, len(names))
	for i, name := range names {
		all[i] = like
		all[i].Name = name
	}
	return all
}

// A group is what has one key in common.
type group[K comparable, V any] struct {
	key K
	all []V
}

// grouped sorts values by a key, all in order of first appearance.
func grouped[K comparable, V any](values []V, key func(V) K) []group[K, V] {
	var out []group[K, V]
	for _, v := range values {
		k := key(v)
		i := slices.IndexFunc(out, func(g group[K, V]) bool { return g.key == k })
		if i < 0 {
			i, out = len(out), append(out, group[K, V]{key: k})
		}
		out[i].all = append(out[i].all, v)
	}
	return out
}
