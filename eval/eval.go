// Package eval runs an evaluation from its plan to its result: data, a
// subject, judges and metrics, over a store of runs that may be a database or
// Memory. The command uses it, and your own programs can:
//
//	e, err := eval.New(ctx, eval.Spec{Name: "tea", Instructions: mine, Judging: eval.Judging{Judge: "openai/gpt-4o"}}, eval.Parts{Subject: subject, Open: open})
//	result, err := e.Run(ctx, eval.NewMemory())
//
// An evaluation that is run again over the same store continues where it
// stopped; package database stores runs permanently.
package eval

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"time"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/internal/plural"
	"adhere/model"
	"adhere/refine"
	"adhere/report"
	"adhere/run"
)

// An Evaluation is a plan with all that is needed to carry it out. New makes
// one.
type Evaluation struct {
	Spec     Spec // what it was made from
	Bench    bench.Bench
	Set      *dataset.Set
	Plan     adhere.Plan
	Subject  adhere.Subject
	Judges   []adhere.Judge
	Graders  []adhere.Grader                                // score whole answers
	Comparer adhere.Comparer                                // compares refined answers with their first attempts; nil compares none
	Wanted   func(in *adhere.Instruction, attempt int) bool // nil wants every item
	Part     func(in *adhere.Instruction) bool              // what this process carries out of the run; nil is all of it
	Workers  int                                            // items that may have a call under way; as many again, up to 150, are judged and stored meanwhile. 0 is read as 1
	Warnings []string                                       // what a reader of the result must know; stored with the run

	// Connections is how many calls to one model may be in flight; 0 if none is
	// called.
	Connections int
	// Conflicts says which instructions have requirements that no answer meets
	// together, one line each.
	Conflicts []string

	FailLimit func(items int) int // see run.Runner; nil sets no limit
	Unkept    bool                // its store ends with the process; an interruption's error says so
	goesOn    bool                // the same command continues a run by itself

	repeats int             // most recorded answers to one instruction
	refiner *refine.Refiner // makes the answers; nil where they are taken as they come
	asked   *askedModels
}

// Refines reports whether the answers are refined.
func (e *Evaluation) Refines() bool { return e.refiner != nil }

// Runs begin, mark and remove runs. Memory and database.DB are Runs.
type Runs interface {
	CreateRun(ctx context.Context, run *adhere.Run, items iter.Seq2[adhere.Item, error]) error
	SetRunState(ctx context.Context, id string, state adhere.RunState) error
	RemoveRun(ctx context.Context, id string) error
	Journal(ctx context.Context, id string) (run.Journal, error)
}

// Records hands out runs, and their records in the order of the items. A slim
// record holds at least what metrics read, which verdicts took more than one
// call (Usage.Calls), and why one is broken. With judge.Brief as the Raw of its
// verdicts, no whole records are read to say what code saved.
type Records interface {
	Run(ctx context.Context, id string) (*adhere.Run, error)
	Records(ctx context.Context, id string) iter.Seq2[*adhere.Record, error]
	SlimRecords(ctx context.Context, id string) iter.Seq2[*adhere.Record, error]
}

// A Store keeps runs and their records. Memory and database.DB are Stores.
type Store interface {
	Runs
	Records
}

// A Watch follows a run while it is carried out. Its zero value is silent.
type Watch struct {
	Progress func(run.Tally) // see run.Runner
	Log      *slog.Logger
	Warner   Warner // takes what comes up about models; CarryOut takes its store
}

// Run carries out the plan and returns its result. If the store has a run of
// the plan, it continues that: finished items stay, items that failed are tried
// again. Two Runs of one plan over one store at a time ask everything twice, or
// fail with code Conflict.
func (e *Evaluation) Run(ctx context.Context, s Store) (*report.Result, error) {
	r, pending, err := e.Start(ctx, s, Resume)
	if err == nil && pending {
		err = e.CarryOut(ctx, s, r, Watch{})
	}
	if err != nil {
		return nil, err
	}
	return Result(ctx, s, e.Plan.RunID(), &e.Bench)
}

// begin stores a new run of the plan. The error's code is Conflict where the
// store has one.
func (e *Evaluation) begin(ctx context.Context, s Runs) (*adhere.Run, error) {
	r := &adhere.Run{ID: e.Plan.RunID(), Plan: e.Plan, Warnings: e.Warnings}
	return r, s.CreateRun(ctx, r, e.Items())
}

// CarryOut carries out the pending items of the stored run and notes its state. A
// run that stops before its end can be resumed.
func (e *Evaluation) CarryOut(ctx context.Context, s Runs, r *adhere.Run, w Watch) error {
	journal, err := s.Journal(ctx, r.ID)
	if err != nil {
		return err
	}
	w.Warner, _ = s.(Warner)
	part := partOf{Journal: journal, in: e.Part}
	if e.Part != nil {
		journal = &part
	}
	tally, err := e.Do(ctx, r, journal, w)
	keep := context.WithoutCancel(ctx)
	if lost := context.Cause(ctx); adhere.CodeOf(lost) == adhere.Conflict {
		return lost // its state is for the other process to note
	}
	if err != nil {
		if state := s.SetRunState(keep, r.ID, adhere.Stopped); state != nil {
			return errors.Join(err, state)
		}
		return e.interrupted(ctx, r, tally, err)
	}
	if part.others {
		return s.SetRunState(keep, r.ID, adhere.Stopped)
	}
	return s.SetRunState(keep, r.ID, adhere.Finished)
}

// Do carries out the pending items of a journal of the stored run, which may list
// only a part of it, and does not change the run's state.
func (e *Evaluation) Do(ctx context.Context, r *adhere.Run, journal run.Journal, w Watch) (run.Tally, error) {
	e.asked.notices.into(ctx, w.Warner, r.ID, w.Log)
	runner := run.Runner{
		Subject: e.Subject, Params: e.Plan.Params, Judges: e.Judges, Graders: e.Graders, Comparer: e.Comparer,
		// More items than calls: while some are judged and stored, the calls of the
		// others go on. Beyond spareItems more would only wait, at 16 KB each.
		Workers: e.Workers + min(e.Workers, spareItems), Grace: 5 * time.Second, Halting: model.Halting, Counting: counting,
		Progress: w.Progress, Log: w.Log,
	}
	if e.FailLimit != nil {
		runner.FailLimit = e.FailLimit(r.Items)
	}
	return runner.Run(ctx, journal)
}

// counting counts what calls use that are made in a context.
func counting(ctx context.Context) (context.Context, func() adhere.Used) {
	var m model.Meter
	return m.In(ctx), m.Cost
}

// partOf is a journal that lists only some of what is pending.
type partOf struct {
	run.Journal
	in     func(*adhere.Instruction) bool
	others bool // are pending, for another process to do
}

func (j *partOf) Pending(ctx context.Context, each func(position, attempt int, in *adhere.Instruction) error) error {
	return j.Journal.Pending(ctx, func(position, attempt int, in *adhere.Instruction) error {
		if !j.in(in) {
			j.others = true
			return nil
		}
		return each(position, attempt, in)
	})
}

// interrupted says how to go on with a run that stopped early.
func (e *Evaluation) interrupted(ctx context.Context, r *adhere.Run, tally run.Tally, err error) error {
	done := r.Done - r.Failed + tally.Done - tally.Failed
	kept, goOn := "everything finished is stored", "the same command with --resume continues"
	switch {
	case e.Unkept:
		kept, goOn = "nothing is stored", "the same command begins again"
	case e.goesOn, recorded(&r.Plan): // which cost nothing to match again
		goOn = "the same command continues"
	}
	stopped := &adhere.Error{
		Code: adhere.CodeOf(err), Err: err,
		Message: fmt.Sprintf("run %s stopped at %d of %s; %s", r.ID, done, plural.Of(r.Items, "item"), kept),
		Hint:    strings.TrimPrefix(adhere.HintOf(err)+"; "+goOn, "; "),
	}
	if tally.GivenUp > 0 {
		stopped.Message += fmt.Sprintf("; %s under way had no time to finish, and will be asked again", plural.Of(tally.GivenUp, "item"))
	}
	if ctx.Err() != nil { // whoever stopped it knows why
		stopped.Err, stopped.Hint = nil, goOn
	}
	return stopped
}

// recorded reports whether the answers of a plan were recorded.
func recorded(plan *adhere.Plan) bool { return strings.HasPrefix(plan.Answers, "sha256:") }
