package gateway

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"adhere"
	"adhere/verify/english"
)

// A list that is kept does not keep the prompt that it was read from: texts of
// it are copies.
func TestListsKeepNoPrompts(t *testing.T) {
	prompt := strings.Clone("Write about tea in at most 50 words, if you can in about 3 paragraphs. Do not use commas. Perhaps add a joke.")
	from := uintptr(unsafe.Pointer(unsafe.StringData(prompt)))
	asked := []adhere.Message{{Role: adhere.User, Text: prompt}}
	c := newDemandReader(&Options{}).byRule(asked)
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

// A system message is read once, whatever users say below it.
func TestASystemMessageIsReadOnce(t *testing.T) {
	system := adhere.Message{Role: adhere.System, Text: "Never use emojis.\n" + strings.Repeat("You know what a ticket costs. If a guest asks for the weather, name the harbour. ", 100)}
	d, n := newDemandReader(&Options{}), 0
	ask := func() {
		n++
		if got := d.byRule([]adhere.Message{system, {Role: adhere.User, Text: fmt.Sprintf("When does ferry %d leave?", n)}}); len(got.requirements) != 1 {
			t.Errorf("%d constraints, want 1", len(got.requirements))
		}
	}
	first := testing.AllocsPerRun(1, func() { english.Demands([]adhere.Message{system}) })
	if again := testing.AllocsPerRun(3, ask); again > first/4 {
		t.Errorf("%.0f allocations where the system message is known, %.0f to read it", again, first)
	}
}
