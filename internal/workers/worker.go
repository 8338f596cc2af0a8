// Package workers runs one evaluation on many machines: one process plans it,
// puts its parts into a queue and shows the progress; workers plan the same
// evaluation, take parts, and share the limits and the budget of the run.
package workers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"adhere"
	"adhere/eval"
	"adhere/internal/jobs"
	"adhere/internal/store"
	"adhere/model"
	"adhere/model/provider"
)

// A Worker carries out parts of runs that others have planned.
type Worker struct {
	Store *store.Store
	// Plan plans the evaluation that settings describe. Before it opens models
	// it hands to shared what opens them, with the budget of the whole run.
	Plan func(ctx context.Context, settings string, shared func(m *provider.Opener, budget adhere.Usage)) ([]*eval.Evaluation, error)
	Say  func(format string, args ...any) // tells of runs as they begin and end
	Log  *slog.Logger

	mu       sync.Mutex
	limiters provider.Limiters // of all runs
	runs     map[string]*carried
}

// Work takes parts from a queue until the context ends, of each as many as keep
// so many connections busy.
func (w *Worker) Work(ctx context.Context, q *jobs.Queue, queue string, connections int) error {
	w.runs = map[string]*carried{}
	w.Say("taking work from the queue %q of %s", queue, w.Store.Path())
	err := q.Work(ctx, jobs.Worker{
		Queue: queue, Parts: 2 + 2*connections/jobs.PartSize,
		Do: w.do, Done: w.done, Log: w.Say,
	})
	for _, c := range w.runs {
		err = errors.Join(err, c.budget.Close(context.Background()))
	}
	return err
}

// carried is a run that this worker has carried out parts of.
type carried struct {
	*eval.Evaluation
	run    *adhere.Run
	how    string
	budget *model.Budget // nil where there is none
}

// budgetOf names what workers have taken of a run's budget.
func budgetOf(run string) string { return "budget of " + run }

// budget is this worker's part of a run's budget.
func (w *Worker) budget(run string, most adhere.Usage) *model.Budget {
	return model.NewSharedBudget(most.Money, most.In, func(ctx context.Context, money adhere.Money, tokens int) (bool, error) {
		return w.Store.TakeShare(ctx, budgetOf(run), adhere.Usage{Money: money, In: tokens}, most)
	})
}

// do carries out a part. A claim keeps others from it for as long as this
// process lives.
func (w *Worker) do(ctx context.Context, part jobs.Part) error {
	c, err := w.open(ctx, part)
	if err != nil {
		return &jobs.Unfit{Err: err}
	}
	held, release, err := w.Store.Claim(ctx, fmt.Sprintf("%s, items %d to %d", part.Run, part.From+1, part.To))
	if err != nil {
		return err
	}
	defer release()
	journal, err := w.Store.Part(held, part.Run, part.From, part.To)
	if err != nil {
		return err
	}
	if _, err = c.Do(held, c.run, journal, eval.Watch{Log: w.Log, Warner: w.Store}); err != nil {
		return err
	}
	return w.checkFailures(ctx, c)
}

// checkFailures stops a run of which more items have failed than may.
func (w *Worker) checkFailures(ctx context.Context, c *carried) error {
	if c.FailLimit == nil || c.FailLimit(c.run.Items) == 0 {
		return nil
	}
	r, err := w.Store.Run(ctx, c.run.ID)
	if err != nil || r.Failed <= max(c.FailLimit(c.run.Items), 0) {
		return err
	}
	return &adhere.Error{Code: adhere.Permanent, Message: fmt.Sprintf("%d items failed, more than --fail-on-error allows", r.Failed), Hint: "when the cause is gone, the same command with --resume continues"}
}

// open plans the evaluation that a part is of, as whoever added it said, and
// holds that it is the same.
func (w *Worker) open(ctx context.Context, part jobs.Part) (*carried, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.runs[part.Run]; c != nil && c.how == part.How {
		return c, nil
	}
	if err := w.forget(part.Run); err != nil {
		return nil, err
	}
	r, err := w.Store.Run(ctx, part.Run)
	if err != nil {
		return nil, err
	}
	var budget *model.Budget
	planned, err := w.Plan(ctx, part.How, func(m *provider.Opener, most adhere.Usage) {
		m.Limiters, m.Turns = &w.limiters, w.Store
		if m.Budget != nil {
			budget = w.budget(r.ID, most)
			m.Budget = budget
		}
	})
	if err != nil {
		return nil, err
	}
	if len(planned) != 1 || planned[0].Plan.RunID() != r.ID {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "data, prompts or versions here lead to a different plan than the run's", Hint: "give every worker the same program and the same files"}
	}
	c := &carried{planned[0], r, part.How, budget}
	w.runs[part.Run] = c
	w.Say("run %s: %d items", r.ID, r.Items)
	return c, nil
}

// forget drops a run that is over or goes on in another way, and others
// where there are many: another worker may have ended them.
func (w *Worker) forget(run string) (err error) {
	for id, c := range w.runs {
		if id == run || len(w.runs) > manyRuns {
			err = errors.Join(err, c.budget.Close(context.Background()))
			delete(w.runs, id)
		}
	}
	return err
}

// manyRuns is how many runs a worker keeps the plans of.
const manyRuns = 16

func (w *Worker) done(ctx context.Context, run string) error {
	w.mu.Lock()
	err := w.forget(run)
	w.mu.Unlock()
	if err != nil {
		return err
	}
	state, err := w.Store.Settle(ctx, run)
	if err == nil {
		w.Say("run %s is %s", run, state)
	}
	return err
}
