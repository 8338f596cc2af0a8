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

func TestAsModel(t *testing.T) {
	instructions := []adhere.Instruction{*wants("salt", "gulls"), *wants("waves"), *wants("salt", "gulls")}
	instructions[2].Requirements = nil // the same prompt again
	instructions[1].Messages = []adhere.Message{{Role: adhere.User, Text: "Name what moves."}}
	render := func(in *adhere.Instruction) []adhere.Message {
		return []adhere.Message{{Role: adhere.System, Text: "Be brief."}, {Role: adhere.User, Text: in.Prompt()}}
	}
	var traces []*refine.Trace
	r := mustNew(t, "decrim", refine.Options{Model: rewriter("sea", repairs)})
	m := refine.AsModel(r, refine.Known(instructions, render), func(t *refine.Trace) { traces = append(traces, t) })
	if m.Name() != r.Name() {
		t.Errorf("name %s", m.Name())
	}
	for i, want := range []string{"sea salt gulls", "sea waves"} {
		resp, err := m.Generate(t.Context(), &adhere.Request{Messages: render(&instructions[i]), Attempt: 2})
		if err != nil || resp.Text != want || resp.Usage.Calls != 2 || resp.Usage.Out != 20 || len(resp.Warnings) > 0 {
			t.Errorf("%+v, %v", resp, err)
		}
		if traces[i].Instruction.ID != instructions[i].ID || traces[i].Attempts[0].Response.Usage.Calls != 1 {
			t.Errorf("%+v", traces[i])
		}
	}
	resp, err := m.Generate(t.Context(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "Something else."}}})
	if err != nil || resp.Text != "sea" || traces[2].Stopped != refine.StopNone {
		t.Errorf("a prompt that nobody knows has no requirements: %+v, %v", resp, err)
	}
}

func TestAsModelWithFreePrompts(t *testing.T) {
	d, err := judge.NewDecomposer(judge.Options{Model: inTurn("1. salt")})
	if err != nil {
		t.Fatal(err)
	}
	critic := judgeFunc(func(_ context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
		return []adhere.Verdict{{Requirement: in.Requirements[0].ID, Outcome: adhere.OutcomeOf(strings.Contains(out.Text, in.Requirements[0].Text))}}, nil
	})
	r := mustNew(t, "decrim", refine.Options{Model: inTurn("sea", "salty sea"), Critic: critic, Decomposer: refine.Lists(d)})
	resp, err := refine.AsModel(r, nil, nil).Generate(t.Context(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "Say salt."}}})
	if err != nil || resp.Text != "salty sea" || resp.Usage.Calls != 3 {
		t.Errorf("%+v, %v", resp, err)
	}
}

// A run must not store an answer that a failure from outside cut short.
func TestAsModelFailsWhereSomethingFailed(t *testing.T) {
	ask := &adhere.Request{Messages: wants().Messages}
	find := func(*adhere.Request) *adhere.Instruction { return wants("salt", "gulls") }
	spent := &fake{reply: func(_ context.Context, req *adhere.Request) (string, error) {
		if strings.Contains(req.Messages[0].Text, "Corrected") {
			return "", &adhere.Error{Code: adhere.Exhausted, Message: "the run's budget is used up"}
		}
		return "sea", nil
	}}
	down := judgeFunc(func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
		return nil, errDown
	})
	for name, o := range map[string]refine.Options{
		"draft":       {Model: inTurn("error:x")},
		"rewrite":     {Model: inTurn("sea", "error:x")},
		"critic":      {Model: inTurn("sea"), Critic: down},
		"outer bound": {Model: spent},
	} {
		traced := 0
		resp, err := refine.AsModel(mustNew(t, "decrim", o), find, func(*refine.Trace) { traced++ }).Generate(t.Context(), ask)
		if err == nil || resp != nil || traced != 1 {
			t.Errorf("%s: %+v, %v, %d traces", name, resp, err, traced)
		}
		if name == "outer bound" && adhere.CodeOf(err) != adhere.Exhausted {
			t.Errorf("%s: %v", name, err)
		}
	}
	o := refine.Options{Model: inTurn("sea"), Bounds: refine.Bounds{Calls: 1}}
	resp, err := refine.AsModel(mustNew(t, "decrim", o), find, nil).Generate(t.Context(), ask)
	if err != nil || resp.Text != "sea" || len(resp.Warnings) != 1 || !strings.Contains(resp.Warnings[0], "budget") {
		t.Errorf("a bound of its own: %+v, %v", resp, err)
	}
}

func TestAsModelTellsDeadlinesApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask := &adhere.Request{Messages: wants().Messages}
		find := func(*adhere.Request) *adhere.Instruction { return wants("salt", "gulls") }
		own := refine.AsModel(mustNew(t, "decrim", refine.Options{Model: stalls(1, "sea"), Bounds: refine.Bounds{Time: time.Second}}), find, nil)
		if resp, err := own.Generate(t.Context(), ask); err != nil || resp.Text != "sea" {
			t.Errorf("its own deadline: %+v, %v", resp, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		outer := refine.AsModel(mustNew(t, "decrim", refine.Options{Model: stalls(1, "sea"), Bounds: refine.Bounds{Time: time.Second}}), find, nil)
		if resp, err := outer.Generate(ctx, ask); err == nil {
			t.Errorf("the caller's deadline: %+v", resp)
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

func (counting) Judge(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
	return (&words{}).Judge(ctx, in, out)
}
