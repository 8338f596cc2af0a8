package gateway

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"adhere"
	"adhere/refine"
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

// Where nobody waits for a list any more, nobody is asked for it: what the request holds
// is given back, and what a call would use is counted for nobody.
func TestNoListIsAskedForOnceItsRequestHasEnded(t *testing.T) {
	var asked atomic.Int32
	d := newDemandReader(&Options{Decomposer: func(adhere.Model) (refine.Decomposer, error) {
		asked.Add(1)
		return nil, errors.New("nobody")
	}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 {
		a := &asker{talk: &conversation{messages: []adhere.Message{{Role: adhere.User, Text: "Write about tea."}}, ofTools: []bool{false}}}
		if _, used, err := d.of(ctx, "", a, "", false); !errors.Is(err, context.Canceled) || used.Calls != 0 {
			t.Fatalf("%+v, %v", used, err)
		}
	}
	time.Sleep(10 * time.Millisecond) // for those that were begun
	if n := asked.Load(); n != 0 {
		t.Errorf("%d lists are asked for", n)
	}
}
