package gateway

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"adhere"
)

// messages is the dialect of Anthropic's /messages.
func messages() *dialect {
	return &dialect{
		path: "/messages", field: "messages",
		aside: func(*document) string { return "" }, turns: messagesTurns, side: messagesSide, results: messagesResults,
		format: messagesFormat,
		reply:  messagesReply, event: messagesEvent, delta: []string{"delta", "text"},
		usage: messagesUsage, closing: closingEvent, chunk: eventOfOurs(written("ping", []byte(`{"type":"ping"}`))),
	}
}

// messagesFormat is the form of the answer: a member of output_config, and of its
// own in older requests.
func messagesFormat(d *document) []byte {
	if config := d.in("output_config"); config.has("format") {
		return config.get("format")
	}
	return d.get("output_format")
}

// messagesTurns reads the turns. The system's words are read for their
// constraints; they are no turn.
func messagesTurns(d *document) (*conversation, error) {
	c := &conversation{}
	if text := readContent(d.get("system")); text != "" {
		c.above = []adhere.Message{{Role: adhere.System, Text: text}}
	}
	return c, c.addAll(d, "messages", "messages is not a list")
}

// sideTokens bounds the answer to a question of the gateway's own, where the
// dialect wants a bound.
const sideTokens = 4096

func messagesSide(model string, turns []adhere.Message) []byte {
	var system []string
	said := []adhere.Message{}
	for _, m := range turns {
		if m.Role == adhere.System {
			system = append(system, m.Text)
			continue
		}
		said = append(said, m)
	}
	return encoded(struct {
		Model    string           `json:"model"`
		Most     int              `json:"max_tokens"`
		System   string           `json:"system,omitempty"`
		Messages []adhere.Message `json:"messages"`
	}{model, sideTokens, strings.Join(system, "\n\n"), said})
}

// A toolUse is what a part has that calls a tool.
type toolUse struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// A thought is what a part has that the model thought, whole or enciphered.
type thought struct {
	Thinking  string `json:"thinking"`
	Signature string `json:"signature"`
	Data      string `json:"data"`
}

type messagesBody struct {
	ID      string `json:"id"`
	Model   string `json:"model"`
	Type    string `json:"type"`
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
		thought
		toolUse
	} `json:"content"`
	Stop  string          `json:"stop_reason"`
	Usage json.RawMessage `json:"usage"`
}

func messagesReply(raw []byte, into *reply) error {
	var b messagesBody
	if err := json.Unmarshal(raw, &b); err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	if b.Content == nil {
		return noAnswer(raw, "content")
	}
	into.raw = raw
	into.id, into.model = b.ID, b.Model
	for _, part := range b.Content {
		into.block(part.Type, part.thought)
		if part.Type == "tool_use" {
			into.called = append(into.called, &toolCall{part.ID, part.Name, string(part.Input)})
		}
		into.text.WriteString(part.Text)
		into.reason.WriteString(part.Thinking)
	}
	into.stopped(b.Stop)
	if used, ok := readTokens(b.Usage); ok {
		into.used = used
	}
	return nil
}

// block takes over of what kind a part of the answer is, and what the model thought.
func (r *reply) block(kind string, t thought) {
	switch r.at = kind; kind {
	case "", "text":
	case "thinking":
		r.thoughts = append(r.thoughts, map[string]string{"type": kind, "thinking": t.Thinking, "signature": t.Signature})
	case "redacted_thinking":
		r.thoughts = append(r.thoughts, map[string]string{"type": kind, "data": t.Data})
	default:
		r.tools = true
	}
}

// stopped takes over why the answer ended.
func (r *reply) stopped(why string) {
	switch why {
	case "":
	case "max_tokens", "model_context_window_exceeded":
		r.finish = adhere.FinishLength
	case "refusal":
		r.finish, r.refused = adhere.FinishFiltered, true
	case "pause_turn": // the client sends it back, to have it continued
		r.finish, r.why = adhere.FinishStop, "paused"
	default:
		r.finish = adhere.FinishStop
	}
}

// A messagesEventBody is what of an event matters here.
type messagesEventBody struct {
	Type    string       `json:"type"`
	Message messagesBody `json:"message"`
	Block   struct {
		Type string `json:"type"`
		thought
		toolUse
	} `json:"content_block"`
	Delta struct {
		Text string `json:"text"`
		thought
		Stop string `json:"stop_reason"`
		JSON string `json:"partial_json"`
	} `json:"delta"`
	Usage json.RawMessage `json:"usage"`
}

// messagesEvent takes over what an event says.
func messagesEvent(e *event, into *reply) error {
	var b messagesEventBody
	if err := json.Unmarshal(e.data, &b); err != nil {
		return fmt.Errorf("an event of it is not JSON: %w", err)
	}
	for _, usage := range []json.RawMessage{b.Message.Usage, b.Usage} {
		if used, ok := readTokens(usage); ok {
			into.used = used.larger(into.used)
		}
	}
	if strings.HasPrefix(b.Type, "content_block_") {
		e.part = b.Type
	}
	switch b.Type {
	case "message_start":
		into.id, into.model = b.Message.ID, b.Message.Model
	case partBegins:
		into.block(b.Block.Type, b.Block.thought)
		if b.Block.Type == "tool_use" {
			into.called = append(into.called, &toolCall{id: b.Block.ID, name: b.Block.Name})
		}
	case "content_block_delta":
		if b.Delta.Text != "" {
			into.closing = 0
		}
		into.text.WriteString(b.Delta.Text)
		into.reason.WriteString(b.Delta.Thinking)
		e.text = b.Delta.Text
		if n := len(into.thoughts); into.at == "thinking" && n > 0 {
			into.thoughts[n-1]["thinking"] += b.Delta.Thinking
			into.thoughts[n-1]["signature"] += b.Delta.Signature
		}
		if n := len(into.called); into.at == "tool_use" && n > 0 {
			into.called[n-1].args += b.Delta.JSON
		}
	case partEnds:
		if into.closing == 0 && into.text.Len() > 0 {
			into.closing = len(into.events)
		}
	case "message_delta":
		e.ends = true
		into.stopped(b.Delta.Stop)
	case "message_stop":
		into.ended = true
	case "error":
		return &upstreamError{e.data}
	}
	return nil
}

// The types of events that begin and end a part of an answer.
const (
	partBegins = "content_block_start"
	partEnds   = "content_block_stop"
)

// goOn returns events of another answer as they go on what was sent of one: in its
// last part, which is open, whatever parts the other has. Clients put text where
// its event says, and fail where no such part was begun.
func goOn(sent, more []*event) []*event {
	var open *event
	for _, e := range sent {
		if e.part == partBegins {
			open = e
		}
	}
	if open == nil { // another dialect
		return more
	}
	var out []*event
	var closing *event
	for _, e := range more {
		switch own := e.in(open); {
		case e.part == partEnds:
			closing = own
		case e.part == "" || e.text != "":
			if e.ends && closing != nil {
				out = append(out, closing)
			}
			out = append(out, own)
		}
	}
	return out
}

// tidy drops the parts of text that the reply has lost its text from, and numbers
// those behind them anew: clients send an answer back, and Anthropic refuses empty
// parts of text.
func (r *reply) tidy() {
	var out []*event
	var begins *event // nil in a part that is dropped
	parts := 0
	for i, e := range r.events {
		if e.part == partBegins {
			d, err := readDocument(e.data)
			if err != nil { // it was read before
				return
			}
			next := slices.IndexFunc(r.events[i:], func(e *event) bool { return e.part == partEnds || e.text != "" })
			begins = nil
			if next < 0 || r.events[i+next].part != partEnds || d.in("content_block").text("type") != "text" {
				begins = &event{data: d.with(change{"index", encoded(parts)})}
				parts++
			}
		}
		if e.part == "" || begins != nil {
			out = append(out, e.in(begins))
		}
		if e.text != "" {
			r.closing = 0
		}
		if e.part == partEnds && begins != nil && r.closing == 0 {
			r.closing = len(out) - 1
		}
	}
	r.events = out
}

// in returns the event as one of the part that another event begins.
func (e *event) in(begins *event) *event {
	if e.part == "" {
		return e
	}
	first, err := readDocument(begins.data)
	d, bad := readDocument(e.data)
	if err != nil || bad != nil { // they were read before
		return e
	}
	own := *e
	own.data = d.with(change{"index", first.get("index")})
	own.raw = own.withData(own.data)
	return &own
}

// messagesUsage writes a sum of all calls.
func messagesUsage(sum usageSum) []byte {
	var parts json.RawMessage // of one call, where there are any
	if sum.created > 0 {
		parts = []byte("null")
	}
	return encoded(struct {
		In      int             `json:"input_tokens"`
		Created int             `json:"cache_creation_input_tokens,omitempty"`
		Parts   json.RawMessage `json:"cache_creation,omitempty"`
		Cached  int             `json:"cache_read_input_tokens"`
		Out     int             `json:"output_tokens"`
	}{max(sum.in-sum.cached-sum.created, 0), sum.created, parts, sum.cached, sum.out})
}
