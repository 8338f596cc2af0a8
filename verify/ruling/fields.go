package ruling

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// asRead are the liberties that encoding/json allows too.
var asRead = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// fieldsOf returns the fields of a JSON object, parts of raw, in one pass. Of
// fields of one name the last counts.
func fieldsOf(raw []byte) (map[string]json.RawMessage, error) {
	in := jsontext.NewDecoder(bytes.NewBuffer(raw), asRead...)
	if first, err := in.ReadToken(); err != nil || first.Kind() != '{' {
		return nil, errors.Join(errors.New("no object"), err)
	}
	fields := make(map[string]json.RawMessage, 8)
	for in.PeekKind() != '}' {
		token, err := in.ReadToken()
		if err != nil {
			return nil, err
		}
		name := token.String()
		value, err := in.ReadValue()
		if err != nil {
			return nil, err
		}
		fields[name] = json.RawMessage(value)
	}
	return fields, ended(in)
}

// itemsOf returns the values in a JSON list, parts of raw.
func itemsOf(raw []byte) ([]json.RawMessage, error) {
	in := jsontext.NewDecoder(bytes.NewBuffer(raw), asRead...)
	if _, err := in.ReadToken(); err != nil {
		return nil, err
	}
	var items []json.RawMessage
	for in.PeekKind() != ']' {
		value, err := in.ReadValue()
		if err != nil {
			return nil, err
		}
		items = append(items, json.RawMessage(value))
	}
	return items, ended(in)
}

// ended reads the end of a list or an object, behind which there is nothing.
func ended(in *jsontext.Decoder) error {
	if _, err := in.ReadToken(); err != nil {
		return err
	}
	if _, err := in.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("there is more behind it")
	}
	return nil
}

func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// asText returns the text that a JSON string holds.
func asText(raw json.RawMessage) (string, bool) {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	text, err := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw)
	if err != nil { // what is not UTF-8 is mended, anything else is no string
		var s string
		err = json.Unmarshal(raw, &s)
		return s, err == nil
	}
	return string(text), true
}
