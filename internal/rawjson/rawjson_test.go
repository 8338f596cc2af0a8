package rawjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"adhere/internal/rawjson"
)

func TestMembers(t *testing.T) {
	const raw = ` {"a" : 1.0, "b":[ 1 ],"\u0061":"}]\"" } `
	var got []string
	if err := rawjson.Members([]byte(raw), func(m rawjson.Member) {
		got = append(got, m.Name+"|"+raw[m.Start:m.End]+"|"+raw[m.Value:m.End])
	}); err != nil {
		t.Fatal(err)
	}
	if want := `a|"a" : 1.0|1.0 b|"b":[ 1 ]|[ 1 ] a|"\u0061":"}]\""|"}]\""`; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
	for text, want := range map[string]error{`{"a":1`: rawjson.ErrCutShort, ``: rawjson.ErrCutShort, `[]`: rawjson.ErrNoObject, `{"a":1}x`: rawjson.ErrNoObject, `{"a" 1}`: rawjson.ErrNoObject} {
		if err := rawjson.Members([]byte(text), func(rawjson.Member) {}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	for text, want := range map[string]string{`{"a":1,}`: "byte 7: invalid character ','", `{"a":NaN}`: "byte 6: invalid character 'N'", `hi`: "byte 1: invalid character 'h'"} {
		if err := rawjson.Members([]byte(text), func(rawjson.Member) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestElements(t *testing.T) {
	for text, want := range map[string]int{`[1, "a,]" ,{"b":[2]}]`: 3, `[]`: 0, ` null `: 0} {
		if got, err := rawjson.Elements([]byte(text)); err != nil || len(got) != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]error{`[1,`: rawjson.ErrCutShort, `{}`: rawjson.ErrNoList, `[1]x`: rawjson.ErrNoList, `[1 2]`: rawjson.ErrNoList} {
		if _, err := rawjson.Elements([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	if first, err := rawjson.First([]byte(` {"a":1},"b`)); err != nil || string(first) != `{"a":1}` {
		t.Errorf("%s, %v", first, err)
	}
}

// FuzzMembers holds that what encoding/json reads is read the same.
func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,2,{"c":null}]},"a":1e5}`))
	f.Add([]byte("{\"\xff\":\"\xff\"}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want map[string]json.RawMessage
		if json.Unmarshal(raw, &want) != nil || want == nil {
			return
		}
		got := map[string]string{}
		if err := rawjson.Members(raw, func(m rawjson.Member) { got[m.Name] = string(raw[m.Value:m.End]) }); err != nil || len(got) != len(want) {
			t.Fatalf("%q: %q, %v", raw, got, err)
		}
		for name, value := range want {
			if got[name] != string(value) {
				t.Errorf("%q: %q is %q, want %q", raw, name, got[name], value)
			}
		}
	})
}

// FuzzText holds that strings are read as encoding/json reads them.
func FuzzText(f *testing.F) {
	for _, seed := range []string{`"a"`, `"\u00e9\ud83d\ude00\n\/"`, `"\ud800"`, "\"\xff\\t\"", `""`, `null`, `12`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want *string
		if json.Unmarshal(raw, &want) != nil || len(bytes.TrimSpace(raw)) != len(raw) {
			return
		}
		got, err := rawjson.Text(raw)
		if (err == nil) != (want != nil) || want != nil && got != *want {
			t.Errorf("%q is %q, %v", raw, got, err)
		}
	})
}
