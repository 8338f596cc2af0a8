package adhere_test

import (
	"context"
	"strings"
	"testing"

	"adhere"
)

// forgetful gives no verdicts at all.
type forgetful struct{}

func (forgetful) Name() string { return "mine/forgetful" }
func (forgetful) Judge(context.Context, *adhere.Task, *adhere.Response) ([]adhere.Verdict, error) {
	return nil, nil
}

// What is missing of a task, an answer or its verdicts is an error or nothing,
// never a crash.
func TestIncompleteTasks(t *testing.T) {
	in := &adhere.Instruction{ID: "two", Messages: []adhere.Message{{Role: adhere.User, Text: "a"}, {Role: adhere.Assistant}, {Role: adhere.User, Text: "b"}}, Requirements: []adhere.Requirement{{ID: "r"}}}
	for want, c := range map[string]struct {
		task *adhere.Task
		out  *adhere.Response
	}{
		"the task has no instruction":                     {&adhere.Task{}, &adhere.Response{}},
		"two: there is no response to judge":              {&adhere.Task{Instruction: in}, nil},
		"two asks for 2 answers, in turn":                 {&adhere.Task{Instruction: in}, &adhere.Response{}},
		"gave 0 verdicts on the 1 requirements of turn 2": {&adhere.Task{Instruction: in}, &adhere.Response{Earlier: []string{"c"}, Text: "d"}},
	} {
		if _, err := adhere.JudgeTurns(t.Context(), forgetful{}, c.task, c.out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	var none adhere.Trace
	if none.Answer() != nil || none.Revised() || none.Total() != (adhere.Usage{}) {
		t.Error("an empty trace has an answer")
	}
	if _, ok := none.After(1); ok {
		t.Error("an empty trace has an answer")
	}
}
