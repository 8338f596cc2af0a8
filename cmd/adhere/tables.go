package main

import (
	"github.com/spf13/cobra"

	"adhere/eval"
	"adhere/internal/cli/evaluations"
	"adhere/internal/cli/stores"
	"adhere/internal/lists"
	"adhere/metric"
	"adhere/report"
)

// tableCommand puts stored runs of one benchmark side by side.
func (p *program) tableCommand() *cobra.Command {
	var o evaluations.OutputFlags
	var undecided string
	var planned metric.Selection
	var rows bool
	formats := append(documentFormats(), report.FormatLaTeX, report.FormatSVG)
	cmd := p.Command("table RUN|FILE...", cobra.MinimumNArgs(1))
	db := p.DBFlag(cmd)
	o.RegisterFormat(cmd, "tables", formats)
	evaluations.UndecidedFlag(cmd, &undecided)
	selectFlags(cmd, &planned)
	cmd.Flags().BoolVar(&rows, "rows", false, "a row for each run and columns for levels, categories and the total, as in the papers")
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.Check(p.Program, formats); err != nil {
			return err
		}
		return p.WithRuns(cmd.Context(), *db, args, true, func(found []stores.Place) error {
			runs := lists.Map(found, func(at stores.Place) eval.Stored { return *at.Stored(planned.Tags()...) })
			sweep, err := eval.SideBySide(cmd.Context(), runs, undecided)
			if err != nil {
				return err
			}
			if err := sweep.Select(planned); err != nil {
				return err
			}
			sweep.Rows = rows
			return report.WriteSweep(p.Out, report.Format(o.Format), sweep, report.Options{Width: p.Width()})
		})
	}
	return cmd
}

// selectFlags add the names of what was planned to be looked at.
func selectFlags(cmd *cobra.Command, to *metric.Selection) {
	cmd.Flags().StringSliceVar(&to.Metrics, "metric", nil, "only these metrics, by their names in the tables")
	cmd.Flags().StringSliceVar(&to.By, "by", nil, "only these groupings, such as whole, label, level or category+level, or a tag of your own instructions")
}
