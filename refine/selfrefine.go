package refine

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
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

var (
	verdictWord = lazyregexp.New(`(?i)\bverdict\b`)
	verdictSaid = lazyregexp.New(`(?i)\bverdict\W+(?:good|improve)\b`)
	verdictLead = lazyregexp.New("(?i)(?:[^\\pL\\pN.!?…。！？)\\]]|\\b(?:feedback|my|the|final|overall|and|so)\\b)*$") // "**My final "
	fence       = lazyregexp.New("```\\w*")
	letter      = lazyregexp.New(`\pL`)
)

// readFeedback reads the verdict at the end, and what comes before it, or the
// fields of a JSON object. A wish to improve that says nothing else cannot be
// acted on and is not readable.
func readFeedback(reply string) (feedback string, good, ok bool) {
	said := strings.TrimSpace(reply)
	open, end := strings.Index(said, "{"), strings.LastIndex(said, "}")
	var fields map[string]any
	switch {
	case open >= 0 && open < end && verdictWord.MatchString(said[open:end]) && json.Unmarshal([]byte(said[open:end+1]), &fields) == nil:
		var texts []string
		verdict := ""
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if strings.EqualFold(name, "verdict") {
				verdict, _ = fields[name].(string)
			} else {
				texts = append(texts, textsIn(fields[name])...)
			}
		}
		feedback = cmp.Or(strings.Join(texts, "\n"), fence.ReplaceAllString(said[:open], ""))
		said = verdict
	case strings.HasPrefix(strings.TrimSpace(fence.ReplaceAllString(said, "")), "{"): // JSON that is cut off
		return "", false, false
	default:
		line := strings.LastIndexByte(said, '\n') + 1
		at := verdictWord.FindAllStringIndex(said[line:], -1)
		if at == nil || len(verdictSaid.FindAllStringIndex(said[line:], 2)) > 1 {
			return "", false, false
		}
		feedback = verdictLead.ReplaceAllString(said[:line+at[len(at)-1][0]], "")
		said = said[line+at[0][0]:]
	}
	feedback = strings.TrimSpace(feedback)
	verdict, err := judge.ReadName(said, []string{"good", "improve"})
	good = verdict == "good"
	return feedback, good, err == nil && (good || letter.MatchString(verdictSaid.ReplaceAllString(feedback, "")))
}

// textsIn returns the texts in a value of JSON, which may be a list of them.
func textsIn(value any) (texts []string) {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		for _, one := range value {
			texts = append(texts, textsIn(one)...)
		}
	}
	return texts
}
