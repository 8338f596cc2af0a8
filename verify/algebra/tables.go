package algebra

import (
	"strings"

	"adhere/internal/lazyregexp"
)

// paragraphs returns what stands between empty lines in the parity reading.
func paragraphs(s string) []cut {
	return kept(divided(s, "\n\n"), func(p cut) bool { return p.at < p.to })
}

// quotes returns the stretches of consecutive quoted lines.
func (b *blocks) quotes() []cut {
	var out []cut
	open := false
	for _, l := range b.lines {
		if l.kind == quoteLine && open {
			out[len(out)-1].extend(l.to)
		} else if l.kind == quoteLine {
			out = append(out, cut{l.at, l.content, l.to, l.to})
		}
		open = l.kind == quoteLine
	}
	return out
}

// code returns the fenced code blocks, whose content stands between the fences;
// one that is not closed ends with the text.
func (b *blocks) code() []cut {
	var out []cut
	open := false
	for _, l := range b.lines {
		if l.kind != fenceLine && l.kind != codeLine {
			continue
		}
		if !open {
			out = append(out, bare(l.at, l.to))
			out[len(out)-1].at = l.to // empty so far
			open = true
			continue
		}
		block := &out[len(out)-1]
		block.end = l.to
		if open = l.kind != fenceLine; !open {
			continue
		}
		if block.at == block.to { // the first line
			block.at = l.at
		}
		block.to = l.to
	}
	return out
}

// otherTable is what a table of another kind than Markdown's is made of.
var otherTable = lazyregexp.New(`(?i)<table|\\begin\{(?:tabular|array|longtable)|[|\t│┃║].*\n.*[|\t│┃║]`)

// tables returns the tables, or the rows, columns or cells of all tables.
// In a text that is one line with bars and no table, the line is a row if it
// begins with one, and has cells in any case: a row of a table is such a text.
func (c *scope) tables(u Unit) []cut {
	var out []cut
	lines := c.structureOf().lines
	for _, t := range tablesIn(lines) {
		out = c.appendTable(out, u, t)
	}
	if out == nil && len(lines) == 1 && (u == TableCell && strings.Contains(c.s, "|") || u == TableRow && strings.HasPrefix(strings.TrimSpace(c.s), "|")) {
		return c.appendRow(nil, u, lines[0])
	}
	return out
}

// tablesIn returns the lines of each table, the header's first.
func tablesIn(lines []line) (tables [][]line) {
	for i, l := range lines {
		if l.kind != tableHead {
			continue
		}
		end := i + 2
		for end < len(lines) && lines[end].kind == tableRow {
			end++
		}
		tables = append(tables, lines[i:end])
	}
	return tables
}

func (c *scope) appendTable(out []cut, u Unit, lines []line) []cut {
	switch u { //nolint:exhaustive // only units of tables come here
	case Table:
		return append(out, bare(lines[0].at, lines[len(lines)-1].to))
	case TableHeader, TableColumn: // a column is known by its header: its other cells lie elsewhere
		return append(out, cells(c.s, lines[0])...)
	}
	for i, l := range lines {
		if i > 1 || i == 0 && u == TableCell {
			out = c.appendRow(out, u, l)
		}
	}
	return out
}

func (c *scope) appendRow(out []cut, u Unit, l line) []cut {
	if u == TableRow {
		return append(out, bare(l.at, l.to))
	}
	return append(out, cells(c.s, l)...)
}

// columns returns the text of each column of all tables: its cells, line by
// line, from the header on.
func (c *scope) columns() []string {
	var out []string
	for _, t := range tablesIn(c.structureOf().lines) {
		columns := make([]strings.Builder, len(cells(c.s, t[0])))
		for j, row := range t {
			if j != 1 {
				c.addRow(columns, row)
			}
		}
		for j := range columns {
			out = append(out, columns[j].String())
		}
	}
	return out
}

func (c *scope) addRow(columns []strings.Builder, row line) {
	for i, p := range cells(c.s, row) {
		if i == len(columns) {
			return
		}
		if columns[i].Len() > 0 {
			columns[i].WriteByte('\n')
		}
		columns[i].WriteString(c.s[p.at:p.to])
	}
}
