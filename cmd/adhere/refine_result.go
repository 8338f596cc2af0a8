package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/store"
	"adhere/metric"
	"adhere/report"
	"adhere/verify"
)

// report adds to a result how its answers were refined: the accuracy after
// each iteration, what was repaired and broken, and what each step took.
func (r *refinery) report(ctx context.Context, s *store.Store, t *trial, res *report.Result) error {
	g := &refinements{by: r.rules(t), used: map[adhere.Step]adhere.Usage{}, revisions: r.quality != nil}
	for item, err := range r.again(ctx, s, t, res.Run) {
		if err != nil {
			return err
		}
		if err := g.add(ctx, item); err != nil {
			return err
		}
	}
	if lost := res.Items - res.Failed - len(g.items); lost > 0 {
		res.Warnings = append(res.Warnings, fmt.Sprintf("%d of %s cannot be told again: their stored replies were removed or made anew; the figures of what refinement did and took leave them out", lost, plural(res.Items, "refinement")))
	}
	g.summarize(res)
	if err := r.compareQuality(ctx, g.revised, res); err != nil {
		return err
	}
	if g.by == nil && len(g.after) > 0 {
		res.Warnings = append(res.Warnings, "accuracy by iteration is by the critic's word, and so is what was fixed and broken; the other numbers are by the judges'")
	}
	return nil
}

// rules returns the rule judge of the benchmark if rules decide everything:
// then accuracy by iteration is the benchmark's own, whoever the critic was.
func (r *refinery) rules(t *trial) adhere.Judge {
	for _, j := range t.judges {
		if _, ok := j.(*verify.Judge); !ok {
			return nil
		}
	}
	if len(t.judges) == 0 {
		return nil
	}
	return t.judges[0]
}

// refinements gathers what the refinements of a run came to.
type refinements struct {
	by adhere.Judge // nil: the critic

	items    [][]adhere.Record // of each item, what would have been its answer after each iteration
	after    [][]adhere.Record // the same by iteration, over all items
	rewrote  []adhere.Record
	changed  []adhere.Record // those whose answer is not the first
	fixed    changesOf
	broke    changesOf
	rebroken []adhere.Record
	used     map[adhere.Step]adhere.Usage
	costs    []cost

	revisions bool // keep revised
	revised   []contest
}

// changesOf counts requirements that changed: from the draft to the answer,
// and in each iteration.
type changesOf struct {
	whole []adhere.Record
	each  [][]adhere.Record
}

func (g *refinements) add(ctx context.Context, it told) error {
	seen, err := g.judged(ctx, it)
	if err != nil {
		return err
	}
	var mine []adhere.Record
	for n := range it.trace.Attempts {
		if rec, ok := it.trace.After(n); ok {
			if g.by != nil {
				rec.Instruction, rec.Verdicts = it.in, seen[rec.Attempt]
			}
			rec.Attempt, rec.Response = it.trace.Request.Attempt, &adhere.Response{}
			mine = append(mine, rec)
		}
	}
	g.items = append(g.items, mine)
	g.rewrote = append(g.rewrote, one(it, adhere.OutcomeOf(len(it.trace.Attempts) > 1)))
	g.changes(it, seen)
	g.revision(it)
	used := it.trace.Usage()
	g.costs = append(g.costs, cost{it.in.ID, used, spentBy(it.trace)})
	for step, u := range used {
		g.used[step] = g.used[step].Add(u)
	}
	return nil
}

// judged returns the verdicts on each attempt: the benchmark's where rules
// decide everything, else the critic's. Attempts that cannot be the answer
// have none.
func (g *refinements) judged(ctx context.Context, it told) ([][]adhere.Verdict, error) {
	seen := make([][]adhere.Verdict, len(it.trace.Attempts))
	for i := range it.trace.Attempts {
		a := &it.trace.Attempts[i]
		if a.Response == nil || a.Discarded != "" {
			continue
		}
		seen[i] = a.Verdicts
		if g.by == nil {
			continue
		}
		var err error
		if seen[i], err = g.by.Judge(ctx, &adhere.Task{Instruction: it.in, Attempt: it.trace.Request.Attempt}, a.Response); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// one is a record about an item as a whole.
func one(it told, outcome adhere.Outcome) adhere.Record {
	in := *it.in
	in.Requirements = []adhere.Requirement{{ID: "1"}}
	return adhere.Record{
		Instruction: &in, Attempt: it.trace.Request.Attempt, Response: &adhere.Response{},
		Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "trace", Outcome: outcome}},
	}
}

// changes counts what was repaired and broken.
func (g *refinements) changes(it told, seen [][]adhere.Verdict) {
	if len(seen) == 1 && len(it.trace.Attempts[0].Verdicts) == 0 { // a strategy that answers once
		return
	}
	first, last := seen[0], seen[it.trace.Final]
	if len(first) == 0 || len(last) == 0 {
		return
	}
	in := it.trace.Instruction
	if g.by != nil {
		in = it.in
	}
	record := func(verdicts []adhere.Verdict) adhere.Record {
		return adhere.Record{Instruction: in, Attempt: it.trace.Request.Attempt, Response: &adhere.Response{}, Verdicts: verdicts}
	}
	g.fixed.whole = append(g.fixed.whole, record(turned(first, last, adhere.NotMet)))
	g.broke.whole = append(g.broke.whole, record(turned(first, last, adhere.Met)))
	before := first
	repaired, again := make([]bool, len(first)), make([]bool, len(first))
	for n := 1; n < len(seen); n++ {
		now := seen[n]
		if len(now) == 0 {
			continue
		}
		g.fixed.in(n, record(turned(before, now, adhere.NotMet)))
		g.broke.in(n, record(turned(before, now, adhere.Met)))
		for i := range now {
			again[i] = again[i] || repaired[i] && before[i].Outcome == adhere.Met && now[i].Outcome == adhere.NotMet
			repaired[i] = repaired[i] || before[i].Outcome == adhere.NotMet && now[i].Outcome == adhere.Met
		}
		before = now
	}
	g.rebroken = append(g.rebroken, record(undone(first, repaired, again)))
}

func (c *changesOf) in(n int, r adhere.Record) {
	for len(c.each) <= n {
		c.each = append(c.each, nil)
	}
	c.each[n] = append(c.each[n], r)
}

// turned returns verdicts in which those requirements count that had the
// outcome before, and those of them are met that have the opposite now.
func turned(before, now []adhere.Verdict, from adhere.Outcome) []adhere.Verdict {
	var out []adhere.Verdict
	for i, v := range now {
		outcome := adhere.Skipped
		if before[i].Outcome == from {
			outcome = v.Outcome
			if outcome.Decided() {
				outcome = adhere.OutcomeOf(outcome != from)
			}
		}
		out = append(out, adhere.Verdict{Requirement: v.Requirement, Judge: "trace", Outcome: outcome})
	}
	return out
}

// undone returns verdicts in which the requirements count that were repaired,
// and those are met that were broken again.
func undone(of []adhere.Verdict, repaired, again []bool) []adhere.Verdict {
	var out []adhere.Verdict
	for i, v := range of {
		outcome := adhere.Skipped
		if repaired[i] {
			outcome = adhere.OutcomeOf(again[i])
		}
		out = append(out, adhere.Verdict{Requirement: v.Requirement, Judge: "trace", Outcome: outcome})
	}
	return out
}

// The metrics of refinement.
const (
	accAfter    = "instruction_acc"
	reqAfter    = "constraint_acc"
	rewritten   = "answers_rewritten"
	revised     = "answers_revised"
	fixedShare  = "requirements_fixed"
	brokenShare = "requirements_broken"
	brokenAgain = "broken_again"
	bestN       = "best_n"
)

// summarize adds the summaries and their definitions to the result.
func (g *refinements) summarize(res *report.Result) {
	whole := func(m adhere.Metric, records []adhere.Record, group map[string]string) {
		define(res, report.Definition{Name: m.Name, Doc: m.Doc})
		s := m.Of(records)[0]
		s.Group = group
		res.Metrics = append(res.Metrics, s)
	}
	none := map[string]string{}
	whole(shareOf(rewritten, "answers that were written more than once, of all"), g.rewrote, none)
	whole(shareOf(revised, "answers whose final text is not the first, of all"), g.changed, none)
	whole(shareOf(fixedShare, "requirements that the first answer broke and the final one meets, of those that the first broke; by iteration: from one attempt to the next"), g.fixed.whole, none)
	whole(shareOf(brokenShare, "requirements that the first answer met and the final one breaks, of those that the first met; by iteration: from one attempt to the next"), g.broke.whole, none)
	whole(shareOf(brokenAgain, "requirements that were repaired and broken again later, of those that were repaired"), g.rebroken, none)
	g.align()
	first := len(res.Metrics)
	for n, records := range g.after {
		group := iteration(n)
		whole(metric.InstructionAccuracy(accAfter, metric.Options{}), records, group)
		whole(metric.ConstraintAccuracy(reqAfter, metric.Options{}), records, group)
		if n > 0 && n < len(g.fixed.each) {
			whole(shareOf(fixedShare, ""), g.fixed.each[n], group)
			whole(shareOf(brokenShare, ""), g.broke.each[n], group)
		}
	}
	g.best(res, res.Metrics[first:])
	g.addCosts(res)
	g.roles(res)
}

func iteration(n int) map[string]string { return map[string]string{"iteration": strconv.Itoa(n)} }

func shareOf(name, doc string) adhere.Metric {
	m := metric.ConstraintAccuracy(name, metric.Options{})
	of := m.Of
	m.Doc = doc
	m.Of = func(records []adhere.Record) []adhere.Summary {
		all := of(records)
		if all[0].Undefined != "" {
			all[0].Undefined = "there were none to change"
		}
		return all
	}
	return m
}

func define(res *report.Result, d report.Definition) {
	if !slices.ContainsFunc(res.Definitions, func(o report.Definition) bool { return o.Name == d.Name }) {
		res.Definitions = append(res.Definitions, d)
	}
}

// align turns the records of items into those of iterations: an item that
// ended early keeps its answer.
func (g *refinements) align() {
	most := 0
	for _, it := range g.items {
		most = max(most, len(it))
	}
	for n := range most {
		var records []adhere.Record
		for _, it := range g.items {
			if len(it) > 0 {
				records = append(records, it[min(n, len(it)-1)])
			}
		}
		g.after = append(g.after, records)
	}
}

// best adds the number of iterations after which most instructions are
// followed. Its interval holds all those whose own interval reaches the best
// value.
func (g *refinements) best(res *report.Result, summaries []adhere.Summary) {
	best, at := adhere.Summary{}, -1
	var all []adhere.Summary
	for _, s := range summaries {
		if s.Metric == accAfter && s.Undefined == "" {
			all = append(all, s)
			if at < 0 || s.Value > best.Value {
				best, at = s, len(all)-1
			}
		}
	}
	if at < 0 {
		return
	}
	lo, hi := at, at
	for n, s := range all {
		if s.Hi >= best.Value {
			lo, hi = min(lo, n), max(hi, n)
		}
	}
	define(res, report.Definition{Name: bestN, Plain: true, Max: float64(max(len(all)-1, 1)), Doc: "the smallest number of iterations after which most instructions are followed; its interval holds the numbers that do as well within theirs"})
	res.Metrics = append(res.Metrics, adhere.Summary{Metric: bestN, Group: map[string]string{}, Value: float64(at), Lo: float64(lo), Hi: float64(hi), N: best.N})
}
