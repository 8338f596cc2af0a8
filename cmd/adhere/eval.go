package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/evaluations"
	"adhere/internal/cli/stores"
	"adhere/internal/store"
	"adhere/model/provider"
	"adhere/report"
)

type evalFlags struct {
	evaluations.JudgingFlags
	evaluations.OutputFlags
	evaluations.RefineEvalFlags
	evaluations.SettingFlags
	cli.SpecFlags
	shardFlags
	workerFlags
	db, data      *string
	models        []string
	temperatures  []float64
	curves        string
	resume, again bool
	assumeOut     int
}

func (p *program) evalCommand() *cobra.Command {
	cmd, _ := p.newEval()
	return cmd
}

func (p *program) newEval() (*cobra.Command, *evalFlags) {
	f := &evalFlags{}
	cmd := p.Command("eval BENCH --model PROVIDER/MODEL", f.Args)
	f.db, f.data = p.DBFlag(cmd), p.DataFlag(cmd)
	f.JudgingFlags.Register(cmd)
	f.OutputFlags.Register(cmd, report.Formats())
	f.RefineEvalFlags.Register(cmd)
	f.SettingFlags.Register(cmd.Flags(), &f.Spec)
	f.SpecFlags.Register(cmd)
	f.shardFlags.register(cmd.Flags())
	f.workerFlags.register(cmd.Flags())
	flags := cmd.Flags()
	flags.StringSliceVar(&f.models, "model", nil, "the model under test, provider/model (required); several, joined by commas, make a sweep")
	flags.StringVar(&f.Spec.Limit, "limit", "", "take the first N instructions, or a range: 10, 11-20")
	flags.IntVar(&f.Spec.Attempts, "attempts", 1, "answers per instruction")
	flags.IntVar(&f.Spec.Sample, "sample", 0, sampleUsage)
	flags.IntVar(&f.Spec.SampleSeed, "sample-seed", 0, "seed of --sample, if not --seed")
	flags.Float64SliceVar(&f.temperatures, "temperature", nil, "sampling temperature, several make a sweep (default 0 where the benchmark's paper decodes greedily, otherwise the provider's)")
	flags.BoolVar(&f.Spec.UnsetTemperature, "no-temperature", false, "send no temperature, so that the provider's default applies")
	flags.StringVar(&f.curves, "curves", "", "also draw the curves over the levels into this SVG file")
	flags.Lookup("prompts").Usage += "; several make a sweep, in which default is the built-in wording"
	flags.BoolVar(&f.resume, "resume", false, "continue the run of this plan; failed items are tried again")
	flags.BoolVar(&f.again, "restart", false, "start the run of this plan again; stored calls are used")
	p.NoStoreFlag(flags)
	flags.BoolVar(&f.DryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
	flags.IntVar(&f.assumeOut, "assume-tokens", 500, "for --dry-run: tokens of a typical answer, if --max-tokens is not given")
	cmd.ValidArgsFunction = evaluations.CompleteBench
	p.Spec = &f.SpecFlags
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name, err := f.Target(args)
		if err != nil {
			return err
		}
		if f.Print {
			return f.Show(p.Program, cmd, name)
		}
		return p.eval(cmd, name, f)
	}
	return cmd, f
}

func (p *program) eval(cmd *cobra.Command, name string, f *evalFlags) error {
	ctx := cmd.Context()
	if err := f.check(p); err != nil {
		return err
	}
	if err := f.CheckUsed(p.Program, cmd.Flags().Changed); err != nil {
		return err
	}
	if err := f.useShard(p); err != nil {
		return err
	}
	p.Say("reading %s", name)
	s, err := f.open(ctx, p)
	if err != nil {
		return err
	}
	defer s.Close()
	models, err := p.NewModels(&f.ModelFlags, s)
	if err != nil {
		return err
	}
	named, planned, err := p.planEval(cmd, name, models, f)
	if err != nil {
		return err
	}
	if err := f.plan(planned); err != nil {
		return err
	}
	if err := f.workerFlags.check(p, *f.db, planned, f.text); err != nil {
		return err
	}
	if f.DryRun {
		return p.dryRun(ctx, s, planned, models, f)
	}
	if len(planned) > 1 {
		return p.sweep(ctx, s, named, planned, f)
	}
	return p.evalOne(cmd, s, name, planned[0], f)
}

// evalOne carries out one plan, here or by workers, and writes what was asked
// for of it.
func (p *program) evalOne(cmd *cobra.Command, s *store.Store, name string, e *eval.Evaluation, f *evalFlags) error {
	write := func(ctx context.Context, res *report.Result) error {
		if err := f.writeFiles(ctx, s, []*eval.Evaluation{e}, &report.Sweep{Title: res.Bench, Results: []*report.Result{res}}); err != nil {
			return err
		}
		return eval.AllFailed(ctx, s, res, p.WriteResult(ctx, s, res, &f.OutputFlags))
	}
	if !f.workers {
		return p.perform(cmd.Context(), s, e, f, write)
	}
	if err := p.byWorkers(cmd, s, name, e, f); err != nil {
		return err
	}
	res, err := eval.Result(cmd.Context(), s, e.Plan.RunID(), &e.Bench)
	if err != nil {
		return err
	}
	return write(cmd.Context(), res)
}

// open opens the database, or, with --no-store, one that goes with the process.
func (f *evalFlags) open(ctx context.Context, p *program) (*store.Store, error) {
	switch {
	case !p.Unkept:
		return p.StoreFor(ctx, *f.db, f.DryRun)
	case p.NamedDB:
		return nil, stores.KeepsNothing("--db")
	case f.resume:
		return nil, stores.KeepsNothing("--resume")
	case f.Batch:
		return nil, stores.KeepsNothing("--batch")
	case f.text != "":
		return nil, stores.KeepsNothing("--shard")
	}
	return store.OpenInMemory(ctx)
}

// start says what becomes of a run that is stored.
func (f *evalFlags) start() eval.Start {
	switch {
	case f.resume:
		return eval.Resume
	case f.again:
		return eval.Restart
	}
	return eval.Once
}

// perform carries out what is to be done of a plan and hands its result to use.
func (p *program) perform(ctx context.Context, s *store.Store, e *eval.Evaluation, f *evalFlags, use func(context.Context, *report.Result) error) error {
	r, err := s.Run(ctx, e.Plan.RunID())
	switch {
	case err == nil && r.State == adhere.Finished && f.start() == eval.Once:
		p.Say("run %s is finished; reporting it again (--restart runs it again, --resume tries failed items)", r.ID)
		res, err := eval.Result(ctx, s, r.ID, &e.Bench)
		if err != nil {
			return err
		}
		return use(ctx, res)
	case adhere.CodeOf(err) == adhere.NotFound && f.resume:
		p.Say("nothing to resume: no run of this plan is stored; beginning it")
	}
	return p.Perform(ctx, s, e, f.start(), &f.ModelFlags, use)
}

func (f *evalFlags) check(p *program) error {
	if len(f.models) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "eval needs --model PROVIDER/MODEL", Hint: "for example --model openai/gpt-4o-mini; to judge answers you have, use adhere score"}
	}
	if f.Spec.Attempts < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--attempts %d: expected at least 1", f.Spec.Attempts)}
	}
	if f.Spec.UnsetTemperature && len(f.temperatures) > 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "--temperature and --no-temperature exclude each other", Hint: "leave one of them out"}
	}
	if f.resume && f.again {
		return &adhere.Error{Code: adhere.Invalid, Message: "--resume and --restart exclude each other"}
	}
	return f.OutputFlags.Check(p.Program, report.Formats())
}

func (f *evalFlags) variants() *eval.Variants {
	return &eval.Variants{Models: f.models, Temperatures: f.temperatures, Prompts: f.Packs, Refinements: f.Strategies, Critics: f.Critics, Decomposers: f.Decomposers}
}

// planEval reads everything that the evaluations are made of: one for each
// combination of models, temperatures, prompts and refinements.
func (p *program) planEval(cmd *cobra.Command, name string, m *provider.Opener, f *evalFlags) ([]eval.Named, []*eval.Evaluation, error) {
	if err := f.JudgingFlags.Check(); err != nil {
		return nil, nil, err
	}
	f.Spec.Bench, f.Spec.Refinement, f.Spec.Undecided = name, f.Refinement, f.Undecided
	f.Enter(&f.Spec, cmd.Flags().Changed)
	named, err := f.variants().Specs(&f.Spec)
	if err != nil {
		return nil, nil, err
	}
	if len(named) > 1 {
		if err := f.checkSweep(); err != nil {
			return nil, nil, err
		}
	}
	planned, err := eval.Plan(cmd.Context(), named, p.EvalParts(m, *f.data, ""))
	if err != nil {
		return nil, nil, err
	}
	for i, e := range planned {
		e.Unkept = p.Unkept
		if f.curves != "" {
			if err := e.HasLevels("--curves"); err != nil {
				return nil, nil, err
			}
		}
		if err := f.Least.Check("--min ", e.Bench.MetricNames(), e.Bench.Scales, e.Refines()); err != nil {
			return nil, nil, err
		}
		for _, line := range e.Conflicts {
			if i == 0 {
				p.Say("%s", line)
			}
		}
	}
	return named, planned, nil
}

// dryRun renders every prompt of the plans and counts; it makes no call.
func (p *program) dryRun(ctx context.Context, s *store.Store, planned []*eval.Evaluation, m *provider.Opener, f *evalFlags) error {
	all := &eval.Estimates{Profiles: m.Options.Profiles, Calls: s, Out: f.assumeOut}
	for _, e := range planned {
		if err := all.Add(ctx, e); err != nil {
			return err
		}
	}
	return p.ShowEstimates(all, m)
}
