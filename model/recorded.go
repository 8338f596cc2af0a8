package model

import (
	"context"
	"strconv"

	"adhere"
)

// NewRecorded returns a model that gives recorded answers: find returns the
// answer to a request, or false if there is none, which is a NotFound error.
// Reasoning between tags is parted from the answer as it is for live models.
// Its replies use nothing. find must be safe for concurrent use.
func NewRecorded(name string, find func(*adhere.Request) (string, bool)) adhere.Model {
	return &recorded{name, find}
}

// ByPrompt finds recorded answers by the text of the request's last message.
func ByPrompt(answers map[string]string) func(*adhere.Request) (string, bool) {
	return func(req *adhere.Request) (string, bool) {
		a, ok := answers[lastText(req)]
		return a, ok
	}
}

type recorded struct {
	name string
	find func(*adhere.Request) (string, bool)
}

func (m *recorded) Name() string { return m.name }

func (m *recorded) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	if ctx.Err() != nil {
		return nil, stopped(ctx, m.name)
	}
	text, ok := m.find(req)
	if !ok {
		return nil, &adhere.Error{
			Code:    adhere.NotFound,
			Message: m.name + ": no recorded answer to " + strconv.Quote(excerpt(lastText(req), 60)),
			Hint:    "answers are found by the exact prompt, attempt " + strconv.Itoa(req.Attempt),
		}
	}
	out := &adhere.Response{Model: m.name, Text: text, Finish: adhere.FinishStop}
	moveReasoning(out)
	return out, nil
}

// lastText returns the text of a request's last message.
func lastText(req *adhere.Request) string {
	if len(req.Messages) == 0 {
		return ""
	}
	return req.Messages[len(req.Messages)-1].Text
}
