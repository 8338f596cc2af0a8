package gateway

import (
	"encoding/json"
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/replies"
)

// A reply is one answer of the upstream.
type reply struct {
	replies.Reply

	raw     []byte   // the whole answer; of a stream, the object that ends it, if there is one
	events  []*event // of a stream, up to the end mark
	ended   bool     // the stream has its end mark
	why     string   // it is left alone; empty where what it holds says why
	loose   bool     // nothing of the stream is kept any more: it is passed on
	gone    int      // bytes of text that were passed on and not kept
	closing int      // the place of the event that begins the end; 0 before it came
	calls   int      // it took, those that failed included
}

// read reads a whole reply.
func (d *dialect) read(raw []byte, into *reply) error {
	if err := d.Whole(raw, &into.Reply); err != nil {
		return err
	}
	if into.raw = raw; into.Mended != nil {
		into.raw, into.Mended = into.Mended, nil
	}
	into.settle()
	return nil
}

// take reads an event of a stream.
func (d *dialect) take(e *event, into *reply) (err error) {
	if e.Piece, err = d.Event(e.name, e.data, &into.Reply); err != nil {
		return fmt.Errorf("an event of it: %w", err)
	}
	if into.Mended != nil {
		e.data, e.raw, into.Mended = into.Mended, written(e.name, into.Mended), nil
	}
	switch {
	case into.Fault != nil && d.object != "":
		return &upstreamError{encoded(map[string]json.RawMessage{"error": into.Fault})}
	case into.Fault != nil, e.Last && into.Finish == adhere.FinishBroken:
		return &upstreamError{e.data}
	}
	into.ended = into.ended || e.Last
	if e.Text != "" {
		into.closing = 0
	}
	if e.Whole && into.closing == 0 {
		into.closing = len(into.events)
	}
	into.settle()
	return nil
}

// settle notes why an answer is left alone that is not whole.
func (r *reply) settle() {
	switch {
	case r.Finish == adhere.FinishBroken:
		r.Finish, r.why = adhere.FinishStop, "failed"
	case r.Reason == "pause_turn": // of Anthropic: the client sends it back, to have it continued
		r.why = "paused"
	}
}

// let forgets the events that were passed on, and their text.
func (r *reply) let() {
	r.gone += r.Text.Len()
	r.events, r.closing = nil, 0
	r.Text.Reset()
	r.Reasoning.Reset()
}

// correctable reports whether the reply is final text, which may be checked
// and rewritten.
func (r *reply) correctable() bool {
	return r.why == "" && !r.Tools && !r.Refused() && !r.Media && r.Finish != adhere.FinishFiltered && strings.TrimSpace(r.Text.String()) != ""
}

// texts returns how many of a stream's events come before the end.
func (r *reply) texts() int {
	if r.closing > 0 {
		return r.closing
	}
	return len(r.events)
}

// Why a reply is left alone that has pictures or sound, and one that calls tools.
const (
	media      = "media"
	callsTools = "tool_calls"
)

// left says why the reply is left alone.
func (r *reply) left() string {
	switch {
	case r.why != "":
		return r.why
	case r.Tools:
		return callsTools
	case r.Refused():
		return "refusal"
	case r.Finish == adhere.FinishFiltered:
		return "filtered"
	case r.loose:
		return "large_reply"
	case r.Media:
		return media
	default:
		return "no_text"
	}
}
