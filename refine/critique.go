package refine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adhere"
)

// critique has the attempt judged. If that fails, its verdicts are broken. An
// answer that was judged before in this refinement is not judged again.
func (s *session) critique(ctx context.Context, a *adhere.Attempt) error {
	task := &adhere.Task{Instruction: s.in, Attempt: s.req.Attempt, Params: s.req.Params}
	if s.besides != nil {
		own := *s.in
		own.Requirements = append(slices.Clone(s.in.Requirements), *s.besides)
		task, s.besides = task.With(&own), nil
	} else if s.known(a) {
		return nil
	}
	if err := s.book.room(s.critiqueCalls()); err != nil {
		return err
	}
	var err error
	s.spend(ctx, adhere.StepCritique, func(ctx context.Context) (used adhere.Usage) {
		a.Verdicts, err = s.Critic.Judge(ctx, task, a.Response)
		for _, v := range a.Verdicts {
			used = used.Add(v.Usage)
		}
		return used
	})
	n := len(s.in.Requirements)
	if err == nil && len(a.Verdicts) != len(task.Instruction.Requirements) {
		err = &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("%s gave %d verdicts on %d requirements", s.Critic.Name(), len(a.Verdicts), n)}
	}
	if err != nil {
		a.Verdicts, a.Err = s.in.Verdicts(s.Critic.Name(), adhere.Broken, err.Error()), err.Error()
		return err
	}
	if len(a.Verdicts) > n && a.Verdicts[n].Outcome != adhere.Met {
		a.Discarded = "the judge does not find that the reply still does the task"
	}
	a.Verdicts = a.Verdicts[:n]
	return nil
}

// known takes the verdicts over from an attempt with the same text.
func (s *session) known(a *adhere.Attempt) bool {
	for i := range s.trace.Attempts {
		old := &s.trace.Attempts[i]
		if old == a || old.Response == nil || old.Response.Text != a.Response.Text || !old.Judged() {
			continue
		}
		a.Verdicts = slices.Clone(old.Verdicts)
		for k := range a.Verdicts {
			a.Verdicts[k].Usage = adhere.Usage{}
		}
		return true
	}
	return false
}

// longestFinding is how many characters of a critic's findings go into a
// prompt: a critic that quotes a whole answer tells a rewriter nothing.
const longestFinding = 400

// wanting returns the requirements that are not met, in words, and what was
// found of each. Requirements and findings have one line each, so that no
// text of theirs reads like a part of the prompt.
func (s *session) wanting(verdicts []adhere.Verdict) (demands, found []string) {
	for i, v := range verdicts {
		if v.Outcome != adhere.NotMet {
			continue
		}
		demands = append(demands, oneLine(s.in.Requirements[i].Wanted()))
		what := ""
		if s.Feedback == Measured {
			what = finding(&v)
		}
		found = append(found, what)
	}
	return demands, found
}

// finding joins reason and evidence; many reasons quote the evidence already.
func finding(v *adhere.Verdict) string {
	reason, evidence := oneLine(v.Reason), oneLine(v.Evidence)
	switch {
	case strings.Contains(reason, evidence):
		return reason
	case reason == "":
		return evidence
	default:
		return strings.TrimSuffix(reason, ".") + " (" + evidence + ")"
	}
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > longestFinding {
		return string(runes[:longestFinding]) + " …"
	}
	return text
}
