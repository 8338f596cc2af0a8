package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/evaluations"
	"adhere/internal/cli/stores"
	"adhere/internal/store"
	"adhere/report"
)

type scoreFlags struct {
	evaluations.JudgingFlags
	evaluations.OutputFlags
	db, data *string
}

// unkeptGC keeps the heap small where nothing is stored: a twelfth more processor
// time than with cli.DefaultGC, and 3 MB less for 541 answers, 6 MB for 2,000.
const unkeptGC = 100

const sampleUsage = "draw about N instructions by the seed, in proportion from each subset, category and level; groups of levels are not split"

func (p *program) scoreCommand() *cobra.Command {
	f := &scoreFlags{}
	cmd := p.Command("score BENCH --responses FILE", cobra.ExactArgs(1))
	f.db, f.data = p.DBFlag(cmd), p.DataFlag(cmd)
	f.JudgingFlags.Register(cmd)
	f.OutputFlags.Register(cmd, report.Formats())
	flags, spec := cmd.Flags(), &f.Spec
	flags.StringVar(&spec.Responses, "responses", "", "recorded answers, one JSON object per line (required)")
	flags.StringVar(&spec.Model, "model", "", "the model whose answers are used, if the file has those of several")
	flags.StringVar(&spec.Limit, "limit", "", "judge the first N instructions, or a range: 10, 11-20")
	flags.IntVar(&spec.Sample, "sample", 0, sampleUsage)
	flags.IntVar(&spec.SampleSeed, "seed", 0, "seed of --sample")
	flags.BoolVar(&spec.RequireAll, "require-all", false, "an instruction without an answer is an error")
	p.NoStoreFlag(flags)
	cmd.ValidArgsFunction = evaluations.CompleteBench
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.score(cmd.Context(), args[0], f) }
	return cmd
}

func (p *program) score(ctx context.Context, name string, f *scoreFlags) (err error) {
	if err := f.OutputFlags.Check(p.Program, report.Formats()); err != nil {
		return err
	}
	spec := &f.Spec
	if spec.Responses == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "score needs --responses FILE", Hint: "to generate answers with a model, use adhere eval"}
	}
	if spec.Prompts, err = f.OnePack(); err != nil {
		return err
	}
	if err := f.JudgingFlags.Check(); err != nil {
		return err
	}
	spec.Bench, spec.Undecided = name, f.Undecided
	if err := spec.Check(); err != nil {
		return err
	}
	p.Say("reading %s and %s", name, spec.Responses)
	if p.Unkept && p.NamedDB {
		return stores.KeepsNothing("--db")
	}
	if p.Unkept {
		p.Memory(cli.MemoryLimit, unkeptGC)
		return p.scoreIn(ctx, eval.NewMemory(), f)
	}
	return p.WithStore(ctx, *f.db, func(s *store.Store) error { return p.scoreIn(ctx, s, f) })
}

// scoreIn judges what is recorded and prints the result. The run takes the place
// of an earlier one of the same plan: nothing is paid for.
func (p *program) scoreIn(ctx context.Context, s evaluations.Keeping, f *scoreFlags) error {
	models, err := p.NewModels(&f.ModelFlags, s)
	if err != nil {
		return err
	}
	e, err := eval.New(ctx, f.Spec, p.EvalParts(models, *f.data, f.Spec.Responses))
	if err != nil {
		return err
	}
	e.Unkept = p.Unkept
	if err := f.Least.Check("--min ", e.Bench.MetricNames(), e.Bench.Scales, false); err != nil {
		return err
	}
	return p.Perform(ctx, s, e, eval.Restart, &f.ModelFlags, func(ctx context.Context, res *report.Result) error {
		return eval.AllFailed(ctx, s, res, p.WriteResult(ctx, s, res, &f.OutputFlags))
	})
}
