package metric

import (
	"context"
	"slices"

	"adhere"
	"adhere/internal/lists"
)

// A Definition says what a metric means.
type Definition struct {
	Name string  `json:"name"`
	Doc  string  `json:"doc"`
	Max  float64 `json:"max,omitempty"` // the largest value it can have; 0 is read as 1

	// Plain metrics are shown as numbers although Max is 1, kappa for
	// example; without it they are shares, shown as percentages.
	Plain bool `json:"plain,omitempty"`
}

// Refinements sums up the refinements of a run: how good answers would have been
// after each iteration, what was repaired and broken, and what it cost (DeCRIM,
// section 5).
type Refinements struct {
	by     adhere.Judge // nil: the critic
	policy Policy       // of what is undecided, by iteration

	items    [][]adhere.Record // of each item, what would have been its answer after each iteration
	failed   []adhere.Record   // those without an answer, at any iteration
	lost     int               // answers without a trace
	after    [][]adhere.Record // by iteration, over all items
	rewrites bool              // by the strategy, which else answers once
	rewrote  []adhere.Record
	changed  []adhere.Record // those whose answer is not the first
	fixed    changesOf
	broke    changesOf
	rebroken []adhere.Record
	used     map[adhere.Step]adhere.Usage
	costs    []cost
	contests []Contest // of revised answers against the first, where a judge compared them

	measures  []Definition
	summaries []adhere.Summary
}

// NewRefinements returns an empty sum, in whose accuracy by iteration what is
// undecided, and what failed items lack, counts by the policy. By judges every attempt, where rules
// decide everything and it costs nothing: then accuracy by iteration is the
// benchmark's own, whoever the critic was. Nil takes the critic's verdicts.
func NewRefinements(by adhere.Judge, policy Policy) *Refinements {
	return &Refinements{by: by, policy: policy, used: map[adhere.Step]adhere.Usage{}}
}

// Lost returns how many answers were added of which no trace is stored.
func (g *Refinements) Lost() int { return g.lost }

// ByCritic reports whether accuracy by iteration, and what was fixed and
// broken, are by the critic's word.
func (g *Refinements) ByCritic() bool { return g.by == nil && len(g.items) > 0 }

// Add takes the trace of a record. An answer without one is left out.
func (g *Refinements) Add(ctx context.Context, rec *adhere.Record) error {
	t := rec.Trace
	if t == nil || t.Answer() == nil {
		if rec.Response == nil {
			g.failed = append(g.failed, *rec)
		} else {
			g.lost++
		}
		return nil
	}
	it := refined{rec.Instruction, t}
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
	g.changed = append(g.changed, one(it, adhere.OutcomeOf(t.Revised())))
	if t.Preference != nil {
		g.contests = append(g.contests, Contest{Instruction: it.in.ID, Winner: t.Preference.Winner})
	}
	g.changes(it, seen)
	used := it.trace.Usage()
	g.costs = append(g.costs, cost{it.in.ID, used, spentBy(it.trace)})
	for step, u := range used {
		g.used[step] = g.used[step].Add(u)
	}
	return nil
}

// changesOf counts requirements that changed: from the draft to the answer,
// and in each iteration.
type changesOf struct {
	whole []adhere.Record
	each  [][]adhere.Record
}

// A refined is the refinement of an answer to an instruction.
type refined struct {
	in    *adhere.Instruction
	trace *adhere.Trace
}

// judged returns the verdicts on each attempt: the benchmark's where rules
// decide everything, else the critic's. Attempts that cannot be the answer
// have none.
func (g *Refinements) judged(ctx context.Context, it refined) ([][]adhere.Verdict, error) {
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
		if seen[i], err = g.by.Judge(ctx, &adhere.Task{Instruction: it.in, Attempt: it.trace.Request.Attempt, Params: it.trace.Request.Params}, a.Response); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// one is a record about an item as a whole.
func one(it refined, outcome adhere.Outcome) adhere.Record {
	in := *it.in
	in.Requirements = []adhere.Requirement{{ID: "1"}}
	return adhere.Record{
		Instruction: &in, Attempt: it.trace.Request.Attempt, Response: &adhere.Response{},
		Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "trace", Outcome: outcome}},
	}
}

// changes counts what was repaired and broken.
func (g *Refinements) changes(it refined, seen [][]adhere.Verdict) {
	g.rewrites = g.rewrites || len(seen) > 1 || len(it.trace.Attempts[0].Verdicts) > 0
	in := it.trace.Instruction
	if g.by != nil {
		in = it.in
	}
	in, seen = asCounted(in, seen)
	first, last := seen[0], seen[it.trace.Final]
	if len(first) == 0 || len(last) == 0 {
		return
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

// asCounted returns the verdicts as they count, and the instruction without what
// makes them count so.
func asCounted(in *adhere.Instruction, seen [][]adhere.Verdict) (*adhere.Instruction, [][]adhere.Verdict) {
	plain := *in
	plain.Requirements = slices.Clone(in.Requirements)
	for i := range plain.Requirements {
		r := &plain.Requirements[i]
		r.Needs, r.Weight = nil, r.Amount()
	}
	return &plain, lists.Map(seen, func(of []adhere.Verdict) []adhere.Verdict {
		outcomes := in.Settled(of)
		return traced(of, func(i int) adhere.Outcome { return outcomes[i] })
	})
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
	return traced(now, func(i int) adhere.Outcome {
		switch outcome := now[i].Outcome; {
		case before[i].Outcome != from:
			return adhere.Skipped
		case outcome.Decided():
			return adhere.OutcomeOf(outcome != from)
		default:
			return outcome
		}
	})
}

// undone returns verdicts in which the requirements count that were repaired,
// and those are met that were broken again.
func undone(of []adhere.Verdict, repaired, again []bool) []adhere.Verdict {
	return traced(of, func(i int) adhere.Outcome {
		if !repaired[i] {
			return adhere.Skipped
		}
		return adhere.OutcomeOf(again[i])
	})
}

// traced returns verdicts on the same requirements, with other outcomes.
func traced(of []adhere.Verdict, outcome func(i int) adhere.Outcome) []adhere.Verdict {
	var out []adhere.Verdict
	for i := range of {
		out = append(out, adhere.Verdict{Requirement: of[i].Requirement, Judge: "trace", Outcome: outcome(i)})
	}
	return out
}
