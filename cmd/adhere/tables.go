package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/metric"
	"adhere/report"
)

// tableCommand puts stored runs of one benchmark side by side.
func (p *program) tableCommand() *cobra.Command {
	var o outputFlags
	var undecided string
	var planned metric.Selection
	formats := append(documentFormats(), report.FormatLaTeX, report.FormatSVG)
	cmd := p.command("table RUN|FILE...", cobra.MinimumNArgs(1))
	db := p.dbFlag(cmd)
	o.registerFormat(cmd, "tables", formats)
	undecidedFlag(cmd, &undecided)
	selectFlags(cmd, &planned)
	cmd.ValidArgsFunction = p.completeRuns(db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(p, formats); err != nil {
			return err
		}
		return p.withRuns(cmd.Context(), *db, args, true, func(found []place) error {
			sweep, err := sideBySide(cmd.Context(), found, undecided)
			if err != nil {
				return err
			}
			if err := sweep.Select(planned); err != nil {
				return err
			}
			if report.Format(o.format) == report.FormatLaTeX {
				return sweep.LaTeX(p.out)
			}
			if report.Format(o.format) == report.FormatSVG {
				drawn, err := sweep.SVG()
				if err == nil {
					_, err = io.WriteString(p.out, drawn)
				}
				return err
			}
			return report.WriteSweep(p.out, report.Format(o.format), sweep, report.Options{Width: p.width()})
		})
	}
	return cmd
}

// selectFlags add the names of what was planned to be looked at.
func selectFlags(cmd *cobra.Command, to *metric.Selection) {
	cmd.Flags().StringSliceVar(&to.Metrics, "metric", nil, "only these metrics, as the tables name them")
	cmd.Flags().StringSliceVar(&to.By, "by", nil, "only these groupings: whole, label, level, category+level and others that the tables have")
}

// sideBySide works out the results of runs of one benchmark.
func sideBySide(ctx context.Context, found []place, undecided string) (*report.Sweep, error) {
	var sweep report.Sweep
	var first *adhere.Run
	for _, at := range found {
		r, b, err := countedRun(ctx, at, undecided)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first, sweep.Title = r, r.Plan.Bench
		}
		if err := sameBench(first, r); err != nil {
			return nil, err
		}
		res, err := eval.Result(ctx, runStore{at.Store}, r.ID, b)
		if err != nil {
			return nil, err
		}
		sweep.Results = append(sweep.Results, res)
	}
	return &sweep, nil
}
