package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/cli/asking"
	"adhere/internal/cli/evaluations"
	"adhere/internal/plural"
	"adhere/metric"
	"adhere/report"
)

// Flags of judge-eval: what judges are held against, and, with --strategies,
// which models are asked about labelled answers, and how.
type judgeEvalFlags struct {
	asking.AskFlags
	evaluations.OutputFlags
	gold, bench, by, tie string
	data                 *string
	judges, pairs        []string
	strategies           []string
	answers, temperature string
	samples              int
}

func (p *program) judgeEvalCommand() *cobra.Command {
	f := &judgeEvalFlags{}
	cmd := p.Command("judge-eval --gold JUDGE FILE...", cobra.MinimumNArgs(1))
	f.data, f.DB = p.DataFlag(cmd), p.DBFlag(cmd)
	f.registerGrid(cmd)
	flags := cmd.Flags()
	f.RegisterFormat(cmd, "result", documentFormats())
	flags.StringVar(&f.gold, "gold", "", "the gold standard: "+goldChoices)
	flags.StringSliceVar(&f.judges, "judges", nil, "only judges whose name begins with this; with --strategies, the models that are asked, provider/model")
	flags.StringVar(&f.tie, "tie", string(adhere.TieUnsure), "how a tied vote counts: unsure, met or not_met")
	flags.StringVar(&f.bench, "dataset", "", "benchmark or file of the instructions, for tables by label")
	registerBy(cmd, &f.by)
	flags.StringSliceVar(&f.pairs, "pairs", nil, "files of pairs whose better answer is known; FILE... then has judges' replies about them")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.judgeEval(cmd, args, f) }
	return cmd
}

func (f *judgeEvalFlags) registerGrid(cmd *cobra.Command) {
	f.ModelFlags.Register(cmd)
	f.JudgeURLFlag(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.strategies, "strategies", nil, "ask the models of --judges about the labelled answers, in each of these ways (adhere prompts list)")
	flags.StringVar(&f.answers, "responses", "", "with --strategies: the answers that the labels belong to, one JSON object per line")
	flags.IntVar(&f.samples, "judge-samples", 1, "with --strategies: how many times each judge is asked, to see how often it gives the same verdict")
	flags.StringVar(&f.temperature, "judge-temperature", "", "with --strategies: the judges' sampling temperature, or none to send no temperature (default 0, or 1 with several samples)")
	f.SchemaFlag(flags, "the judge's")
	f.DryRunFlag(cmd)
	for _, name := range []string{"schema", "dry-run"} {
		flags.Lookup(name).Usage = "with --strategies: " + flags.Lookup(name).Usage
	}
	f.RegisterAsking(flags, asking.Unreadable)
}

func (p *program) judgeEval(cmd *cobra.Command, files []string, f *judgeEvalFlags) error {
	if err := f.Check(p.Program, documentFormats()); err != nil {
		return err
	}
	if f.pairs != nil {
		return p.judgePairs(cmd.Context(), files, f)
	}
	j, err := p.readJudged(cmd.Context(), files, f.bench, f.by, *f.data)
	if err != nil {
		return err
	}
	opts := metric.JudgeOptions{Judges: f.judges, Baselines: true, Labels: j.labels}
	if opts.Tie, err = adhere.ParseTiePolicy(f.tie); err != nil {
		return err
	}
	if f.gold == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "judge-eval needs --gold JUDGE", Hint: "the files hold " + strings.Join(eval.JudgesOf(j.all), ", ") + "; people-majority is that of the people"}
	}
	if f.strategies != nil {
		return p.judgeGrid(cmd.Context(), f, j, opts)
	}
	if err := f.unused(cmd.Flags()); err != nil {
		return err
	}
	if err := eval.AnyOf("judges", f.judges, j.all); err != nil {
		return err
	}
	r, err := eval.AgainstGold(j.all, f.gold, opts)
	if err != nil {
		return err
	}
	return p.writeGold(report.OfGold(r), r, j.all, opts, j.warnings, f)
}

// judgePairs measures recorded replies about pairs whose better answer is known.
func (p *program) judgePairs(ctx context.Context, files []string, f *judgeEvalFlags) error {
	if f.gold != "" || f.bench != "" || f.judges != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "--pairs cannot be used with --gold, --dataset or --judges", Hint: "the files of the pairs say which answer is better"}
	}
	a, err := eval.JudgePairs(ctx, nil, f.pairs, files)
	if err != nil {
		return err
	}
	return p.writeAgreement(a, nil, &f.OutputFlags)
}

// writeGold prints how judges agree with the gold, on a page of HTML also with
// each other.
func (p *program) writeGold(a *report.Agreement, r *metric.GoldReport, all []metric.Judged, opts metric.JudgeOptions, warnings []string, f *judgeEvalFlags) error {
	if f.Format == string(report.FormatHTML) {
		if err := eval.AddAgreement(a, all, r, opts.Labels); err != nil {
			return err
		}
	}
	return p.writeAgreement(a, warnings, &f.OutputFlags)
}

// unused refuses the grid's flags where no judge is asked.
func (f *judgeEvalFlags) unused(flags *pflag.FlagSet) error {
	for _, name := range []string{"responses", "judge-samples", "judge-temperature", "schema", "dry-run", "judge-base-url", "prompts"} {
		if flags.Changed(name) {
			return &adhere.Error{Code: adhere.Invalid, Message: "--" + name + " needs --strategies", Hint: "without it, recorded verdicts are measured and no model is asked"}
		}
	}
	return nil
}

// judgeGrid asks every model in every way about the labelled answers.
func (p *program) judgeGrid(ctx context.Context, f *judgeEvalFlags, j judgedFiles, opts metric.JudgeOptions) error {
	if err := f.checkGrid(); err != nil {
		return err
	}
	answers, err := dataset.ReadResponses(ctx, f.answers, nil)
	if err != nil {
		return err
	}
	grid := &eval.Grid{}
	var labels []metric.Judged
	if grid.Answers, labels, err = eval.LabelledAnswers(j.set, answers, j.all); err != nil {
		return err
	}
	return p.WithAsker(ctx, &f.AskFlags, "judge", func(a *asking.Asker) error {
		judging := eval.Judging{JudgeBaseURL: f.JudgesURL, Samples: f.samples, Temperature: f.temperature}
		if grid.Judges, err = eval.GridJudges(f.strategies, f.judges, judging, a.Options, a.Models.Open); err != nil {
			return err
		}
		if f.DryRun {
			all := a.Estimates()
			if err := all.AddGrid(ctx, grid); err != nil {
				return err
			}
			return p.ShowEstimates(all, a.Models)
		}
		columns, err := p.runGrid(ctx, grid, a)
		if err != nil {
			return err
		}
		return p.writeGrid(columns, labels, slices.Concat(j.warnings, answers.Warnings), opts, f)
	})
}

func (f *judgeEvalFlags) checkGrid() error {
	for _, need := range []struct {
		given bool
		flag  string
		hint  string
	}{
		{len(f.judges) > 0, "--judges PROVIDER/MODEL", "for example --judges openai/gpt-4o,ollama/llama3"},
		{f.bench != "", "--dataset", "it names the instructions that the labels are about"},
		{f.answers != "", "--responses FILE", "it holds the answers that the labels are about"},
	} {
		if !need.given {
			return &adhere.Error{Code: adhere.Invalid, Message: "--strategies needs " + need.flag, Hint: need.hint}
		}
	}
	if f.samples < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--judge-samples %d: expected at least 1", f.samples)}
	}
	return nil
}

func (p *program) runGrid(ctx context.Context, g *eval.Grid, a *asking.Asker) ([]eval.GridColumn, error) {
	p.Say("%s, %s", plural.Of(len(g.Judges), "judge"), plural.Of(len(g.Answers), "labelled answer"))
	ctx, done := p.Watched(ctx, a.Models, "judgement")
	columns, err := g.Run(ctx)
	done()
	if err == nil {
		p.Spent(a)
	}
	return columns, err
}

// writeGrid holds what the judges said against the labels.
func (p *program) writeGrid(columns []eval.GridColumn, labels []metric.Judged, warnings []string, opts metric.JudgeOptions, f *judgeEvalFlags) error {
	r, all, err := eval.GridAgainstGold(columns, labels, f.gold, opts)
	if err != nil {
		return err
	}
	for i := range columns {
		warnings = append(warnings, columns[i].Warnings()...)
	}
	a := report.OfGold(r)
	a.WithGrid(r)
	return p.writeGold(a, r, all, opts, warnings, f)
}
