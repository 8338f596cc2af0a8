package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere/eval"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/report"
)

type preferFlags struct {
	outputFlags
	askFlags
	limit string
}

func (p *program) preferCommand() *cobra.Command {
	f := &preferFlags{}
	cmd := p.command("prefer A B --judge PROVIDER/MODEL", cobra.ExactArgs(2))
	f.db = p.dbFlag(cmd)
	f.registerAsked(cmd, "judge", "the judge's model, provider/model (required)", unreadable)
	f.dryRunFlag(cmd)
	flags := cmd.Flags()
	f.schemaFlag(flags, "the judge's")
	f.registerFormat(cmd, "result", documentFormats())
	flags.StringVar(&f.limit, "limit", "", "compare the first N answers, or a range: 10, 11-20")
	cmd.ValidArgsFunction = p.completeRuns(f.db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.prefer(cmd.Context(), args[0], args[1], f) }
	return cmd
}

func (p *program) prefer(ctx context.Context, a, b string, f *preferFlags) error {
	if err := f.check(p, documentFormats()); err != nil {
		return err
	}
	if err := needModel("prefer", "judge", f.model); err != nil {
		return err
	}
	return p.withExistingStore(ctx, *f.db, func(s *store.Store) error {
		t, err := eval.PairRuns(ctx, eval.Stored{From: s, ID: a}, eval.Stored{From: s, ID: b}, f.limit)
		if err != nil {
			return err
		}
		asked, err := p.newAsker(&f.askFlags, s, "judge")
		if err != nil {
			return err
		}
		if t.Comparer, err = judge.NewComparer(asked.Options); err != nil {
			return err
		}
		if f.dryRun {
			all := asked.estimates()
			if err := t.Estimate(all); err != nil {
				return err
			}
			return p.showEstimates(all, asked.models)
		}
		return p.compare(ctx, t, asked, f)
	})
}

// compare has the judge compare pairs, and prints the result.
func (p *program) compare(ctx context.Context, t *eval.PairedRuns, asked *asker, f *preferFlags) error {
	watched, done := p.watched(ctx, asked.models, "pair")
	err := t.Compare(watched)
	done()
	if err != nil {
		return err
	}
	p.spent(asked)
	if f.format == string(report.FormatJSON) {
		return writeJSON(p.out, t.Document())
	}
	return report.Write(p.out, report.Format(f.format), t.Result(), report.Options{Width: p.width()})
}
