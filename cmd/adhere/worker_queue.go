package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/evaluations"
	"adhere/internal/jobs"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/internal/workers"
)

// addQueueCommands adds what is done about runs that workers carry out.
func (p *program) addQueueCommands(cmd *cobra.Command, db *string) {
	cmd.AddCommand(p.Sub("worker", "list", "List runs waiting for workers, and runs with parts set aside", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return p.withQueue(cmd.Context(), *db, func(_ *store.Store, q *jobs.Queue) error {
			states, err := q.States(cmd.Context(), "")
			if err != nil {
				return err
			}
			return cli.List(p.Program, states, []string{"run", "queue", "priority", "waiting", "working", "set aside", "error"}, func(s *jobs.State) []string {
				return []string{s.Run, s.Queue, strconv.Itoa(s.Priority), strconv.Itoa(s.Waiting), strconv.Itoa(s.Working), strconv.Itoa(s.SetAside), s.Error}
			})
		})
	}))
	ofRun := func(use, short string, do func(ctx context.Context, q *jobs.Queue, run string) (string, error)) {
		cmd.AddCommand(p.Sub("worker", use, short, cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
			return p.withQueue(cmd.Context(), *db, func(_ *store.Store, q *jobs.Queue) error {
				said, err := do(cmd.Context(), q, args[0])
				if err != nil {
					return err
				}
				return p.Done(map[string]string{"done": said}, "%s\n", said)
			})
		}))
	}
	ofRun("cancel RUN", "Remove a run from the queue; finished items stay", func(ctx context.Context, q *jobs.Queue, run string) (string, error) {
		n, err := q.Cancel(ctx, run)
		return fmt.Sprintf("%s of run %s cancelled", plural.Of(n, "part"), run), err
	})
	ofRun("retry RUN", "Put parts that were set aside back into the queue", func(ctx context.Context, q *jobs.Queue, run string) (string, error) {
		n, err := q.Retry(ctx, run)
		return fmt.Sprintf("%s of run %s back in the queue", plural.Of(n, "part"), run), err
	})
	ofRun("pause QUEUE", "Stop workers from taking items from a queue", func(ctx context.Context, q *jobs.Queue, name string) (string, error) {
		return "queue " + name + " is paused", q.Pause(ctx, name)
	})
	ofRun("resume QUEUE", "Let workers take items from a paused queue again", func(ctx context.Context, q *jobs.Queue, name string) (string, error) {
		return "queue " + name + " is running again", q.Resume(ctx, name)
	})
}

// Worker flags: a run that workers carry out.
type workerFlags struct {
	workers  bool
	queue    string
	priority int
}

func (f *workerFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.workers, "workers", false, "queue the run for the workers of a PostgreSQL database (adhere worker), and show its progress")
	flags.StringVar(&f.queue, "queue", "default", "with --workers: the queue to put the run into")
	flags.IntVar(&f.priority, "priority", 1, "with --workers: from 1, served first, to 4")
}

// check refuses what workers cannot do.
func (f *workerFlags) check(p *program, db string, planned []*eval.Evaluation, shard string) error {
	switch {
	case !f.workers:
		return nil
	case !store.OnServer(p.DBPath(db)):
		return noServer()
	case f.priority < 1 || f.priority > 4:
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--priority %d: expected 1 to 4", f.priority)}
	case shard != "":
		return &adhere.Error{Code: adhere.Invalid, Message: "--workers and --shard exclude each other: workers divide a run by themselves"}
	case len(planned) > 1:
		return &adhere.Error{Code: adhere.Invalid, Message: "--workers carry out one run, but this is a sweep", Hint: "start each of its plans separately"}
	}
	return nil
}

// byWorkers has workers do what is to be done of a plan, and watches them.
func (p *program) byWorkers(cmd *cobra.Command, s *store.Store, name string, e *eval.Evaluation, f *evalFlags) error {
	ctx, id := cmd.Context(), e.Plan.RunID()
	q, err := jobs.Open(ctx, p.DBPath(*f.db))
	if err != nil {
		return err
	}
	defer q.Close()
	var r *adhere.Run
	err = evaluations.Alone(ctx, s, id, func(held context.Context) error {
		waits, err := q.Waits(held, id)
		if err == nil && waits && !f.again {
			p.Say("run %s is in the queue; watching it", id)
			r, err = s.Run(held, id)
			return err
		}
		if err != nil {
			return err
		}
		if _, err = q.Cancel(held, id); err != nil && adhere.CodeOf(err) != adhere.NotFound { // what is left of an earlier start
			return err
		}
		var pending bool
		if r, pending, err = e.Start(held, s, f.start()); err != nil || !pending {
			return err
		}
		how, err := f.Document(cmd, name)
		if err != nil {
			return err
		}
		items, parts, err := workers.Enqueue(held, s, q, id, string(how), jobs.Options{Queue: f.queue, Priority: f.priority})
		if err == nil {
			p.Say("%s in %s for the workers of queue %q", plural.Of(items, "item"), plural.Of(parts, "part"), f.queue)
		}
		return err
	})
	if err != nil {
		return err
	}
	show, shown := p.Progress(r.Items, r.Done-r.Failed, true)
	defer shown()
	return workers.Watch(ctx, s, q, r, show)
}
