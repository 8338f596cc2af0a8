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
	seam   []byte // the carry with the beginning of the next piece
}

// mostUsage is more bytes than a usage has.
const mostUsage = 4 << 10

// Marks in an answer. In a text that a model wrote, quotes and line breaks are
// escaped.
const (
	usageMark = `"usage":`
	eventMark = "\ndata:"
	mostCarry = len(usageMark) - 1 // the longer of the two, but for a byte
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

// note looks at a piece, and at the seam between it and the one before: a mark
// may stand in both.
func (a *adder) note(b []byte) {
	a.seam = append(append(a.seam[:0], a.carry...), b[:min(len(b), mostCarry)]...)
	a.events += bytes.Count(b, []byte(eventMark)) + across(a.seam, len(a.carry), eventMark)
	rest := b
	if i := bytes.LastIndex(b, []byte(usageMark)); i >= 0 {
		a.marked, a.usage, rest = true, a.usage[:0], b[i+len(usageMark):]
	} else if across(a.seam, len(a.carry), usageMark) > 0 {
		end := bytes.LastIndex(a.seam, []byte(usageMark)) + len(usageMark)
		a.marked, a.usage, rest = true, a.usage[:0], b[end-len(a.carry):]
	}
	if a.marked {
		a.usage = append(a.usage, rest[:min(len(rest), mostUsage-len(a.usage))]...)
	}
	if len(b) >= mostCarry {
		a.carry = append(a.carry[:0], b[len(b)-mostCarry:]...)
		return
	}
	a.carry = append(a.carry[:0], a.seam[max(len(a.seam)-mostCarry, 0):]...)
}

// across counts the marks that begin before a place and end behind it.
func across(seam []byte, at int, mark string) int {
	return bytes.Count(seam, []byte(mark)) - bytes.Count(seam[:at], []byte(mark)) - bytes.Count(seam[at:], []byte(mark))
}

// used reads what was noted.
func (a *adder) used() (tokens, bool) {
	from := skipSpace(a.usage, 0)
	end, err := skipValue(a.usage, from)
	if err != nil {
		return tokens{}, false
	}
	return readTokens(a.usage[from:end])
}
