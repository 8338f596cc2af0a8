package gateway

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"adhere/internal/plainjson"
	"adhere/internal/rawjson"
)

// A document is a JSON object with the places of its members, so that single
// ones can be read or replaced and all the others stay as they were written,
// byte for byte and in their order.
type document struct {
	raw     []byte
	members []rawjson.Member
}

// byteOrderMark stands before what some programs write, and is no part of it.
var byteOrderMark = []byte("\ufeff")

// readDocument finds the members of an object.
func readDocument(raw []byte) (*document, error) {
	raw = bytes.TrimPrefix(raw, byteOrderMark)
	d := &document{raw: raw, members: make([]rawjson.Member, 0, 12)}
	if err := rawjson.Members(raw, func(m rawjson.Member) { d.members = append(d.members, m) }); err != nil {
		return nil, err
	}
	return d, nil
}

// invalidIn returns the place of the first byte that does not belong to a character.
func invalidIn(body []byte) int {
	for at := 0; at < len(body); {
		r, size := utf8.DecodeRune(body[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(body)
}

// get returns the value of a member as it is written, or nil. Of several with
// one name the last counts, as for most readers of JSON.
func (d *document) get(name string) []byte {
	for i := len(d.members) - 1; i >= 0; i-- {
		if m := &d.members[i]; m.Name == name {
			return d.raw[m.Value:m.End]
		}
	}
	return nil
}

// has reports whether a member is there and not null.
func (d *document) has(name string) bool {
	v := d.get(name)
	return v != nil && string(v) != "null"
}

// text returns a member that is a string, or "".
func (d *document) text(name string) string {
	v := d.get(name)
	if len(v) < 2 || v[0] != '"' {
		return ""
	}
	s, err := rawjson.Text(v)
	if err != nil {
		return ""
	}
	return s
}

// in returns a member that is an object; one without members where it is none.
func (d *document) in(name string) *document {
	inner, err := readDocument(d.get(name))
	if err != nil {
		return &document{}
	}
	return inner
}

// objects returns those elements of a member that are objects.
func (d *document) objects(name string) []*document {
	list, _ := rawjson.Elements(d.get(name)) // what is no list has none
	var found []*document
	for _, raw := range list {
		if one, err := readDocument(raw); err == nil {
			found = append(found, one)
		}
	}
	return found
}

// is reports whether a member is true.
func (d *document) is(name string) bool { return string(d.get(name)) == "true" }

// A change puts a value in the place of a member's, or removes the member
// where the value is nil.
type change struct {
	name  string
	value []byte
}

// with returns the object with the changes made. What is not there yet comes
// last. Without changes it is the object as it was written.
func (d *document) with(changes ...change) []byte {
	if len(changes) == 0 {
		return d.raw
	}
	size := len(d.raw)
	for _, c := range changes {
		size += len(c.name) + len(c.value) + 4
	}
	out := append(make([]byte, 0, size), '{')
	put := func(b ...[]byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		for _, part := range b {
			out = append(out, part...)
		}
	}
	done := make([]bool, len(changes))
	for i := range d.members {
		m := &d.members[i]
		c := slices.IndexFunc(changes, func(c change) bool { return c.name == m.Name })
		switch {
		case c < 0:
			put(d.raw[m.Start:m.End])
		case changes[c].value != nil && !done[c]:
			put(d.raw[m.Start:m.Value], changes[c].value)
		}
		if c >= 0 {
			done[c] = true
		}
	}
	for i, c := range changes {
		if c.value != nil && !done[i] {
			put(quoted(c.name), []byte{':'}, c.value)
		}
	}
	return append(out, '}')
}

// forUpstream is a request without what is Adhere's in it.
func (d *document) forUpstream() *document {
	var changes []change
	if d.get("adhere") != nil {
		changes = append(changes, change{"adhere", nil})
	}
	if model, strategy := splitModel(d.text("model")); strategy != "" {
		changes = append(changes, change{"model", quoted(model)})
	}
	if len(changes) == 0 {
		return d
	}
	out, err := readDocument(d.with(changes...))
	if err != nil { // it was read before
		return d
	}
	return out
}

// summed returns an object of counts with sums in it. Of what nobody summed zeros,
// texts and nothing stay, since clients may look for them; other numbers count one
// call alone.
func (d *document) summed(sums *document) []byte {
	var changes []change
	for i := range d.members {
		name := d.members[i].Name
		switch inner, value := d.in(name), d.get(name); {
		case sums.get(name) != nil:
		case len(inner.members) > 0:
			changes = append(changes, change{name, inner.summed(&document{})})
		case string(value) != "0" && string(value) != "null" && value[0] != '"':
			changes = append(changes, change{name, nil})
		}
	}
	for i := range sums.members {
		name := sums.members[i].Name
		value := sums.get(name)
		if inner := sums.in(name); len(inner.members) > 0 {
			value = d.in(name).summed(inner)
		}
		changes = append(changes, change{name, value})
	}
	return d.with(changes...)
}

// quoted returns a text as JSON, with < and > as they are.
func quoted(s string) []byte { return encoded(s) }

// encoded returns a value of ours as JSON.
func encoded(v any) []byte {
	b, err := plainjson.Marshal(v)
	if err != nil { // texts, numbers and structs of them
		panic("gateway: a value of its own is not JSON: " + err.Error())
	}
	return b
}
