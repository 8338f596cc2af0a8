package metric_test

import (
	"math"
	"testing"

	"adhere"
	"adhere/metric"
)

// TestAnswerCosts holds that what failed items used is no part of what one answer
// takes, and that the interval is that of clusters of one instruction, by Student's t.
func TestAnswerCosts(t *testing.T) {
	records := func(yield func(*adhere.Record, error) bool) {
		for _, c := range []struct {
			id    string
			calls int // 0: failed
		}{{"a", 1}, {"a", 3}, {"b", 2}, {"c", 6}, {"d", 0}} {
			r := &adhere.Record{Instruction: &adhere.Instruction{ID: c.id}, Err: "lost"}
			if c.calls > 0 {
				r.Response, r.Err = &adhere.Response{Usage: adhere.Usage{Calls: c.calls, In: 10 * c.calls}}, ""
			}
			if !yield(r, nil) {
				return
			}
		}
	}
	all, err := metric.AnswerCosts(records)
	if err != nil || len(all) != 2 || all[0].Metric != "calls" || all[1].Metric != "tokens" {
		t.Fatal(all, err)
	}
	half := 4.302653 * math.Sqrt(14*1.5) / 4 // offsets 0, -1, 3 of three instructions
	if s := all[0]; s.N != 4 || s.Value != 3 || s.Lo != 0 || math.Abs(s.Hi-3-half) > 1e-5 {
		t.Errorf("%+v", s)
	}
}

// TestAnswerCostsOfOneInstruction holds that answers to one instruction, which say
// nothing of others, are given no interval without a word.
func TestAnswerCostsOfOneInstruction(t *testing.T) {
	for ids, warned := range map[string]bool{"a": true, "aa": true, "ab": false} {
		all, err := metric.AnswerCosts(func(yield func(*adhere.Record, error) bool) {
			for i, id := range ids {
				rec := &adhere.Record{Instruction: &adhere.Instruction{ID: string(id)}, Response: &adhere.Response{Usage: adhere.Usage{Calls: i + 1}}}
				if !yield(rec, nil) {
					return
				}
			}
		})
		if err != nil || len(all) != 1 || (len(all[0].Warnings) == 1) != warned || warned && (all[0].Lo != all[0].Value || all[0].Hi != all[0].Value) {
			t.Errorf("of %s: %+v, %v", ids, all, err)
		}
	}
}

// TestCostsOfOneInstructionWarnOnce: that there is no interval is said of the whole,
// not again of each step and iteration.
func TestCostsOfOneInstructionWarnOnce(t *testing.T) {
	g := metric.NewRefinements(lettered{}, metric.Drop)
	in := &adhere.Instruction{ID: "a", Requirements: requirements(1)}
	trace := &adhere.Trace{Strategy: "self", Instruction: in, Request: &adhere.Request{}, Final: 1}
	for _, text := range []string{"n", "y"} {
		trace.Attempts = append(trace.Attempts, adhere.Attempt{Response: &adhere.Response{Text: text}, Usage: map[adhere.Step]adhere.Usage{adhere.StepDraft: {Calls: 1}}})
	}
	if err := g.Add(t.Context(), &adhere.Record{Instruction: in, Trace: trace}); err != nil {
		t.Fatal(err)
	}
	of := map[bool]int{}
	_, summaries := g.Summarize("")
	for _, s := range summaries {
		if s.Metric == "calls" {
			of[len(s.Group) == 0] += len(s.Warnings)
		}
	}
	if of[true] != 1 || of[false] != 0 {
		t.Errorf("%d warnings of the whole and %d of its parts", of[true], of[false])
	}
}
