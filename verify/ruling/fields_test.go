package ruling

import (
	"encoding/json"
	"maps"
	"testing"
)

// FuzzFields holds the fields of objects to what encoding/json makes of them.
func FuzzFields(f *testing.F) {
	for _, raw := range []string{
		`{"text":"a","id":null}`, `{"text":"a\ud800\u00e9\n","text":"\ud83d\ude00"}`, "{\"text\":\"\xff\"}",
		`{"text":"a"} {}`, `{"text":"a",}`, `{"text":"\x"}`, `[1]`, `null`, ``, ` { } `, `{"a":{"text":[1,2.5e9]},"text" : "b" }`,
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want map[string]json.RawMessage
		wrong := json.Unmarshal(raw, &want)
		got, err := fieldsOf(raw)
		if (err != nil) != (wrong != nil || want == nil) {
			t.Fatalf("%q: %v, want %v", raw, err, wrong)
		}
		if err != nil {
			return
		}
		maps.DeleteFunc(want, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
		if len(got) != len(want) {
			t.Fatalf("%q: %d fields, want %d", raw, len(got), len(want))
		}
		for name, value := range want {
			var s *string
			isText := json.Unmarshal(value, &s) == nil && s != nil
			text, ok := asText(got[name])
			if ok != isText || ok && text != *s {
				t.Errorf("%q, %q: %q %v, want %v", raw, name, text, ok, isText)
			}
		}
	})
}
