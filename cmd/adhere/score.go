package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/database"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/store"
	"adhere/report"
)

type scoreFlags struct {
	cli.JudgingFlags
	cli.OutputFlags
	db, data   *string
	responses  string
	model      string
	limit      string
	sample     int
	seed       int
	requireAll bool
}

const sampleUsage = "draw about N instructions by the seed, in proportion from each subset, category and level; groups of levels are not split"

func (p *program) scoreCommand() *cobra.Command {
	f := &scoreFlags{}
	cmd := p.Command("score BENCH --responses FILE", cobra.ExactArgs(1))
	f.db, f.data = p.DBFlag(cmd), p.DataFlag(cmd)
	f.JudgingFlags.Register(cmd)
	f.OutputFlags.Register(cmd, report.Formats())
	flags := cmd.Flags()
	flags.StringVar(&f.responses, "responses", "", "recorded answers, one JSON object per line (required)")
	flags.StringVar(&f.model, "model", "", "the model whose answers are used, if the file has those of several")
	flags.StringVar(&f.limit, "limit", "", "judge the first N instructions, or a range: 10, 11-20")
	flags.IntVar(&f.sample, "sample", 0, sampleUsage)
	flags.IntVar(&f.seed, "seed", 0, "seed of --sample")
	flags.BoolVar(&f.requireAll, "require-all", false, "an instruction without an answer is an error")
	p.NoStoreFlag(flags)
	cmd.ValidArgsFunction = cli.CompleteBench
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.score(cmd.Context(), args[0], f) }
	return cmd
}

func (p *program) score(ctx context.Context, name string, f *scoreFlags) error {
	if err := f.Check(p.Program, report.Formats()); err != nil {
		return err
	}
	if f.responses == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "score needs --responses FILE", Hint: "to generate answers with a model, use adhere eval"}
	}
	spec := eval.Spec{Bench: name, Responses: f.responses, Model: f.model, RequireAll: f.requireAll, Limit: f.limit, Sample: f.sample, SampleSeed: f.seed, Undecided: f.Undecided}
	if err := f.Onto(&spec); err != nil {
		return err
	}
	if err := spec.Check(); err != nil {
		return err
	}
	p.Say("reading %s and %s", name, f.responses)
	if p.Unkept {
		return p.scoreUnkept(ctx, spec, f)
	}
	s, err := p.OpenStore(ctx, *f.db)
	if err != nil {
		return err
	}
	defer s.Close()
	// The run takes the place of an earlier one of the same plan: nothing is
	// paid for.
	return p.scoreAndWrite(ctx, database.DB{Store: s}, spec, f, func(e *eval.Evaluation) error {
		return p.Alone(ctx, s, e.Plan.RunID(), func(held context.Context) error {
			r, err := restart(held, s, e)
			if err == nil {
				err = p.CarryOut(held, database.DB{Store: s}, r, e, &f.ModelFlags)
			}
			return err
		})
	})
}

// scoreUnkept scores without a database.
func (p *program) scoreUnkept(ctx context.Context, spec eval.Spec, f *scoreFlags) error {
	if p.NamedDB {
		return cli.KeepsNothing("--db")
	}
	memory := eval.NewMemory()
	return p.scoreAndWrite(ctx, memory, spec, f, func(e *eval.Evaluation) error {
		e.Unkept = true
		r, err := e.Begin(ctx, memory)
		if err == nil {
			err = p.CarryOut(ctx, memory, r, e, &f.ModelFlags)
		}
		return err
	})
}

// scoreAndWrite plans what is to be judged, has it carried out and prints the
// result.
func (p *program) scoreAndWrite(ctx context.Context, s cli.Keeping, spec eval.Spec, f *scoreFlags, carryOut func(*eval.Evaluation) error) error {
	models, err := p.NewModels(&f.ModelFlags, s)
	if err != nil {
		return err
	}
	e, err := eval.New(ctx, spec, p.EvalParts(models, *f.data, f.responses))
	if err != nil {
		return err
	}
	if err := f.Least.Check(e.Bench.MetricNames(), e.Bench.Scales, false); err != nil {
		return err
	}
	if err := carryOut(e); err != nil {
		return err
	}
	res, err := eval.Result(ctx, s, e.Plan.RunID(), &e.Bench)
	if err != nil {
		return err
	}
	return eval.AllFailed(ctx, s, res, p.WriteResult(ctx, s, res, &f.OutputFlags))
}

// restart stores a new run of the plan, in place of an earlier one.
func restart(ctx context.Context, s *store.Store, e *eval.Evaluation) (*adhere.Run, error) {
	r, err := e.Begin(ctx, database.DB{Store: s})
	if adhere.CodeOf(err) == adhere.Conflict {
		if err := s.RemoveRun(ctx, r.ID); err != nil {
			return nil, err
		}
		r, err = e.Begin(ctx, database.DB{Store: s})
	}
	return r, err
}
