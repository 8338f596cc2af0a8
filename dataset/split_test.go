package dataset

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzSplit holds that valid JSON is taken apart as encoding/json does it.
func FuzzSplit(f *testing.F) {
	for _, text := range []string{
		`{}`, `[]`, `{"a":1,"b":[{"c":"}"}],"a":null}`, "[1 , \"\\\"]\\\\\",\t{\"x\" : [ ] }\n]",
		`{"\u0061":true,"\\":-1.5e3}`, `"text"`, `null`, `[[[["a:b"]]]]`, `{"":""}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			return
		}
		var value json.RawMessage
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil {
			object = nil
		}
		if got := members(value); !reflect.DeepEqual(got, object) {
			t.Errorf("members %q, want %q", got, object)
		}
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil {
			list = nil
		}
		if got := elements(value); !reflect.DeepEqual(got, list) {
			t.Errorf("elements %q, want %q", got, list)
		}
	})
}
