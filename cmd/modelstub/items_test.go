package main

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere/model/modeltest"
)

// The instructions for measurements are as long as they are said to be, and
// answers differ by request.
func TestItems(t *testing.T) {
	var b strings.Builder
	if err := writeItems(&b, 200); err != nil {
		t.Fatal(err)
	}
	sum := 0
	for line := range strings.Lines(b.String()) {
		var item struct{ Prompt string }
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			t.Fatal(err)
		}
		sum += len(item.Prompt)
	}
	if mean := sum / 200; mean < 600 || mean > 700 {
		t.Errorf("prompts have %d bytes", mean)
	}
	answer := varied("Yes.", 5)
	one, other := answer(&modeltest.Asked{Body: []byte("1")}), answer(&modeltest.Asked{Body: []byte("2")})
	if one == other || one != answer(&modeltest.Asked{Body: []byte("1")}) || !strings.HasPrefix(one, "Yes. ") {
		t.Errorf("%q and %q", one, other)
	}
}
