package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/database"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/jobs"
	"adhere/internal/store"
	"adhere/run"
)

// addQueueCommands adds what is done about runs that workers carry out.
func (p *program) addQueueCommands(cmd *cobra.Command, db *string) {
	cmd.AddCommand(p.Sub("worker", "list", "List the runs that wait for workers, and those with parts set aside", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
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
	ofRun("cancel RUN", "Take a run out of the queue; what is done stays", func(ctx context.Context, q *jobs.Queue, run string) (string, error) {
		n, err := q.Cancel(ctx, run)
		return fmt.Sprintf("%s of run %s cancelled", cli.Plural(n, "part"), run), err
	})
	ofRun("retry RUN", "Put parts that were set aside back into the queue", func(ctx context.Context, q *jobs.Queue, run string) (string, error) {
		n, err := q.Retry(ctx, run)
		return fmt.Sprintf("%s of run %s back in the queue", cli.Plural(n, "part"), run), err
	})
	ofRun("pause QUEUE", "Have workers take nothing more from a queue", func(ctx context.Context, q *jobs.Queue, name string) (string, error) {
		return "queue " + name + " is paused", q.Pause(ctx, name)
	})
	ofRun("resume QUEUE", "Have workers take from a paused queue again", func(ctx context.Context, q *jobs.Queue, name string) (string, error) {
		return "queue " + name + " goes on", q.Resume(ctx, name)
	})
}

// Worker flags: a run that workers carry out.
type workerFlags struct {
	workers  bool
	queue    string
	priority int
}

func (f *workerFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.workers, "workers", false, "leave the work to the workers of a PostgreSQL database (adhere worker), and watch")
	flags.StringVar(&f.queue, "queue", "default", "with --workers: the queue that the run waits in")
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
		return &adhere.Error{Code: adhere.Invalid, Message: "--workers is of one run, and this is a sweep", Hint: "start each of its plans by itself"}
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
	err = cli.Alone(ctx, database.DB{Store: s}, id, func(held context.Context) error {
		waits, err := q.Waits(held, id)
		if err == nil && waits && !f.again {
			p.Say("run %s is in the queue; watching it", id)
			r, err = s.Run(held, id)
			return err
		}
		if err == nil {
			_, err = q.Cancel(held, id)
		}
		if err != nil {
			return err
		}
		var pending bool
		if r, pending, err = e.Start(held, database.DB{Store: s}, f.start()); err != nil || !pending {
			return err
		}
		return f.enqueue(held, p, cmd, name, s, q, r)
	})
	if err != nil {
		return err
	}
	return p.watchWorkers(ctx, s, q, r)
}

// enqueue adds what is pending of a run to the queue.
func (f *evalFlags) enqueue(ctx context.Context, p *program, cmd *cobra.Command, name string, s *store.Store, q *jobs.Queue, r *adhere.Run) error {
	if err := q.Forget(ctx, r.ID); err != nil {
		return err
	}
	if err := s.DropShare(ctx, budgetOf(r.ID)); err != nil {
		return err
	}
	journal, err := s.Journal(ctx, r.ID)
	if err != nil {
		return err
	}
	positions, err := journal.PendingAt(ctx)
	if err != nil {
		return err
	}
	how, err := f.Document(cmd, name)
	if err != nil {
		return err
	}
	parts := jobs.Parts(r.ID, string(how), positions)
	p.Say("%s in %s for the workers of queue %q", cli.Plural(len(positions), "item"), cli.Plural(len(parts), "part"), f.queue)
	return q.Add(ctx, parts, jobs.Options{Queue: f.queue, Priority: f.priority})
}

// outage is for how many seconds a watch goes on without the database.
const outage = 60

// watchWorkers shows how a run goes until none of its parts waits.
func (p *program) watchWorkers(ctx context.Context, s *store.Store, q *jobs.Queue, r *adhere.Run) error {
	before, failures := r.Done-r.Failed, 0
	show, shown := p.Progress(r.Items, before, true)
	defer shown()
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		waits, err := q.Waits(ctx, r.ID)
		if err == nil {
			var now *adhere.Run
			if now, err = s.Run(ctx, r.ID); err == nil {
				r = now
			}
		}
		switch {
		case err == nil && !waits:
			return p.endOfWatch(ctx, s, q, r)
		case err == nil && show != nil:
			show(run.Tally{Done: r.Done - before, Failed: r.Failed})
		}
		if failures++; err == nil {
			failures = 0
		}
		if failures > outage {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return &adhere.Error{Code: adhere.Cancelled, Message: "no longer watching run " + r.ID + "; the workers go on", Hint: "the same command watches again, adhere worker cancel " + r.ID + " stops it"}
		}
	}
}

// endOfWatch says why a run ended early, if it did.
func (p *program) endOfWatch(ctx context.Context, s *store.Store, q *jobs.Queue, r *adhere.Run) error {
	state, err := s.Settle(ctx, r.ID)
	if err != nil || state == adhere.Finished {
		return err
	}
	why := &adhere.Error{Code: adhere.Unavailable, Message: fmt.Sprintf("run %s stopped at %d of %s; everything finished is stored", r.ID, r.Done-r.Failed, cli.Plural(r.Items, "item")), Hint: "the same command with --resume goes on"}
	states, err := q.States(ctx, r.ID)
	if err != nil {
		return err
	}
	for _, s := range states {
		why.Message += ": " + s.Error
	}
	return why
}
