package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/jobs"
	"adhere/internal/store"
	"adhere/model"
)

func (p *program) workerCommand() *cobra.Command {
	w := &worker{program: p}
	var queue string
	cmd := p.Command("worker --db postgres://...", cobra.NoArgs)
	w.db, w.data = p.DBFlag(cmd), p.DataFlag(cmd)
	cmd.Flags().StringVar(&queue, "queue", "default", "name of the queue to take work from")
	cmd.Flags().IntVar(&w.connections, "max-connections", 20, "calls to one model at the same time from this worker")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return p.withQueue(cmd.Context(), *w.db, func(s *store.Store, q *jobs.Queue) error {
			w.store, w.runs = s, map[string]*carried{}
			p.Say("taking work from the queue %q of %s", queue, s.Path())
			err := q.Work(cmd.Context(), jobs.Worker{
				Queue: queue, Parts: 2 + 2*w.connections/jobs.PartSize,
				Do: w.do, Done: w.done, Log: p.Say,
			})
			for _, c := range w.runs {
				err = errors.Join(err, c.budget.Close(context.Background()))
			}
			return err
		})
	}
	p.addQueueCommands(cmd, w.db)
	return cmd
}

// withQueue opens a database on a server and its queue.
func (p *program) withQueue(ctx context.Context, db string, do func(*store.Store, *jobs.Queue) error) error {
	if !store.OnServer(p.DBPath(db)) {
		return noServer()
	}
	return p.WithStore(ctx, db, func(s *store.Store) error {
		q, err := jobs.Open(ctx, p.DBPath(db))
		if err != nil {
			return err
		}
		defer q.Close()
		return do(s, q)
	})
}

func noServer() error {
	return &adhere.Error{Code: adhere.Invalid, Message: "workers share a PostgreSQL database, and --db names a file", Hint: "--db postgres://user@host/name; without a server, adhere eval --shard divides a run"}
}

// A worker carries out parts of runs that others have planned.
type worker struct {
	program     *program
	db, data    *string
	connections int
	store       *store.Store

	mu       sync.Mutex
	limiters model.Limiters // of all runs
	runs     map[string]*carried
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
func (w *worker) budget(run string, f *evalFlags) (*model.Budget, error) {
	money, err := eval.ParseMoney(f.Budget)
	if err != nil {
		return nil, err
	}
	most := adhere.Usage{Money: money, In: f.BudgetTokens}
	return model.NewSharedBudget(money, f.BudgetTokens, func(ctx context.Context, money adhere.Money, tokens int) (bool, error) {
		return w.store.TakeShare(ctx, budgetOf(run), adhere.Usage{Money: money, In: tokens}, most)
	}), nil
}

// do carries out a part. A claim keeps others from it for as long as this
// process lives.
func (w *worker) do(ctx context.Context, part jobs.Part) error {
	c, err := w.open(ctx, part)
	if err != nil {
		return &jobs.Unfit{Err: err}
	}
	held, release, err := w.store.Claim(ctx, fmt.Sprintf("%s, items %d to %d", part.Run, part.From+1, part.To))
	if err != nil {
		return err
	}
	defer release()
	journal, err := w.store.Part(held, part.Run, part.From, part.To)
	if err != nil {
		return err
	}
	if _, err = c.Do(held, c.run, journal, eval.Watch{Log: slog.New(slog.NewTextHandler(w.program.Err, nil)), Warner: w.store}); err != nil {
		return err
	}
	return w.checkFailures(ctx, c)
}

// checkFailures stops a run of which more items have failed than may.
func (w *worker) checkFailures(ctx context.Context, c *carried) error {
	if c.FailLimit == nil || c.FailLimit(c.run.Items) == 0 {
		return nil
	}
	r, err := w.store.Run(ctx, c.run.ID)
	if err != nil || r.Failed <= max(c.FailLimit(c.run.Items), 0) {
		return err
	}
	return &adhere.Error{Code: adhere.Permanent, Message: fmt.Sprintf("%d items failed, more than --fail-on-error allows", r.Failed), Hint: "when the cause is gone, the same command with --resume goes on"}
}

// open plans the evaluation that a part is of, as whoever added it said, and
// holds that it is the same.
func (w *worker) open(ctx context.Context, part jobs.Part) (*carried, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.runs[part.Run]; c != nil && c.how == part.How {
		return c, nil
	}
	if err := w.forget(part.Run); err != nil {
		return nil, err
	}
	r, err := w.store.Run(ctx, part.Run)
	if err != nil {
		return nil, err
	}
	cmd, f := w.program.newEval()
	cmd.SetContext(ctx)
	if err := f.Read(w.program.Program, cmd, "the run's settings", []byte(part.How)); err != nil {
		return nil, err
	}
	*f.data, f.Connections = *w.data, w.connections
	models, err := w.program.NewModels(&f.ModelFlags, w.store)
	if err != nil {
		return nil, err
	}
	models.Limiters, models.Turns = &w.limiters, w.store
	if models.Budget != nil {
		if models.Budget, err = w.budget(r.ID, f); err != nil {
			return nil, err
		}
	}
	_, planned, err := w.program.planEval(cmd, f.Bench, models, f)
	if err != nil {
		return nil, err
	}
	if len(planned) != 1 || planned[0].Plan.RunID() != r.ID {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "data, prompts or versions here make another plan of the run", Hint: "give every worker the same program and the same files"}
	}
	c := &carried{planned[0], r, part.How, models.Budget}
	w.runs[part.Run] = c
	w.program.Say("run %s: %s", r.ID, cli.Plural(r.Items, "item"))
	return c, nil
}

// forget drops a run that is over or goes on in another way, and others
// where there are many: another worker may have ended them.
func (w *worker) forget(run string) (err error) {
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

// done notes the end of a run.
func (w *worker) done(ctx context.Context, run string) error {
	w.mu.Lock()
	err := w.forget(run)
	w.mu.Unlock()
	if err != nil {
		return err
	}
	state, err := w.store.Settle(ctx, run)
	if err == nil {
		w.program.Say("run %s is %s", run, state)
	}
	return err
}
