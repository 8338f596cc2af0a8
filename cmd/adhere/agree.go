package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
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
	cmd.Flags().StringVar(&raters, "raters", "", "only raters whose name begins with this, for example person/")
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
		j, err := p.readJudged(cmd.Context(), args, bench, by, *data)
		if err != nil {
			return err
		}
		if err := eval.AnyOf("raters", []string{raters}, j.all); err != nil {
			return err
		}
		r, err := metric.Agree(j.all, metric.AgreeOptions{Raters: raters, Gold: gold, Tie: policy})
		if err != nil {
			return err
		}
		a := report.OfRaters(r)
		if j.labels != nil {
			a.SpreadByLabel(&r.Disagreement, j.labels)
		}
		return p.writeAgreement(a, j.warnings, &o)
	}
	return cmd
}

// writeAgreement prints an agreement with what its reader must know.
func (p *program) writeAgreement(a *report.Agreement, warnings []string, o *evaluations.OutputFlags) error {
	a.Warnings = append(warnings, a.Warnings...)
	if f := report.Format(o.Format); f == report.FormatJSON || f == report.FormatCSV { // which have no place for them
		p.WarnAll(a.Warnings)
	}
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

// judgedFiles are verdicts with the instructions that they are about.
type judgedFiles struct {
	all      []metric.Judged
	set      *dataset.Set                                   // nil where none is named
	labels   func(instruction, requirement string) []string // by what a requirement is grouped; nil without a set
	warnings []string
}

// readJudged reads verdicts, and the named instructions.
func (p *program) readJudged(ctx context.Context, paths []string, name, by, dataDir string) (j judgedFiles, err error) {
	for _, path := range paths {
		if err = userfile.Named("the verdicts", path).Readable(); err != nil {
			return j, err
		}
	}
	switch {
	case name == "" && by != eval.ByLabel:
		return j, &adhere.Error{Code: adhere.Invalid, Message: "--by goes with --dataset", Hint: "it names the file that has the requirements"}
	case name != "":
		if _, j.set, err = p.ReadBench(ctx, name, dataDir, paths[0]); err == nil {
			j.labels, err = eval.LabelsIn(j.set, by)
		}
	}
	if err == nil {
		j.all, j.warnings, err = eval.ReadJudged(ctx, nil, paths, j.set)
	}
	return j, err
}
