package main

import (
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/judge"
	"adhere/model"
)

// shown returns what a run's model judges were shown, for reports: their
// prompts rendered again from the stored response. Where the wording was a
// prompt pack's, it is not at hand and nothing is returned.
func shown(b *bench.Bench, plan adhere.Plan) func(name string, r *adhere.Record) []adhere.Message {
	planners := map[string]judge.Planner{}
	for _, name := range plan.Judges {
		if p := rehearsal(b, name); p != nil {
			planners[name] = p
		}
	}
	return func(name string, r *adhere.Record) []adhere.Message {
		p := planners[name]
		if p == nil || r.Response == nil {
			return nil
		}
		calls, err := p.Rehearse(r.Instruction, r.Response)
		if err != nil || len(calls) == 0 {
			return nil
		}
		return conversation(calls, r.By(name))
	}
}

// rehearsal makes the judge of that name again, on a model that is never
// called. It is nil where the judge is none of ours, or would not have the
// same name.
func rehearsal(b *bench.Bench, name string) judge.Planner {
	head, who, _ := strings.Cut(name, "+")
	strategy, _, _ := strings.Cut(strings.TrimPrefix(head, "judge/"), "@")
	silent := model.NewRecorded(who, func(*adhere.Request) (string, bool) { return "", false })
	judges, err := b.Judges(bench.Sources{Catalog: catalog(), Strategy: strategy, Model: silent})
	if err != nil {
		return nil
	}
	for _, j := range judges {
		if p, ok := j.(judge.Planner); ok && j.Name() == name {
			return p
		}
	}
	return nil
}

// conversation joins the calls of one judging: turn after turn with the
// judge's own replies where one call continues another, else one after the
// other.
func conversation(calls []judge.Call, verdicts []adhere.Verdict) []adhere.Message {
	last := calls[len(calls)-1].Request.Messages
	if len(calls) > 1 && len(last) == len(calls[0].Request.Messages) {
		var all []adhere.Message
		for _, c := range calls {
			all = append(all, c.Request.Messages...)
		}
		return all
	}
	said := 0
	messages := make([]adhere.Message, len(last))
	copy(messages, last)
	for i := range messages {
		if messages[i].Role != adhere.Assistant {
			continue
		}
		for said < len(verdicts) && verdicts[said].Outcome == adhere.Skipped {
			said++
		}
		if said < len(verdicts) {
			messages[i].Text = verdicts[said].Raw
			said++
		}
	}
	return messages
}
