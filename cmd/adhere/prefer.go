package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/judge"
	"adhere/model"
	"adhere/report"
)

type preferFlags struct {
	modelFlags
	outputFlags
	askFlags
	db           *string
	judge, limit string
	schema       bool
}

func (p *program) preferCommand() *cobra.Command {
	f := &preferFlags{}
	cmd := p.command("prefer A B --judge PROVIDER/MODEL", cobra.ExactArgs(2))
	f.db = p.dbFlag(cmd)
	f.modelFlags.register(cmd)
	f.judgeURL(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.judge, "judge", "", "the judge's model, provider/model (required)")
	f.registerFormat(cmd, "result", documentFormats())
	flags.StringVar(&f.limit, "limit", "", "compare the first N answers, or a range: 10, 11-20")
	f.registerAsking(flags, unreadable)
	flags.BoolVar(&f.schema, "schema", false, "ask for the judge's reply as JSON by schema, where the provider can")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
	cmd.ValidArgsFunction = p.completeRuns(f.db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.prefer(cmd.Context(), args[0], args[1], f) }
	return cmd
}

func (p *program) prefer(ctx context.Context, a, b string, f *preferFlags) error {
	if err := f.check(p, documentFormats()); err != nil {
		return err
	}
	if f.judge == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "prefer needs --judge PROVIDER/MODEL", Hint: "for example --judge openai/gpt-4o"}
	}
	s, err := p.existingStore(ctx, *f.db)
	if err != nil {
		return err
	}
	defer s.Close()
	t, err := eval.PairRuns(ctx, eval.Stored{From: s, ID: a}, eval.Stored{From: s, ID: b}, f.limit)
	if err != nil {
		return err
	}
	models, err := p.newModels(&f.modelFlags, s)
	if err != nil {
		return err
	}
	if t.Comparer, err = f.comparer(models); err != nil {
		return err
	}
	if f.dryRun {
		all := &eval.Estimates{Profiles: models.Options.Profiles}
		if err := t.Estimate(all); err != nil {
			return err
		}
		return p.showEstimates(all, models)
	}
	watched, done := p.watched(ctx, models, "pair")
	err = t.Compare(watched)
	done()
	if err != nil {
		return err
	}
	used := models.Meter.Roles()["judge"]
	p.say("%d calls made, %d were stored", used.Now.Calls, used.Stored.Calls)
	if f.format == string(report.FormatJSON) {
		return writeJSON(p.out, t.Document())
	}
	return report.Write(p.out, report.Format(f.format), t.Result(), report.Options{Width: p.width()})
}

func (f *preferFlags) comparer(m *model.Opener) (adhere.Comparer, error) {
	o, err := f.asking()
	if err != nil {
		return nil, err
	}
	o.Schema = f.schema
	if o.Model, err = m.Open(f.judge, f.judgeBaseURL, "judge"); err != nil {
		return nil, err
	}
	return judge.NewComparer(o)
}
