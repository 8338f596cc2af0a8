package main

import (
	"context"

	"adhere"
	"adhere/judge"
	"adhere/metric"
	"adhere/report"
)

// revision notes an answer that is not the first text, and both texts where a
// judge is to compare them.
func (g *refinements) revision(it told) {
	first, last := it.trace.Attempts[0].Response, it.trace.Answer().Response
	is := first != nil && first.Text != last.Text
	g.changed = append(g.changed, one(it, adhere.OutcomeOf(is)))
	if !is || !g.revisions {
		return
	}
	attempt := it.trace.Request.Attempt
	g.revised = append(g.revised, contest{
		Instruction: it.in.ID, Attempt: attempt,
		first:  &adhere.Record{Instruction: it.in, Attempt: attempt, Response: last},
		second: &adhere.Record{Instruction: it.in, Attempt: attempt, Response: first},
	})
}

// The metrics of quality.
const (
	qualityBetter = "quality_better"
	qualitySame   = "quality_same"
	qualityWorse  = "quality_worse"
)

// compareQuality has a judge compare every revised answer with its first, as a
// whole and in both orders (DeCRIM, section 4.3, "Overall Quality
// Assessment"). Its calls are stored like all others.
func (r *refinery) compareQuality(ctx context.Context, revised []contest, res *report.Result) error {
	if r.quality == nil {
		return nil
	}
	t := &tournament{comparer: r.quality, matches: revised}
	if len(revised) > 0 {
		if err := t.play(ctx, r.at); err != nil {
			return err
		}
	}
	contests := make([]metric.Contest, len(t.matches))
	for i, m := range t.matches {
		contests[i] = metric.Contest{Instruction: m.Instruction, Winner: m.Winner}
	}
	names := []report.Definition{
		{Name: qualityBetter, Doc: "revised answers that " + r.quality.Name() + " prefers to the first, in both orders, of all revised"},
		{Name: qualitySame, Doc: "revised answers that it holds for as good, or on which it changes its mind with the order"},
		{Name: qualityWorse, Doc: "revised answers to which it prefers the first, in both orders"},
	}
	for i, s := range metric.Preferences(contests) {
		s.Metric, s.Group = names[i].Name, map[string]string{}
		if len(contests) == 0 {
			s.Undefined = "no answer was revised"
		}
		define(res, names[i])
		res.Metrics = append(res.Metrics, s)
	}
	res.Usage["judge"] = res.Usage["judge"].Add(t.usage())
	res.Warnings = append(res.Warnings, t.warnings...)
	return nil
}

// rehearseQuality adds the calls of that judge, at most.
func (r *refinery) rehearseQuality(all *estimates, in *adhere.Instruction, standIn *adhere.Response) error {
	planner, ok := r.quality.(judge.PairPlanner)
	if !ok {
		return nil
	}
	calls, err := planner.RehearsePair(in, standIn, &adhere.Response{Text: standIn.Text + "."})
	if err == nil {
		all.of("quality judge, at most", modelOf(r.quality.Name())).countCalls(calls)
	}
	return err
}
