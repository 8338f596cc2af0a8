package gateway

import (
	"bytes"
	"encoding/json"
)

// reword puts another text into a reply, wherever the reply has its own.
func (r *reply) reword(d *dialect, text string) {
	old := r.text.String()
	r.raw = retold(r.raw, old, text)
	var events []*event
	first, closing := true, r.closing
	for i, e := range r.events {
		switch {
		case e.text == "":
			e.data = retold(e.data, old, text)
			e.raw = e.withData(e.data)
		case first:
			first = false
			e.data = d.redelta(e.data, text)
			e.raw = e.withData(e.data)
		default: // its words are in the first
			if i < r.closing {
				closing--
			}
			continue
		}
		events = append(events, e)
	}
	r.events, r.closing = events, closing
	r.text.Reset()
	r.text.WriteString(text)
}

// retold returns JSON with a text in the place of each string that is another.
func retold(raw []byte, old, text string) []byte {
	if old == "" {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for at := 0; at < len(raw); {
		next := bytes.IndexByte(raw[at:], '"')
		if next < 0 {
			return append(out, raw[at:]...)
		}
		out = append(out, raw[at:at+next]...)
		at += next
		end, err := skipString(raw, at)
		if err != nil {
			return append(out, raw[at:]...)
		}
		var s string
		if json.Unmarshal(raw[at:end], &s) == nil && s == old {
			out = append(out, quoted(text)...)
		} else {
			out = append(out, raw[at:end]...)
		}
		at = end
	}
	return out
}

// chatDelta puts a text into a chunk in the place of its own.
func chatDelta(data []byte, text string) []byte {
	d, err := readDocument(data)
	if err != nil {
		return data
	}
	choices, err := readElements(d.get("choices"))
	if err != nil || len(choices) == 0 {
		return data
	}
	choice, err := readDocument(choices[0])
	if err != nil {
		return data
	}
	delta, err := readDocument(choice.get("delta"))
	if err != nil {
		return data
	}
	changed := choice.with(change{"delta", delta.with(change{"content", quoted(text)})})
	return d.with(change{"choices", append(append([]byte{'['}, changed...), ']')})
}

// responsesDelta puts a text into an event in the place of its own.
func responsesDelta(data []byte, text string) []byte {
	d, err := readDocument(data)
	if err != nil {
		return data
	}
	return d.with(change{"delta", quoted(text)})
}
