package tabular

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"strings"
)

// tabbed reads rows whose cells tabs divide, but for empty lines. Only some programs
// put cells in quotes: what begins with a quote is such a cell if the next quote that
// is not doubled ends it, and text otherwise.
type tabbed struct {
	in    *bufio.Reader
	text  []byte // lines that no row has taken yet, each with its end
	cells int    // of a row
}

// more reads one line more.
func (t *tabbed) more() error {
	line, err := t.in.ReadBytes('\n')
	if len(line) == 0 {
		return err
	}
	t.text = append(append(t.text, bytes.TrimRight(line, "\r\n")...), '\n')
	return nil
}

func (t *tabbed) Read() (row []string, err error) {
	for t.text = bytes.TrimLeft(t.text, "\n"); len(t.text) == 0; t.text = bytes.TrimLeft(t.text, "\n") {
		if err := t.more(); err != nil {
			return nil, err
		}
	}
	for ended := false; !ended; {
		cell, end := t.quoted()
		if end == 0 {
			end = bytes.IndexAny(t.text, "\t\n")
			cell = string(t.text[:end])
		}
		row, ended, t.text = append(row, cell), t.text[end] == '\n', t.text[end+1:]
	}
	if t.cells == 0 {
		t.cells = len(row)
	}
	if len(row) != t.cells {
		return nil, &csv.ParseError{Err: csv.ErrFieldCount}
	}
	return row, nil
}

// quoted returns what the quotes around the next cell hold, and where the cell ends;
// 0 if there are none around it.
func (t *tabbed) quoted() (cell string, end int) {
	if t.text[0] != '"' {
		return "", 0
	}
	for at := 1; ; {
		i := bytes.IndexByte(t.text[at:], '"')
		if i < 0 {
			at = len(t.text)
			if t.more() != nil {
				return "", 0
			}
			continue
		}
		switch t.text[at+i+1] {
		case '"':
			at += i + 2
		case '\t', '\n':
			return strings.ReplaceAll(string(t.text[1:at+i]), `""`, `"`), at + i + 1
		default:
			return "", 0
		}
	}
}
