// Package evaluations makes an eval.Spec from flags: who answers, judges,
// criticises and rewrites. It runs the evaluation, shows its progress, and writes
// the results.
package evaluations

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"adhere"
	"adhere/dataset"
	"adhere/dataset/parquet"
	"adhere/eval"
	"adhere/internal/cli/asking"
	"adhere/internal/plural"
	"adhere/internal/progress"
	"adhere/internal/userfile"
	"adhere/model"
	"adhere/report"
	"adhere/run"
)

// Evaluations carries out evaluations for one start of the program.
type Evaluations struct{ asking.Models }

// Keeping is where a command keeps runs and calls: in a database, or for as
// long as it works.
type Keeping interface {
	eval.Store
	model.Calls
	// Browse returns the slim records of a run, and what reads whole ones by
	// their places among them.
	Browse(ctx context.Context, id string) (slim report.Records, only func(places []int) report.Records)
	eval.Calls
}

// Perform carries out what is to be done of a plan, shows how it goes, and hands
// the result of its run to use. No other process can begin the run again before
// use returns.
func (p Evaluations) Perform(ctx context.Context, s Keeping, e *eval.Evaluation, how eval.Start, m *asking.ModelFlags, use func(context.Context, *report.Result) error) error {
	return Alone(ctx, s, e.Plan.RunID(), func(held context.Context) error {
		r, pending, err := e.Start(held, s, how)
		if err == nil && pending {
			err = p.carryOut(held, s, r, e, m)
		}
		if err != nil {
			return err
		}
		res, err := eval.Result(held, s, r.ID, &e.Bench)
		if err != nil {
			return err
		}
		return use(held, res)
	})
}

// Alone does the work on the run of that ID while no other process may, where
// others can have the store too. The context it hands on ends when the run is
// lost to another all the same.
func Alone(ctx context.Context, s eval.Runs, id string, work func(context.Context) error) error {
	shared, ok := s.(interface {
		Claim(ctx context.Context, run string) (held context.Context, release func(), err error)
	})
	if !ok {
		return work(ctx)
	}
	held, release, err := shared.Claim(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	return work(held)
}

// carryOut does what is pending of the stored run and shows how it goes.
func (p Evaluations) carryOut(ctx context.Context, s eval.Runs, r *adhere.Run, e *eval.Evaluation, m *asking.ModelFlags) error {
	about := plural.Of(r.Items, "item")
	if done := r.Done - r.Failed; done > 0 {
		about += fmt.Sprintf(", %d of them done", done)
	}
	if e.Connections > 0 {
		about += ", " + plural.Of(e.Connections, "connection")
	}
	p.Say("%s", about)
	items, err := e.Share(r)
	if err != nil {
		return err
	}
	show, done := p.Progress(items, r.Done-r.Failed, m.Bounded())
	defer done()
	return e.CarryOut(ctx, s, r, eval.Watch{Progress: show, Log: slog.New(slog.NewTextHandler(p.Err, nil))})
}

// WriteResult prints a result and writes the files that were asked for.
func (p Evaluations) WriteResult(ctx context.Context, s Keeping, r *report.Result, o *OutputFlags) error {
	opts := report.Options{
		Width: p.Width(), Min: o.Least.Thresholds, Records: s.Records(ctx, r.Run), Prompts: eval.Shown(ctx, s),
	}
	opts.Slim, opts.Only = s.Browse(ctx, r.Run)
	stored, err := s.Run(ctx, r.Run)
	if err != nil {
		return err
	}
	if err := o.writeFiles(ctx, s, stored, r, opts); err != nil {
		return err
	}
	if err := report.Write(p.Out, report.Format(o.Format), r, opts); err != nil {
		return err
	}
	return o.Least.Hold(r)
}

func (o *OutputFlags) writeFiles(ctx context.Context, s Keeping, stored *adhere.Run, r *report.Result, opts report.Options) error {
	outputs := []struct {
		path  string
		write func(io.Writer) error
	}{
		{o.HTML, func(w io.Writer) error { return report.Write(w, report.FormatHTML, r, opts) }},
		{o.VerdictsOut, func(w io.Writer) error { return dataset.WriteVerdicts(w, s.Records(ctx, r.Run)) }},
		{o.RowsOut, func(w io.Writer) error {
			write := dataset.WriteRows
			if strings.HasSuffix(strings.ToLower(o.RowsOut), ".parquet") {
				write = parquet.WriteRows
			}
			return write(w, dataset.Rows(stored, s.Records(ctx, r.Run)))
		}},
		{o.ResponsesOut, func(w io.Writer) error { return dataset.WriteResponses(w, s.Records(ctx, r.Run)) }},
	}
	for _, out := range outputs {
		if out.path == "" {
			continue
		}
		if err := userfile.Write(out.path, 0o644, out.write); err != nil {
			return err
		}
	}
	return nil
}

// Progress returns what a runner reports to and what ends the display. before
// is how many items an earlier start has done; bounded says that calls are held
// to so many a minute.
func (p Evaluations) Progress(total, before int, bounded bool) (show func(run.Tally), done func()) {
	if p.Quiet {
		return nil, func() {}
	}
	d := p.Display(bounded)
	var failures []string
	return func(t run.Tally) {
		if t.Failure != "" {
			failures = progress.Newest(failures, t.Failure)
		}
		s := progress.State{Total: total, Before: before, Done: t.Done, Failed: t.Failed, InFlight: t.InFlight, Errors: failures}
		for _, u := range t.Usage {
			s.Used = s.Used.Add(u)
		}
		d.Show(s)
	}, d.Close
}
