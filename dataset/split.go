package dataset

import (
	"encoding/json"

	"adhere/internal/rawjson"
)

// members returns the values of an object by name, parts of text, or nil if it is
// none. Of several with one name it is the last.
func members(text []byte) map[string]json.RawMessage {
	if kind(text) != "an object" {
		return nil
	}
	all := map[string]json.RawMessage{}
	err := rawjson.Members(text, func(m rawjson.Member) { all[m.Name] = json.RawMessage(text[m.Value:m.End:m.End]) })
	if err != nil {
		return nil
	}
	return all
}

// elements returns the values of a list, parts of text, or nil if it is none.
func elements(text []byte) []json.RawMessage {
	if kind(text) != "a list" {
		return nil
	}
	list, err := rawjson.Elements(text)
	if list == nil && err == nil {
		return []json.RawMessage{}
	}
	return list
}
