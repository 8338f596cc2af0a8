package gateway

import (
	"strings"
	"testing"
	"unsafe"

	"adhere"
)

// A list that is kept does not keep the prompt that it was read from: texts of
// it are copies.
func TestListsKeepNoPrompts(t *testing.T) {
	prompt := strings.Clone("Write about tea in at most 50 words, if you can in about 3 paragraphs. Do not use commas. Perhaps add a joke.")
	from := uintptr(unsafe.Pointer(unsafe.StringData(prompt)))
	c := readText([]adhere.Message{{Role: adhere.User, Text: prompt}})
	texts := []string{}
	for _, r := range c.requirements {
		texts = append(texts, r.Text)
	}
	for _, s := range c.seen {
		texts = append(texts, s.Text)
	}
	if len(texts) == 0 {
		t.Fatal("nothing was read")
	}
	for _, text := range texts {
		if at := uintptr(unsafe.Pointer(unsafe.StringData(text))); at >= from && at < from+uintptr(len(prompt)) {
			t.Errorf("%q is a piece of the prompt", text)
		}
	}
}
