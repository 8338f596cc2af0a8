package adhere

import (
	"context"
	"slices"
)

// A Task is one attempt at an instruction: what a Subject is given to answer,
// and a Judge to judge by.
type Task struct {
	Instruction *Instruction
	Attempt     int    // 0 for the first answer to the instruction
	Params      Params // settings with which the answer is, or was, generated
}

// Check returns an error with code Invalid if there is no instruction, or one of
// the responses to it is nil. Judges and subjects call it first.
func (t *Task) Check(out ...*Response) error {
	if t == nil || t.Instruction == nil {
		return &Error{Code: Invalid, Message: "the task has no instruction", Hint: "set Task.Instruction"}
	}
	if slices.Contains(out, nil) {
		return &Error{Code: Invalid, Message: t.Instruction.ID + ": there is no response to judge"}
	}
	return nil
}

// With returns the task with another instruction in the place of its own.
func (t *Task) With(in *Instruction) *Task {
	own := *t
	own.Instruction = in
	return &own
}

// An Answer is a Subject's answer to a Task.
type Answer struct {
	Response *Response
	Trace    *Trace // how it was refined; nil where it was taken as it came
}

// A Subject answers instructions: a model with a prompt, recorded answers, a
// refiner. It is safe for concurrent use.
type Subject interface {
	// Name is what a Plan and a report call it, "provider/exact-model-version".
	Name() string
	// Answer returns an answer, with its Response. An error means that there
	// is none.
	Answer(ctx context.Context, t *Task) (*Answer, error)
}

// An Item is a Task of a run, with what decides its place in the work.
type Item struct {
	Attempt     int // 0 for the first
	Chain       int // model calls that must follow one another; items with long chains are begun first
	Instruction *Instruction
}
