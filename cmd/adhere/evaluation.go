package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/model"
	"adhere/report"
	"adhere/run"
)

// An evaluation is a plan with everything that carries it out.
type evaluation struct {
	bench    bench.Bench
	set      *dataset.Set
	plan     adhere.Plan
	subject  adhere.Subject
	judges   []adhere.Judge
	graders  []adhere.Grader                                // score whole answers
	comparer adhere.Comparer                                // compares refined answers with their first attempts; nil compares none
	wanted   func(in *adhere.Instruction, attempt int) bool // nil wants every item
	workers  int                                            // calls that may be in flight
	warnings []string                                       // stored with the run
	readings []string                                       // of how labels correct what its judge said

	connections int  // to each model; 0 if none is called
	bounded     bool // in requests or tokens a minute
	mayFail     failLimit
}

// spareItems is the most items that are in flight besides those that have a
// call: as many as are judged and stored at a time.
const spareItems = 150

// items yields the plan's items in order: instruction after instruction, each
// with its attempts.
func (e *evaluation) items() iter.Seq2[store.Item, error] {
	return func(yield func(store.Item, error) bool) {
		n := 0
		for in, err := range e.set.All() {
			if err != nil {
				yield(store.Item{}, err)
				return
			}
			if len(in.Requirements) == 0 { // level 0: the start of a path, never judged
				continue
			}
			n++
			if n <= e.plan.Skip {
				continue
			}
			if e.plan.Limit > 0 && n > e.plan.Skip+e.plan.Limit {
				return
			}
			chain := e.chain(in)
			for attempt := range max(e.plan.Attempts, 1) {
				if e.wanted != nil && !e.wanted(in, attempt) {
					continue
				}
				if !yield(store.Item{Attempt: attempt, Chain: chain, Instruction: in}, nil) {
					return
				}
			}
		}
	}
}

// chain counts the calls of an item that must follow one another.
func (e *evaluation) chain(in *adhere.Instruction) int {
	n := 1
	for _, j := range e.judges {
		if p, ok := j.(judge.Planner); ok {
			n += p.Chain(in)
		}
	}
	return n + len(e.graders)
}

// alone does the work on the run of that ID while no other process may. The
// context it hands on ends when the run is lost to another all the same.
func (p *program) alone(ctx context.Context, s *store.Store, id string, work func(context.Context) error) error {
	held, release, err := s.Claim(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	return work(held)
}

// carryOut does what is pending of the stored run. A run that stops before
// its end stays resumable.
func (p *program) carryOut(ctx context.Context, s *store.Store, r *adhere.Run, e *evaluation) error {
	journal, err := s.Journal(ctx, r.ID)
	if err != nil {
		return err
	}
	p.say("%s", e.undertaking(r))
	show, done := p.progress(r.Items, r.Done-r.Failed, e.bounded)
	// More items than calls: while some are judged and stored, the calls of the
	// others go on. Beyond spareItems more would only wait, at 16 KB each.
	debug.SetMemoryLimit(memoryLimit + memoryPerItem*int64(max(e.workers-manyItems, 0)))
	defer keepRoom()()
	runner := run.Runner{
		Subject: e.subject, Params: e.plan.Params, Judges: e.judges, Graders: e.graders, Comparer: e.comparer,
		Workers: e.workers + min(e.workers, spareItems), FailLimit: e.mayFail.of(r.Items), Grace: 5 * time.Second, Halting: model.Halting, Progress: show,
		Log: slog.New(slog.NewTextHandler(p.err, nil)),
	}
	tally, err := runner.Run(ctx, journal)
	done()
	keep := context.WithoutCancel(ctx)
	if lost := context.Cause(ctx); adhere.CodeOf(lost) == adhere.Conflict {
		return lost // its state is for the other process to note
	}
	if err != nil {
		if state := s.SetRunState(keep, r.ID, adhere.Stopped); state != nil {
			return errors.Join(err, state)
		}
		return p.interrupted(ctx, r, tally, err)
	}
	return s.SetRunState(keep, r.ID, adhere.Finished)
}

// interrupted says how to go on with a run that stopped early.
func (p *program) interrupted(ctx context.Context, r *adhere.Run, tally run.Tally, err error) error {
	done := r.Done - r.Failed + tally.Done - tally.Failed
	e := &adhere.Error{
		Code: adhere.CodeOf(err), Err: err,
		Message: fmt.Sprintf("run %s stopped at %d of %s; everything finished is stored", r.ID, done, plural(r.Items, "item")),
		Hint:    strings.TrimPrefix(adhere.HintOf(err)+"; "+goOn(&r.Plan)+" goes on", "; "),
	}
	if ctx.Err() != nil { // whoever stopped it knows why
		e.Err, e.Hint = nil, goOn(&r.Plan)+" goes on"
	}
	return e
}

// goOn says how to do the rest of a plan: recorded answers cost nothing to
// match again, and what a judge said of them is stored.
func goOn(plan *adhere.Plan) string {
	if strings.HasPrefix(plan.Answers, "sha256:") {
		return "the same command"
	}
	return "the same command with --resume"
}

// undertaking says what is about to be done: "100000 items, 20 connections".
func (e *evaluation) undertaking(r *adhere.Run) string {
	s := plural(r.Items, "item")
	if done := r.Done - r.Failed; done > 0 {
		s += fmt.Sprintf(", %d of them done", done)
	}
	if e.connections > 0 {
		s += ", " + plural(e.connections, "connection")
	}
	return s
}

// load returns the slim records of a run: what metrics read.
func load(ctx context.Context, s *store.Store, id string, n int) ([]adhere.Record, error) {
	records := make([]adhere.Record, 0, n)
	for r, err := range s.SlimRecords(ctx, id) {
		if err != nil {
			return nil, err
		}
		records = append(records, *r)
	}
	return records, nil
}

// result works out a stored run's metrics.
func result(ctx context.Context, s *store.Store, id string, b *bench.Bench) (*report.Result, error) {
	r, err := s.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	records, err := load(ctx, s, r.ID, r.Items)
	if err != nil {
		return nil, err
	}
	res := summarize(r, b, records)
	if err := addHybrid(ctx, s, res); err != nil {
		return nil, err
	}
	if err := addRefinements(ctx, s, r, b, res); err != nil {
		return nil, err
	}
	if r.Failed > 0 {
		why, err := failures(ctx, s, r)
		if err != nil {
			return nil, err
		}
		res.Warnings = append(res.Warnings, failedWarning(r, why))
	}
	return res, nil
}

// summarize takes the benchmark's metrics over the records of a run.
func summarize(r *adhere.Run, b *bench.Bench, records []adhere.Record) *report.Result {
	res := resultOf(r, b)
	for _, m := range b.Metrics {
		res.Metrics = append(res.Metrics, m.Of(records)...)
	}
	res.Warnings = append(slices.Clone(r.Warnings), answerWarnings(records)...)
	if r.State != adhere.Finished {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the run is not finished: %d of %d items have a record", r.Done, r.Items))
	}
	return res
}

// resultOf says which run it is and how it is counted.
func resultOf(r *adhere.Run, b *bench.Bench) *report.Result {
	res := &report.Result{
		Run: r.ID, Bench: r.Plan.Bench, Dataset: splitDataset(r.Plan.Dataset), Model: r.Plan.Model,
		Servers: r.Plan.Servers, Judges: r.Plan.Judges, Items: r.Items, Failed: r.Failed, Plan: r.Plan.Hash(), Undecided: b.Undecided,
		Definitions: report.Define(b.Metrics), Usage: r.Usage, Started: r.Started, Finished: r.Finished,
	}
	for i := range res.Definitions {
		res.Definitions[i].Max = b.Scales[res.Definitions[i].Name]
	}
	return res
}

// splitDataset parts a Plan's data set, "name@version sha256:hash".
func splitDataset(id string) report.Dataset {
	rest, hash, _ := strings.Cut(id, " sha256:")
	name, version, _ := strings.Cut(rest, "@")
	return report.Dataset{Name: name, Version: version, SHA256: hash}
}

// write prints a result and writes the files that were asked for.
func (p *program) write(ctx context.Context, s *store.Store, r *report.Result, o *outputFlags) error {
	opts := report.Options{
		Width: p.width(), Min: o.thresholds, Records: s.Records(ctx, r.Run), Prompts: shown(ctx, s),
	}
	if err := o.writeFiles(ctx, s, r, opts); err != nil {
		return err
	}
	if err := report.Write(p.out, report.Format(o.format), r, opts); err != nil {
		return err
	}
	return o.verdict(r)
}

func (o *outputFlags) writeFiles(ctx context.Context, s *store.Store, r *report.Result, opts report.Options) error {
	outputs := []struct {
		path  string
		write func(io.Writer) error
	}{
		{o.html, func(w io.Writer) error { return report.Write(w, report.FormatHTML, r, opts) }},
		{o.verdicts, func(w io.Writer) error { return dataset.WriteVerdicts(w, s.Records(ctx, r.Run)) }},
		{o.responses, func(w io.Writer) error { return dataset.WriteResponses(w, s.Records(ctx, r.Run)) }},
	}
	for _, out := range outputs {
		if out.path == "" {
			continue
		}
		if err := writeFile(out.path, out.write); err != nil {
			return err
		}
	}
	return nil
}
