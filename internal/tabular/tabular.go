// Package tabular reads tables as spreadsheets write them.
package tabular

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
)

// A Reader hands out the rows below the head of a table.
type Reader struct {
	Head []string // without space around the names
	rows *csv.Reader
}

// errNoUTF8 is the Err of a csv.ParseError.
var errNoUTF8 = errors.New("the cell is not valid UTF-8: save the table as CSV in UTF-8")

// New reads the head. Cells are divided by commas; by semicolons, as spreadsheets write
// them where the comma is the decimal point, or by tabs if the head has those and no
// comma; or always by tabs, whatever quotes are in them.
func New(in io.Reader, tabs bool) (*Reader, error) {
	b := bufio.NewReaderSize(in, 64<<10)
	start, _ := b.Peek(4096)
	first, _, _ := bytes.Cut(start, []byte("\n"))
	r := &Reader{rows: csv.NewReader(b)}
	commas := bytes.Contains(first, []byte(","))
	switch {
	case tabs:
		r.rows.Comma, r.rows.LazyQuotes = '\t', true
	case !commas && bytes.Contains(first, []byte(";")):
		r.rows.Comma = ';'
	case !commas && bytes.Contains(first, []byte("\t")):
		r.rows.Comma = '\t'
	}
	if mark := []byte("\ufeff"); bytes.HasPrefix(start, mark) {
		_, _ = b.Discard(len(mark)) // they are there
	}
	head, err := r.rows.Read()
	if err != nil {
		return nil, err
	}
	for _, name := range head {
		r.Head = append(r.Head, strings.TrimSpace(name))
	}
	return r, nil
}

// Next returns the next row, nil if all its cells are empty, or io.EOF. A row that
// cannot be read, unlike those after it, has a csv.ParseError.
func (r *Reader) Next() ([]string, error) {
	row, err := r.rows.Read()
	if err != nil {
		return nil, err
	}
	for i, cell := range row {
		if !utf8.ValidString(cell) {
			line, column := r.rows.FieldPos(i)
			return nil, &csv.ParseError{StartLine: line, Line: line, Column: column, Err: errNoUTF8}
		}
	}
	if strings.Join(row, "") == "" {
		return nil, nil
	}
	return row, nil
}

// Line is the number of the line on which the last row begins.
func (r *Reader) Line() int {
	line, _ := r.rows.FieldPos(0)
	return line
}

// listMark is what a line of a list begins with: a bullet, or its number.
var listMark = lazyregexp.New(`^(?:[-*•–]|\(?(\d+)[.)])[\s\x{a0}]+`)

// Items returns the lines of a cell that hold something, without the marks of a
// list if each of them has its own.
func Items(cell string) (lines []string) {
	for line := range strings.Lines(cell) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	bare := make([]string, len(lines))
	for i, line := range lines {
		mark := listMark.FindStringSubmatch(line)
		if mark == nil || mark[1] != "" && mark[1] != strconv.Itoa(i+1) {
			return lines
		}
		bare[i] = line[len(mark[0]):]
	}
	return bare
}
