package main

import (
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/metric"
	"adhere/report"
)

func (p *program) reportCommand() *cobra.Command {
	var o outputFlags
	cmd := p.command("report RUN|FILE", cobra.ExactArgs(1))
	db := p.dbFlag(cmd)
	o.register(cmd, report.Formats())
	var labels labelFlags
	labels.register(cmd)
	var static string
	cmd.Flags().StringVar(&static, "static", "", "write the run's pages into a new folder instead, to be looked at without a server")
	cmd.ValidArgsFunction = p.completeRuns(db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(p, report.Formats()); err != nil {
			return err
		}
		return p.withRuns(cmd.Context(), *db, args, false, func(found []place) error {
			if static != "" {
				return p.writeFolder(cmd.Context(), found[0].Store, found[0].id, static)
			}
			return p.report(cmd.Context(), found[0], &labels, &o)
		})
	}
	return cmd
}

// report prints the result of a run that is done.
func (p *program) report(ctx context.Context, at place, labels *labelFlags, o *outputFlags) error {
	r, b, err := countedRun(ctx, at, o.undecided)
	if err != nil {
		return err
	}
	warnings, err := eval.Correct(ctx, b, labels.path, labels.gold, nil, instructionsOf(at.SlimRecords(ctx, r.ID)))
	if err != nil {
		return err
	}
	if err := o.checkMin(b, false); err != nil {
		return err
	}
	res, err := eval.Result(ctx, at.Store, r.ID, b)
	if err != nil {
		return err
	}
	res.Warnings = append(warnings, res.Warnings...)
	return p.write(ctx, at.Store, res, o)
}

// storedRun finds a run and the benchmark that it belongs to: one that is
// listed, or a user's own file, which counts as it did then.
func storedRun(ctx context.Context, at place) (*adhere.Run, *bench.Bench, error) {
	r, err := at.Run(ctx, at.id)
	if err != nil {
		return nil, nil, err
	}
	b, err := eval.BenchOf(r)
	return r, b, err
}

// countedRun does as storedRun, with what is undecided counted as the name of
// a policy says; empty leaves that to the run's plan.
func countedRun(ctx context.Context, at place, policy string) (*adhere.Run, *bench.Bench, error) {
	r, b, err := storedRun(ctx, at)
	if err != nil || policy == "" {
		return r, b, err
	}
	if _, err := metric.ParsePolicy(policy); err != nil {
		return nil, nil, err
	}
	counted := *r
	counted.Plan.Counted = policy
	b, err = eval.BenchOf(&counted)
	return r, b, err
}

// instructionsOf returns the instruction of each record.
func instructionsOf(records report.Records) iter.Seq2[*adhere.Instruction, error] {
	return func(yield func(*adhere.Instruction, error) bool) {
		for r, err := range records {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(r.Instruction, nil) {
				return
			}
		}
	}
}

func (p *program) compareCommand() *cobra.Command {
	var o outputFlags
	var flips bool
	var undecided string
	var planned metric.Selection
	cmd := p.command("compare A B", cobra.ExactArgs(2))
	db := p.dbFlag(cmd)
	o.registerFormat(cmd, "comparison", documentFormats())
	cmd.Flags().BoolVar(&flips, "flips", false, "list every instruction and requirement that changed")
	undecidedFlag(cmd, &undecided)
	selectFlags(cmd, &planned)
	cmd.ValidArgsFunction = p.completeRuns(db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(p, documentFormats()); err != nil {
			return err
		}
		hidden := !flips && o.format == string(report.FormatText)
		return p.withRuns(cmd.Context(), *db, args, false, func(found []place) error {
			a, b := found[0], found[1]
			v, err := versus(cmd.Context(), a, b, undecided, metric.CompareOptions{NoFlips: hidden})
			if err != nil {
				return err
			}
			if err := v.Select(planned); err != nil {
				return err
			}
			return report.WriteVersus(p.out, report.Format(o.format), v, report.Options{
				Width: p.width(), Records: a.Records(cmd.Context(), v.A.Run), Against: b.Records(cmd.Context(), v.B.Run),
			})
		})
	}
	return cmd
}

// versus pairs two runs of one benchmark.
func versus(ctx context.Context, atA, atB place, undecided string, o metric.CompareOptions) (*report.Versus, error) {
	a, b, err := countedRun(ctx, atA, undecided)
	if err != nil {
		return nil, err
	}
	other, _, err := storedRun(ctx, atB)
	if err != nil {
		return nil, err
	}
	if err := sameBench(a, other); err != nil {
		return nil, err
	}
	var recordsA, recordsB []adhere.Record
	var errA, errB error
	var both sync.WaitGroup
	both.Go(func() { recordsA, errA = eval.Load(ctx, atA, a.ID, a.Items) })
	both.Go(func() { recordsB, errB = eval.Load(ctx, atB, other.ID, other.Items) })
	both.Wait()
	if err := errors.Join(errA, errB); err != nil {
		return nil, err
	}
	return pairUp(a, other, b, recordsA, recordsB, o)
}

// sameBench refuses runs that have nothing to be compared by.
func sameBench(a, b *adhere.Run) error {
	if a.Plan.Bench == b.Plan.Bench {
		return nil
	}
	return &adhere.Error{Code: adhere.Invalid, Message: "runs of " + a.Plan.Bench + " and " + b.Plan.Bench + " cannot be compared", Hint: "adhere runs list --bench NAME shows runs of one benchmark"}
}

// pairUp compares two runs of one benchmark, pair by pair.
func pairUp(a, b *adhere.Run, how *bench.Bench, recordsA, recordsB []adhere.Record, o metric.CompareOptions) (*report.Versus, error) {
	comparisons, err := metric.Compare(recordsA, recordsB, how.Metrics, o)
	if err != nil {
		return nil, err
	}
	return &report.Versus{A: eval.ResultOf(a, how), B: eval.ResultOf(b, how), Comparisons: comparisons}, nil
}
