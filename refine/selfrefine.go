package refine

import (
	"context"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/judge"
	"adhere/prompt"
)

// selfRefine has the model criticise its own answer as a whole, without a
// list of requirements, and rewrite it, until it finds nothing to improve. No
// verdicts tell its attempts apart; the answer is the last.
func selfRefine(ctx context.Context, s *session) (adhere.Stop, error) {
	a, err := s.draft(ctx)
	if err != nil {
		return "", err
	}
	current := a.Response
	for range s.MaxIterations {
		feedback, good, err := s.ownFeedback(ctx, current)
		if err != nil {
			return "", err
		}
		if good {
			return adhere.StopSatisfied, nil
		}
		if feedback == "" {
			return adhere.StopUndecided, nil
		}
		data := prompt.Data{"Instruction": s.instruction(), "Answer": current.Text, "Feedback": feedback}
		next, err := s.rewrite(ctx, "self-refine-rewrite", data, feedback)
		if err != nil {
			return "", err
		}
		if next.Discarded == "" {
			current = next.Response
		}
	}
	return adhere.StopIterations, nil
}

// feedbackReasks is how often feedback that cannot be read is asked for
// again.
const feedbackReasks = 2

// ownFeedback asks the model what is wrong with its answer. Feedback is empty
// if no reply could be read.
func (s *session) ownFeedback(ctx context.Context, answer *adhere.Response) (feedback string, good bool, err error) {
	data := prompt.Data{"Instruction": s.instruction(), "Answer": answer.Text}
	messages, err := s.conversation("self-refine-feedback", data)
	if err != nil {
		return "", false, err
	}
	again, err := s.reminder("self-refine-feedback", data)
	if err != nil {
		return "", false, err
	}
	for range 1 + feedbackReasks {
		resp, err := s.ask(ctx, adhere.StepCritique, s.Model, messages, aside(s.req.Params))
		if err != nil {
			return "", false, err
		}
		if feedback, good, ok := readFeedback(resp.Text); ok && resp.Finish != adhere.FinishLength {
			return feedback, good, nil
		}
		messages = append(messages[:len(messages):len(messages)], adhere.Message{Role: adhere.Assistant, Text: spoken(resp.Text)}, again)
	}
	return "", false, nil
}

// reminder is the message that asks for a reply in the right form.
func (s *session) reminder(template string, data prompt.Data) (adhere.Message, error) {
	wanted, err := s.Pack.Reply(template, data)
	if err != nil {
		return adhere.Message{}, err
	}
	messages, err := s.Pack.Render("ask-again", prompt.Data{"Reply": wanted})
	if err != nil {
		return adhere.Message{}, err
	}
	return messages[0], nil
}

var verdictLine = lazyregexp.New(`(?i)["*_]*\bverdict\b[^\n]*$`)

// readFeedback reads the verdict at the end, and what comes before it. A wish
// to improve that says nothing else cannot be acted on and is not readable.
func readFeedback(reply string) (feedback string, good, ok bool) {
	reply = strings.TrimSpace(reply)
	at := verdictLine.FindStringIndex(reply)
	if at == nil {
		return "", false, false
	}
	verdict, err := judge.ReadName(reply[at[0]:], []string{"good", "improve"})
	feedback, good = strings.TrimSpace(reply[:at[0]]), verdict == "good"
	return feedback, good, err == nil && (good || feedback != "")
}
