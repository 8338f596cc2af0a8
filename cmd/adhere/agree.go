package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/evaluations"
	"adhere/internal/userfile"
	"adhere/metric"
	"adhere/report"
)

func (p *program) agreeCommand() *cobra.Command {
	var o evaluations.OutputFlags
	var raters, gold, tie, bench, by string
	cmd := p.Command("agree FILE...", cobra.MinimumNArgs(1))
	data := p.DataFlag(cmd)
	o.RegisterFormat(cmd, "result", documentFormats())
	cmd.Flags().StringVar(&raters, "raters", "", "only raters whose name begins like this, for example person/")
	cmd.Flags().StringVar(&gold, "gold", "", "the standard that distances are measured from: "+goldChoices+" (default people-majority if there are people, otherwise all-majority)")
	cmd.Flags().StringVar(&tie, "tie", string(adhere.TieUnsure), "how a tied vote counts: unsure, met or not_met")
	cmd.Flags().StringVar(&bench, "dataset", "", "benchmark or file of the instructions, to show disagreement by label")
	registerBy(cmd, &by)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.Check(p.Program, documentFormats()); err != nil {
			return err
		}
		policy, err := adhere.ParseTiePolicy(tie)
		if err != nil {
			return err
		}
		all, warnings, err := readJudged(cmd.Context(), args)
		if err != nil {
			return err
		}
		if err := eval.AnyOf("raters", []string{raters}, all); err != nil {
			return err
		}
		r, err := metric.Agree(all, metric.AgreeOptions{Raters: raters, Gold: gold, Tie: policy})
		if err != nil {
			return err
		}
		labels, err := p.labels(cmd.Context(), bench, by, *data, args[0])
		if err != nil {
			return err
		}
		a := report.OfRaters(r)
		if labels != nil {
			a.SpreadByLabel(all, raters, labels)
		}
		return p.writeAgreement(a, warnings, &o)
	}
	return cmd
}

// writeAgreement prints an agreement with what its reader must know.
func (p *program) writeAgreement(a *report.Agreement, warnings []string, o *evaluations.OutputFlags) error {
	a.Warnings = append(warnings, a.Warnings...)
	return report.WriteAgreement(p.Out, report.Format(o.Format), a, report.Options{Width: p.Width()})
}

func registerBy(cmd *cobra.Command, by *string) {
	cmd.Flags().StringVar(by, "by", eval.ByLabel, "how tables of --dataset are split: by label, or by requirement, such as the criteria of a rubric")
}

// documentFormats are those of documents that are no run's result.
func documentFormats() []report.Format {
	return []report.Format{report.FormatText, report.FormatJSON, report.FormatCSV, report.FormatMarkdown, report.FormatHTML}
}

// goldChoices names what can be taken as right.
const goldChoices = "a judge or person by name, people-majority (each person against the others), all-majority, or settled (an adjudicator's decision, otherwise the people's majority)"

// labels looks up in the named instructions by what a requirement is grouped;
// nil without a name.
func (p *program) labels(ctx context.Context, name, by, dataDir, near string) (func(instruction, requirement string) []string, error) {
	switch {
	case name == "" && by != eval.ByLabel:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--by goes with --dataset", Hint: "it names the file that has the requirements"}
	case name == "":
		return nil, nil
	}
	_, set, err := p.ReadBench(ctx, name, dataDir, near)
	if err != nil {
		return nil, err
	}
	return eval.LabelsIn(set, by)
}

func readJudged(ctx context.Context, paths []string) ([]metric.Judged, []string, error) {
	for _, path := range paths {
		if err := userfile.Named("the verdicts", path).Readable(); err != nil {
			return nil, nil, err
		}
	}
	return eval.ReadJudged(ctx, nil, paths)
}
