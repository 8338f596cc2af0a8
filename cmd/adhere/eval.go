package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/database"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/model"
	"adhere/report"
)

type evalFlags struct {
	judging
	outputFlags
	refineEvalFlags
	settingFlags
	specFlags
	shardFlags
	workerFlags
	db, data       *string
	models         []string
	temperatures   []float64
	limit, curves  string
	attempts, seed int
	sample         int
	sampleSeed     int
	topP           float64
	maxTokens      int
	resume, again  bool
	assumeOut      int
}

func (p *program) evalCommand() *cobra.Command {
	cmd, _ := p.newEval()
	return cmd
}

func (p *program) newEval() (*cobra.Command, *evalFlags) {
	f := &evalFlags{}
	cmd := p.command("eval BENCH --model PROVIDER/MODEL", f.args)
	f.db, f.data = p.dbFlag(cmd), p.dataFlag(cmd)
	f.judging.register(cmd)
	f.outputFlags.register(cmd, report.Formats())
	f.refineEvalFlags.register(cmd)
	f.settingFlags.register(cmd.Flags())
	f.specFlags.register(cmd)
	f.shardFlags.register(cmd.Flags())
	f.workerFlags.register(cmd.Flags())
	flags := cmd.Flags()
	flags.StringSliceVar(&f.models, "model", nil, "the model under test, provider/model (required); several, joined by commas, make a sweep")
	flags.StringVar(&f.limit, "limit", "", "take the first N instructions, or a range: 10, 11-20")
	flags.IntVar(&f.attempts, "attempts", 1, "answers per instruction")
	flags.IntVar(&f.seed, "seed", 0, "seed sent with the requests; attempt k has seed+k (0: none)")
	flags.IntVar(&f.sample, "sample", 0, sampleUsage)
	flags.IntVar(&f.sampleSeed, "sample-seed", 0, "seed of --sample, if not --seed")
	flags.Float64SliceVar(&f.temperatures, "temperature", nil, "sampling temperature (the provider's default if not given); several make a sweep")
	flags.Float64Var(&f.topP, "top-p", 0, "nucleus sampling (the provider's default if not given)")
	flags.IntVar(&f.maxTokens, "max-tokens", 0, "most tokens of an answer (the provider's default if not given)")
	flags.StringVar(&f.curves, "curves", "", "also draw the curves over the levels into this SVG file")
	flags.Lookup("prompts").Usage += "; several make a sweep, in which default is the built-in wording"
	flags.BoolVar(&f.resume, "resume", false, "go on with the run of this plan; items that failed are tried again")
	flags.BoolVar(&f.again, "restart", false, "begin the run of this plan again; stored calls are used")
	p.noStoreFlag(flags)
	flags.BoolVar(&f.dryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
	flags.IntVar(&f.assumeOut, "assume-tokens", 500, "for --dry-run: tokens of a typical answer, if --max-tokens is not given")
	cmd.ValidArgsFunction = completeBench
	p.spec = &f.specFlags
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name, err := f.target(args)
		if err != nil {
			return err
		}
		if f.print {
			return f.show(p, cmd, name)
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
	if err := f.checkUsed(p, cmd.Flags().Changed); err != nil {
		return err
	}
	if err := f.useShard(p); err != nil {
		return err
	}
	p.say("reading %s", name)
	s, err := f.open(ctx, p)
	if err != nil {
		return err
	}
	defer s.Close()
	models, err := p.newModels(&f.modelFlags, s)
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
	if f.dryRun {
		return p.dryRun(ctx, s, planned, models, f)
	}
	if len(planned) > 1 {
		return p.sweep(ctx, s, named, planned, f)
	}
	return p.evalOne(cmd, s, name, planned[0], f)
}

// evalOne carries out one plan, and writes what was asked for of it.
func (p *program) evalOne(cmd *cobra.Command, s *store.Store, name string, e *eval.Evaluation, f *evalFlags) error {
	ctx, planned := cmd.Context(), []*eval.Evaluation{e}
	res, err := p.carriedOut(cmd, s, name, e, f)
	if err != nil {
		return err
	}
	if err := f.write(ctx, s, planned); err != nil {
		return err
	}
	if err := f.writeRefinements(ctx, s, planned); err != nil {
		return err
	}
	if err := f.drawCurves(&report.Sweep{Title: res.Bench, Results: []*report.Result{res}}); err != nil {
		return err
	}
	return eval.AllFailed(ctx, s, res, p.write(ctx, database.DB{Store: s}, res, &f.outputFlags))
}

// open opens the database, or, with --no-store, one that goes with the process.
func (f *evalFlags) open(ctx context.Context, p *program) (*store.Store, error) {
	switch {
	case !p.unkept:
		return p.storeFor(ctx, *f.db, f.dryRun)
	case p.namedDB:
		return nil, errUnkept("--db")
	case f.resume:
		return nil, errUnkept("--resume")
	case f.batch:
		return nil, errUnkept("--batch")
	case f.text != "":
		return nil, errUnkept("--shard")
	}
	return store.OpenInMemory(ctx)
}

// carriedOut has a plan carried out, here or by workers, and returns its result.
func (p *program) carriedOut(cmd *cobra.Command, s *store.Store, name string, e *eval.Evaluation, f *evalFlags) (*report.Result, error) {
	if !f.workers {
		return p.perform(cmd.Context(), s, e, f)
	}
	if err := p.byWorkers(cmd, s, name, e, f); err != nil {
		return nil, err
	}
	return eval.Result(cmd.Context(), s, e.Plan.RunID(), &e.Bench)
}

// perform carries out what is to be done of a plan and works out its result.
func (p *program) perform(ctx context.Context, s *store.Store, e *eval.Evaluation, f *evalFlags) (*report.Result, error) {
	id := e.Plan.RunID()
	r, err := s.Run(ctx, id)
	if err == nil && r.State == adhere.Finished && !f.resume && !f.again {
		p.say("run %s is finished; reporting it again (--restart runs it again, --resume tries failed items)", id)
	} else if err := p.alone(ctx, s, id, func(held context.Context) error {
		r, pending, err := p.beginOrResume(held, s, e, f)
		if err == nil && pending {
			err = p.carryOut(held, database.DB{Store: s}, r, e, &f.modelFlags)
		}
		return err
	}); err != nil {
		return nil, err
	}
	return eval.Result(ctx, s, e.Plan.RunID(), &e.Bench)
}

func (f *evalFlags) check(p *program) error {
	if len(f.models) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "eval needs --model PROVIDER/MODEL", Hint: "for example --model openai/gpt-4o-mini; to judge answers you have, use adhere score"}
	}
	if f.attempts < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--attempts %d: expected at least 1", f.attempts)}
	}
	if f.resume && f.again {
		return &adhere.Error{Code: adhere.Invalid, Message: "--resume and --restart exclude each other"}
	}
	return f.outputFlags.check(p, report.Formats())
}

// variants are what a sweep varies.
func (f *evalFlags) variants() *eval.Variants {
	return &eval.Variants{Models: f.models, Temperatures: f.temperatures, Prompts: f.packs, Refinements: f.strategies, Critics: f.critics, Decomposers: f.decomposers}
}

// spec is the evaluation that the flags mean, but for what a sweep varies.
func (f *evalFlags) spec(cmd *cobra.Command, name string) (*eval.Spec, error) {
	s := &eval.Spec{Bench: name, System: f.system, Refinement: f.Refinement, Params: f.params(cmd), ExtraBody: f.extra, Attempts: f.attempts, Limit: f.limit, Sample: f.sample, SampleSeed: f.sampleSeed, Undecided: f.undecided}
	j := f.judging
	j.packs = nil
	return s, j.onto(s)
}

// planEval reads everything that the evaluations are made of: one for each
// combination of models, temperatures, prompts and refinements.
func (p *program) planEval(cmd *cobra.Command, name string, m *model.Opener, f *evalFlags) ([]eval.Named, []*eval.Evaluation, error) {
	spec, err := f.spec(cmd, name)
	if err != nil {
		return nil, nil, err
	}
	named, err := f.variants().Specs(spec)
	if err != nil {
		return nil, nil, err
	}
	if len(named) > 1 {
		if err := f.checkSweep(); err != nil {
			return nil, nil, err
		}
	}
	planned, err := eval.Plan(cmd.Context(), named, p.parts(m, *f.data, ""))
	if err != nil {
		return nil, nil, err
	}
	for i, e := range planned {
		e.Unkept = p.unkept
		if f.curves != "" {
			if err := e.HasLevels("--curves"); err != nil {
				return nil, nil, err
			}
		}
		if err := f.least.Check(e.Bench.MetricNames(), e.Bench.Scales, e.Refines()); err != nil {
			return nil, nil, err
		}
		for _, line := range e.Conflicts {
			if i == 0 {
				p.say("%s", line)
			}
		}
	}
	return named, planned, nil
}

// parts are what evaluations take from this program: models, and data, which
// may lie near a file of the user's.
func (p *program) parts(m *model.Opener, dataDir, near string) eval.Parts {
	return eval.Parts{Open: m.Open, Workers: m.Limits.Connections, Data: eval.Data{Folder: p.dataDir(dataDir), Near: near}.Read}
}

// params are the settings that were given; the others stay the provider's.
func (f *evalFlags) params(cmd *cobra.Command) adhere.Params {
	var params adhere.Params
	given := cmd.Flags().Changed
	if given("top-p") {
		params.TopP = &f.topP
	}
	if given("max-tokens") {
		params.MaxTokens = &f.maxTokens
	}
	if f.seed != 0 {
		seed := int64(f.seed)
		params.Seed = &seed
	}
	f.enter(&params)
	return params
}

// beginOrResume finds or stores the run of the plan, and says whether
// anything of it is to be done.
func (p *program) beginOrResume(ctx context.Context, s *store.Store, e *eval.Evaluation, f *evalFlags) (*adhere.Run, bool, error) {
	r, err := s.Run(ctx, e.Plan.RunID())
	switch {
	case adhere.CodeOf(err) == adhere.NotFound && f.resume:
		p.say("nothing to resume: no run of this plan is stored; beginning it")
		fallthrough
	case adhere.CodeOf(err) == adhere.NotFound, err == nil && f.again:
		r, err = restart(ctx, s, e)
		return r, true, err
	case err != nil:
		return nil, false, err
	case f.resume:
		return r, r.State != adhere.Finished || r.Failed > 0, nil
	case r.State == adhere.Finished: // by another process, a moment ago
		return r, false, nil
	default:
		return nil, false, &adhere.Error{
			Code:    adhere.Conflict,
			Message: fmt.Sprintf("run %s of this plan has %d of %d items done", r.ID, r.Done-r.Failed, r.Items),
			Hint:    "--resume goes on with it, --restart begins it again",
		}
	}
}
