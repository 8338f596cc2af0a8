package refine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/judge"
	"adhere/refine"
)

// constraintReplies is a critic model that finds every constraint broken.
const brokenReply = "It is not there. Final Answer: Constraint not followed <END>"

func modelCritic(t testing.TB, m adhere.Model) adhere.Judge {
	t.Helper()
	s, err := judge.Find("constraint-reason")
	if err != nil {
		t.Fatal(err)
	}
	j, err := s.New(judge.Options{Model: m})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestCallsPerStrategy counts calls of a model that never meets anything,
// with a critic that is free, over three iterations.
func TestCallsPerStrategy(t *testing.T) {
	const feedback = "It lacks salt.\nVerdict: improve"
	for strategy, want := range map[string]map[adhere.Step]int{
		"conventional":                     {adhere.StepDraft: 1},
		"make_sure":                        {adhere.StepDraft: 1},
		"decompose_then_generate_one_step": {adhere.StepDraft: 1},
		"decompose_then_generate":          {adhere.StepDecompose: 1, adhere.StepDraft: 1},
		"self_refine":                      {adhere.StepDraft: 1, adhere.StepCritique: 3, adhere.StepRewrite: 3},
		"decrim":                           {adhere.StepDraft: 1, adhere.StepRewrite: 3},
		"generate_and_rank":                {adhere.StepDraft: 3, adhere.StepDecompose: 1}, // the second setting has two turns
		"best_of_n":                        {adhere.StepDraft: 3},
	} {
		model := inTurn(feedback)
		trace := mustRefine(t, strategy, refine.Options{Model: model, MaxIterations: 3}, wants("basalt"))
		total := 0
		for _, step := range []adhere.Step{adhere.StepDraft, adhere.StepDecompose, adhere.StepCritique, adhere.StepRewrite} {
			if got := trace.Usage()[step].Calls; got != want[step] {
				t.Errorf("%s: %d calls to %s, want %d", strategy, got, step, want[step])
			}
			total += want[step]
		}
		if model.calls() != total || trace.Total().In != 10*total || trace.Total().Money != adhere.Money(5*total) {
			t.Errorf("%s: %d calls made, %+v counted", strategy, model.calls(), trace.Total())
		}
	}
}

func TestOneCallWhereTheDraftIsGood(t *testing.T) {
	for _, s := range refine.Strategies() {
		if !s.Critic {
			continue
		}
		model := inTurn("salt and waves")
		trace := mustRefine(t, s.Name, refine.Options{Model: model}, wants("salt", "waves"))
		if model.calls() != 1 || trace.Stopped != adhere.StopSatisfied || len(trace.Attempts) != 1 {
			t.Errorf("%s: %d calls, stopped %s", s.Name, model.calls(), trace.Stopped)
		}
		model = inTurn("x")
		trace = mustRefine(t, s.Name, refine.Options{Model: model}, wants())
		if model.calls() != 1 || trace.Stopped != adhere.StopNone {
			t.Errorf("%s without requirements: %d calls, stopped %s", s.Name, model.calls(), trace.Stopped)
		}
	}
}

func TestBounds(t *testing.T) {
	for name, c := range map[string]struct {
		bounds   refine.Bounds
		calls    int // of model and critic; a call is 20 tokens and 5 billionths
		attempts int
		judged   int
	}{
		"none":                   {refine.Bounds{}, 4 * 3, 4, 4},
		"calls for the draft":    {refine.Bounds{Calls: 1}, 1, 1, 0},
		"calls for no rewrite":   {refine.Bounds{Calls: 5}, 3, 1, 1}, // a rewrite needs three more
		"calls for one rewrite":  {refine.Bounds{Calls: 6}, 6, 2, 2},
		"tokens for the draft":   {refine.Bounds{Tokens: 1}, 1, 1, 0},
		"tokens for no rewrite":  {refine.Bounds{Tokens: 119}, 3, 1, 1},
		"tokens for one rewrite": {refine.Bounds{Tokens: 120}, 6, 2, 2},
		"money for no rewrite":   {refine.Bounds{Money: 29}, 3, 1, 1},
		"money for one rewrite":  {refine.Bounds{Money: 30}, 6, 2, 2},
	} {
		for _, strategy := range []string{"decrim", "best_of_n"} {
			for _, metered := range []bool{true, false} {
				model, critic := inTurn("a", "b", "c", "d"), inTurn(brokenReply)
				var m adhere.Model = critic
				if metered {
					m = refine.Metered(critic)
				}
				o := refine.Options{Model: model, Critic: modelCritic(t, m), Bounds: c.bounds, MaxIterations: 3}
				if strategy == "best_of_n" {
					o.MaxIterations = 4
				}
				trace := mustRefine(t, strategy, o, wants("salt", "waves"))
				judged := 0
				for _, a := range trace.Attempts {
					if len(a.Verdicts) > 0 {
						judged++
					}
				}
				calls := model.calls() + critic.calls()
				if calls != c.calls || trace.Total().Calls != calls || len(trace.Attempts) != c.attempts || judged != c.judged {
					t.Errorf("%s, %s, metered %v: %d calls, %d counted, %d attempts, %d judged", strategy, name, metered, calls, trace.Total().Calls, len(trace.Attempts), judged)
				}
				want := adhere.StopBudget
				if c.bounds == (refine.Bounds{}) {
					want = adhere.StopIterations
				}
				if trace.Stopped != want || trace.Final != 0 {
					t.Errorf("%s, %s: stopped %s with answer %d: %s", strategy, name, trace.Stopped, trace.Final, trace.Err)
				}
			}
		}
	}
}

// A critic that asks again and again is stopped within its critique.
func TestMeteredCriticIsBoundWithinACritique(t *testing.T) {
	critic := inTurn("nonsense")
	o := refine.Options{Model: inTurn("a"), Critic: modelCritic(t, refine.Metered(critic)), Bounds: refine.Bounds{Calls: 3}}
	trace := mustRefine(t, "decrim", o, wants("salt", "waves"))
	if critic.calls() != 2 || trace.Total().Calls != 3 || trace.Stopped != adhere.StopBudget || outcomes(trace.Attempts[0].Verdicts) != "broken,broken" {
		t.Errorf("%d calls of the critic, %d counted, stopped %s", critic.calls(), trace.Total().Calls, trace.Stopped)
	}
}

// The calls of a critic that fails in the middle are paid for all the same.
func TestMeteredCriticCountsWhatFailed(t *testing.T) {
	critic := inTurn(brokenReply, "error:down")
	o := refine.Options{Model: inTurn("a"), Critic: modelCritic(t, refine.Metered(critic))}
	trace := mustRefine(t, "decrim", o, wants("salt", "waves"))
	if u := trace.Usage()[adhere.StepCritique]; u.Calls != 2 || u.Out != 10 {
		t.Errorf("%+v", u)
	}
}

func TestMeteredIsNothingElsewhere(t *testing.T) {
	m := inTurn("a")
	resp, err := refine.Metered(m).Generate(t.Context(), &adhere.Request{})
	if err != nil || resp.Text != "a" || refine.Metered(m).Name() != m.Name() {
		t.Errorf("%v, %v", resp, err)
	}
	// A call is counted once, however often its model is wrapped.
	trace := mustRefine(t, "conventional", refine.Options{Model: refine.Metered(m)}, wants())
	if trace.Total().Calls != 1 {
		t.Errorf("%d calls counted", trace.Total().Calls)
	}
	critic := modelCritic(t, refine.Metered(refine.Metered(inTurn(brokenReply))))
	trace = mustRefine(t, "decrim", refine.Options{Model: m, Critic: critic, MaxIterations: -1}, wants("salt"))
	if got := trace.Usage()[adhere.StepCritique].Calls; got != 1 {
		t.Errorf("%d calls of the critic counted", got)
	}
}

// A rewrite that went past the bound is judged all the same where judging is
// free: it may be the best.
func TestRulesAreFree(t *testing.T) {
	model := inTurn("a", "salt")
	trace := mustRefine(t, "decrim", refine.Options{Model: longAfter(model), Bounds: refine.Bounds{Tokens: 50}}, wants("salt"))
	if answerOf(trace) != "salt" || trace.Stopped != adhere.StopSatisfied || trace.Total().Out != 1010 {
		t.Errorf("%q, stopped %s, %+v", answerOf(trace), trace.Stopped, trace.Total())
	}
}

// longAfter makes every reply but the first a long one.
func longAfter(m *fake) adhere.Model { return &long{m} }

type long struct{ *fake }

func (m *long) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	resp, err := m.fake.Generate(ctx, req)
	if err == nil && m.calls() > 1 {
		resp.Usage.Out = 1000
	}
	return resp, err
}

// The time of a single call is not the time of the refinement.
func TestTimeoutOfACallIsAFailure(t *testing.T) {
	late := &fake{reply: func(_ context.Context, req *adhere.Request) (string, error) {
		if strings.Contains(req.Messages[0].Text, "Corrected response") {
			return "", &adhere.Error{Code: adhere.Exhausted, Message: "the time for the call is used up", Err: context.DeadlineExceeded}
		}
		return "draft", nil
	}}
	trace := mustRefine(t, "decrim", refine.Options{Model: late}, wants("salt"))
	if trace.Stopped != adhere.StopError || answerOf(trace) != "draft" {
		t.Errorf("stopped %s with %q", trace.Stopped, answerOf(trace))
	}
}

// stalls answers the first n calls and then waits for ever.
func stalls(n int, text string) *fake {
	calls := 0
	return &fake{reply: func(ctx context.Context, _ *adhere.Request) (string, error) {
		if calls++; calls > n {
			<-ctx.Done()
			return "", &adhere.Error{Code: adhere.Cancelled, Message: "the call was stopped", Err: ctx.Err()}
		}
		return text, nil
	}}
}

func TestDeadlineEndsWithTheBest(t *testing.T) {
	for _, own := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			o := refine.Options{Model: stalls(2, "salt")}
			ctx := t.Context()
			if own {
				o.Bounds.Time = time.Minute
			} else {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, time.Minute)
				defer cancel()
			}
			r, start := mustNew(t, "decrim", o), time.Now()
			trace, err := r.Refine(ctx, wants("salt", "waves"), nil)
			if err != nil || answerOf(trace) != "salt" || trace.Stopped != adhere.StopDeadline || trace.Err == "" {
				t.Errorf("%q, stopped %s: %v", answerOf(trace), trace.Stopped, err)
			}
			if took := time.Since(start); took != time.Minute || trace.Time != took {
				t.Errorf("took %v, %v in the trace", took, trace.Time)
			}
		})
	}
}

func TestStalledDraftIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := mustNew(t, "decrim", refine.Options{Model: stalls(0, ""), Bounds: refine.Bounds{Time: time.Second}})
		trace, err := r.Refine(t.Context(), wants("salt"), nil)
		if err == nil || trace.Final != -1 || trace.Stopped != adhere.StopDeadline {
			t.Errorf("%+v, %v", trace, err)
		}
	})
}

func TestStalledCriticKeepsTheDraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		critic := modelCritic(t, refine.Metered(stalls(1, brokenReply)))
		r := mustNew(t, "decrim", refine.Options{Model: inTurn("draft"), Critic: critic, Bounds: refine.Bounds{Time: time.Second}})
		trace, err := r.Refine(t.Context(), wants("salt", "waves"), nil)
		if err != nil || answerOf(trace) != "draft" || trace.Stopped != adhere.StopDeadline || outcomes(trace.Attempts[0].Verdicts) != "broken,broken" {
			t.Errorf("%+v, %v", trace, err)
		}
	})
}

// A rewrite that would begin when the time is over is neither asked for nor
// counted: totals said that more calls were made than a server had seen.
func TestNoRewriteAfterTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := inTurn("draft", "salt")
		r := mustNew(t, "decrim", refine.Options{Model: model, Critic: lateCritic{}, Bounds: refine.Bounds{Time: time.Second}})
		trace, err := r.Refine(t.Context(), wants("salt"), nil)
		if err != nil || trace.Stopped != adhere.StopDeadline || len(trace.Attempts[0].Verdicts) != 1 || trace.Total().Calls != 1 {
			t.Errorf("%+v, %v", trace, err)
		}
	})
}

// A lateCritic finds everything broken, when the time is over.
type lateCritic struct{}

func (lateCritic) Name() string { return "late@1" }

func (lateCritic) Judge(ctx context.Context, task *adhere.Task, _ *adhere.Response) ([]adhere.Verdict, error) {
	<-ctx.Done()
	out := make([]adhere.Verdict, len(task.Instruction.Requirements))
	for i, r := range task.Instruction.Requirements {
		out[i] = adhere.Verdict{Requirement: r.ID, Outcome: adhere.NotMet}
	}
	return out, nil
}

// Whoever cancels does not wait for an answer, and must not take what is there
// for the result.
func TestCancelIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	model := &fake{reply: func(_ context.Context, req *adhere.Request) (string, error) {
		if strings.Contains(req.Messages[0].Text, "Corrected response") {
			cancel()
			return "", ctx.Err()
		}
		return "draft", nil
	}}
	trace, err := mustNew(t, "decrim", refine.Options{Model: model}).Refine(ctx, wants("salt"), nil)
	if !errors.Is(err, context.Canceled) || trace.Stopped != adhere.StopCancelled || answerOf(trace) != "draft" {
		t.Errorf("%+v, %v", trace, err)
	}
}

// A model that refuses a call for want of money has made none: totals said that more
// calls were made than a server had seen.
func TestNoCallWithoutMoney(t *testing.T) {
	r := mustNew(t, "decrim", refine.Options{Model: poor{}, Critic: strict{}})
	trace, err := r.Improve(t.Context(), wants("salt"), &adhere.Request{Messages: wants("salt").Messages}, &adhere.Response{Text: "draft", Usage: adhere.Usage{Calls: 1}})
	if err != nil || trace.Stopped != adhere.StopBudget || trace.Total().Calls != 1 {
		t.Errorf("%+v, %v", trace, err)
	}
}

// A poor model has nothing left to spend.
type poor struct{}

func (poor) Name() string { return "poor" }

func (poor) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return nil, adhere.Errorf(adhere.Exhausted, "the budget is used up")
}

// A strict critic finds everything broken at once.
type strict struct{}

func (strict) Name() string { return "broken@1" }

func (strict) Judge(_ context.Context, task *adhere.Task, _ *adhere.Response) ([]adhere.Verdict, error) {
	out := make([]adhere.Verdict, len(task.Instruction.Requirements))
	for i, r := range task.Instruction.Requirements {
		out[i] = adhere.Verdict{Requirement: r.ID, Outcome: adhere.NotMet}
	}
	return out, nil
}
