package model

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/lists"
	"adhere/model/reasoning"
)

// NewSubject returns a model as a Subject. Prompt says what it is sent of an
// instruction; nil sends the instruction's own messages.
func NewSubject(m adhere.Model, prompt func(*adhere.Instruction) []adhere.Message) adhere.Subject {
	if prompt == nil {
		prompt = func(in *adhere.Instruction) []adhere.Message { return in.Messages }
	}
	return &subject{present(m), prompt}
}

type subject struct {
	adhere.Model
	prompt func(*adhere.Instruction) []adhere.Message
}

func (s *subject) Unwrap() adhere.Model { return s.Model }

// Answer puts the prompt to the model: turn after turn, each with the answers
// before, where there are several.
func (s *subject) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	messages := slices.Clone(s.prompt(t.Instruction))
	var before []*adhere.Response
	for i := range messages {
		if !messages[i].Open() {
			continue
		}
		resp, err := s.turn(ctx, t, messages[:i])
		if err != nil {
			return nil, err
		}
		messages[i].Text = cmp.Or(resp.Text, noAnswer)
		before = append(before, resp)
	}
	resp, err := s.turn(ctx, t, messages)
	if err != nil {
		return nil, err
	}
	return &adhere.Answer{Response: joined(before, resp)}, nil
}

// noAnswer stands in a conversation for an answer without text, which no
// provider takes.
const noAnswer = "(no answer)"

func (s *subject) turn(ctx context.Context, t *adhere.Task, messages []adhere.Message) (*adhere.Response, error) {
	resp, err := s.Generate(ctx, &adhere.Request{Messages: slices.Clone(messages), Params: t.Params, Attempt: t.Attempt})
	if err == nil && resp == nil {
		err = fmt.Errorf("model %s gave neither an answer nor an error", s.Name())
	}
	return resp, err
}

// joined returns the last response with what came before it: the answers, what
// they used, and what was odd about them.
func joined(before []*adhere.Response, last *adhere.Response) *adhere.Response {
	if len(before) == 0 {
		return last
	}
	all := *last
	var warnings []string
	for i, r := range before {
		all.Earlier = append(all.Earlier, r.Text)
		all.Usage = all.Usage.Add(r.Usage)
		if r.Finish != "" && r.Finish != adhere.FinishStop {
			warnings = append(warnings, fmt.Sprintf("answer %d ended by %s", i+1, r.Finish))
		}
		for _, w := range r.Warnings {
			warnings = append(warnings, fmt.Sprintf("answer %d: %s", i+1, w))
		}
	}
	all.Warnings = slices.Concat(warnings, last.Warnings)
	return &all
}

// NewRecorded returns a Subject that gives recorded answers: find returns the
// answer to a task, after those to its earlier turns, or none, which is a
// NotFound error.
// Reasoning between tags is parted from the answer as it is for live models.
// An answer without text is an error as theirs is (see Answering), unless empty
// ones are allowed.
// Its answers use nothing. find must be safe for concurrent use.
func NewRecorded(name string, allowEmpty bool, find func(*adhere.Task) []string) adhere.Subject {
	return &recorded{name, allowEmpty, find}
}

type recorded struct {
	name       string
	allowEmpty bool
	find       func(*adhere.Task) []string
}

func (s *recorded) Name() string { return s.name }

func (s *recorded) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, Stopped(ctx, s.name)
	}
	if s.find == nil {
		return nil, adhere.Errorf(adhere.Invalid, "%s: recorded answers need a function that finds them", s.name)
	}
	texts := s.find(t)
	if len(texts) == 0 {
		return nil, adhere.Errorf(adhere.NotFound, "%s: no recorded answer to %s", s.name, t.Instruction.ID).
			WithHint("attempt " + strconv.Itoa(t.Attempt) + " was looked for")
	}
	turns := t.Instruction.Turns()
	if len(texts) < turns {
		return nil, adhere.Errorf(adhere.Invalid, "%s: %s asks for %d answers, in turn, and %d recorded", s.name, t.Instruction.ID, turns, len(texts)).
			WithHint("give those before the last as earlier, or the whole conversation as messages")
	}
	var all []*adhere.Response
	for _, text := range texts[len(texts)-turns:] { // a conversation may begin with answers that the instruction gives
		resp := NewResponse(s.name, text)
		if why := resp.Emptiness(); why != "" && !s.allowEmpty {
			return nil, adhere.Errorf(adhere.Unusable, "%s: the recorded answer is empty: %s", s.name, why).
				WithHint("--allow-empty judges empty answers as they are")
		}
		all = append(all, resp)
	}
	last := len(all) - 1
	return &adhere.Answer{Response: joined(all[:last], all[last])}, nil
}

// NewResponse returns the response that an answer recorded elsewhere is, with those
// to earlier turns: the named model's, whole, with reasoning between tags parted
// from each text.
func NewResponse(name, text string, earlier ...string) *adhere.Response {
	out := &adhere.Response{Model: name, Text: text, Finish: adhere.FinishStop}
	reasoning.Move(out)
	return joined(lists.Map(earlier, func(text string) *adhere.Response { return NewResponse(name, text) }), out)
}
