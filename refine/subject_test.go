package refine_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/judge"
	"adhere/refine"
)

// Each instruction is refined by its own requirements, also where two have one
// prompt.
func TestAnswer(t *testing.T) {
	instructions := []*adhere.Instruction{wants("salt", "gulls"), wants("waves"), wants()}
	instructions[1].Messages = instructions[0].Messages
	instructions[2].Messages = instructions[0].Messages
	r := mustNew(t, "decrim", refine.Options{Model: rewriter("sea", repairs)})
	for i, want := range []string{"sea salt gulls", "sea waves", "sea"} {
		a, err := r.Answer(t.Context(), &adhere.Task{Instruction: instructions[i], Attempt: 2})
		if err != nil {
			t.Fatal(err)
		}
		resp, calls := a.Response, len(a.Trace.Attempts)
		if resp.Text != want || resp.Usage.Calls != calls || resp.Usage.Out != 10*calls || len(resp.Warnings) > 0 {
			t.Errorf("%+v", resp)
		}
		if a.Trace.Instruction.ID != instructions[i].ID || a.Trace.Request.Attempt != 2 || a.Trace.Attempts[0].Response.Usage.Calls != 1 {
			t.Errorf("%+v", a.Trace)
		}
	}
}

func TestAnswerToFreePrompts(t *testing.T) {
	d, err := judge.NewDecomposer(judge.Options{Model: inTurn("1. salt")})
	if err != nil {
		t.Fatal(err)
	}
	critic := judgeFunc(func(_ context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
		return []adhere.Verdict{{Requirement: in.Requirements[0].ID, Outcome: adhere.OutcomeOf(strings.Contains(out.Text, in.Requirements[0].Text))}}, nil
	})
	r := mustNew(t, "decrim", refine.Options{Model: inTurn("sea", "salty sea"), Critic: critic, Decomposer: refine.Lists(d)})
	in := &adhere.Instruction{Messages: []adhere.Message{{Role: adhere.User, Text: "Say salt."}}}
	a, err := r.Answer(t.Context(), &adhere.Task{Instruction: in})
	if err != nil || a.Response.Text != "salty sea" || a.Response.Usage.Calls != 3 {
		t.Errorf("%+v, %v", a, err)
	}
}

// A run must not store an answer that a failure from outside cut short.
func TestAnswerFailsWhereSomethingFailed(t *testing.T) {
	spent := &fake{reply: func(_ context.Context, req *adhere.Request) (string, error) {
		if strings.Contains(req.Messages[0].Text, "Corrected") {
			return "", &adhere.Error{Code: adhere.Exhausted, Message: "the run's budget is used up"}
		}
		return "sea", nil
	}}
	down := judgeFunc(func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
		return nil, errDown
	})
	task := &adhere.Task{Instruction: wants("salt", "gulls")}
	for name, o := range map[string]refine.Options{
		"draft":       {Model: inTurn("error:x")},
		"rewrite":     {Model: inTurn("sea", "error:x")},
		"critic":      {Model: inTurn("sea"), Critic: down},
		"outer bound": {Model: spent},
	} {
		a, err := mustNew(t, "decrim", o).Answer(t.Context(), task)
		if err == nil || a != nil {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		if name == "outer bound" && adhere.CodeOf(err) != adhere.Exhausted {
			t.Errorf("%s: %v", name, err)
		}
	}
	o := refine.Options{Model: inTurn("sea"), Bounds: refine.Bounds{Calls: 1}}
	a, err := mustNew(t, "decrim", o).Answer(t.Context(), task)
	if err != nil || a.Response.Text != "sea" || len(a.Response.Warnings) != 1 || !strings.Contains(a.Response.Warnings[0], "budget") {
		t.Errorf("a bound of its own: %+v, %v", a, err)
	}
}

func TestAnswerTellsDeadlinesApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		task := &adhere.Task{Instruction: wants("salt", "gulls")}
		o := func() refine.Options {
			return refine.Options{Model: stalls(1, "sea"), Bounds: refine.Bounds{Time: time.Second}}
		}
		if a, err := mustNew(t, "decrim", o()).Answer(t.Context(), task); err != nil || a.Response.Text != "sea" {
			t.Errorf("its own deadline: %+v, %v", a, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if a, err := mustNew(t, "decrim", o()).Answer(ctx, task); err == nil {
			t.Errorf("the caller's deadline: %+v", a)
		}
	})
}

// One Refiner serves many requests; none changes what another sees.
func TestConcurrentRefinements(t *testing.T) {
	r := mustNew(t, "decrim", refine.Options{Model: rewriter("sea", repairs), Critic: counting{}, MaxIterations: 3})
	shared := wants("salt", "gulls")
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			trace, err := r.Refine(t.Context(), shared, nil)
			if err != nil || answerOf(trace) != "sea salt gulls" || trace.Total().Calls != 2 {
				t.Errorf("%+v, %v", trace, err)
			}
		})
	}
	wg.Wait()
}

// counting is the words critic without its counter.
type counting struct{}

func (counting) Name() string { return "rule/words@1" }

func (counting) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	return (&words{}).Judge(ctx, task, out)
}
