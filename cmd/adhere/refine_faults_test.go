package main

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/eval"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
	"adhere/refine"
	"adhere/verify"
)

// TestFaultsEndWithTheBest: whatever a provider does after the draft, an
// answer is there within the deadline, it is the draft, and the trace says
// that it is not known to be good.
func TestFaultsEndWithTheBest(t *testing.T) {
	const deadline = 5 * time.Minute
	for name, b := range map[string]modeltest.Behaviour{
		"hangs":        {Fault: modeltest.Hang},
		"is slow":      {Latency: time.Hour},
		"cuts off":     {Fault: modeltest.Cut},
		"garbage":      {Fault: modeltest.Malformed},
		"says nothing": {Fault: modeltest.Empty},
		"no answer":    {Fault: modeltest.NoAnswer},
		"is down":      {Status: 500},
		"is limited":   {Status: 429, RetryAfter: time.Hour},
		"refuses":      {Refuse: true},
		"filters":      {Finish: adhere.FinishFiltered},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stub := &modeltest.Stub{Reply: func(*modeltest.Asked) string { return "Tea, milk" }}
				stub.Plan = func(a *modeltest.Asked) modeltest.Behaviour {
					if a.N == 0 {
						return modeltest.Behaviour{}
					}
					return b
				}
				r := overWire(t, stub, refine.Options{MaxIterations: 3, Bounds: refine.Bounds{Time: deadline}})
				start := time.Now()
				trace, err := r.Refine(t.Context(), noCommas(), nil)
				if err != nil || trace.Final != 0 || trace.Answer().Response.Text != "Tea, milk" {
					t.Fatalf("%+v, %v", trace, err)
				}
				switch trace.Stopped {
				case adhere.StopDeadline, adhere.StopError, adhere.StopIterations:
				default:
					t.Errorf("stopped %s, which does not say that a rule is broken", trace.Stopped)
				}
				if took := time.Since(start); took > deadline || trace.Time != took {
					t.Errorf("took %v, %v in the trace", took, trace.Time)
				}
			})
		})
	}
}

func noCommas() *adhere.Instruction {
	return &adhere.Instruction{
		ID: "a", Messages: []adhere.Message{{Role: adhere.User, Text: "What is in the pot?"}},
		Requirements: []adhere.Requirement{{ID: "1", Rule: &adhere.Rule{Name: "ifeval/punctuation:no_comma", Args: json.RawMessage(`{}`)}}},
	}
}

// overWire returns decrim with a model that is reached and retried as in the
// program.
func overWire(t *testing.T, stub *modeltest.Stub, o refine.Options) *refine.Refiner {
	t.Helper()
	wire, err := provider.Open("openai-api/local/m", func(string) string { return "" }, provider.Options{BaseURL: "http://h/v1", Client: modeltest.Client(stub)})
	if err != nil {
		t.Fatal(err)
	}
	o.Model = model.Stack(wire, model.Layers{Retry: &model.Policy{Tries: 8}, Limiter: model.NewLimiter(model.Limits{Connections: 4})})
	o.Critic = verify.NewJudge("rule/test", 1, eval.Catalog(), verify.Strict)
	r, err := refine.New("decrim", o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStubbornModelStops: a model that never repairs anything is asked
// MaxIterations times, and its first answer stands.
func TestStubbornModelStops(t *testing.T) {
	stubborn := modeltest.NewFake("test/stubborn", func(*adhere.Request) string { return "Well, well. This is what I think, by and large." })
	stopped := 0
	for _, in := range verifiable(t) {
		trace := refineWith(t, in, stubborn, 3)
		if trace.Stopped == adhere.StopSatisfied {
			continue // the answer happens to meet what is asked
		}
		stopped++
		if trace.Stopped != adhere.StopIterations || len(trace.Attempts) != 4 || trace.Final != 0 {
			t.Errorf("%s: stopped %s after %d attempts, final %d", in.ID, trace.Stopped, len(trace.Attempts), trace.Final)
		}
	}
	if stopped < 400 {
		t.Errorf("only %d prompts were not met", stopped)
	}
}
