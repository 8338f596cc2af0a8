package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere/bench"
	"adhere/database"
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
	cmd.Flags().StringVar(&static, "static", "", "write the run's pages into a new folder instead, to be read without a server")
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
	res, err := at.stored().Result(ctx, eval.Recount{
		Undecided: o.undecided, Labels: labels.path, Gold: labels.gold,
		Check: func(b *bench.Bench) error { return o.least.Check(b.MetricNames(), b.Scales, false) },
	})
	if err != nil {
		return err
	}
	return p.write(ctx, database.DB{Store: at.Store}, res, o)
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
			v, err := eval.Versus(cmd.Context(), *a.stored(), *b.stored(), undecided, metric.CompareOptions{NoFlips: hidden})
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
