package jobs

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"adhere"
)

const (
	// deadAfter is how long a part may be under way before it is asked whether
	// its worker is still there.
	deadAfter = 30 * time.Second
	// settleIn is how long a part that cannot be carried out at present waits.
	settleIn = 10 * time.Second
)

// A Worker takes parts from a queue and carries them out.
type Worker struct {
	Queue string // empty is "default"
	Parts int    // carried out at a time; 0 is read as 1

	// Do carries out a part. What it returns decides what becomes of the part:
	//
	//   - nil: it is done
	//   - Cancelled, or any error once ctx has ended: another worker takes it
	//   - Conflict: another has it; it is looked at again
	//   - an Unfit error: this worker cannot; it is left to others
	//   - Exhausted, Permanent, Refused: the whole run is stopped
	//   - any other error: it is tried again, and set aside after eight tries
	Do func(ctx context.Context, p Part) error
	// Done is told of a run of which no part waits any more; more than once, it
	// may be.
	Done func(ctx context.Context, run string) error
	Log  func(format string, args ...any)
}

// Unfit wraps why a worker cannot carry out a part that others may.
type Unfit struct{ Err error }

func (u *Unfit) Error() string { return u.Err.Error() }

// Unwrap returns the reason.
func (u *Unfit) Unwrap() error { return u.Err }

// Work carries out parts until ctx ends; what is then under way goes back into
// the queue. A part whose worker has died is taken by another after a minute.
func (q *Queue) Work(ctx context.Context, w Worker) error {
	own := &hand{Worker: w, queue: q, running: map[int64]bool{}}
	var client *river.Client[pgx.Tx]
	var ended <-chan *river.Event
	err := q.outlast(ctx, func() (err error) { // by a new one where it could not begin: it would tell of nothing
		if client, err = q.worker(own); err != nil {
			return err
		}
		own.id = client.ID()
		ended, _ = client.Subscribe(river.EventKindJobCompleted, river.EventKindJobCancelled, river.EventKindJobFailed) // closed with the client
		return client.Start(context.WithoutCancel(ctx))
	})
	if err != nil {
		return failed("start the worker", err)
	}
	for {
		select {
		case e := <-ended:
			own.ended(ctx, e)
		case <-ctx.Done():
			return failed("stop the worker", client.StopAndCancel(context.WithoutCancel(ctx)))
		}
	}
}

// worker returns a client that works.
func (q *Queue) worker(h *hand) (*river.Client[pgx.Tx], error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, h)
	return river.NewClient(riverpgxv5.New(q.pool), &river.Config{
		Logger: slog.New(slog.DiscardHandler), Workers: workers, MaxAttempts: tries,
		Queues:     map[string]river.QueueConfig{cmp.Or(h.Queue, river.QueueDefault): {MaxWorkers: max(h.Parts, 1)}},
		JobTimeout: -1, RescueStuckJobsAfter: deadAfter,
		CompletedJobRetentionPeriod: time.Hour, CancelledJobRetentionPeriod: 30 * 24 * time.Hour, DiscardedJobRetentionPeriod: 30 * 24 * time.Hour,
		FetchPollInterval: time.Second, FetchCooldown: 20 * time.Millisecond,
	})
}

// A hand carries out parts for River.
type hand struct {
	river.WorkerDefaults[Part]
	Worker
	queue *Queue
	id    string // of its client

	mu      sync.Mutex
	running map[int64]bool // jobs under way here
}

// Timeout is asked when a part begins, which takes as long as it takes, and of
// parts that have been under way for long: those of another worker may be taken
// over, since who carries one out holds a claim on it.
func (h *hand) Timeout(job *river.Job[Part]) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	by := job.AttemptedBy
	mine := len(by) > 0 && by[len(by)-1] == h.id
	if mine && (h.running[job.ID] || job.AttemptedAt == nil || time.Since(*job.AttemptedAt) < deadAfter) {
		return -1
	}
	return 1
}

// NextRetry waits longer after each failure, up to a minute.
func (h *hand) NextRetry(job *river.Job[Part]) time.Time {
	return time.Now().Add(min(time.Duration(job.Attempt*job.Attempt)*time.Second, time.Minute))
}

func (h *hand) Work(ctx context.Context, job *river.Job[Part]) error {
	h.mark(job.ID, true)
	defer h.mark(job.ID, false)
	err := h.Do(ctx, job.Args)
	var unfit *Unfit
	switch code := adhere.CodeOf(err); {
	case err == nil:
		return nil
	case ctx.Err() != nil, code == adhere.Cancelled:
		return river.JobSnooze(0)
	case code == adhere.Conflict:
		return river.JobSnooze(settleIn)
	case errors.As(err, &unfit):
		h.Log("items %d to %d of run %s are left to another worker: %v", job.Args.From+1, job.Args.To, job.Args.Run, err)
		return river.JobSnooze(settleIn)
	case code == adhere.Exhausted, code == adhere.Permanent, code == adhere.Refused:
		h.Log("run %s is stopped: %v", job.Args.Run, err)
		// Parts under way elsewhere meet the same, and keep their own reason.
		if _, stop := h.queue.changeAll(context.WithoutCancel(ctx), job.Args.Run, waiting, h.queue.add.JobCancel); stop != nil {
			return errors.Join(err, stop)
		}
		return river.JobCancel(err)
	default:
		h.Log("items %d to %d of run %s: %v", job.Args.From+1, job.Args.To, job.Args.Run, err)
		return err
	}
}

func (h *hand) mark(id int64, running bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !running {
		delete(h.running, id)
		return
	}
	h.running[id] = true
}

// ended looks whether that was the last part of its run.
func (h *hand) ended(ctx context.Context, e *river.Event) {
	run, err := runOf(e.Job)
	if err == nil {
		var waits bool
		if waits, err = h.queue.Waits(ctx, run); err == nil && !waits {
			err = h.Done(ctx, run)
		}
	}
	if err != nil && ctx.Err() == nil {
		h.Log("run %s: %v", run, err)
	}
}
