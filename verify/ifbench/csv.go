package ifbench

import (
	"errors"
	"strings"
	"unicode/utf8"
)

var (
	errLine = errors.New("a line break of another kind within a line")
	errLong = errors.New("a field of more than 131072 characters")
)

// longestField is the number of characters at which Python's reader gives up.
const longestField = 131072

// readCSV reads s as Python's csv module does with its default dialect.
// Package encoding/csv will not do: it drops blank lines, which count as rows
// here, and refuses stray quotation marks, which are read as they stand.
func readCSV(s string, comma byte) ([][]string, error) {
	r := csvReader{comma: comma}
	for s != "" {
		line := s
		if end := strings.IndexByte(s, '\n'); end >= 0 {
			line = s[:end+1]
		}
		s = s[len(line):]
		for i := range len(line) {
			if err := r.feed(line[i]); err != nil {
				return nil, err
			}
		}
		r.endLine()
	}
	if r.place == quoted {
		r.endField()
		r.endRow()
	}
	return r.rows, r.err
}

// A csvPlace is where in a row the reader is.
type csvPlace int

const (
	rowStart   csvPlace = iota
	fieldStart          // behind a comma
	plainField          // in a field that began without a quotation mark
	quoted              // between quotation marks
	quoteSeen           // behind a quotation mark that closes or is the first of two
	lineDone            // behind a line break, still on the line
)

type csvReader struct {
	comma byte
	place csvPlace
	field []byte
	row   []string
	rows  [][]string
	err   error
}

func (r *csvReader) feed(c byte) error {
	switch newline := c == '\n' || c == '\r'; {
	case r.place == quoted && c == '"':
		r.place = quoteSeen
	case r.place == quoted:
		r.field = append(r.field, c)
	case r.place == lineDone && !newline:
		return errLine
	case r.place == lineDone:
	case newline:
		if r.place != rowStart {
			r.endField()
		}
		r.place = lineDone
	case c == r.comma:
		r.endField()
		r.place = fieldStart
	case c == '"' && r.place <= fieldStart:
		r.place = quoted
	case c == '"' && r.place == quoteSeen:
		r.field = append(r.field, c)
		r.place = quoted
	default:
		r.field = append(r.field, c)
		r.place = plainField
	}
	return nil
}

// endLine is the end of a line behind its line break, or that of the text.
func (r *csvReader) endLine() {
	switch r.place {
	case quoted:
		return
	case fieldStart, plainField, quoteSeen:
		r.endField()
	case rowStart, lineDone:
	}
	r.endRow()
}

func (r *csvReader) endField() {
	if len(r.field) > longestField && utf8.RuneCount(r.field) > longestField {
		r.err = errLong
	}
	r.row = append(r.row, string(r.field))
	r.field = r.field[:0]
}

func (r *csvReader) endRow() {
	r.rows = append(r.rows, r.row)
	r.row, r.place = nil, rowStart
}
