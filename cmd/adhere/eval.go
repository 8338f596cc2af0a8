package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"adhere"
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
	db, data       *string
	models         []string
	temperatures   []float64
	limit, curves  string
	attempts, seed int
	topP           float64
	maxTokens      int
	resume, again  bool
	assumeOut      int
}

func (p *program) evalCommand() *cobra.Command {
	f := &evalFlags{}
	cmd := p.command("eval BENCH --model PROVIDER/MODEL", f.args)
	f.db, f.data = p.dbFlag(cmd), p.dataFlag(cmd)
	f.judging.register(cmd)
	f.outputFlags.register(cmd, report.Formats())
	f.refineEvalFlags.register(cmd)
	f.settingFlags.register(cmd.Flags())
	f.specFlags.register(cmd)
	f.shardFlags.register(cmd.Flags())
	flags := cmd.Flags()
	flags.StringSliceVar(&f.models, "model", nil, "the model under test, provider/model (required); several, joined by commas, are a sweep")
	flags.StringVar(&f.limit, "limit", "", "take the first N instructions, or a range: 10, 11-20")
	flags.IntVar(&f.attempts, "attempts", 1, "answers per instruction")
	flags.IntVar(&f.seed, "seed", 0, "seed sent with every request (0: none)")
	flags.Float64SliceVar(&f.temperatures, "temperature", nil, "sampling temperature (the provider's default if not given); several are a sweep")
	flags.Float64Var(&f.topP, "top-p", 0, "nucleus sampling (the provider's default if not given)")
	flags.IntVar(&f.maxTokens, "max-tokens", 0, "longest answer in tokens (the provider's default if not given)")
	flags.StringVar(&f.curves, "curves", "", "also draw the curves over the levels, as an SVG file")
	flags.Lookup("prompts").Usage += "; several are a sweep, in which default is the built-in wording"
	flags.BoolVar(&f.resume, "resume", false, "go on with the run of this plan; items that failed are tried again")
	flags.BoolVar(&f.again, "restart", false, "begin the run of this plan again; stored calls are used")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
	flags.IntVar(&f.assumeOut, "assume-tokens", 500, "for --dry-run: tokens of a typical answer, where --max-tokens is not given")
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
	return cmd
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
	s, err := p.storeFor(ctx, *f.db, f.dryRun)
	if err != nil {
		return err
	}
	defer s.Close()
	models, err := p.newModels(&f.modelFlags, s)
	if err != nil {
		return err
	}
	trials, err := p.planEval(cmd, name, models, f)
	if err != nil {
		return err
	}
	if err := f.plan(trials); err != nil {
		return err
	}
	if f.dryRun {
		return p.dryRun(ctx, s, trials, models, f)
	}
	if len(trials) > 1 {
		return p.sweep(ctx, s, trials, f)
	}
	res, err := p.perform(ctx, s, trials[0], f)
	if err != nil {
		return err
	}
	if err := f.write(ctx, s, trials); err != nil {
		return err
	}
	if err := f.writeRefinements(ctx, s, trials, []*report.Result{res}); err != nil {
		return err
	}
	if err := f.drawCurves(&report.Sweep{Title: res.Bench, Results: []*report.Result{res}}); err != nil {
		return err
	}
	return allFailed(ctx, s, res, p.write(ctx, s, res, &f.outputFlags))
}

// perform carries out what is to be done of a plan and works out its result.
func (p *program) perform(ctx context.Context, s *store.Store, t *trial, f *evalFlags) (*report.Result, error) {
	id := t.Plan.RunID()
	r, err := s.Run(ctx, id)
	if err == nil && r.State == adhere.Finished && !f.resume && !f.again {
		p.say("run %s is finished; reporting it again (--restart runs it again, --resume tries failed items)", id)
	} else if err := p.alone(ctx, s, id, func(held context.Context) error {
		r, pending, err := p.beginOrResume(held, s, t.evaluation, f)
		if err == nil && pending {
			err = p.carryOut(held, s, r, t.evaluation)
		}
		return err
	}); err != nil {
		return nil, err
	}
	res, err := eval.Result(ctx, s, id, &t.Bench)
	if err != nil {
		return nil, err
	}
	res.Warnings = append(slices.Clone(t.readings), res.Warnings...)
	return res, nil
}

func (f *evalFlags) check(p *program) error {
	if len(f.models) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "eval needs --model PROVIDER/MODEL", Hint: "for example --model openai/gpt-4o-mini; to judge answers you have, use adhere score"}
	}
	if f.attempts < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--attempts %d: at least 1 wanted", f.attempts)}
	}
	if f.system != "" && len(f.strategies) > 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "--system is not taken with --refine: its prompts have their own", Hint: "leave one of them out, or put the text into the instructions"}
	}
	if f.resume && f.again {
		return &adhere.Error{Code: adhere.Invalid, Message: "--resume and --restart exclude each other"}
	}
	if err := f.checkSources(); err != nil {
		return err
	}
	return f.outputFlags.check(p, report.Formats())
}

// planEval reads everything that the evaluations are made of: one for each
// combination of models, temperatures and prompts.
func (p *program) planEval(cmd *cobra.Command, name string, models *models, f *evalFlags) ([]*trial, error) {
	part, err := parseLimit(f.limit)
	if err != nil {
		return nil, err
	}
	combinations, err := f.combinations()
	if err != nil {
		return nil, err
	}
	if len(combinations) > 1 {
		if err := f.checkSweep(); err != nil {
			return nil, err
		}
	}
	b, set, err := p.readBench(cmd.Context(), name, *f.data, "")
	if err != nil {
		return nil, err
	}
	if err := part.check(&b, set); err != nil {
		return nil, err
	}
	if err := f.counted(&b); err != nil {
		return nil, err
	}
	if f.attempts > 1 {
		eval.CountPassAt(&b, f.attempts)
	}
	var trials []*trial
	for _, c := range combinations {
		t := &trial{name: c.name, of: c, evaluation: &evaluation{connections: f.connections, Evaluation: eval.Evaluation{
			Bench: b, Set: set, Workers: f.connections + f.connections/10 + 1, Warnings: slices.Clone(set.Warnings),
			Plan: adhere.Plan{Attempts: f.attempts, Skip: part.skip, Limit: part.limit, Seed: f.seed, Params: f.params(cmd, c.temperature), System: f.system},
		}}}
		if err := f.enter(&t.Plan.Params); err != nil {
			return nil, err
		}
		if err := f.checkCurves(t.evaluation); err != nil {
			return nil, err
		}
		if err := p.equip(cmd.Context(), t, c, models, f); err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(trials, func(o *trial) bool { return o.Plan.RunID() == t.Plan.RunID() }); i >= 0 {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: trials[i].name + " and " + t.name + " are one and the same plan", Hint: "leave one of them out"}
		}
		if err := f.checkMin(&t.Bench, t.refinery != nil); err != nil {
			return nil, err
		}
		trials = append(trials, t)
	}
	return trials, p.warnOfClashes(trials)
}

// equip opens the models of a trial.
func (p *program) equip(ctx context.Context, t *trial, c combination, m *models, f *evalFlags) error {
	m.asked = nil
	asked, err := m.open(c.model, f.baseURL, "subject")
	if err != nil {
		return err
	}
	var prompt func(*adhere.Instruction) []adhere.Message
	if f.system != "" {
		prompt = f.messages
	}
	t.Subject = model.NewSubject(asked, prompt)
	t.Plan.Model = t.Subject.Name()
	if err := t.useRefinement(c, m, f); err != nil {
		return err
	}
	j := f.judging
	j.prompts = c.prompts
	return p.useJudges(ctx, t.evaluation, m, &j)
}

// params are the settings that were given; the others stay the provider's.
func (f *evalFlags) params(cmd *cobra.Command, temperature *float64) adhere.Params {
	params := adhere.Params{Temperature: temperature}
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
	return params
}

// beginOrResume finds or stores the run of the plan, and says whether
// anything of it is to be done.
func (p *program) beginOrResume(ctx context.Context, s *store.Store, e *evaluation, f *evalFlags) (*adhere.Run, bool, error) {
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
