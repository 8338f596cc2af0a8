package main

import (
	"context"
	"log/slog"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/jobs"
	"adhere/internal/store"
	"adhere/internal/workers"
	"adhere/model/provider"
)

func (p *program) workerCommand() *cobra.Command {
	var queue string
	var connections int
	cmd := p.Command("worker --db postgres://...", cobra.NoArgs)
	db, data := p.DBFlag(cmd), p.DataFlag(cmd)
	cmd.Flags().StringVar(&queue, "queue", "default", "name of the queue to take work from")
	cmd.Flags().IntVar(&connections, "max-connections", 20, "calls to one model at the same time from this worker")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return p.withQueue(cmd.Context(), *db, func(s *store.Store, q *jobs.Queue) error {
			w := &workers.Worker{
				Store: s, Say: p.Say, Log: slog.New(slog.NewTextHandler(p.Err, nil)),
				Plan: func(ctx context.Context, settings string, shared func(*provider.Opener, adhere.Usage)) ([]*eval.Evaluation, error) {
					return p.planSettings(ctx, settings, s, *data, connections, shared)
				},
			}
			return w.Work(cmd.Context(), q, queue, connections)
		})
	}
	p.addQueueCommands(cmd, db)
	return cmd
}

// planSettings plans the evaluations that settings describe, as flags would.
func (p *program) planSettings(ctx context.Context, settings string, s *store.Store, data string, connections int, shared func(*provider.Opener, adhere.Usage)) ([]*eval.Evaluation, error) {
	cmd, f := p.newEval()
	cmd.SetContext(ctx)
	if err := f.Read(p.Program, cmd, "the run's settings", []byte(settings)); err != nil {
		return nil, err
	}
	*f.data, f.Connections = data, connections
	models, err := p.NewModels(&f.ModelFlags, s)
	if err != nil {
		return nil, err
	}
	money, err := eval.ParseMoney(f.Budget)
	if err != nil {
		return nil, err
	}
	shared(models, adhere.Usage{Money: money, In: f.BudgetTokens})
	_, planned, err := p.planEval(cmd, f.Bench, models, f)
	return planned, err
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
	return &adhere.Error{Code: adhere.Invalid, Message: "workers need a PostgreSQL database, but --db names a file", Hint: "--db postgres://user@host/name; without a server, adhere eval --shard divides a run"}
}
