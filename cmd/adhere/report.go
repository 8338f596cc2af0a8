package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere/bench"
	"adhere/eval"
	"adhere/internal/cli/evaluations"
	"adhere/internal/cli/stores"
	"adhere/metric"
	"adhere/report"
)

func (p *program) reportCommand() *cobra.Command {
	var o evaluations.OutputFlags
	cmd := p.Command("report RUN|FILE", cobra.ExactArgs(1))
	db := p.DBFlag(cmd)
	o.Register(cmd, report.Formats())
	var labels, gold string
	evaluations.LabelFlags(cmd.Flags(), &labels, &gold)
	var static string
	cmd.Flags().StringVar(&static, "static", "", "write the run's pages into a new folder instead, to be read without a server")
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.Check(p.Program, report.Formats()); err != nil {
			return err
		}
		return p.WithRuns(cmd.Context(), *db, args, false, func(found []stores.Place) error {
			if static != "" {
				return p.writeFolder(cmd.Context(), found[0].Store, found[0].ID, static)
			}
			return p.report(cmd.Context(), found[0], eval.Recount{Undecided: o.Undecided, Labels: labels, Gold: gold}, &o)
		})
	}
	return cmd
}

// report prints the result of a run that is done.
func (p *program) report(ctx context.Context, at stores.Place, how eval.Recount, o *evaluations.OutputFlags) error {
	how.Check = func(b *bench.Bench) error { return o.Least.Check("--min ", b.MetricNames(), b.Scales, false) }
	res, err := at.Stored().Result(ctx, how)
	if err != nil {
		return err
	}
	return p.WriteResult(ctx, at.Store, res, o)
}

func (p *program) compareCommand() *cobra.Command {
	var o evaluations.OutputFlags
	var flips bool
	var undecided string
	var planned metric.Selection
	cmd := p.Command("compare A B", cobra.ExactArgs(2))
	db := p.DBFlag(cmd)
	o.RegisterFormat(cmd, "comparison", documentFormats())
	cmd.Flags().BoolVar(&flips, "flips", false, "list every instruction and requirement whose outcome changed")
	evaluations.UndecidedFlag(cmd, &undecided)
	selectFlags(cmd, &planned)
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.Check(p.Program, documentFormats()); err != nil {
			return err
		}
		hidden := !flips && o.Format == string(report.FormatText)
		return p.WithRuns(cmd.Context(), *db, args, false, func(found []stores.Place) error {
			a, b := found[0], found[1]
			v, err := eval.Versus(cmd.Context(), *a.Stored(planned.Tags()...), *b.Stored(planned.Tags()...), undecided, metric.CompareOptions{NoFlips: hidden})
			if err != nil {
				return err
			}
			if err := v.Select(planned); err != nil {
				return err
			}
			return report.WriteVersus(p.Out, report.Format(o.Format), v, report.Options{
				Width: p.Width(), Records: a.Records(cmd.Context(), v.A.Run), Against: b.Records(cmd.Context(), v.B.Run),
			})
		})
	}
	return cmd
}
