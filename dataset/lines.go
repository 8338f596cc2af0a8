package dataset

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"adhere"
)

// maxLine is the longest line that is read, in bytes. A longer one is more
// likely a file of another kind than an answer.
const maxLine = 64 << 20

// lines hands out the lines of a file that hold something. A byte order mark
// at the start and carriage returns at the ends of lines are no part of them.
type lines struct {
	ctx   context.Context
	r     *bufio.Reader
	name  string
	of    string // what is counted: lines, or the rows or records that they were made of
	above int    // rows above the first: the head of a table
	n     int    // number of the line last handed out, from 1
	alone bool   // the file is one object
	long  []byte

	repaired []string // numbers of objects' lines that are not valid UTF-8
}

func newLines(ctx context.Context, r io.Reader, name string) *lines {
	l := &lines{ctx: ctx, r: bufio.NewReaderSize(r, 64<<10), name: name, of: "line"}
	switch r := r.(type) {
	case *rowReader:
		l.of, l.above = "row", r.above
	case jsonList:
		l.of = "record"
	}
	return l
}

// next returns the next line that is not blank, or io.EOF. The line is valid
// until the next call.
func (l *lines) next() ([]byte, error) {
	for {
		if err := l.ctx.Err(); err != nil {
			return nil, err
		}
		line, err := l.read()
		if len(line) == 0 && err != nil {
			if bad, ok := errors.AsType[badRow](err); ok {
				l.n++
				return nil, badRow{&adhere.Error{Code: adhere.Invalid, Message: l.place(), Err: bad.error}}
			}
			return nil, unreadableLine(l.name, err)
		}
		l.n++
		if len(line) > maxLine {
			return nil, l.bad(fmt.Sprintf("the line is longer than %d MB", maxLine>>20))
		}
		if l.n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

// unreadableLine says that no further line could be read, unless the error is
// the end of the file or says itself what is wrong with it.
func unreadableLine(name string, err error) error {
	if errors.Is(err, io.EOF) || adhere.CodeOf(err) == adhere.Invalid {
		return err
	}
	return unreadable(name, err)
}

// read returns the bytes up to and including the next line feed, and at most
// a little more than maxLine.
func (l *lines) read() ([]byte, error) {
	l.long = l.long[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			if len(l.long) == 0 {
				return part, err
			}
			l.long = append(l.long, part...)
			return l.long, err
		}
		l.long = append(l.long, part...)
		if len(l.long) > maxLine {
			return l.long, nil
		}
	}
}

func (l *lines) place() string { return fmt.Sprintf("%s %s %d", l.name, l.of, l.above+l.n) }

func (l *lines) bad(what string) error { return invalid(l.place() + ": " + what) }

// nextObject parses the next line as a JSON object. One that cannot be read has
// its error and no fields.
func (l *lines) nextObject() (*object, error) {
	line, err := l.next()
	var bad badRow
	switch {
	case errors.As(err, &bad):
		return &object{line: l.n, err: &bad.error}, nil
	case err != nil:
		return nil, err
	case !utf8.Valid(line):
		l.repaired = append(l.repaired, strconv.Itoa(l.n))
	}
	o, err := parseObject(l.place(), line)
	if err != nil {
		o = &object{err: &err}
	}
	o.line, o.alone = l.n, l.alone
	return o, nil
}

// object parses the line last handed out as a JSON object.
func (l *lines) object(line []byte) (*object, error) {
	if !utf8.Valid(line) {
		return nil, l.bad("the line is not valid UTF-8")
	}
	o, err := parseObject(l.place(), line)
	if err == nil {
		o.line = l.n
	}
	return o, err
}
