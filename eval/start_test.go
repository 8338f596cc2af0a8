package eval_test

import (
	"testing"

	"adhere"
	"adhere/eval"
)

// TestStart holds what becomes of a run that is stored: gone on with, begun
// again, or left alone.
func TestStart(t *testing.T) {
	ctx := t.Context()
	e, err := eval.New(ctx, eval.Spec{
		Instructions: []adhere.Instruction{{ID: "a", Messages: []adhere.Message{{Role: adhere.User, Text: "Say hello."}}, Requirements: []adhere.Requirement{{ID: "r", Rule: &adhere.Rule{Name: "ifeval/punctuation:no_comma"}}}}},
		Answers:      []eval.Answer{{ID: "a", Text: "Hello"}},
	}, eval.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	s := eval.NewMemory()
	start := func(how eval.Start, pending bool, code adhere.Code) {
		t.Helper()
		_, todo, err := e.Start(ctx, s, how)
		if todo != pending || adhere.CodeOf(err) != code {
			t.Fatalf("Start(%q) = %v, %v, expected %v and the code %q", how, todo, err, pending, code)
		}
	}
	start(eval.Once, true, "") // begins it
	start(eval.Once, false, adhere.Conflict)
	start(eval.Resume, true, "")
	if _, err := e.Run(ctx, s); err != nil {
		t.Fatal(err)
	}
	start(eval.Once, false, "")
	start(eval.Resume, false, "")
	start(eval.Restart, true, "")
	if r, err := s.Run(ctx, e.Plan.RunID()); err != nil || r.Done != 0 {
		t.Errorf("after a restart: %+v, %v, expected nothing done", r, err)
	}
}
