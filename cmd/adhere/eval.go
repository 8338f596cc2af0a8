package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/store"
	"adhere/report"
)

type evalFlags struct {
	judging
	outputFlags
	db, data              *string
	model, limit          string
	attempts, seed        int
	temperature, topP     float64
	maxTokens             int
	resume, again, dryRun bool
	assumeOut             int
}

func (p *program) evalCommand() *cobra.Command {
	f := &evalFlags{}
	cmd := p.command("eval BENCH --model PROVIDER/MODEL", cobra.ExactArgs(1))
	f.db, f.data = p.dbFlag(cmd), p.dataFlag(cmd)
	f.judging.register(cmd)
	f.outputFlags.register(cmd, report.Formats())
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "", "the model under test, provider/model (required)")
	flags.StringVar(&f.limit, "limit", "", "take the first N instructions, or a range: 10, 11-20")
	flags.IntVar(&f.attempts, "attempts", 1, "answers per instruction")
	flags.IntVar(&f.seed, "seed", 0, "seed sent with every request (0: none)")
	flags.Float64Var(&f.temperature, "temperature", 0, "sampling temperature (the provider's default if not given)")
	flags.Float64Var(&f.topP, "top-p", 0, "nucleus sampling (the provider's default if not given)")
	flags.IntVar(&f.maxTokens, "max-tokens", 0, "longest answer in tokens (the provider's default if not given)")
	flags.BoolVar(&f.resume, "resume", false, "go on with the run of this plan; items that failed are tried again")
	flags.BoolVar(&f.again, "restart", false, "begin the run of this plan again; stored calls are used")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
	flags.IntVar(&f.assumeOut, "assume-tokens", 500, "for --dry-run: tokens of a typical answer, where --max-tokens is not given")
	cmd.ValidArgsFunction = completeBench
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.eval(cmd, args[0], f) }
	return cmd
}

func (p *program) eval(cmd *cobra.Command, name string, f *evalFlags) error {
	ctx := cmd.Context()
	if err := f.check(p); err != nil {
		return err
	}
	s, err := p.openStore(ctx, *f.db)
	if err != nil {
		return err
	}
	defer s.Close()
	models, err := p.newModels(&f.modelFlags, s)
	if err != nil {
		return err
	}
	e, err := p.planEval(cmd, name, models, f)
	if err != nil {
		return err
	}
	if f.dryRun {
		return p.dryRun(ctx, s, e, models, f)
	}
	r, pending, err := p.beginOrResume(ctx, s, e, f)
	if err != nil {
		return err
	}
	if pending {
		if err := p.carryOut(ctx, s, r, e); err != nil {
			return err
		}
	}
	res, err := result(ctx, s, r.ID, &e.bench)
	if err != nil {
		return err
	}
	res.Warnings = append(e.warnings, res.Warnings...)
	return p.write(ctx, s, res, &f.outputFlags)
}

func (f *evalFlags) check(p *program) error {
	if f.model == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "eval needs --model PROVIDER/MODEL", Hint: "for example --model openai/gpt-4o-mini; to judge answers you have, use adhere score"}
	}
	if f.attempts < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--attempts %d: at least 1 wanted", f.attempts)}
	}
	if f.resume && f.again {
		return &adhere.Error{Code: adhere.Invalid, Message: "--resume and --restart exclude each other"}
	}
	return f.outputFlags.check(p, report.Formats())
}

// planEval reads everything that the evaluation is made of.
func (p *program) planEval(cmd *cobra.Command, name string, models *models, f *evalFlags) (*evaluation, error) {
	part, err := parseLimit(f.limit)
	if err != nil {
		return nil, err
	}
	subject, err := models.open(f.model, f.baseURL, "subject")
	if err != nil {
		return nil, err
	}
	ctx := cmd.Context()
	b, set, err := p.readBench(ctx, name, *f.data, "")
	if err != nil {
		return nil, err
	}
	e := &evaluation{
		bench: b, set: set, subject: subject, workers: f.connections + f.connections/10 + 1, warnings: set.Warnings,
		plan: adhere.Plan{
			Model: subject.Name(), Attempts: f.attempts, Skip: part.skip, Limit: part.limit,
			Seed: f.seed, Params: f.params(cmd),
		},
	}
	return e, p.useJudges(ctx, e, models, &f.judging)
}

// params are the settings that were given; the others stay the provider's.
func (f *evalFlags) params(cmd *cobra.Command) adhere.Params {
	var params adhere.Params
	given := cmd.Flags().Changed
	if given("temperature") {
		params.Temperature = &f.temperature
	}
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
	r, err := s.Run(ctx, e.plan.RunID())
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
	case r.State == adhere.Finished:
		p.say("run %s is finished; reporting it again (--restart runs it again, --resume tries failed items)", r.ID)
		return r, false, nil
	default:
		return nil, false, &adhere.Error{
			Code:    adhere.Conflict,
			Message: fmt.Sprintf("run %s of this plan has %d of %d items done", r.ID, r.Done-r.Failed, r.Items),
			Hint:    "--resume goes on with it, --restart begins it again",
		}
	}
}
