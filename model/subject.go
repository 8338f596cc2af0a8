package model

import (
	"context"
	"fmt"
	"strconv"

	"adhere"
)

// NewSubject returns a model as a Subject. Prompt says what it is sent of an
// instruction; nil sends the instruction's own messages.
func NewSubject(m adhere.Model, prompt func(*adhere.Instruction) []adhere.Message) adhere.Subject {
	if prompt == nil {
		prompt = func(in *adhere.Instruction) []adhere.Message { return in.Messages }
	}
	return &subject{m, prompt}
}

type subject struct {
	adhere.Model
	prompt func(*adhere.Instruction) []adhere.Message
}

// Unwrap returns the model that is asked.
func (s *subject) Unwrap() adhere.Model { return s.Model }

// Answer puts the prompt to the model.
func (s *subject) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	resp, err := s.Generate(ctx, &adhere.Request{Messages: s.prompt(t.Instruction), Params: t.Params, Attempt: t.Attempt})
	if err != nil {
		return nil, err
	}
	if resp == nil {
		return nil, fmt.Errorf("model %s gave neither an answer nor an error", s.Name())
	}
	return &adhere.Answer{Response: resp}, nil
}

// NewRecorded returns a Subject that gives recorded answers: find returns the
// answer to a task, or false if there is none, which is a NotFound error.
// Reasoning between tags is parted from the answer as it is for live models.
// Its answers use nothing. find must be safe for concurrent use.
func NewRecorded(name string, find func(*adhere.Task) (string, bool)) adhere.Subject {
	return &recorded{name, find}
}

type recorded struct {
	name string
	find func(*adhere.Task) (string, bool)
}

func (s *recorded) Name() string { return s.name }

func (s *recorded) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	if ctx.Err() != nil {
		return nil, stopped(ctx, s.name)
	}
	text, ok := s.find(t)
	if !ok {
		return nil, &adhere.Error{
			Code:    adhere.NotFound,
			Message: s.name + ": no recorded answer to " + t.Instruction.ID,
			Hint:    "attempt " + strconv.Itoa(t.Attempt) + " was looked for",
		}
	}
	return &adhere.Answer{Response: NewResponse(s.name, text)}, nil
}

// NewResponse returns the response that an answer recorded elsewhere is: the
// named model's, whole, with reasoning between tags parted from the text.
func NewResponse(name, text string) *adhere.Response {
	out := &adhere.Response{Model: name, Text: text, Finish: adhere.FinishStop}
	moveReasoning(out)
	return out
}
