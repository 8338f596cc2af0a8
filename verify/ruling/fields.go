package ruling

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/go-json-experiment/json/jsontext"

	"adhere/internal/rawjson"
)

// fieldsOf returns the fields of a JSON object, parts of raw, without those that
// are null: tables fill objects of several kinds with them. Of fields of one name
// the last counts.
func fieldsOf(raw []byte) (map[string]json.RawMessage, error) {
	fields := make(map[string]json.RawMessage, 8)
	err := rawjson.Members(raw, func(m rawjson.Member) { fields[m.Name] = raw[m.Value:m.End] })
	maps.DeleteFunc(fields, func(_ string, value json.RawMessage) bool { return absent(value) })
	return fields, err
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
