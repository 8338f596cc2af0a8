package gateway

import (
	"bytes"
	"slices"

	"adhere/internal/serving"
)

// An end lets a stream that is passed on out in whole events, and looks for the
// last of them. The nil end looks for nothing.
type end struct {
	path   string
	events bool   // the last event is known by its type, not by a mark
	found  bool   // the answer has said that it ends
	marked bool   // the mark is what came last
	held   []byte // the beginning of an event
	parted bool   // an event was too large to be held, and is not at its end
	first  func() // called for the first piece; may be nil
}

// largestHeld bounds the part of an event that is held, in bytes.
const largestHeld = 1 << 20

// endOf returns what the streams of a route end with, or nil where nothing is
// known about that.
func endOf(path string) *end {
	switch path {
	case "/v1/chat/completions", "/v1/completions":
		return &end{path: path}
	case "/v1/responses", "/v1/messages":
		return &end{path: path, events: true}
	}
	return nil
}

// pass takes in the next piece of the stream and returns what goes out: whole
// events, since no client can read half of one where a stream breaks off.
func (e *end) pass(piece []byte, last bool) []byte {
	if e == nil {
		return piece
	}
	b, from := piece, len(e.held)-2
	if len(e.held) > 0 {
		e.held = append(e.held, piece...)
		b = e.held
	}
	n := wholeEvents(b, from)
	switch {
	case len(b)-n > largestHeld:
		n, e.parted = len(b), true
	case n > 0:
		e.parted = false
	}
	out := b[:n:n]
	if last { // some servers leave out the last empty line
		if event, err := newEventReader(bytes.NewReader(b[n:])).next(); err == nil {
			out = append(out, event.raw...)
		}
	}
	e.held = bytes.Clone(b[n:])
	e.look(out)
	return out
}

// look looks at events that go out.
func (e *end) look(b []byte) {
	if len(b) > 0 && e.first != nil {
		e.first()
		e.first = nil
	}
	if e.events {
		e.found = e.found || lastEvent(b)
		return
	}
	e.found = e.found || endsChat(b)
	if i := bytes.LastIndex(b, []byte("data:")); i >= 0 {
		last := bytes.TrimSpace(b[i+len("data:"):])
		e.marked = string(last) == "[DONE]"
		e.found = e.found || bytes.HasPrefix(last, []byte(`{"error"`)) // the upstream has said why
	}
}

// wholeEvents returns how many bytes of a stream are whole events, or comments
// between them. No event ends in the first bytes, up to from.
func wholeEvents(b []byte, from int) int {
	n := len(b)
	for n > max(from, 0) && !endsEvent(b[:n]) {
		n--
	}
	if n == from {
		n = 0
	}
	for {
		line, _, found := bytes.Cut(b[n:], []byte("\n"))
		if comment := bytes.HasPrefix(line, []byte(":")); !found || !comment && len(bytes.TrimSuffix(line, []byte("\r"))) > 0 {
			return n
		}
		n += len(line) + 1
	}
}

// endsEvent reports whether an empty line is the last.
func endsEvent(b []byte) bool {
	return bytes.HasSuffix(b, []byte("\n\n")) || bytes.HasSuffix(b, []byte("\n\r\n")) || bytes.HasSuffix(b, []byte("\r\r"))
}

// lastEvent reports whether a piece of a stream of the Responses API has the
// type of an event that ends it. In a text the quotes would be escaped.
func lastEvent(b []byte) bool {
	kinds := []string{`"response.completed"`, `"response.incomplete"`, `"response.failed"`, `"type":"error"`, `"type": "error"`, `"message_stop"`}
	return slices.ContainsFunc(kinds, func(kind string) bool { return bytes.Contains(b, []byte(kind)) })
}

// endsChat reports whether a piece of a stream of chunks says why the answer
// ends. In a text the quotes would be escaped.
func endsChat(b []byte) bool {
	for {
		_, rest, found := bytes.Cut(b, []byte(`"finish_reason":`))
		if !found {
			return false
		}
		if why := bytes.TrimLeft(rest, " "); len(why) > 1 && why[0] == '"' && why[1] != '"' {
			return true
		}
		b = rest
	}
}

// seen reports whether the stream has its end.
func (e *end) seen() bool { return e.marked || e.events && e.found }

// rest is what a stream without an end is ended with: the error why, or the mark that
// some servers leave out where the answer is whole.
func (e *end) rest(why error) []byte {
	var out []byte
	if e.parted {
		out = []byte("\n\n") // ends the last event
	}
	data := streamError(why, e.path)
	if e.events {
		return append(out, errorEvent(data)...)
	}
	if !e.found {
		out = append(out, written("", data)...)
	}
	return append(out, written("", []byte("[DONE]"))...)
}

// streamError is an error as the data of an event of a route.
func streamError(err error, path string) []byte {
	return serving.ErrorOf(upstreamFailure(err)).BodyFor(path)
}

// errorEvent is an error as the Responses API sends it, and Anthropic's: that
// one has its type on the outside. The Responses API documents an error's members
// on the outside; OpenAI's clients raise what stands in a member "error".
func errorEvent(data []byte) []byte {
	d, err := readDocument(data)
	if err != nil || d.get("error") == nil || d.text("type") == "error" {
		return written("error", data)
	}
	inner, err := readDocument(d.get("error"))
	if err != nil {
		return written("error", data)
	}
	return written("error", inner.with(change{"type", []byte(`"error"`)}, change{"error", d.get("error")}))
}
