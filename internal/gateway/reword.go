package gateway

import (
	"bytes"
	"slices"

	"adhere/internal/rawjson"
)

// reword puts another text into a reply, wherever the reply has its own.
func (r *reply) reword(d *dialect, text string) {
	old := r.Text.String()
	r.raw = withoutLogprobs(retold(r.raw, old, text))
	var events []*event
	first, closing := true, r.closing
	for i, e := range r.events {
		switch {
		case e.Text == "":
			e.data = retold(e.data, old, text)
		case first:
			first = false
			e.data = withText(e.data, text, d.delta)
		default: // its words are in the first
			if i < r.closing {
				closing--
			}
			continue
		}
		e.data = withoutLogprobs(e.data)
		e.raw = e.withData(e.data)
		events = append(events, e)
	}
	r.events, r.closing = events, closing
	if d.path == "/messages" {
		r.tidy()
	}
	r.Text.Reset()
	r.Text.WriteString(text)
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
		value, err := rawjson.First(raw[at:])
		if err != nil {
			return append(out, raw[at:]...)
		}
		at += len(value)
		if s, err := rawjson.Text(value); err == nil && s == old {
			value = quoted(text)
		}
		out = append(out, value...)
	}
	return out
}

// withoutLogprobs returns JSON without what it says of the tokens of its text, for the
// place where that is another.
func withoutLogprobs(raw []byte) []byte {
	const member = `"logprobs":` // in a text its quotes would be escaped
	before, rest, found := bytes.Cut(raw, []byte(member))
	value, err := rawjson.First(rest)
	if !found || err != nil {
		return raw
	}
	nothing := "null"
	if value[0] == '[' {
		nothing = "[]"
	}
	after := rest[bytes.Index(rest, value)+len(value):]
	return slices.Concat(before, []byte(member+nothing), withoutLogprobs(after))
}

// withText returns JSON with a text at the end of a path of members; of a list
// on it, the first element is kept.
func withText(raw []byte, text string, path []string) []byte {
	if len(path) == 0 {
		return quoted(text)
	}
	if list, err := rawjson.Elements(raw); err == nil && len(list) > 0 {
		return slices.Concat([]byte("["), withText(list[0], text, path), []byte("]"))
	}
	d, err := readDocument(raw)
	if err != nil { // it was read before
		return raw
	}
	return d.with(change{path[0], withText(d.get(path[0]), text, path[1:])})
}
