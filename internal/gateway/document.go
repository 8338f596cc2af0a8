package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"adhere/internal/plainjson"
)

// A document is a JSON object with the places of its members, so that single
// ones can be read or replaced and all the others stay as they were written,
// byte for byte and in their order.
type document struct {
	raw     []byte
	members []member
}

// A member is one "name": value. The places are those of the bytes in raw.
type member struct {
	name       string
	start      int // of the name's quote
	value, end int // of the value
}

// deepest bounds the nesting of what is read.
const deepest = 512

var (
	errNoObject = errors.New("a JSON object is expected")
	errCutShort = errors.New("the JSON ends in the middle")
	errTooDeep  = errors.New("the JSON is nested too deeply")
)

// byteOrderMark stands before what some programs write, and is no part of it.
var byteOrderMark = []byte("\ufeff")

// readDocument finds the members of an object. Of what is inside values it
// looks at strings and brackets only: whoever reads a value checks it.
func readDocument(raw []byte) (*document, error) {
	raw = bytes.TrimPrefix(raw, byteOrderMark)
	d := &document{raw: raw, members: make([]member, 0, 12)}
	at := skipSpace(raw, 0)
	if at >= len(raw) || raw[at] != '{' {
		return nil, errNoObject
	}
	at = skipSpace(raw, at+1)
	if at < len(raw) && raw[at] == '}' {
		return d, onlySpace(raw, at+1)
	}
	for {
		m, err := readMember(raw, at)
		if err != nil {
			return nil, err
		}
		d.members = append(d.members, m)
		var more bool
		if at, more, err = next(raw, m.end, '}', errNoObject); err != nil {
			return nil, err
		}
		if !more {
			return d, nil
		}
	}
}

var errNoList = errors.New("a JSON list is expected")

// readElements finds the elements of a list, as they are written; like
// readDocument it does not look into them. null is a list without any.
func readElements(raw []byte) ([]json.RawMessage, error) {
	if rest, null := bytes.CutPrefix(raw, []byte("null")); null {
		return nil, onlySpace(rest, 0)
	}
	if len(raw) == 0 || raw[0] != '[' {
		return nil, errNoList
	}
	at := skipSpace(raw, 1)
	if at < len(raw) && raw[at] == ']' {
		return nil, onlySpace(raw, at+1)
	}
	var list []json.RawMessage
	for {
		end, err := skipValue(raw, at)
		if err != nil {
			return nil, err
		}
		list = append(list, raw[at:end:end])
		var more bool
		if at, more, err = next(raw, end, ']', errNoList); err != nil {
			return nil, err
		}
		if !more {
			return list, nil
		}
	}
}

// next looks behind a value that ends at that place, in a list or an object that
// ends with closing: it returns the place of the next value, and whether one comes.
func next(raw []byte, at int, closing byte, other error) (_ int, more bool, _ error) {
	at = skipSpace(raw, at)
	switch {
	case at >= len(raw):
		return 0, false, errCutShort
	case raw[at] == ',':
		return skipSpace(raw, at+1), true, nil
	case raw[at] == closing:
		return 0, false, onlySpace(raw, at+1)
	}
	return 0, false, other
}

func onlySpace(raw []byte, at int) error {
	if skipSpace(raw, at) != len(raw) {
		return errNoObject
	}
	return nil
}

func readMember(raw []byte, at int) (m member, err error) {
	m.start = at
	if at >= len(raw) || raw[at] != '"' {
		return m, errNoObject
	}
	end, err := skipString(raw, at)
	if err != nil {
		return m, err
	}
	if m.name, err = nameOf(raw[at:end]); err != nil {
		return m, err
	}
	at = skipSpace(raw, end)
	if at >= len(raw) || raw[at] != ':' {
		return m, errNoObject
	}
	m.value = skipSpace(raw, at+1)
	m.end, err = skipValue(raw, m.value)
	return m, err
}

// nameOf reads a quoted name; hardly any has an escape.
func nameOf(quoted []byte) (string, error) {
	if bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1]), nil
	}
	var name string
	err := json.Unmarshal(quoted, &name)
	return name, err
}

func skipSpace(raw []byte, at int) int {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n' || raw[at] == '\r' || raw[at] == '\t') {
		at++
	}
	return at
}

// skipString returns the place after the string that begins at a quote.
func skipString(raw []byte, at int) (int, error) {
	for at++; at < len(raw); at++ {
		switch raw[at] {
		case '\\':
			at++
		case '"':
			return at + 1, nil
		}
	}
	return 0, errCutShort
}

// skipValue returns the place after the value that begins at a place.
func skipValue(raw []byte, at int) (int, error) {
	if at >= len(raw) {
		return 0, errCutShort
	}
	switch raw[at] {
	case '"':
		return skipString(raw, at)
	case '{', '[':
		return skipNested(raw, at)
	}
	start := at
	for at < len(raw) && !endsLiteral(raw[at]) {
		at++
	}
	if at == start || !json.Valid(raw[start:at]) {
		return 0, errNoObject
	}
	return at, nil
}

func endsLiteral(b byte) bool {
	return b == ',' || b == '}' || b == ']' || b == ' ' || b == '\n' || b == '\r' || b == '\t'
}

func skipNested(raw []byte, at int) (int, error) {
	var open [deepest]byte
	depth := 0
	for ; at < len(raw); at++ {
		switch b := raw[at]; b {
		case '"':
			end, err := skipString(raw, at)
			if err != nil {
				return 0, err
			}
			at = end - 1
		case '{', '[':
			if depth == deepest {
				return 0, errTooDeep
			}
			open[depth] = b + 2 // the closing bracket, in ASCII
			depth++
		case '}', ']':
			if depth--; open[depth] != b {
				return 0, errNoObject
			}
			if depth == 0 {
				return at + 1, nil
			}
		}
	}
	return 0, errCutShort
}

// get returns the value of a member as it is written, or nil. Of several with
// one name the last counts, as for most readers of JSON.
func (d *document) get(name string) []byte {
	for i := len(d.members) - 1; i >= 0; i-- {
		if m := &d.members[i]; m.name == name {
			return d.raw[m.value:m.end]
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
	s, err := nameOf(v)
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
	list, _ := readElements(d.get(name)) // what is no list has none
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
		c := slices.IndexFunc(changes, func(c change) bool { return c.name == m.name })
		switch {
		case c < 0:
			put(d.raw[m.start:m.end])
		case changes[c].value != nil && !done[c]:
			put(d.raw[m.start:m.value], changes[c].value)
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
