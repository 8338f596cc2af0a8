package gateway

import (
	"bytes"
	"net/http"
	"strconv"

	"adhere"
	"adhere/internal/rawjson"
	"adhere/internal/replies"
)

// An adder passes an answer on and notes what it says it used, of any dialect,
// whole or streamed. It keeps no more of it: an answer can be large. Where the
// answer says it several times, as streams do and as what a client wrote and a
// server repeats can, the largest counts.
type adder struct {
	http.ResponseWriter
	status int
	events int           // of a stream
	before int           // those up to the last mark
	text   int           // bytes
	most   replies.Usage // of the usages before the last
	usage  []byte        // what stands behind the last mark, up to mostUsage bytes
	marked bool
	carry  []byte              // the end of what was written, which may begin a mark
	seam   []byte              // the carry with the beginning of the next piece
	atEnd  func()              // called once, before the last piece of an answer with a length is passed on; may be nil
	total  func() adhere.Usage // what was used in all, so far; nil where nobody asks
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
	if length := a.Header().Get("Content-Length"); a.atEnd != nil && length == strconv.Itoa(a.text) {
		a.atEnd()
		a.atEnd = nil
	}
	return a.ResponseWriter.Write(b)
}

// Unwrap lets the server's own writer flush.
func (a *adder) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// note looks at a piece, and at the seam between it and the one before: a mark
// may stand in both.
func (a *adder) note(b []byte) {
	a.text += len(b)
	a.seam = append(append(a.seam[:0], a.carry...), b[:min(len(b), mostCarry)]...)
	a.events += bytes.Count(b, []byte(eventMark)) + across(a.seam, len(a.carry), eventMark)
	rest := b
	if across(a.seam, len(a.carry), usageMark) > 0 {
		end := bytes.LastIndex(a.seam[:min(len(a.seam), len(a.carry)+mostCarry)], []byte(usageMark)) + len(usageMark)
		rest = b[end-len(a.carry):]
		a.mark(rest)
	}
	for {
		i := bytes.Index(rest, []byte(usageMark))
		if i < 0 {
			break
		}
		a.take(rest[:i])
		rest = rest[i+len(usageMark):]
		a.mark(rest)
	}
	a.take(rest)
	if len(b) >= mostCarry {
		a.carry = append(a.carry[:0], b[len(b)-mostCarry:]...)
		return
	}
	a.carry = append(a.carry[:0], a.seam[max(len(a.seam)-mostCarry, 0):]...)
}

// mark begins another usage, and the rest of the piece.
func (a *adder) mark(rest []byte) {
	a.most, a.marked, a.usage = a.largest(), true, a.usage[:0]
	a.before = a.events - bytes.Count(rest, []byte(eventMark))
}

// take keeps what stands behind the mark.
func (a *adder) take(b []byte) {
	if a.marked {
		a.usage = append(a.usage, b[:min(len(b), mostUsage-len(a.usage))]...)
	}
}

// across counts the marks that begin before a place and end behind it.
func across(seam []byte, at int, mark string) int {
	return bytes.Count(seam, []byte(mark)) - bytes.Count(seam[:at], []byte(mark)) - bytes.Count(seam[at:], []byte(mark))
}

// used reads what was noted. An answer that used nothing did not say what it
// used. Of one that went on after it said so, and broke off, an event is about a token:
// Anthropic's streams begin with a usage.
func (a *adder) used() (replies.Usage, bool) {
	t := a.largest()
	if t.None() {
		return t, false
	}
	if after := a.events - a.before; after > eventsAfterUsage {
		t.Out = max(t.Out, after)
	}
	return t, true
}

// eventsAfterUsage is how many events at the most follow on the last usage of a stream
// that is whole.
const eventsAfterUsage = 3

// largest is the larger of what the last mark says and of what those before it
// said, number by number.
func (a *adder) largest() replies.Usage {
	said, err := rawjson.First(a.usage)
	if err != nil {
		return a.most
	}
	t, _ := replies.ReadUsage(said)
	return t.Larger(a.most)
}
