package gateway

import (
	"encoding/json"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/replies"
)

// messages is the dialect of Anthropic's /messages.
func messages() *dialect {
	return &dialect{
		path: "/messages", field: "messages", above: "system",
		aside: func(*document) string { return "" }, side: messagesSide, results: messagesResults,
		format: messagesFormat,
		Format: replies.Messages{}, delta: []string{"delta", "text"},
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

// goOn returns events of another answer as they go on what was sent of one: in its
// last part, which is open, whatever parts the other has. Clients put text where
// its event says, and fail where no such part was begun.
func goOn(sent, more []*event) []*event {
	var open *event
	for _, e := range sent {
		if e.Part == replies.PartBegins {
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
		case e.Part == replies.PartEnds:
			closing = own
		case e.Part == "" || e.Text != "":
			if e.Ends && closing != nil {
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
		if e.Part == replies.PartBegins {
			d, err := readDocument(e.data)
			if err != nil { // it was read before
				return
			}
			next := slices.IndexFunc(r.events[i:], func(e *event) bool { return e.Part == replies.PartEnds || e.Text != "" })
			begins = nil
			if next < 0 || r.events[i+next].Part != replies.PartEnds || d.in("content_block").text("type") != "text" {
				begins = &event{data: d.with(change{"index", encoded(parts)})}
				parts++
			}
		}
		if e.Part == "" || begins != nil {
			out = append(out, e.in(begins))
		}
		if e.Text != "" {
			r.closing = 0
		}
		if e.Part == replies.PartEnds && begins != nil && r.closing == 0 {
			r.closing = len(out) - 1
		}
	}
	r.events = out
}

// in returns the event as one of the part that another event begins.
func (e *event) in(begins *event) *event {
	if e.Part == "" {
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
func messagesUsage(sum replies.Usage) []byte {
	var parts json.RawMessage // of one call, where there are any
	if sum.Created > 0 {
		parts = []byte("null")
	}
	return encoded(struct {
		In      int             `json:"input_tokens"`
		Created int             `json:"cache_creation_input_tokens,omitempty"`
		Parts   json.RawMessage `json:"cache_creation,omitempty"`
		Cached  int             `json:"cache_read_input_tokens"`
		Out     int             `json:"output_tokens"`
	}{max(sum.In-sum.Cached-sum.Created, 0), sum.Created, parts, sum.Cached, sum.Out})
}
