package gateway

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// An event is one event of a stream of server-sent events.
type event struct {
	raw  []byte // as it came but for its line ends, with the empty line behind it
	name string // of its event: line, if any; "error" for an error: line
	data []byte // of its data: lines, joined by line breaks; nil without one

	text  string // that it adds to the answer
	id    string // of the answer that it is a part of
	ends  bool   // it says why the answer ends
	usage bool   // it has a member for the usage
	bare  bool   // it has no part of the answer
}

// done reports whether the event is the end mark of OpenAI's streams.
func (e *event) done() bool { return string(bytes.TrimSpace(e.data)) == "[DONE]" }

// largestEvent bounds one event in bytes: a whole answer of the Responses API
// is one.
const largestEvent = 16 << 20

var errLargeEvent = errors.New("an event of the upstream's stream is too large")

// An eventReader takes a stream apart.
type eventReader struct{ r *bufio.Reader }

func newEventReader(r io.Reader) *eventReader {
	return &eventReader{bufio.NewReaderSize(&lineEnds{r: r}, 8<<10)}
}

// lineEnds reads lines that end in CR, LF or both, as the HTML standard has
// them, as lines that end in LF.
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

// next returns the next event that has data. What comes between events
// (comments, empty lines) goes with the next one. At the end of the stream it
// returns io.EOF; an event that the end cuts short is io.ErrUnexpectedEOF.
func (s *eventReader) next() (*event, error) {
	e := &event{}
	for {
		start := len(e.raw)
		err := s.line(e)
		line := bytes.TrimRight(e.raw[start:], "\n")
		switch {
		case err == nil && len(line) == 0:
			if e.data != nil {
				return e, nil
			}
		case len(line) > 0:
			e.field(line)
		}
		if errors.Is(err, io.EOF) && e.data != nil {
			if e.done() || bytes.HasSuffix(e.raw, []byte("\n")) { // some servers leave out the last empty line
				e.raw = append(bytes.TrimRight(e.raw, "\n"), "\n\n"...)
				return e, nil
			}
			return nil, io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
	}
}

// line appends a line with its break to the event.
func (s *eventReader) line(e *event) error {
	for {
		part, err := s.r.ReadSlice('\n')
		e.raw = append(e.raw, part...)
		if len(e.raw) > largestEvent {
			return errLargeEvent
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// field reads "name: value"; a line that begins with a colon is a comment.
func (e *event) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(bytes.TrimPrefix(name, byteOrderMark)) {
	case "event":
		e.name = string(value)
	case "error": // llama.cpp until 2025: "error: {…}"
		e.name = "error"
		fallthrough
	case "data":
		if e.data != nil {
			e.data = append(e.data, '\n')
		}
		e.data = append(e.data, value...)
		if e.data == nil {
			e.data = []byte{}
		}
	}
}

// written returns an event of ours.
func written(name string, data []byte) []byte {
	out := make([]byte, 0, len(name)+len(data)+24)
	if name != "" {
		out = append(append(append(out, "event: "...), name...), '\n')
	}
	out = append(append(out, "data: "...), data...)
	return append(out, "\n\n"...)
}

// withData returns the event with other data.
func (e *event) withData(data []byte) []byte { return written(e.name, data) }
