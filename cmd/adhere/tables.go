package main

import (
	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/report"
)

// tableCommand puts stored runs of one benchmark side by side.
func (p *program) tableCommand() *cobra.Command {
	var o outputFlags
	var undecided string
	formats := append(documentFormats(), report.FormatLaTeX)
	cmd := p.command("table RUN...", cobra.MinimumNArgs(1))
	db := p.dbFlag(cmd)
	o.registerFormat(cmd, "tables", formats)
	undecidedFlag(cmd, &undecided)
	cmd.ValidArgsFunction = p.completeRuns(db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(p, formats); err != nil {
			return err
		}
		s, err := p.readStore(cmd.Context(), *db)
		if err != nil {
			return err
		}
		defer s.Close()
		var sweep report.Sweep
		var first *adhere.Run
		for _, name := range args {
			r, b, err := countedRun(cmd.Context(), s, name, undecided)
			if err != nil {
				return err
			}
			if first == nil {
				first, sweep.Title = r, r.Plan.Bench
			}
			if err := sameBench(first, r); err != nil {
				return err
			}
			res, err := eval.Result(cmd.Context(), runStore{s}, r.ID, b)
			if err != nil {
				return err
			}
			sweep.Results = append(sweep.Results, res)
		}
		if report.Format(o.format) == report.FormatLaTeX {
			return sweep.LaTeX(p.out)
		}
		return report.WriteSweep(p.out, report.Format(o.format), &sweep, report.Options{Width: p.width()})
	}
	return cmd
}
