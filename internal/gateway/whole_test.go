package gateway

import (
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
)

// An answer that stands in no reply is not exchanged for the draft, which it was
// chosen over.
func TestAnswerInNoReply(t *testing.T) {
	draft, known, strange := &adhere.Response{}, &adhere.Response{}, &adhere.Response{}
	first, second := &reply{}, &reply{}
	x := &exchange{asker: &asker{replies: map[*adhere.Response]*reply{known: second}}}
	trace := &adhere.Trace{Attempts: []adhere.Attempt{{Response: draft}, {Response: known}, {Response: strange}}}
	for answer, want := range map[int]*reply{1: first, 2: second, 3: nil} {
		got, err := x.best(&findings{Report: Report{Answer: answer}}, trace, first)
		if got != want || (err != nil) != (want == nil) || err != nil && adhere.CodeOf(err) != adhere.Internal {
			t.Errorf("answer %d: %p, %v, want %p", answer, got, err, want)
		}
	}
}

// A reply that got another text can take more of it, and the one that it was made of
// keeps its own. A strings.Builder that was moved after it was written to panics here,
// and elsewhere leaves the heap with a pointer into a stack, on which the collector of
// garbage ends the program.
func TestReplyWithAnotherText(t *testing.T) {
	d := chat()
	first := new(reply)
	if err := d.read([]byte(`{"id":"1","model":"m","choices":[{"message":{"role":"assistant","content":"one, two"},"finish_reason":"stop"}]}`), first); err != nil {
		t.Fatal(err)
	}
	again := first.with(d, "one two")
	again.Text.WriteString(" three")
	first.Text.WriteString(", three")
	if got, was := again.Text.String(), first.Text.String(); got != "one two three" || was != "one, two, three" {
		t.Errorf("%q, made of %q", got, was)
	}
}

// A long draft is not read over and over while it is watched.
func TestWatchingTakesTimeInProportion(t *testing.T) {
	read, draft := 0, strings.Repeat("Tea warms the hands. ", 2000)
	w := &watch{checks: []verify.Check{func(text *verify.Text) verify.Finding {
		read += len(text.String())
		return verify.Found(true, "", "")
	}}}
	for n := range draft {
		w.broken(draft[:n])
	}
	if read > 100*len(draft) {
		t.Errorf("%d bytes of %d are judged", read, len(draft))
	}
}
