package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"adhere"
	"adhere/eval"
	"adhere/internal/store"
)

// A tournament compares the answers of two runs, one by one.
type tournament struct {
	a, b     *adhere.Run
	comparer adhere.Comparer
	matches  []contest
	warnings []string
}

// A contest is two answers to one instruction and who won.
type contest struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt"`
	Winner      adhere.Winner  `json:"winner"` // first is the answer of run A
	Reason      string         `json:"reason,omitempty"`
	Raw         string         `json:"raw,omitempty"`
	first       *adhere.Record // of run A
	second      *adhere.Record // of run B
	usage       adhere.Usage
}

// newTournament pairs the answers of two runs over the same instructions.
func newTournament(ctx context.Context, s *store.Store, nameA, nameB, limit string) (*tournament, error) {
	part, err := eval.ParseLimit(limit)
	if err != nil {
		return nil, err
	}
	t := &tournament{}
	if t.a, err = s.Run(ctx, nameA); err != nil {
		return nil, err
	}
	if t.b, err = s.Run(ctx, nameB); err != nil {
		return nil, err
	}
	if t.a.Plan.Dataset != t.b.Plan.Dataset {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("runs over %s and %s cannot be compared", t.a.Plan.Dataset, t.b.Plan.Dataset), Hint: "adhere runs list --bench NAME shows runs of one benchmark"}
	}
	if err := t.pair(ctx, s, part); err != nil {
		return nil, err
	}
	if len(t.matches) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("no instruction has an answer in both %s and %s", t.a.ID, t.b.ID)}
	}
	return t, nil
}

type answerKey struct {
	instruction string
	attempt     int
}

// pair finds the answers that both runs have, in the order of the first.
func (t *tournament) pair(ctx context.Context, s *store.Store, part eval.Range) error {
	others := map[answerKey]*adhere.Record{}
	for r, err := range s.Records(ctx, t.b.ID) {
		if err != nil {
			return err
		}
		if r.Response != nil {
			others[answerKey{r.Instruction.ID, r.Attempt}] = r
		}
	}
	alone, seen := 0, 0
	for r, err := range s.Records(ctx, t.a.ID) {
		if err != nil {
			return err
		}
		key := answerKey{r.Instruction.ID, r.Attempt}
		other := others[key]
		delete(others, key)
		if r.Response == nil || other == nil {
			alone++
			continue
		}
		if seen++; seen <= part.Skip || part.Limit > 0 && seen > part.Skip+part.Limit {
			continue
		}
		t.matches = append(t.matches, contest{Instruction: key.instruction, Attempt: key.attempt, first: r, second: other})
	}
	if seen > 0 && len(t.matches) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--limit %d-%d: the runs have %s to the same instructions", part.Skip+1, part.Skip+part.Limit, plural(seen, "answer"))}
	}
	if alone += len(others); alone > 0 {
		t.warnings = append(t.warnings, fmt.Sprintf("%d answers have no counterpart in the other run and are left out", alone))
	}
	return nil
}

// play has every match judged, several at a time. A match whose calls fail has
// no winner; what would fail all of them ends the tournament.
func (t *tournament) play(ctx context.Context, connections int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	failed, why := 0, error(nil)
	for range min(connections, len(t.matches)) {
		wg.Go(func() {
			for i := range next {
				err := t.judge(ctx, &t.matches[i])
				if err == nil {
					continue
				}
				if hopeless(ctx, err) {
					cancel(err)
					continue
				}
				mu.Lock()
				failed, why = failed+1, err
				mu.Unlock()
			}
		})
	}
	for i := range t.matches {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		const message = "stopped before every pair was compared; finished calls are stored"
		if errors.Is(err, context.Canceled) {
			return &adhere.Error{Code: adhere.Cancelled, Message: message, Hint: "the same command goes on"}
		}
		return &adhere.Error{Code: adhere.CodeOf(err), Message: message, Hint: adhere.HintOf(err), Err: err}
	}
	if failed == len(t.matches) {
		return &adhere.Error{Code: adhere.Unavailable, Message: fmt.Sprintf("none of %s could be compared, one because", plural(failed, "pair")), Err: why, Hint: "the same command tries them again"}
	}
	if failed > 0 {
		t.warnings = append(t.warnings, fmt.Sprintf("%s could not be compared and have no winner, one because %v; the same command tries them again", plural(failed, "pair"), why))
	}
	return nil
}

// hopeless reports whether the next call would fare no better.
func hopeless(ctx context.Context, err error) bool {
	switch adhere.CodeOf(err) {
	case adhere.Cancelled, adhere.Exhausted, adhere.Refused, adhere.NotFound:
		return true
	default:
		return ctx.Err() != nil
	}
}

func (t *tournament) judge(ctx context.Context, m *contest) error {
	m.Winner = adhere.NoWinner
	choice, err := t.comparer.Compare(ctx, &adhere.Task{Instruction: m.first.Instruction, Attempt: m.first.Attempt}, m.first.Response, m.second.Response)
	if err != nil {
		m.Reason = err.Error()
		return err
	}
	m.Winner, m.Reason, m.Raw, m.usage = choice.Winner, choice.Reason, choice.Raw, choice.Usage
	return nil
}

func (t *tournament) usage() adhere.Usage {
	var sum adhere.Usage
	for _, m := range t.matches {
		sum = sum.Add(m.usage)
	}
	sum.Time = 0 // no two runs share it
	return sum
}
