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
	"adhere/metric"
	"adhere/report"
)

// Grid flags: which judges are asked about labelled answers, and how.
type gridFlags struct {
	askFlags
	strategies  []string
	responses   string
	samples     int
	temperature string
}

func (g *gridFlags) registerGrid(cmd *cobra.Command) {
	g.register(cmd)
	g.judgeURL(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&g.strategies, "strategies", nil, "ask the models of --judges about the labelled answers, in each of these ways (adhere prompts list)")
	f.StringVar(&g.responses, "responses", "", "with --strategies: the answers that the labels belong to, one JSON object per line")
	f.IntVar(&g.samples, "judge-samples", 1, "with --strategies: how many times each judge is asked, to see how often it repeats itself")
	f.StringVar(&g.temperature, "judge-temperature", "", "with --strategies: the judges' sampling temperature, or none to send no temperature (default 0, or 1 with several samples)")
	g.schemaFlag(f, "the judge's")
	g.dryRunFlag(cmd)
	for _, name := range []string{"schema", "dry-run"} {
		f.Lookup(name).Usage = "with --strategies: " + f.Lookup(name).Usage
	}
	g.registerAsking(f, unreadable)
}

// unused refuses the grid's flags where no judge is asked.
func (g *gridFlags) unused(flags *pflag.FlagSet) error {
	for _, name := range []string{"responses", "judge-samples", "judge-temperature", "schema", "dry-run", "judge-base-url", "prompts"} {
		if flags.Changed(name) {
			return &adhere.Error{Code: adhere.Invalid, Message: "--" + name + " needs --strategies", Hint: "without it recorded verdicts are measured and no model is asked"}
		}
	}
	return nil
}

// goldFlags say what judges are held against.
type goldFlags struct {
	gold, bench, data, near string
	options                 metric.JudgeOptions
}

// judgeGrid asks every model in every way about the labelled answers.
func (p *program) judgeGrid(ctx context.Context, f *gridFlags, models []string, labels []metric.Judged, warnings []string, l goldFlags, o *outputFlags) error {
	if err := f.checkGrid(models, l.bench); err != nil {
		return err
	}
	_, set, err := p.readBench(ctx, l.bench, l.data, l.near)
	if err != nil {
		return err
	}
	answers, err := dataset.ReadResponses(ctx, f.responses, nil)
	if err != nil {
		return err
	}
	grid := &eval.Grid{}
	if grid.Answers, labels, err = eval.LabelledAnswers(set, answers, labels); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("no answer in %s is one that the labels are about", f.responses), Hint: "instruction, model and attempt of answers and labels must be the same; see docs/formats.md"}
	}
	return p.withAsker(ctx, &f.askFlags, "judge", func(a *asker) error {
		judging := eval.Judging{JudgeBaseURL: f.judgeBaseURL, Samples: f.samples, Temperature: f.temperature}
		if grid.Judges, err = eval.GridJudges(f.strategies, models, judging, a.Options, a.models.Open); err != nil {
			return err
		}
		if f.dryRun {
			all := a.estimates()
			if err := all.AddGrid(ctx, grid); err != nil {
				return err
			}
			return p.showEstimates(all, a.models)
		}
		columns, err := p.runGrid(ctx, grid, a)
		if err != nil {
			return err
		}
		if l.options.Labels, err = p.labels(ctx, l.bench, l.data, l.near); err != nil {
			return err
		}
		return p.writeGrid(columns, labels, slices.Concat(warnings, answers.Warnings), l, o)
	})
}

func (g *gridFlags) checkGrid(models []string, bench string) error {
	for _, need := range []struct {
		given bool
		flag  string
		hint  string
	}{
		{len(models) > 0, "--judges PROVIDER/MODEL", "for example --judges openai/gpt-4o,ollama/llama3"},
		{bench != "", "--dataset", "it names the instructions that the labels are about"},
		{g.responses != "", "--responses FILE", "it holds the answers that the labels are about"},
	} {
		if !need.given {
			return &adhere.Error{Code: adhere.Invalid, Message: "--strategies needs " + need.flag, Hint: need.hint}
		}
	}
	if g.samples < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--judge-samples %d: at least 1 wanted", g.samples)}
	}
	return nil
}

func (p *program) runGrid(ctx context.Context, g *eval.Grid, a *asker) ([]eval.GridColumn, error) {
	p.say("%s, %s", plural(len(g.Judges), "judge"), plural(len(g.Answers), "labelled answer"))
	ctx, done := p.watched(ctx, a.models, "judgement")
	columns, err := g.Run(ctx)
	done()
	if err == nil {
		p.spent(a)
	}
	return columns, err
}

// writeGrid holds what the judges said against the labels.
func (p *program) writeGrid(columns []eval.GridColumn, labels []metric.Judged, warnings []string, l goldFlags, o *outputFlags) error {
	r, all, err := eval.GridAgainstGold(columns, labels, l.gold, l.options)
	if err != nil {
		return err
	}
	for i := range columns {
		warnings = append(warnings, columns[i].Warnings()...)
	}
	a := report.OfGold(r)
	a.WithGrid(r)
	if strings.EqualFold(o.format, string(report.FormatHTML)) {
		if err := eval.AddAgreement(a, all, l.options.Labels); err != nil {
			return err
		}
	}
	return p.writeAgreement(a, warnings, o)
}
