// Package sse reads streams of server-sent events.
package sse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// An Event is one of a stream that has data.
type Event struct {
	Raw  []byte // as it came, with LF at the end of each line, and the empty line behind it
	Name string // of its event: line; "error" for an error: line
	Data []byte // of its data: lines, joined by LF; not nil
}

// ErrTooLong is the error of an event that is longer than the reader takes.
var ErrTooLong = errors.New("an event of the stream is too long")

// A Reader reads events as the HTML standard defines them: lines end in LF, CR or
// CRLF, lines that start with a colon are comments. Two leniencies: a last event
// whose lines are whole, or whose data is OpenAI's end mark, counts although the
// blank line after it is missing, since some servers close right after their end
// mark; and a line "error: …" is the data of an event of that name.
type Reader struct {
	lines   *bufio.Reader
	longest int
	begun   bool // past a byte order mark
}

// NewReader returns a reader of events of at most so many bytes.
func NewReader(r io.Reader, longest int) *Reader {
	return &Reader{lines: bufio.NewReaderSize(&lineEnds{r: r}, 4<<10), longest: longest}
}

// Next reads the next event into e, whose buffers it uses again. What stands
// before it without data, such as comments, is part of its Raw. The error is
// io.EOF where the stream ends between events and io.ErrUnexpectedEOF where it
// ends within one.
func (s *Reader) Next(e *Event) error {
	*e = Event{Raw: e.Raw[:0], Data: e.Data[:0]}
	if e.Data == nil {
		e.Data = []byte{}
	}
	some := false // data, which may be empty
	for {
		start := len(e.Raw)
		err := s.line(e)
		line := bytes.TrimRight(e.Raw[start:], "\n")
		if !s.begun {
			s.begun, line = true, bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		switch {
		case len(line) > 0:
			some = e.add(line, some) || some
		case err == nil && some:
			return nil
		case err == nil:
			e.Name = ""
		}
		switch {
		case err == nil:
		case !errors.Is(err, io.EOF):
			return err
		case some && (len(line) == 0 || Ends(e.Data)):
			e.Raw = append(bytes.TrimRight(e.Raw, "\n"), "\n\n"...)
			return nil
		case some || len(line) > 0:
			return io.ErrUnexpectedEOF
		default:
			return err
		}
	}
}

// Ends reports whether data is the end mark of OpenAI's streams.
func Ends(data []byte) bool { return string(bytes.TrimSpace(data)) == "[DONE]" }

// line appends the next line with its end.
func (s *Reader) line(e *Event) error {
	for {
		part, err := s.lines.ReadSlice('\n')
		e.Raw = append(e.Raw, part...)
		if len(e.Raw) > s.longest {
			return ErrTooLong
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// add takes a line "name: value", and reports whether it is data; more says that
// there is some already.
func (e *Event) add(line []byte, more bool) bool {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.Name = string(value)
		return false
	case "error": // llama.cpp until 2025: "error: {…}"
		e.Name = "error"
	case "data":
	default:
		return false
	}
	if more {
		e.Data = append(e.Data, '\n')
	}
	e.Data = append(e.Data, value...)
	return true
}

// lineEnds reads lines that end in CR, LF or both as lines that end in LF.
type lineEnds struct {
	r     io.Reader
	after bool // a CR was last: an LF belongs to it
}

func (l *lineEnds) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if !l.after && bytes.IndexByte(p[:n], '\r') < 0 {
		return n, err
	}
	kept := p[:0]
	for _, b := range p[:n] {
		if b != '\n' || !l.after {
			kept = append(kept, b)
		}
		if l.after = b == '\r'; l.after {
			kept[len(kept)-1] = '\n'
		}
	}
	return len(kept), err
}
