// Package rawjson finds the parts of JSON objects and lists as they are written.
// It takes the liberties that encoding/json takes too: names that stand twice, and
// bytes that are not UTF-8.
package rawjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// The errors of what is no JSON, or JSON of another kind.
var (
	ErrNoObject = errors.New("a JSON object is expected")
	ErrNoList   = errors.New("a JSON list is expected")
	ErrNoText   = errors.New("a JSON string is expected")
	ErrCutShort = errors.New("the JSON ends in the middle")
)

// A Member is one "name": value of an object, by its places in the JSON.
type Member struct {
	Name       string
	Start      int // of the name's quote
	Value, End int // of the value
}

// Members hands out the members of an object in their order.
func Members(raw []byte, each func(Member)) error {
	in := decoderOf(raw)
	defer release(in)
	if first, err := in.ReadToken(); err != nil || first.Kind() != '{' {
		return wrong(err, ErrNoObject)
	}
	for in.PeekKind() != '}' {
		name, err := in.ReadValue()
		if err != nil {
			return wrong(err, ErrNoObject)
		}
		m := Member{Start: int(in.InputOffset()) - len(name)}
		if m.Name, err = Text(name); err != nil {
			return err
		}
		value, err := in.ReadValue()
		if err != nil {
			return wrong(err, ErrNoObject)
		}
		m.End = int(in.InputOffset())
		m.Value = m.End - len(value)
		each(m)
	}
	return ended(in, ErrNoObject)
}

// Elements returns the elements of a list, parts of raw. null is a list without
// any.
func Elements(raw []byte) ([]json.RawMessage, error) {
	in := decoderOf(raw)
	defer release(in)
	switch first, err := in.ReadToken(); {
	case err == nil && first.Kind() == 'n':
		return nil, nil
	case err != nil || first.Kind() != '[':
		return nil, wrong(err, ErrNoList)
	}
	var list []json.RawMessage
	for in.PeekKind() != ']' {
		value, err := in.ReadValue()
		if err != nil {
			return nil, wrong(err, ErrNoList)
		}
		list = append(list, json.RawMessage(value))
	}
	return list, ended(in, ErrNoList)
}

// First returns the value that raw begins with, a part of it.
func First(raw []byte) (json.RawMessage, error) {
	in := decoderOf(raw)
	defer release(in)
	value, err := in.ReadValue()
	return json.RawMessage(value), err
}

// Text returns the text of a JSON value that is a string, or an error. What no
// text can hold, as half a surrogate pair, is replaced as encoding/json does.
func Text(quoted []byte) (string, error) {
	if len(quoted) < 2 || quoted[0] != '"' {
		return "", ErrNoText
	}
	if bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1]), nil
	}
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	var err error
	if *b, err = jsontext.AppendUnquote((*b)[:0], quoted); err == nil {
		return string(*b), nil
	}
	var text string
	err = json.Unmarshal(quoted, &text)
	return text, err
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// ended reads the end of a list or an object, behind which there is nothing.
func ended(in *jsontext.Decoder, otherwise error) error {
	if _, err := in.ReadToken(); err != nil {
		return wrong(err, otherwise)
	}
	if _, err := in.ReadToken(); !errors.Is(err, io.EOF) {
		return otherwise
	}
	return nil
}

// wrong says that JSON is cut short, or otherwise what is expected of it, and where it
// breaks off.
func wrong(err, otherwise error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrCutShort
	}
	if at, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return fmt.Errorf("%w; byte %d: %w", otherwise, at.ByteOffset+1, at.Err)
	}
	return otherwise
}

var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// decoderOf returns a decoder, which must be released.
func decoderOf(raw []byte) *jsontext.Decoder {
	in := decoders.Get().(*jsontext.Decoder)
	in.Reset(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return in
}

// release gives a decoder back, which then holds on to nothing that it read.
func release(in *jsontext.Decoder) {
	in.Reset(nothing{})
	decoders.Put(in)
}

type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
