package model

import (
	"bytes"
	"errors"
	"io"
)

// maxEvent bounds a line and an event of a stream, in bytes.
const maxEvent = 4 << 20

var errLongEvent = errors.New("an event of the stream is longer than 4 MB")

// An eventReader reads server-sent events as the HTML standard defines them:
// lines end in LF, CR or CRLF, lines that start with a colon are comments,
// several data lines of an event are joined by LF. Two leniencies: a last event
// whose lines are whole counts although the blank line after it is missing,
// since some servers close right after their end mark; and a line "error: …" is
// the data of an event of that name.
type eventReader struct {
	r      io.Reader
	buf    []byte // what was read ahead is buf[start:end]; must not be empty
	start  int
	end    int
	skipLF bool // the last line ended in CR; an LF that follows belongs to it
	begun  bool // past a byte order mark
	data   []byte
}

// next returns the next event's name and data. The data is valid until the
// next call. The error is io.EOF where the stream ends between events and
// io.ErrUnexpectedEOF where it ends within a line.
func (s *eventReader) next() (name string, data []byte, err error) {
	s.data = s.data[:0]
	some := false
	for {
		line, err := s.line()
		if err != nil {
			if errors.Is(err, io.EOF) && some {
				return name, s.data, nil
			}
			return "", nil, err
		}
		if len(line) == 0 {
			if some {
				return name, s.data, nil
			}
			name = ""
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			name = string(value)
		case "error": // llama.cpp until 2025: "error: {…}"
			name = "error"
			fallthrough
		case "data":
			if some {
				s.data = append(s.data, '\n')
			}
			some = true
			if len(s.data)+len(value) > maxEvent {
				return "", nil, errLongEvent
			}
			s.data = append(s.data, value...)
		}
	}
}

// line returns the next line without its end, valid until the next call.
func (s *eventReader) line() ([]byte, error) {
	from := s.start // where to look for the end of the line
	for {
		if s.skipLF && s.start < s.end {
			if s.buf[s.start] == '\n' {
				s.start++
			}
			s.skipLF = false
			from = s.start
		}
		if i := bytes.IndexAny(s.buf[from:s.end], "\r\n"); i >= 0 {
			line := s.buf[s.start : from+i]
			s.skipLF = s.buf[from+i] == '\r'
			s.start = from + i + 1
			return s.unmark(line), nil
		}
		pending := s.end - s.start
		if err := s.fill(); err != nil {
			if errors.Is(err, io.EOF) && s.end > s.start {
				return nil, io.ErrUnexpectedEOF
			}
			return nil, err
		}
		from = s.start + pending
	}
}

// unmark takes a byte order mark off the first line.
func (s *eventReader) unmark(line []byte) []byte {
	if s.begun {
		return line
	}
	s.begun = true
	return bytes.TrimPrefix(line, []byte("\uFEFF"))
}

// fill reads more behind what is pending, in a larger buffer if need be.
func (s *eventReader) fill() error {
	if s.start > 0 {
		copy(s.buf, s.buf[s.start:s.end])
		s.start, s.end = 0, s.end-s.start
	}
	if s.end == len(s.buf) {
		if len(s.buf) > maxEvent {
			return errLongEvent
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for range 100 { // a reader that returns nothing for ever is broken
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}
