package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/userfile"
	"adhere/metric"
	"adhere/report"
)

func (p *program) agreeCommand() *cobra.Command {
	var o outputFlags
	var raters, gold, tie, bench string
	cmd := p.command("agree FILE...", cobra.MinimumNArgs(1))
	data := p.dataFlag(cmd)
	o.registerFormat(cmd, "result", documentFormats())
	cmd.Flags().StringVar(&raters, "raters", "", "only raters whose name begins like this, for example person/")
	cmd.Flags().StringVar(&gold, "gold", "", "what distances are measured from: "+goldChoices+" (default people-majority if there are people, otherwise all-majority)")
	cmd.Flags().StringVar(&tie, "tie", string(adhere.TieUnsure), "how a tied vote counts: unsure, met or not_met")
	cmd.Flags().StringVar(&bench, "dataset", "", "benchmark or file of the instructions, to show disagreement by label")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(p, documentFormats()); err != nil {
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
		labels, err := p.labels(cmd.Context(), bench, *data, args[0])
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
func (p *program) writeAgreement(a *report.Agreement, warnings []string, o *outputFlags) error {
	a.Warnings = append(warnings, a.Warnings...)
	return report.WriteAgreement(p.out, report.Format(o.format), a, report.Options{Width: p.width()})
}

func (p *program) judgeEvalCommand() *cobra.Command {
	var o outputFlags
	var gold, bench, tie string
	var judges, pairs []string
	var grid gridFlags
	cmd := p.command("judge-eval --gold JUDGE FILE...", cobra.MinimumNArgs(1))
	data := p.dataFlag(cmd)
	grid.db = p.dbFlag(cmd)
	grid.registerGrid(cmd)
	f := cmd.Flags()
	o.registerFormat(cmd, "result", documentFormats())
	f.StringVar(&gold, "gold", "", "the gold standard: "+goldChoices)
	f.StringSliceVar(&judges, "judges", nil, "only judges whose name begins like this; with --strategies, the models that are asked, provider/model")
	f.StringVar(&tie, "tie", string(adhere.TieUnsure), "how a tied vote counts: unsure, met or not_met")
	f.StringVar(&bench, "dataset", "", "benchmark or file of the instructions, for tables by label")
	f.StringSliceVar(&pairs, "pairs", nil, "files of pairs whose better answer is known; FILE... then has judges' replies about them")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(p, documentFormats()); err != nil {
			return err
		}
		if pairs != nil {
			if gold != "" || bench != "" || judges != nil {
				return &adhere.Error{Code: adhere.Invalid, Message: "--pairs goes without --gold, --dataset and --judges", Hint: "the files of the pairs say which answer is better"}
			}
			a, err := eval.JudgePairs(cmd.Context(), nil, pairs, args)
			if err != nil {
				return err
			}
			return p.writeAgreement(a, nil, &o)
		}
		all, warnings, err := readJudged(cmd.Context(), args)
		if err != nil {
			return err
		}
		policy, err := adhere.ParseTiePolicy(tie)
		if err != nil {
			return err
		}
		if gold == "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "judge-eval needs --gold JUDGE", Hint: "the files hold " + strings.Join(eval.JudgesOf(all), ", ") + "; people-majority is that of the people"}
		}
		opts := metric.JudgeOptions{Judges: judges, Baselines: true, Tie: policy}
		if grid.strategies != nil {
			return p.judgeGrid(cmd.Context(), &grid, judges, all, warnings, goldFlags{gold: gold, bench: bench, data: *data, near: args[0], options: opts}, &o)
		}
		if err := grid.unused(cmd.Flags()); err != nil {
			return err
		}
		if err := eval.AnyOf("judges", judges, all); err != nil {
			return err
		}
		if opts.Labels, err = p.labels(cmd.Context(), bench, *data, args[0]); err != nil {
			return err
		}
		r, err := eval.AgainstGold(all, gold, opts)
		if err != nil {
			return err
		}
		a := report.OfGold(r)
		if o.format == string(report.FormatHTML) {
			if err := eval.AddAgreement(a, all, opts.Labels); err != nil {
				return err
			}
		}
		return p.writeAgreement(a, warnings, &o)
	}
	return cmd
}

// documentFormats are those of documents that are no run's result.
func documentFormats() []report.Format {
	return []report.Format{report.FormatText, report.FormatJSON, report.FormatCSV, report.FormatMarkdown, report.FormatHTML}
}

// goldChoices names what can be taken as right.
const goldChoices = "a judge or person by name, people-majority (each person against the others), all-majority, or settled (an adjudicator's decision, otherwise the people's majority)"

// labels looks a requirement's labels up in the named instructions; nil
// without a name.
func (p *program) labels(ctx context.Context, name, dataDir, near string) (func(instruction, requirement string) []string, error) {
	if name == "" {
		return nil, nil
	}
	_, set, err := p.readBench(ctx, name, dataDir, near)
	if err != nil {
		return nil, err
	}
	return eval.LabelsIn(set)
}

func readJudged(ctx context.Context, paths []string) ([]metric.Judged, []string, error) {
	for _, path := range paths {
		if err := userfile.Named("the verdicts", path).Readable(); err != nil {
			return nil, nil, err
		}
	}
	return eval.ReadJudged(ctx, nil, paths)
}
