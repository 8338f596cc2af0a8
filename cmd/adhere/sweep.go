package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/evaluations"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/report"
)

// checkSweep refuses what several results cannot be written as.
func (f *evalFlags) checkSweep() error {
	if !slices.Contains(documentFormats(), report.Format(f.Format)) {
		return &adhere.Error{Code: adhere.Invalid, Message: "--format " + f.Format + " is for one run", Hint: "choose one of " + evaluations.JoinFormats(documentFormats())}
	}
	if f.VerdictsOut+f.ResponsesOut+f.RowsOut != "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "--verdicts-out, --responses-out and --rows-out are for one run", Hint: "adhere report RUN writes them for each run of the sweep"}
	}
	return nil
}

// sweep carries out several plans, one after another, and shows their results
// side by side. What is finished stays: a sweep that was stopped goes on with
// --resume.
func (p *program) sweep(ctx context.Context, s *store.Store, named []eval.Named, planned []*eval.Evaluation, f *evalFlags) error {
	out := &report.Sweep{Title: planned[0].Plan.Bench + " over " + f.variants().Over()}
	for i, e := range planned {
		p.Say("%s (%d of %d)", named[i].Name, i+1, len(planned))
		err := p.perform(ctx, s, e, f, func(_ context.Context, res *report.Result) error {
			out.Results = append(out.Results, res)
			return nil
		})
		if err != nil {
			return err
		}
		out.Names = append(out.Names, named[i].Name)
		out.Records = append(out.Records, s.Records(ctx, e.Plan.RunID()))
	}
	if err := eval.Compare(ctx, s, named, out); err != nil {
		return err
	}
	if err := f.writeFiles(ctx, s, planned, out); err != nil {
		return err
	}
	opts := report.Options{Width: p.Width(), Min: f.Least.Thresholds, Prompts: eval.Shown(ctx, s)}
	if f.HTML != "" {
		if err := userfile.Write(f.HTML, 0o644, func(w io.Writer) error { return report.WriteSweep(w, report.FormatHTML, out, opts) }); err != nil {
			return err
		}
	}
	if err := report.WriteSweep(p.Out, report.Format(f.Format), out, opts); err != nil {
		return err
	}
	err := f.Least.HoldAll(out)
	for _, res := range out.Results {
		err = eval.AllFailed(ctx, s, res, err)
	}
	return err
}

// writeFiles writes the files that were asked for beside the result: the runs,
// their refinements, and the curves of the first metric that has values by level.
func (f *evalFlags) writeFiles(ctx context.Context, s *store.Store, planned []*eval.Evaluation, sweep *report.Sweep) error {
	if err := f.write(ctx, s, planned); err != nil {
		return err
	}
	if err := f.WriteRefinements(ctx, s, planned); err != nil || f.curves == "" {
		return err
	}
	svg, err := sweep.Curves()
	if err != nil {
		return fmt.Errorf("--curves: %w", err)
	}
	return userfile.Write(f.curves, 0o644, func(w io.Writer) error {
		_, err := io.WriteString(w, svg)
		return err
	})
}
