// Package jobs distributes the parts of runs to workers on many machines. It is
// a thin layer over River, a job queue in PostgreSQL, in the same database as
// the runs.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"adhere"
	"adhere/internal/postgres"
)

// PartSize is how many items of a run make a job: some seconds of work, so
// that little is left undone where a worker is stopped.
const PartSize = 50

// tries is how often a part may fail before it is set aside.
const tries = 8

// A Part is some items of a run, to be carried out by one worker.
type Part struct {
	Run  string `json:"run"`
	From int    `json:"from"` // position of the first item
	To   int    `json:"to"`   // position after the last
	How  string `json:"how"`  // the evaluation, as whoever added the part wrote it down
}

// Kind names the jobs in the queue.
func (Part) Kind() string { return "run_part" }

// Parts cuts positions of a run, in order, into parts.
func Parts(run, how string, positions []int) []Part {
	var parts []Part
	for _, at := range positions {
		from := at - at%PartSize
		if len(parts) == 0 || parts[len(parts)-1].From != from {
			parts = append(parts, Part{Run: run, From: from, To: from + PartSize, How: how})
		}
	}
	return parts
}

// A Queue holds parts until workers take them.
type Queue struct {
	pool *pgxpool.Pool
	add  *river.Client[pgx.Tx] // which does not work
}

// Open opens the queue in the PostgreSQL database at address and makes its
// tables where there are none.
func Open(ctx context.Context, address string) (*Queue, error) {
	pool, err := pgxpool.New(ctx, address)
	if err != nil {
		return nil, failed("open the queue", err)
	}
	q := &Queue{pool: pool}
	if err := postgres.Reach(ctx, func() error { return q.prepare(ctx) }); err != nil {
		pool.Close()
		return nil, failed("open the queue", err)
	}
	return q, nil
}

func (q *Queue) prepare(ctx context.Context) (err error) {
	if err := q.migrate(ctx); err != nil {
		return err
	}
	q.add, err = river.NewClient(riverpgxv5.New(q.pool), &river.Config{Logger: slog.New(slog.DiscardHandler), MaxAttempts: tries})
	return err
}

// migrateLock is the lock that a client holds while it makes the tables.
const migrateLock = 0x41646865_00000003

// migrate brings the tables up to date, one client at a time: by one connection,
// with which its lock ends.
func (q *Queue) migrate(ctx context.Context) error {
	config := q.pool.Config()
	config.MaxConns, config.MinConns = 1, 0
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false } // a new connection would have no lock
	one, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer one.Close()
	if _, err := one.Exec(ctx, "select pg_advisory_lock($1)", int64(migrateLock)); err != nil {
		return err
	}
	m, err := rivermigrate.New(riverpgxv5.New(one), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	_, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

// Close closes the connections.
func (q *Queue) Close() { q.pool.Close() }

func failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	return &adhere.Error{Code: adhere.Unavailable, Message: doing, Err: err, Hint: "check that the PostgreSQL server is running and that its user may create tables"}
}

// Options say where parts go.
type Options struct {
	Queue    string // a name that workers are started with; empty is "default"
	Priority int    // 1, the first, to 4; 0 is read as 1
}

// Add puts all parts into the queue, or none.
func (q *Queue) Add(ctx context.Context, parts []Part, o Options) error {
	var all []river.InsertManyParams
	for _, p := range parts {
		of, err := json.Marshal(map[string]string{"run": p.Run})
		if err != nil {
			return err
		}
		all = append(all, river.InsertManyParams{Args: p, InsertOpts: &river.InsertOpts{Queue: o.Queue, Priority: o.Priority, Metadata: of}})
	}
	if len(all) == 0 {
		return nil
	}
	return failed("add the run to the queue", q.outlast(ctx, func() error { // twice, it may be: a part that is done takes a worker a moment
		return pgx.BeginFunc(ctx, q.pool, func(tx pgx.Tx) error {
			_, err := q.add.InsertManyFastTx(ctx, tx, all)
			return err
		})
	}))
}

// outlast does something again where the server was lost, once it is back.
func (q *Queue) outlast(ctx context.Context, do func() error) error {
	return postgres.Outlast(ctx, func() error {
		err := do()
		if postgres.IsLost(err) {
			q.pool.Reset() // the other connections are as dead
		}
		return err
	})
}

// manyJobs are read at a time where all are to be seen.
const manyJobs = 1000

var (
	waiting    = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateScheduled}
	unfinished = append([]rivertype.JobState{rivertype.JobStateRunning}, waiting...)
	setAside   = []rivertype.JobState{rivertype.JobStateDiscarded, rivertype.JobStateCancelled}
)

// each calls do for the jobs of a run, or of all if run is empty, that are in
// one of those states, until do returns false. It reads so many at a time.
func (q *Queue) each(ctx context.Context, run string, states []rivertype.JobState, page int, do func(*rivertype.JobRow) (bool, error)) error {
	params := river.NewJobListParams().Kinds(Part{}.Kind()).States(states...).First(page)
	if run != "" {
		of, err := json.Marshal(map[string]string{"run": run})
		if err != nil {
			return err
		}
		params = params.Metadata(string(of))
	}
	for {
		var found *river.JobListResult
		err := q.outlast(ctx, func() (err error) {
			found, err = q.add.JobList(ctx, params)
			return err
		})
		if err != nil {
			return failed("look into the queue", err)
		}
		for _, job := range found.Jobs {
			if more, err := do(job); err != nil || !more {
				return err
			}
		}
		if len(found.Jobs) < page {
			return nil
		}
		params = params.After(found.LastCursor)
	}
}

// Waits reports whether parts of the run are to be done or under way.
func (q *Queue) Waits(ctx context.Context, run string) (waits bool, err error) {
	err = q.each(ctx, run, unfinished, 1, func(*rivertype.JobRow) (bool, error) {
		waits = true
		return false, nil
	})
	return waits, err
}

// A State counts the parts of a run.
type State struct {
	Run      string `json:"run"`
	Queue    string `json:"queue"`
	Priority int    `json:"priority"`
	Waiting  int    `json:"waiting"`
	Working  int    `json:"working"`
	SetAside int    `json:"set_aside"`       // failed too often, or stopped
	Error    string `json:"error,omitempty"` // why the last of these was, or one that is tried again failed
}

// States lists the runs that have parts in the queue which are not done, in
// the order in which they came.
func (q *Queue) States(ctx context.Context, run string) ([]*State, error) {
	var states []*State
	of := map[string]*State{}
	err := q.each(ctx, run, append(setAside, unfinished...), manyJobs, func(job *rivertype.JobRow) (bool, error) {
		run, err := runOf(job)
		if err != nil {
			return false, err
		}
		s := of[run]
		if s == nil {
			s = &State{Run: run, Queue: job.Queue, Priority: job.Priority}
			of[run], states = s, append(states, s)
		}
		switch job.State {
		case rivertype.JobStateRunning:
			s.Working++
		case rivertype.JobStateDiscarded, rivertype.JobStateCancelled:
			s.SetAside++
		default:
			s.Waiting++
		}
		if n := len(job.Errors); n > 0 && !strings.Contains(job.Errors[n-1].Error, rivertype.ErrJobCancelledRemotely.Error()) {
			s.Error = strings.TrimPrefix(job.Errors[n-1].Error, "JobCancelError: ")
		}
		return true, nil
	})
	return states, err
}

// runOf returns the run whose part a job is.
func runOf(job *rivertype.JobRow) (string, error) {
	var p Part
	if err := json.Unmarshal(job.EncodedArgs, &p); err != nil {
		return "", fmt.Errorf("job %d: %w", job.ID, err)
	}
	return p.Run, nil
}

// Cancel takes the run's parts out of the queue; what is under way is
// interrupted. It returns how many those were; if none, an error.
func (q *Queue) Cancel(ctx context.Context, run string) (int, error) {
	return q.changeSome(ctx, run, "unfinished", unfinished, q.add.JobCancel)
}

// Retry puts parts that were set aside back, and returns how many those were; if
// none, an error.
func (q *Queue) Retry(ctx context.Context, run string) (int, error) {
	return q.changeSome(ctx, run, "set aside", setAside, q.add.JobRetry)
}

// changeSome is changeAll where there is something to change.
func (q *Queue) changeSome(ctx context.Context, run, which string, states []rivertype.JobState, do func(context.Context, int64) (*rivertype.JobRow, error)) (int, error) {
	n, err := q.changeAll(ctx, run, states, do)
	if err == nil && n == 0 {
		err = adhere.Errorf(adhere.NotFound, "no part of run %q is %s", run, which).WithHint("adhere worker list shows what is in the queue")
	}
	return n, err
}

// Forget removes parts that were set aside.
func (q *Queue) Forget(ctx context.Context, run string) error {
	_, err := q.changeAll(ctx, run, setAside, q.add.JobDelete)
	return err
}

// changeAll does something to the jobs of a run that are in one of those states, and
// counts them.
func (q *Queue) changeAll(ctx context.Context, run string, states []rivertype.JobState, do func(context.Context, int64) (*rivertype.JobRow, error)) (n int, err error) {
	err = q.each(ctx, run, states, manyJobs, func(job *rivertype.JobRow) (bool, error) {
		n++
		return true, q.change(ctx, job.ID, do)
	})
	return n, err
}

// change does something to a job, or passes over one that is not there any more.
func (q *Queue) change(ctx context.Context, id int64, do func(context.Context, int64) (*rivertype.JobRow, error)) error {
	err := q.outlast(ctx, func() error {
		_, err := do(ctx, id)
		return err
	})
	if errors.Is(err, rivertype.ErrNotFound) {
		return nil
	}
	return failed("change the queue", err)
}

// Pause has workers take nothing more from the queue of that name, and Resume
// has them take again.
func (q *Queue) Pause(ctx context.Context, name string) error {
	return named(name, q.outlast(ctx, func() error { return q.add.QueuePause(ctx, name, nil) }))
}

// Resume ends a pause.
func (q *Queue) Resume(ctx context.Context, name string) error {
	return named(name, q.outlast(ctx, func() error { return q.add.QueueResume(ctx, name, nil) }))
}

func named(name string, err error) error {
	if errors.Is(err, rivertype.ErrNotFound) {
		return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no queue %q", name), Hint: "a queue exists once a worker has used it"}
	}
	return failed("change the queue", err)
}
