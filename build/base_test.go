package build_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/build"
)

// FuzzReadBase holds that whatever a file of requests holds is read or refused
// in words, and that each request has a name of its own.
func FuzzReadBase(f *testing.F) {
	for _, text := range []string{"Write a poem.\n\nName a river.", `{"prompt":"Write a poem."}` + "\n" + `{"id":1}`, "{", "[]", ""} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, isJSON bool) {
		all, err := build.ReadBase(strings.NewReader(text), "base", isJSON)
		if isJSON && err != nil && adhere.CodeOf(err) == adhere.Invalid && adhere.HintOf(err) == "" {
			t.Errorf("no hint: %v", err)
		}
		names := map[string]bool{}
		for _, b := range all {
			if names[b.ID] || !strings.HasPrefix(b.ID, "base:") {
				t.Errorf("%q twice, or not of the file", b.ID)
			}
			names[b.ID] = true
		}
	})
}
