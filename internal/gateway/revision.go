package gateway

import (
	"encoding/json"
	"slices"

	"adhere"
	"adhere/internal/rawjson"
	"adhere/refine"
)

// corrects reports whether the call that lists what a draft must meet, and judges
// it, also corrects it: where the model that answers does that, in words alone, and
// what the client set for its answer does not bear on another one.
func (x *exchange) corrects(draft *adhere.Response) bool {
	return x.g.ListerAnswers && x.settings.Strategy == "decrim" && x.settings.MaxIterations > 0 &&
		draft.Finish == adhere.FinishStop && len(draft.Text) <= longestCorrected &&
		!slices.ContainsFunc(ofAnswers, x.doc.has) && x.talk.inWords()
}

// longestCorrected is how many bytes a draft has at the most that is corrected
// where it is judged: a reply with more would soon be cut off, and the list lost.
const longestCorrected = 8 << 10

// ofAnswers are members of a request that bear on its answer and have no place in
// another question, or hold a part of the conversation that is not seen here.
var ofAnswers = []string{"stop", "stop_sequences", "logit_bias", "logprobs", "web_search_options", "previous_response_id", "conversation", "thread", "prompt"}

// inWords reports whether all turns are texts: no pictures, no calls of tools.
func (c *conversation) inWords() bool {
	return len(c.whole()) == len(c.above)+len(c.messages) && !slices.ContainsFunc(c.raw, func(turn json.RawMessage) bool {
		d, err := readDocument(turn)
		if err != nil {
			return true
		}
		parts, _ := rawjson.Elements(d.get("content")) // a text has none
		return slices.ContainsFunc(parts, func(part json.RawMessage) bool {
			_, text := readPart(part)
			return !text
		})
	})
}

// revision is the draft as it was corrected where it was judged: its reply with that
// text in it. It is nil where the reply cannot hold it.
func (x *exchange) revision(draft *adhere.Response) *adhere.Response {
	text := refine.Stripped(refine.Asked(x.asker.in), draft.Text, x.list.said.corrected)
	if most, bounded := mostOut(x.doc); bounded && len(text)/bytesPerToken >= most {
		return nil
	}
	r := x.asker.replyOf(draft).with(x.dialect, text)
	if r == nil {
		return nil
	}
	out := &adhere.Response{Model: draft.Model, Text: text, Finish: draft.Finish}
	x.asker.keep(out, r)
	return out
}

// with is a reply with another text in the place of its own. It is nil where a client
// would not read just that in it: where the reply has its text in parts, no one of them
// may have a place for it. What it returns may be moved no more, since each of its
// builders of texts points to itself.
func (r *reply) with(d *dialect, text string) *reply {
	own := new(*r)
	own.events = slices.Clone(r.events)
	for i, e := range own.events {
		own.events[i] = new(*e)
	}
	if own.reword(d, text); !own.holds(d, text) {
		return nil
	}
	return own
}

// holds reports whether a client reads a text in a reply.
func (r *reply) holds(d *dialect, text string) bool {
	again := &reply{}
	if len(r.events) == 0 {
		return d.read(r.raw, again) == nil && again.Text.String() == text
	}
	for _, e := range r.events {
		own := *e
		if d.take(&own, again) != nil {
			return false
		}
	}
	return again.Text.String() == text
}
