package plainjson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere/internal/plainjson"
)

func TestPlain(t *testing.T) {
	const text = "a < b && c > d\n"
	b, err := plainjson.Marshal(map[string]any{"text": text, "raw": json.RawMessage(`[ "<", 1 ]`)})
	if want := `{"raw":["<",1],"text":"a < b && c > d\n"}`; err != nil || string(b) != want {
		t.Errorf("got %s, %v, want %s", b, err, want)
	}
	var s strings.Builder
	enc := plainjson.NewEncoder(&s)
	for range 2 {
		if err := enc.Encode(text); err != nil {
			t.Fatal(err)
		}
	}
	if want := strings.Repeat(`"a < b && c > d\n"`+"\n", 2); s.String() != want {
		t.Errorf("got %q, want %q", s.String(), want)
	}
	if b, err := plainjson.Marshal(json.RawMessage("[")); err == nil {
		t.Errorf("what is no JSON is written as %s", b)
	}
}
