package refine

import (
	"context"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/prompt"
)

// decrim is DeCRIM, section 3: answer, list the requirements, and critique
// and rewrite in turn until nothing is broken. What is rewritten is the last
// answer, as in the paper; what is returned is the best.
func decrim(ctx context.Context, s *session) (adhere.Stop, error) {
	if _, err := s.draft(ctx); err != nil {
		return "", err
	}
	if stop, err := s.listRequirements(ctx); stop != "" || err != nil {
		return stop, err
	}
	current, idle := 0, 0
	if err := s.critique(ctx, &s.trace.Attempts[0]); err != nil {
		return "", err
	}
	if ready, err := s.revise(ctx, &s.trace.Attempts[0]); err != nil {
		return "", err
	} else if ready {
		current = 1
	}
	for n := 0; ; n++ {
		a := &s.trace.Attempts[current]
		if stop := satisfied(a.Verdicts); stop != "" {
			return stop, nil
		}
		if n >= s.MaxIterations {
			return adhere.StopIterations, nil
		}
		best := adhere.ChooseBest.Of(s.trace.Attempts, s.in.Requirements)
		next, err := s.correct(ctx, a)
		if err != nil {
			return "", err
		}
		if next.Discarded == "" {
			current = len(s.trace.Attempts) - 1
		}
		if s.EndFutile && futile(a, next) {
			return adhere.StopProgress, nil
		}
		if idle++; adhere.ChooseBest.Of(s.trace.Attempts, s.in.Requirements) != best {
			idle = 0
		}
		if s.Patience > 0 && idle >= s.Patience && satisfied(s.trace.Attempts[current].Verdicts) == "" {
			return adhere.StopProgress, nil
		}
	}
}

// listRequirements decomposes, and stops where there is nothing to check.
func (s *session) listRequirements(ctx context.Context) (adhere.Stop, error) {
	if err := s.decompose(ctx); err != nil {
		return "", err
	}
	if len(s.in.Requirements) == 0 {
		return adhere.StopNone, nil
	}
	return "", nil
}

// revise has the rewrite judged that is there already, if the draft needs one,
// and reports whether it can take the draft's place.
func (s *session) revise(ctx context.Context, draft *adhere.Attempt) (bool, error) {
	if s.Revision == nil || s.MaxIterations <= 0 || satisfied(draft.Verdicts) != "" {
		return false, nil
	}
	resp := s.Revision(draft.Response)
	if resp == nil {
		return false, nil
	}
	feedback := told(s.wanting(draft.Verdicts))
	a := s.begin(adhere.Attempt{Step: adhere.StepRewrite, Setting: "given", Feedback: feedback, Response: resp})
	if s.receive(a, feedback); a.Discarded != "" {
		return false, nil
	}
	err := s.critique(ctx, a)
	return a.Discarded == "", err
}

// correct rewrites an attempt and has the rewrite judged. It does not begin
// what it could not judge within the bounds.
func (s *session) correct(ctx context.Context, a *adhere.Attempt) (*adhere.Attempt, error) {
	if err := s.book.room(1 + s.critiqueCalls()); err != nil {
		return nil, err
	}
	demands, found := s.wanting(a.Verdicts)
	data := prompt.Data{"Instruction": s.instruction(), "Answer": a.Response.Text, "Constraints": demands, "Found": found}
	template := "refine-rewrite"
	if standing := s.standing(); standing != "" {
		template, data["Standing"] = "refine-continue", standing
	}
	next, err := s.rewrite(ctx, template, data, told(demands, found))
	if err != nil || next.Discarded != "" {
		return next, err
	}
	return next, s.critique(ctx, next)
}

// futile reports whether there is no use in another rewrite: the model wrote the
// same again, or would not write.
func futile(before, next *adhere.Attempt) bool {
	if next.Response == nil {
		return false
	}
	return strings.TrimSpace(next.Response.Text) == strings.TrimSpace(before.Response.Text) ||
		next.Discarded == refused || next.Discarded == withheld
}

// told is the feedback as text, for the trace.
func told(demands, found []string) string {
	lines := make([]string, 0, len(demands))
	for i, d := range demands {
		if found[i] != "" {
			d += " Found: " + found[i]
		}
		lines = append(lines, d)
	}
	return strings.Join(lines, "\n")
}

// rewrite asks for a better answer in an attempt of its own.
func (s *session) rewrite(ctx context.Context, template string, data prompt.Data, feedback string) (*adhere.Attempt, error) {
	messages, err := s.conversation(template, data)
	if err != nil {
		return nil, err
	}
	a := s.begin(adhere.Attempt{Step: adhere.StepRewrite, Messages: messages, Feedback: feedback})
	a.Response, err = s.ask(ctx, adhere.StepRewrite, s.Rewriter, messages, s.req.Params)
	if err != nil {
		a.Err = err.Error()
		return a, err
	}
	s.receive(a, feedback)
	return a, nil
}

// receive takes off a rewrite what does not belong to it, and discards what
// cannot take the place of the draft.
func (s *session) receive(a *adhere.Attempt, feedback string) {
	draft := s.trace.Attempts[0].Response
	if strings.TrimSpace(a.Response.Text) == "" { // which goes on from nothing
		a.Discarded = s.unusable(draft, a.Response)
		return
	}
	if standing := s.standing(); standing != "" {
		if s.continued(standing, feedback, draft, a); a.Discarded == "" {
			a.Discarded = s.unusable(draft, a.Response)
		}
		return
	}
	if text := Stripped(s.wording(feedback), draft.Text, a.Response.Text); text != a.Response.Text {
		own := *a.Response // the model's reply may be kept elsewhere
		own.Text = text
		a.Response = &own
	}
	if a.Discarded = s.unusable(draft, a.Response); a.Discarded == "" && s.Keeps != nil && changedKind(draft.Text, a.Response.Text) {
		a.Discarded, s.besides = s.Keeps(s.in, draft, a.Response)
	}
}

// wording is what is asked of a rewrite.
func (s *session) wording(feedback string) string {
	return Asked(s.in) + s.instruction() + "\n" + feedback
}

// changedKind reports whether a text lost half its length, or became or ceased
// to be code, a list, a table or data.
func changedKind(before, after string) bool {
	return LostHalf(before, after) || kindOf(before) != kindOf(after)
}

// longEnough is how many characters a text has of which a half says much: a
// sentence or two may well become half as long by losing a few words.
const longEnough = 200

// LostHalf reports whether a text became less than half as long.
func LostHalf(before, after string) bool {
	n := utf8.RuneCountInString(before)
	return n >= longEnough && 2*utf8.RuneCountInString(after) < n
}

// kindOf says what a text looks like by its first signs.
func kindOf(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case strings.Contains(text, "```"):
		return "code"
	case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
		return "data"
	case strings.HasPrefix(text, "|") || strings.Contains(text, "\n|"):
		return "table"
	case strings.HasPrefix(text, "<"):
		return "markup"
	default:
		return "text"
	}
}

// Why a reply is discarded for good.
const (
	refused  = "the reply reads like a refusal"
	withheld = "the reply was withheld by the provider's filter"
)

// unusable says why a reply cannot take the place of the draft, whatever a
// critic would say: many rules are met by a text that says nothing.
func (s *session) unusable(draft, reply *adhere.Response) string {
	switch {
	case strings.TrimSpace(reply.Text) == "":
		return "the reply is empty"
	case reply.Finish == adhere.FinishFiltered:
		return withheld
	case reply.Finish == adhere.FinishLength && draft.Finish != adhere.FinishLength:
		return "the reply is cut off at the token limit"
	case !s.KeepRefusals && refuses(reply.Text) && !refuses(draft.Text):
		return refused
	default:
		return ""
	}
}
