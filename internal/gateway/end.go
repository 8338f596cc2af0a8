package gateway

import (
	"bytes"
	"slices"

	"adhere/internal/serving"
)

// An end looks for the end of a stream that is passed on. The nil end looks
// for nothing.
type end struct {
	path   string
	events bool     // the last event is known by its type, not by a mark
	found  bool     // the answer has said that it ends
	last   [64]byte // of the stream
	n      int
	first  func() // called for the first piece; may be nil
}

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

// add takes in the next piece of the stream.
func (e *end) add(b []byte) {
	if e == nil {
		return
	}
	if e.first != nil {
		e.first()
		e.first = nil
	}
	ends := endsChat
	if e.events {
		ends = lastEvent
	}
	e.found = e.found || ends(e.last[:e.n]) || ends(b) || ends(append(e.last[:e.n:e.n], b[:min(len(b), len(e.last))]...))
	if len(b) >= len(e.last) {
		e.n = copy(e.last[:], b[len(b)-len(e.last):])
		return
	}
	if over := e.n + len(b) - len(e.last); over > 0 {
		e.n = copy(e.last[:], e.last[over:e.n])
	}
	e.n += copy(e.last[e.n:], b)
}

// lastEvent reports whether a piece of a stream of the Responses API has the
// type of an event that ends it. In a text the quotes would be escaped.
func lastEvent(b []byte) bool {
	kinds := []string{`"response.completed"`, `"response.incomplete"`, `"response.failed"`, `"type":"error"`, `"message_stop"`}
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
func (e *end) seen() bool {
	if e.events {
		return e.found
	}
	i := bytes.LastIndex(e.last[:e.n], []byte("data:"))
	return i >= 0 && string(bytes.TrimSpace(e.last[i+len("data:"):e.n])) == "[DONE]"
}

// rest is what a stream without an end is ended with: the error why, or the mark that
// some servers leave out where the answer is whole.
func (e *end) rest(why error) []byte {
	var out []byte
	if last := bytes.ReplaceAll(e.last[:e.n], []byte("\r"), nil); !bytes.HasSuffix(last, []byte("\n\n")) {
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
// one has its type on the outside.
func errorEvent(data []byte) []byte {
	d, err := readDocument(data)
	if err != nil || d.get("error") == nil || d.text("type") == "error" {
		return written("error", data)
	}
	inner, err := readDocument(d.get("error"))
	if err != nil {
		return written("error", data)
	}
	return written("error", inner.with(change{"type", []byte(`"error"`)}))
}
