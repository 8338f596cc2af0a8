package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/judge"
)

// shown returns what a run's model judges were shown, for reports: their
// prompts rendered again from the stored response. Of a jury, whose members
// are all shown the same, it is what its first member was. Where the wording
// was a prompt pack's, it is not at hand and nothing is returned.
func shown(b *bench.Bench, plan adhere.Plan) func(name string, r *adhere.Record) []adhere.Message {
	planners := map[string]judge.Planner{}
	hybrids := map[string]func(*adhere.Record) []adhere.Message{}
	for _, name := range plan.Judges {
		if of := shownByHybrid(b, name); of != nil {
			hybrids[name] = of
			continue
		}
		if p := rehearsal(b, foreman(name)); p != nil {
			planners[name] = p
		}
	}
	return func(name string, r *adhere.Record) []adhere.Message {
		if of := hybrids[name]; of != nil {
			return of(r)
		}
		p := planners[name]
		if p == nil || r.Response == nil {
			return nil
		}
		calls, err := p.Rehearse(r.Instruction, r.Response)
		if err != nil || len(calls) == 0 {
			return nil
		}
		verdicts := r.By(name)
		if foreman(name) != name {
			verdicts = ballots(verdicts)
		}
		return conversation(calls, verdicts)
	}
}

// foreman returns the name of the first member of a jury,
// "judge/jury-majority@1+[3*member,member]"; whoever is no jury is its own.
func foreman(name string) string {
	head, members, ok := strings.Cut(name, "+[")
	if !ok || !strings.HasPrefix(head, "judge/jury-") {
		return name
	}
	first, _, _ := strings.Cut(strings.TrimSuffix(members, "]"), ",")
	if times, member, ok := strings.Cut(first, "*"); ok && strings.Trim(times, "0123456789") == "" {
		return member
	}
	return first
}

// ballots returns the verdicts of a jury's first member.
func ballots(verdicts []adhere.Verdict) []adhere.Verdict {
	own := make([]adhere.Verdict, len(verdicts))
	for i, v := range verdicts {
		own[i] = adhere.Verdict{Requirement: v.Requirement, Outcome: v.Outcome}
		var cast []adhere.Verdict
		if json.Unmarshal([]byte(v.Raw), &cast) == nil && len(cast) > 0 {
			own[i] = cast[0]
		}
	}
	return own
}

// A silentModel is never called.
type silentModel string

func (m silentModel) Name() string { return string(m) }

func (m silentModel) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return nil, errors.New("prompts are rendered again without any call")
}

// rehearsal makes the judge of that name again, on a model that is never
// called. It is nil where the judge is none of ours, or would not have the
// same name.
func rehearsal(b *bench.Bench, name string) judge.Planner {
	head, who, _ := strings.Cut(name, "+")
	strategy, _, _ := strings.Cut(strings.TrimPrefix(head, "judge/"), "@")
	silent := silentModel(who)
	judges, err := b.Judges(bench.Sources{Catalog: catalog(), Strategy: strategy, Model: silent})
	if err != nil {
		return nil
	}
	for _, j := range judges {
		if p, ok := j.(judge.Planner); ok && j.Name() == name {
			return p
		}
	}
	return retuned(b, name, strategy, silent)
}

// retuned is rehearsal for a judge whose settings are not its strategy's own:
// its name has their hash, so that they are found by trying usual ones.
func retuned(b *bench.Bench, name, strategy string, silent adhere.Model) judge.Planner {
	s, err := judge.Find(strategy)
	if err != nil || s.New == nil {
		return nil
	}
	o := judge.Options{Model: silent}
	if len(b.Rules) > 0 {
		o.Only = func(r *adhere.Requirement) bool { return r.Rule == nil }
	}
	for tenths := -1; tenths <= 20; tenths++ {
		if t := float64(tenths) / 10; tenths >= 0 {
			o.Params = &adhere.Params{Temperature: &t}
		}
		for _, o.Schema = range []bool{false, true} {
			j, err := s.New(o)
			if err != nil {
				return nil
			}
			if p, ok := j.(judge.Planner); ok && j.Name() == name {
				return p
			}
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
