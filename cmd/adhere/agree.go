package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
	"adhere/metric"
	"adhere/report"
)

func (p *program) agreeCommand() *cobra.Command {
	var o outputFlags
	var raters, gold, tie, bench string
	cmd := p.command("agree FILE...", cobra.MinimumNArgs(1))
	data := p.dataFlag(cmd)
	o.registerFormat(cmd, "result", documentFormats())
	cmd.Flags().StringVar(&raters, "raters", "", "only raters whose name begins so, for example person/")
	cmd.Flags().StringVar(&gold, "gold", "", "what distances are from: "+goldChoices+" (default people-majority where there are people, else all-majority)")
	cmd.Flags().StringVar(&tie, "tie", string(adhere.TieUnsure), "what a tied majority is: unsure, met or not_met")
	cmd.Flags().StringVar(&bench, "dataset", "", "benchmark or file of the instructions, to spread disagreement by label")
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
		if err := anyOf("raters", []string{raters}, all); err != nil {
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
	f.StringVar(&gold, "gold", "", "what is taken as right: "+goldChoices)
	f.StringSliceVar(&judges, "judges", nil, "only judges whose name begins so; with --strategies, the models that are asked, provider/model")
	f.StringVar(&tie, "tie", string(adhere.TieUnsure), "what a tied majority is: unsure, met or not_met")
	f.StringVar(&bench, "dataset", "", "benchmark or file of the instructions, for tables by label")
	f.StringSliceVar(&pairs, "pairs", nil, "files of pairs whose better answer is known; FILE... then holds judges' replies about them")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.check(p, documentFormats()); err != nil {
			return err
		}
		if pairs != nil {
			if gold != "" || bench != "" || judges != nil {
				return &adhere.Error{Code: adhere.Invalid, Message: "--pairs goes without --gold, --dataset and --judges", Hint: "the files of the pairs say which answer is better"}
			}
			return p.pairEval(cmd.Context(), pairs, args, &o)
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
			return &adhere.Error{Code: adhere.Invalid, Message: "judge-eval needs --gold JUDGE", Hint: "the files hold " + strings.Join(judgesOf(all), ", ") + "; people-majority is that of the people"}
		}
		opts := metric.JudgeOptions{Judges: judges, Baselines: true, Tie: policy}
		if grid.strategies != nil {
			return p.judgeGrid(cmd.Context(), &grid, judges, all, warnings, goldFlags{gold: gold, bench: bench, data: *data, near: args[0], options: opts}, &o)
		}
		if err := grid.unused(cmd.Flags()); err != nil {
			return err
		}
		if err := anyOf("judges", judges, all); err != nil {
			return err
		}
		if opts.Labels, err = p.labels(cmd.Context(), bench, *data, args[0]); err != nil {
			return err
		}
		r, err := againstGold(all, gold, opts)
		if err != nil {
			return err
		}
		a := report.OfGold(r)
		if o.format == string(report.FormatHTML) {
			if err := addAgreement(a, all, opts.Labels); err != nil {
				return err
			}
		}
		return p.writeAgreement(a, warnings, &o)
	}
	return cmd
}

// againstGold holds judges against the gold and, unless they are too many for
// a table of pairs, against each other.
func againstGold(all []metric.Judged, gold string, o metric.JudgeOptions) (*metric.GoldReport, error) {
	r, err := metric.EvaluateJudges(all, gold, o)
	if err != nil || len(r.Judges) > mostContrasted {
		return r, err
	}
	r.Contrasts, err = metric.CompareJudges(all, gold, o)
	return r, err
}

// mostContrasted judges, baselines included, are held against each other.
const mostContrasted = 24

// addAgreement adds what a page has room for: how every two sources agree, as
// a heatmap, and how far they part on which requirements.
func addAgreement(a *report.Agreement, all []metric.Judged, labels func(instruction, requirement string) []string) error {
	r, err := metric.Agree(all, metric.AgreeOptions{})
	if err != nil {
		return err
	}
	raters := report.OfRaters(r)
	a.Pairs, a.Sources, a.Levels, a.Spread = raters.Pairs, raters.Sources, raters.Levels, raters.Spread
	if labels != nil {
		a.SpreadByLabel(all, "", labels)
	}
	return nil
}

// documentFormats are those of documents that are no run's result.
func documentFormats() []report.Format {
	return []report.Format{report.FormatText, report.FormatJSON, report.FormatCSV, report.FormatMarkdown, report.FormatHTML}
}

// readJudged reads verdict files. The position of a verdict is that among the
// verdicts of its judge on its answer.
func readJudged(ctx context.Context, paths []string) (all []metric.Judged, warnings []string, err error) {
	seen := map[verdictOn]string{}
	for _, path := range paths {
		if err := readable(namedFile{"the verdicts", path}); err != nil {
			return nil, nil, err
		}
		v, err := dataset.ReadVerdicts(ctx, path, "", nil)
		if err != nil {
			return nil, nil, err
		}
		warnings = append(warnings, v.Warnings...)
		if err := notTwice(seen, path, v.List); err != nil {
			return nil, nil, err
		}
		for _, l := range v.List {
			all = append(all, metric.Judged{Instruction: l.Instruction, Attempt: l.Attempt, Model: l.Model, Verdict: l.Verdict})
		}
	}
	if len(all) == 0 {
		return nil, nil, &adhere.Error{Code: adhere.Invalid, Message: strings.Join(paths, ", ") + ": no verdicts", Hint: "see docs/formats.md for their shape"}
	}
	return all, warnings, nil
}

// verdictOn is what a verdict is about, and whose it is.
type verdictOn struct {
	instruction, model, requirement, judge string
	attempt                                int
}

// notTwice refuses a verdict that an earlier file has too: counted twice, it
// would narrow every interval.
func notTwice(seen map[verdictOn]string, path string, list []dataset.VerdictLine) error {
	for i := range list {
		l := &list[i]
		on := verdictOn{l.Instruction, l.Model, l.Requirement, l.Judge, l.Attempt}
		if first, ok := seen[on]; ok && first != path {
			return &adhere.Error{
				Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: %s has judged requirement %s of %s in %s already", path, l.Line, l.Judge, l.Requirement, l.Instruction, first),
				Hint: "name each verdict's file once",
			}
		}
		seen[on] = path
	}
	return nil
}

// anyOf refuses names, or beginnings of them, of which the verdicts have none.
func anyOf(flag string, names []string, all []metric.Judged) error {
	have := judgesOf(all)
	for _, name := range names {
		if !slices.ContainsFunc(have, func(judge string) bool { return strings.HasPrefix(judge, name) }) {
			return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("--%s %s: no name in these files begins so", flag, name), Hint: "they hold " + strings.Join(have, ", ")}
		}
	}
	return nil
}

// goldChoices names what can be taken as right.
const goldChoices = "a judge or person by name, people-majority (each person against the others), all-majority, or settled (what an adjudicator settled, else the people's majority)"

func judgesOf(all []metric.Judged) []string {
	var names []string
	for _, j := range all {
		if !slices.Contains(names, j.Verdict.Judge) {
			names = append(names, j.Verdict.Judge)
		}
	}
	return names
}

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
	type key struct{ instruction, requirement string }
	labels := map[key][]string{}
	for in, err := range set.All() {
		if err != nil {
			return nil, err
		}
		for _, r := range in.Requirements {
			labels[key{in.ID, r.ID}] = r.Labels
		}
	}
	return func(instruction, requirement string) []string { return labels[key{instruction, requirement}] }, nil
}
