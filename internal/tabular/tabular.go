// Package tabular reads tables as spreadsheets write them.
package tabular

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
)

// A Reader hands out the rows below the head of a table.
type Reader struct {
	Head []string // without space around the names
	Row  int      // number of the last row, from 1 for the head
	rows interface{ Read() ([]string, error) }
}

const saveAs = "save the table as CSV in UTF-8"

// Workbook refuses a file that is a spreadsheet program's own, by its name or, where no
// archive can be meant, by its first bytes.
func Workbook(name string, start ...byte) error {
	if slices.Contains([]string{".xlsx", ".xls", ".ods"}, strings.ToLower(filepath.Ext(name))) || bytes.HasPrefix(start, []byte("PK\x03\x04")) {
		return adhere.Errorf(adhere.Invalid, "%s is a spreadsheet", name).WithHint(saveAs)
	}
	return nil
}

// New reads the head. Cells are divided by commas; by semicolons, as spreadsheets write
// them where the comma is the decimal point, or by tabs if the head has those and no
// comma; or in a .tsv always by tabs, whatever quotes are in them. No two columns have
// one name, unless they have none.
func New(in io.Reader, name string) (*Reader, error) {
	b := bufio.NewReaderSize(in, 64<<10)
	start, _ := b.Peek(4096)
	first, _, _ := bytes.Cut(start, []byte("\n"))
	rows := csv.NewReader(b)
	r := &Reader{rows: rows}
	commas := bytes.Contains(first, []byte(","))
	switch {
	case strings.EqualFold(filepath.Ext(name), ".tsv"):
		r.rows = &tabbed{in: b}
	case !commas && bytes.Contains(first, []byte(";")):
		rows.Comma = ';'
	case !commas && bytes.Contains(first, []byte("\t")):
		rows.Comma = '\t'
	}
	if mark := []byte("\ufeff"); bytes.HasPrefix(start, mark) {
		_, _ = b.Discard(len(mark)) // they are there
	}
	head, err := r.Next()
	if err == nil && head == nil {
		err = errors.New("the first row is empty")
	}
	if err != nil {
		return nil, err
	}
	for _, name := range head {
		name = strings.TrimSpace(name)
		if name != "" && slices.Contains(r.Head, name) {
			return nil, adhere.Errorf(adhere.Invalid, "two columns are called %q", name).WithHint("rename or remove one")
		}
		r.Head = append(r.Head, name)
	}
	return r, nil
}

// Next returns the next row, nil if its cells hold nothing but white space, or io.EOF.
// The error of a row that cannot be read, unlike those after it, has the code Invalid.
func (r *Reader) Next() ([]string, error) {
	row, err := r.rows.Read()
	if !errors.Is(err, io.EOF) {
		r.Row++
	}
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, adhere.Errorf(adhere.Invalid, "%v", bad.Err).WithHint("each row needs as many cells as the first, with quotes doubled in cells that quotes enclose")
	}
	if i := slices.IndexFunc(row, func(cell string) bool { return !utf8.ValidString(cell) }); i >= 0 {
		return nil, adhere.Errorf(adhere.Invalid, "cell %d is not valid UTF-8", i+1).WithHint(saveAs)
	}
	if err != nil || strings.TrimSpace(strings.Join(row, "")) == "" {
		return nil, err
	}
	return row, nil
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
