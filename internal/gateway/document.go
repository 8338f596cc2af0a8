package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

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

var (
	errNoObject = errors.New("a JSON object is expected")
	errNoList   = errors.New("a JSON list is expected")
	errCutShort = errors.New("the JSON ends in the middle")
)

// byteOrderMark stands before what some programs write, and is no part of it.
var byteOrderMark = []byte("\ufeff")

// decoderOf returns a decoder that takes the liberties that encoding/json takes
// too. It must be released.
func decoderOf(raw []byte) *jsontext.Decoder {
	in := decoders.Get().(*jsontext.Decoder)
	in.Reset(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return in
}

// release gives a decoder back, which then holds on to no request.
func release(in *jsontext.Decoder) {
	in.Reset(http.NoBody)
	decoders.Put(in)
}

var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// readDocument finds the members of an object.
func readDocument(raw []byte) (*document, error) {
	raw = bytes.TrimPrefix(raw, byteOrderMark)
	in := decoderOf(raw)
	defer release(in)
	if first, err := in.ReadToken(); err != nil || first.Kind() != '{' {
		return nil, unread(err, errNoObject)
	}
	d := &document{raw: raw, members: make([]member, 0, 12)}
	for in.PeekKind() != '}' {
		name, err := in.ReadValue()
		if err != nil {
			return nil, unread(err, errNoObject)
		}
		m := member{start: int(in.InputOffset()) - len(name)}
		if m.name, err = nameOf(name); err != nil {
			return nil, err
		}
		value, err := in.ReadValue()
		if err != nil {
			return nil, unread(err, errNoObject)
		}
		m.end = int(in.InputOffset())
		m.value = m.end - len(value)
		d.members = append(d.members, m)
	}
	return d, ended(in, errNoObject)
}

// readElements finds the elements of a list, as they are written. null is a list
// without any.
func readElements(raw []byte) ([]json.RawMessage, error) {
	in := decoderOf(raw)
	defer release(in)
	switch first, err := in.ReadToken(); {
	case err == nil && first.Kind() == 'n':
		return nil, nil
	case err != nil || first.Kind() != '[':
		return nil, unread(err, errNoList)
	}
	var list []json.RawMessage
	for in.PeekKind() != ']' {
		value, err := in.ReadValue()
		if err != nil {
			return nil, unread(err, errNoList)
		}
		list = append(list, json.RawMessage(value))
	}
	return list, ended(in, errNoList)
}

// ended reads the end of a list or an object, behind which there is nothing.
func ended(in *jsontext.Decoder, otherwise error) error {
	if _, err := in.ReadToken(); err != nil {
		return unread(err, otherwise)
	}
	if _, err := in.ReadToken(); !errors.Is(err, io.EOF) {
		return otherwise
	}
	return nil
}

// unread says that JSON is cut short, or otherwise what is expected of it.
func unread(err, otherwise error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCutShort
	}
	return otherwise
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
