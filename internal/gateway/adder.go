package gateway

import (
	"bytes"
	"net/http"
)

// An adder passes an answer on and notes what it says it used, of either
// dialect, whole or streamed. It keeps no more of it: an answer can be large.
type adder struct {
	http.ResponseWriter
	status int
	events int    // of a stream
	usage  []byte // what stands behind the last mark, up to mostUsage bytes
	marked bool
	carry  []byte // the end of what was written, which may begin a mark
	joined []byte
}

// mostUsage is more bytes than a usage has.
const mostUsage = 4 << 10

// Marks in an answer. In a text that a model wrote, quotes and line breaks are
// escaped.
const (
	usageMark = `"usage":`
	eventMark = "\ndata:"
)

// WriteHeader notes the status.
func (a *adder) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

func (a *adder) Write(b []byte) (int, error) {
	a.note(b)
	return a.ResponseWriter.Write(b)
}

// Unwrap lets the server's own writer flush.
func (a *adder) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *adder) note(b []byte) {
	a.events -= bytes.Count(a.carry, []byte(eventMark))
	a.joined = append(append(a.joined[:0], a.carry...), b...)
	a.events += bytes.Count(a.joined, []byte(eventMark))
	if i := bytes.LastIndex(a.joined, []byte(usageMark)); i >= 0 {
		a.marked, a.usage = true, a.usage[:0]
		b = a.joined[i+len(usageMark):]
	}
	if a.marked {
		a.usage = append(a.usage, b[:min(len(b), mostUsage-len(a.usage))]...)
	}
	a.carry = append(a.carry[:0], a.joined[max(len(a.joined)-len(usageMark)+1, 0):]...)
}

// used reads what was noted.
func (a *adder) used() (tokens, bool) {
	from := skipSpace(a.usage, 0)
	end, err := skipValue(a.usage, from)
	if err != nil || a.usage[from] != '{' {
		return tokens{}, false
	}
	var chat, other tokens
	if chat.chat(a.usage[from:end]) != nil || other.responses(a.usage[from:end]) != nil {
		return tokens{}, false
	}
	return tokens{in: chat.in + other.in, cached: chat.cached + other.cached, out: chat.out + other.out}, true
}
