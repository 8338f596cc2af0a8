package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/cli/evaluations"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/report"
)

type preferFlags struct {
	evaluations.OutputFlags
	asking.AskFlags
	limit string
}

func (p *program) preferCommand() *cobra.Command {
	f := &preferFlags{}
	cmd := p.Command("prefer A B --judge PROVIDER/MODEL", cobra.ExactArgs(2))
	f.DB = p.DBFlag(cmd)
	f.RegisterAsked(cmd, "judge", "the judge's model, provider/model (required)", asking.Unreadable)
	f.DryRunFlag(cmd)
	flags := cmd.Flags()
	f.SchemaFlag(flags, "the judge's")
	f.RegisterFormat(cmd, "result", documentFormats())
	flags.StringVar(&f.limit, "limit", "", "compare the first N answers, or a range: 10, 11-20")
	cmd.ValidArgsFunction = p.CompleteRuns(f.DB)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.prefer(cmd.Context(), args[0], args[1], f) }
	return cmd
}

func (p *program) prefer(ctx context.Context, a, b string, f *preferFlags) error {
	if err := f.Check(p.Program, documentFormats()); err != nil {
		return err
	}
	if err := asking.NeedModel("prefer", "judge", f.Model); err != nil {
		return err
	}
	return p.WithExistingStore(ctx, *f.DB, func(s *store.Store) error {
		t, err := eval.PairRuns(ctx, eval.Stored{From: s, ID: a}, eval.Stored{From: s, ID: b}, f.limit)
		if err != nil {
			return err
		}
		asked, err := p.NewAsker(&f.AskFlags, s, "judge")
		if err != nil {
			return err
		}
		if t.Comparer, err = judge.NewComparer(asked.Options); err != nil {
			return err
		}
		if f.DryRun {
			all := asked.Estimates()
			if err := t.Estimate(all); err != nil {
				return err
			}
			return p.ShowEstimates(all, asked.Models)
		}
		return p.compare(ctx, t, asked, f)
	})
}

// compare has the judge compare pairs, and prints the result.
func (p *program) compare(ctx context.Context, t *eval.PairedRuns, asked *asking.Asker, f *preferFlags) error {
	watched, done := p.Watched(ctx, asked.Models, "pair")
	err := t.Compare(watched)
	done()
	if err != nil {
		return err
	}
	p.Spent(asked)
	if f.Format == string(report.FormatJSON) {
		return cli.WriteJSON(p.Out, t.Document())
	}
	return report.Write(p.Out, report.Format(f.Format), t.Result(), report.Options{Width: p.Width()})
}
