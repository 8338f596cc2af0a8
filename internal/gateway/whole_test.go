package gateway

import (
	"testing"

	"adhere"
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
