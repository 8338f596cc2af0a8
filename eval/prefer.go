package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"adhere"
	"adhere/internal/plural"
	"adhere/judge"
	"adhere/metric"
	"adhere/report"
)

// PairedRuns are the answers of two runs to the same instructions, for a judge
// that chooses between them.
type PairedRuns struct {
	A, B     *adhere.Run
	Comparer adhere.Comparer
	Pairs    []ComparedPair
	Warnings []string
}

// A ComparedPair is two answers to one instruction and which is better.
type ComparedPair struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt"`
	Winner      adhere.Winner  `json:"winner"` // first is the answer of run A
	Reason      string         `json:"reason,omitempty"`
	Raw         string         `json:"raw,omitempty"`
	first       *adhere.Record // of run A
	second      *adhere.Record // of run B
	usage       adhere.Usage
}

// PairRuns finds the answers that both runs have to one prompt under one id, in
// the order of a, whatever is required of them; limit takes a part of them, see
// parseLimit. Runs without any are an error.
func PairRuns(ctx context.Context, a, b Stored, limit string) (*PairedRuns, error) {
	part, err := parseLimit(limit)
	if err != nil {
		return nil, err
	}
	t := &PairedRuns{}
	if t.A, err = a.From.Run(ctx, a.ID); err != nil {
		return nil, err
	}
	if t.B, err = b.From.Run(ctx, b.ID); err != nil {
		return nil, err
	}
	if err := t.pair(a.From.Records(ctx, t.A.ID), b.From.Records(ctx, t.B.ID), part); err != nil {
		return nil, err
	}
	if len(t.Pairs) == 0 {
		return nil, invalid(fmt.Sprintf("%s and %s cannot be compared: no prompt has an answer under the same id in both", t.A.ID, t.B.ID), "adhere runs list --bench NAME shows runs of one benchmark")
	}
	return t, nil
}

func (t *PairedRuns) pair(ofA, ofB report.Records, part span) error {
	type answer struct {
		instruction string
		attempt     int
	}
	others := map[answer]*adhere.Record{}
	for r, err := range ofB {
		if err != nil {
			return err
		}
		if r.Response != nil {
			others[answer{r.Instruction.ID, r.Attempt}] = r
		}
	}
	alone, changed, seen := 0, 0, 0
	for r, err := range ofA {
		if err != nil {
			return err
		}
		key := answer{r.Instruction.ID, r.Attempt}
		other := others[key]
		delete(others, key)
		if r.Response == nil || other == nil {
			alone++
			continue
		}
		if !slices.Equal(r.Instruction.Messages, other.Instruction.Messages) {
			changed++
			continue
		}
		if seen++; seen <= part.Skip || part.Limit > 0 && seen > part.Skip+part.Limit {
			continue
		}
		t.Pairs = append(t.Pairs, ComparedPair{Instruction: key.instruction, Attempt: key.attempt, first: r, second: other})
	}
	if seen > 0 && len(t.Pairs) == 0 {
		return invalid(fmt.Sprintf("--limit %d-%d: the runs have %s to the same instructions", part.Skip+1, part.Skip+part.Limit, plural.Of(seen, "answer")), "")
	}
	if alone += len(others); alone > 0 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("%d answers have no counterpart in the other run and are left out", alone))
	}
	if changed > 0 {
		t.Warnings = append(t.Warnings, plural.Of(changed, "answer")+" left out: in the other run the prompt under the same id is another one")
	}
	return nil
}

// Estimate adds the calls that comparing takes.
func (t *PairedRuns) Estimate(all *Estimates) error {
	for i := range t.Pairs {
		p := &t.Pairs[i]
		if err := all.addPair("judge", t.Comparer, p.first.Instruction, p.first.Response, p.second.Response); err != nil {
			return err
		}
	}
	return nil
}

// Compare has every pair judged. A pair whose calls fail has no winner; what
// would fail all of them ends it.
func (t *PairedRuns) Compare(ctx context.Context) error {
	var mu sync.Mutex
	failed, why := 0, error(nil)
	err := judge.Each(ctx, len(t.Pairs), func(ctx context.Context, i int) error {
		err := t.judge(ctx, &t.Pairs[i])
		if err == nil || hopeless(ctx, err) {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		failed, why = failed+1, err
		return nil
	})
	const message = "stopped before every pair was compared; finished calls are stored"
	switch {
	case err != nil && ctx.Err() != nil:
		return &adhere.Error{Code: adhere.Cancelled, Message: message, Hint: "the same command continues"}
	case err != nil:
		return &adhere.Error{Code: adhere.CodeOf(err), Message: message, Hint: adhere.HintOf(err), Err: err}
	case failed == len(t.Pairs):
		return &adhere.Error{Code: adhere.Unavailable, Message: fmt.Sprintf("none of %s could be compared, one because", plural.Of(failed, "pair")), Err: why, Hint: "the same command tries them again"}
	case failed > 0:
		t.Warnings = append(t.Warnings, fmt.Sprintf("%s could not be compared and have no winner, one because %v; the same command tries them again", plural.Of(failed, "pair"), why))
	}
	return nil
}

// hopeless reports whether the next call would fare no better.
func hopeless(ctx context.Context, err error) bool {
	switch adhere.CodeOf(err) {
	case adhere.Cancelled, adhere.Exhausted, adhere.Permanent, adhere.Refused, adhere.NotFound:
		return true
	default:
		return ctx.Err() != nil || errors.Is(err, context.Canceled)
	}
}

func (t *PairedRuns) judge(ctx context.Context, p *ComparedPair) error {
	p.Winner = adhere.NoWinner
	choice, err := t.Comparer.Compare(ctx, &adhere.Task{Instruction: p.first.Instruction, Attempt: p.first.Attempt}, p.first.Response, p.second.Response)
	if err != nil {
		p.Reason = err.Error()
		return err
	}
	p.Winner, p.Reason, p.Raw, p.usage = choice.Winner, choice.Reason, choice.Raw, choice.Usage
	return nil
}

// Result returns the shares of wins, ties and losses of run A.
func (t *PairedRuns) Result() *report.Result {
	compared := make([]metric.Contest, len(t.Pairs))
	var used adhere.Usage
	for i := range t.Pairs {
		in := t.Pairs[i].first.Instruction
		compared[i] = metric.Contest{Instruction: cmp.Or(in.Group, in.ID), Winner: t.Pairs[i].Winner}
		used = used.Add(t.Pairs[i].usage)
	}
	used.Time = 0 // no two runs share it
	return &report.Result{
		Run: t.A.ID + " against " + t.B.ID, Bench: t.A.Plan.Bench, Model: t.A.Plan.Model + " against " + t.B.Plan.Model,
		Dataset: splitDataset(t.A.Plan.Dataset), Judges: []string{t.Comparer.Name()}, Items: len(t.Pairs), Counted: "pairs",
		Metrics: metric.Preferences(compared), Warnings: t.Warnings, Usage: map[string]adhere.Usage{"judge": used},
		Definitions: []report.Definition{
			{Name: "win_rate", Doc: "Share of pairs in which the judge prefers the answer of " + t.A.ID + " in both orders."},
			{Name: "tie_rate", Doc: "Share of pairs that the judge calls a tie, or on which it changes its mind with the order."},
			{Name: "loss_rate", Doc: "Share of pairs in which the judge prefers the answer of " + t.B.ID + " in both orders."},
		},
	}
}

// Document is the result with every comparison, for JSON.
func (t *PairedRuns) Document() map[string]any {
	count := map[adhere.Winner]int{}
	for i := range t.Pairs {
		count[t.Pairs[i].Winner]++
	}
	res := t.Result()
	return map[string]any{
		"a": t.A.ID, "b": t.B.ID, "bench": res.Bench, "models": []string{t.A.Plan.Model, t.B.Plan.Model},
		"judge": t.Comparer.Name(), "items": len(t.Pairs),
		"wins": count[adhere.First], "ties": count[adhere.Tie], "losses": count[adhere.Second], "no_winner": count[adhere.NoWinner],
		"metrics": res.Metrics, "usage": report.UsageOf(res.Usage["judge"]), "comparisons": t.Pairs, "warnings": append([]string{}, t.Warnings...),
	}
}
