package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/judge"
	"adhere/metric"
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
	t, err := newTournament(ctx, s, a, b, f.limit)
	if err != nil {
		return err
	}
	models, err := p.newModels(&f.modelFlags, s)
	if err != nil {
		return err
	}
	if t.comparer, err = f.comparer(models); err != nil {
		return err
	}
	if f.dryRun {
		return p.rehearse(t, models)
	}
	if err := t.play(ctx, f.connections); err != nil {
		return err
	}
	used := models.meter.Roles()["judge"]
	p.say("%d calls made, %d were stored", used.Now.Calls, used.Stored.Calls)
	return p.writeTournament(t, &f.outputFlags)
}

func (f *preferFlags) comparer(m *models) (adhere.Comparer, error) {
	o, err := f.asking()
	if err != nil {
		return nil, err
	}
	o.Schema = f.schema
	if o.Model, err = m.open(f.judge, f.judgeBaseURL, "judge"); err != nil {
		return nil, err
	}
	return judge.NewComparer(o)
}

// rehearse counts the calls that the tournament would make.
func (p *program) rehearse(t *tournament, m *models) error {
	all := &eval.Estimates{Profiles: m.profiles}
	for _, match := range t.matches {
		if err := all.AddPair("judge", t.comparer, match.first.Instruction, match.first.Response, match.second.Response); err != nil {
			return err
		}
	}
	return p.showEstimates(all, m)
}

// writeTournament prints the shares of wins, ties and losses of run A.
func (p *program) writeTournament(t *tournament, o *outputFlags) error {
	count := map[adhere.Winner]int{}
	contests := make([]metric.Contest, len(t.matches))
	for i, m := range t.matches {
		count[m.Winner]++
		contests[i] = metric.Contest{Instruction: m.Instruction, Winner: m.Winner}
	}
	shares := metric.Preferences(contests)
	if o.format == string(report.FormatJSON) {
		return writeJSON(p.out, map[string]any{
			"a": t.a.ID, "b": t.b.ID, "bench": t.a.Plan.Bench, "models": []string{t.a.Plan.Model, t.b.Plan.Model},
			"judge": t.comparer.Name(), "items": len(t.matches),
			"wins": count[adhere.First], "ties": count[adhere.Tie], "losses": count[adhere.Second], "no_winner": count[adhere.NoWinner],
			"metrics": shares, "usage": report.UsageOf(t.usage()), "comparisons": t.matches, "warnings": append([]string{}, t.warnings...),
		})
	}
	res := &report.Result{
		Run: t.a.ID + " against " + t.b.ID, Bench: t.a.Plan.Bench, Model: t.a.Plan.Model + " against " + t.b.Plan.Model,
		Dataset: eval.SplitDataset(t.a.Plan.Dataset), Judges: []string{t.comparer.Name()}, Items: len(t.matches),
		Metrics: shares, Warnings: t.warnings, Usage: map[string]adhere.Usage{"judge": t.usage()},
		Definitions: []report.Definition{
			{Name: "win_rate", Doc: "Share of pairs in which the judge prefers the answer of " + t.a.ID + " in both orders."},
			{Name: "tie_rate", Doc: "Share of pairs that the judge calls a tie, or on which it changes its mind with the order."},
			{Name: "loss_rate", Doc: "Share of pairs in which the judge prefers the answer of " + t.b.ID + " in both orders."},
		},
	}
	return report.Write(p.out, report.Format(o.format), res, report.Options{Width: p.width()})
}
