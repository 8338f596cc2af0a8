package refine

import (
	"context"
	"fmt"
	"strings"

	"adhere"
	"adhere/prompt"
)

// draft answers with the options' draft and the request's settings.
func (s *session) draft(ctx context.Context) (*adhere.Attempt, error) {
	return s.answer(ctx, s.Draft, s.req.Params, string(s.Draft))
}

// answer asks for a new answer in an attempt of its own. The first is taken
// as it is if it was given.
func (s *session) answer(ctx context.Context, d Draft, params adhere.Params, setting string) (*adhere.Attempt, error) {
	if s.given != nil && len(s.trace.Attempts) == 0 {
		a := s.begin(adhere.Attempt{Step: adhere.StepDraft, Setting: "given", Messages: s.req.Messages, Response: s.given})
		s.spend(ctx, adhere.StepDraft, func(context.Context) adhere.Usage { return s.given.Usage })
		return a, nil
	}
	a := s.begin(adhere.Attempt{Step: adhere.StepDraft, Setting: setting})
	err := s.drafted(ctx, a, d, params)
	if err != nil {
		a.Err = err.Error()
	}
	return a, err
}

func (s *session) drafted(ctx context.Context, a *adhere.Attempt, d Draft, params adhere.Params) (err error) {
	data := prompt.Data{"Instruction": s.instruction()}
	switch d {
	case MakeSure:
		a.Messages, err = s.conversation("refine-make-sure", data)
	case OneStep:
		a.Messages, err = s.conversation("refine-list-and-answer", data)
	case TwoStep:
		a.Messages, err = s.listed(ctx, data, params)
	default:
		a.Messages = s.req.Messages
	}
	if err != nil {
		return err
	}
	resp, err := s.ask(ctx, adhere.StepDraft, s.Model, a.Messages, params)
	if err == nil && d == OneStep {
		resp = apart(resp)
	}
	a.Response = resp
	return err
}

// listed asks for the list of constraints and returns the conversation that
// goes on from there: the list stands in it as the model's own plan.
func (s *session) listed(ctx context.Context, data prompt.Data, params adhere.Params) ([]adhere.Message, error) {
	messages, err := s.conversation("refine-list-first", data)
	if err != nil {
		return nil, err
	}
	resp, err := s.ask(ctx, adhere.StepDecompose, s.Model, messages, aside(params))
	if err != nil {
		return messages, err
	}
	next, err := s.Pack.Render("refine-answer-next", prompt.Data{})
	if err != nil {
		return messages, err
	}
	return append(append(messages, adhere.Message{Role: adhere.Assistant, Text: spoken(resp.Text)}), next...), nil
}

// spoken returns a reply as a turn of a conversation: providers refuse turns
// without text.
func spoken(text string) string {
	if strings.TrimSpace(text) == "" {
		return "(empty reply)"
	}
	return text
}

// apart moves the list before the answer to the reasoning. A reply without
// the line that parts them stays as it is, with a warning.
func apart(resp *adhere.Response) *adhere.Response {
	own := *resp
	list, answer, ok := splitListed(resp.Text)
	if !ok {
		own.Warnings = append(own.Warnings[:len(own.Warnings):len(own.Warnings)], `the reply has no line "Response:"; all of it is taken for the answer`)
		return &own
	}
	own.Text = answer
	own.Reasoning = strings.TrimSpace(own.Reasoning + "\n\n" + list)
	return &own
}

// splitListed cuts a reply at the first line that holds only "Response:",
// emphasised or not. What a model writes on that line belongs to the answer.
func splitListed(reply string) (list, answer string, ok bool) {
	offset := 0
	for line := range strings.SplitAfterSeq(reply, "\n") {
		word := strings.ToLower(strings.Trim(line, "*# \t\r\n"))
		if word == "response:" || word == "response" && strings.HasPrefix(line, "#") {
			return strings.TrimSpace(reply[:offset]), strings.TrimSpace(reply[offset+len(line):]), true
		}
		offset += len(line)
	}
	return "", "", false
}

// setting says in words how a sample was asked for.
func setting(d Draft, temperature float64) string {
	if temperature == 0 {
		return string(d) + ", greedy"
	}
	return fmt.Sprintf("%s, temperature %.1f", d, temperature)
}

// aside returns the settings for a turn that is not the answer: what stops an
// answer must not cut short what is said about it.
func aside(params adhere.Params) adhere.Params {
	params.Stop = nil
	return params
}
