package dataset

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxLine is the longest line that is read, in bytes. A longer one is more
// likely a file of another kind than an answer.
const maxLine = 64 << 20

// lines hands out the lines of a file that hold something. A byte order mark
// at the start and carriage returns at the ends of lines are no part of them.
type lines struct {
	ctx  context.Context
	r    *bufio.Reader
	name string
	n    int // number of the line last handed out, from 1
	long []byte
}

func newLines(ctx context.Context, r io.Reader, name string) *lines {
	return &lines{ctx: ctx, r: bufio.NewReaderSize(r, 64<<10), name: name}
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
			if errors.Is(err, io.EOF) {
				return nil, io.EOF
			}
			return nil, unreadable(l.name, err)
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

// place names the line last handed out.
func (l *lines) place() string { return fmt.Sprintf("%s line %d", l.name, l.n) }

func (l *lines) bad(what string) error { return invalid(l.place() + ": " + what) }

// object parses the line last handed out as a JSON object.
func (l *lines) object(line []byte) (*object, error) {
	if !utf8.Valid(line) {
		return nil, l.bad("the line is not valid UTF-8")
	}
	return parseObject(l.place(), line)
}
