package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/cli/evaluations"
	"adhere/model/provider"
	"adhere/refine"
	"adhere/report"
)

type refineFlags struct {
	asking.AskFlags
	evaluations.RefiningFlags
	data                *string
	text, id            string
	rules, requirements []string
	temperature         float64
	maxTokens           int
	answerOnly          bool
}

func (p *program) refineCommand() *cobra.Command {
	f := &refineFlags{}
	cmd := p.Command("refine [FILE|-] --model PROVIDER/MODEL", cobra.MaximumNArgs(1))
	f.DB, f.data = p.DBFlag(cmd), p.DataFlag(cmd)
	f.RegisterAsked(cmd, "model", "the model that answers, provider/model (required)", asking.Unreadable+" of the critic")
	f.RegisterRefining(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Refine, "strategy", "decrim", "how the answer is made: "+evaluations.StrategyNames())
	flags.StringVar(&f.text, "text", "", "the text of the instruction, instead of FILE")
	flags.StringVar(&f.id, "id", "", "the instruction of this ID in FILE, or in the benchmark of that name")
	flags.StringArrayVar(&f.rules, "rule", nil, "a requirement that code decides: 'NAME {…}' (adhere verify --list); may be repeated")
	flags.StringArrayVar(&f.requirements, "requirement", nil, "a requirement in plain language; may be repeated")
	flags.Float64Var(&f.temperature, "temperature", 0, "sampling temperature (the provider's default if not given)")
	flags.IntVar(&f.maxTokens, "max-tokens", 0, "most tokens of an answer (the provider's default if not given)")
	f.SchemaFlag(flags, "the critic's")
	flags.BoolVar(&f.answerOnly, "answer-only", false, "print the answer and nothing else")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.refine(cmd, args, f) }
	return cmd
}

func (p *program) refine(cmd *cobra.Command, args []string, f *refineFlags) error {
	ctx := cmd.Context()
	if err := asking.NeedModel("refine", "model", f.Model); err != nil {
		return err
	}
	if err := f.settle(); err != nil {
		return err
	}
	in, found, err := p.toRefine(ctx, args, f)
	if err != nil {
		return err
	}
	s, err := p.OpenStore(ctx, *f.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	models, err := p.NewModels(&f.ModelFlags, s)
	if err != nil {
		return err
	}
	r, err := f.prepare(ctx, in, found, models)
	if err != nil {
		return err
	}
	if !f.Lists() {
		for _, c := range eval.Conflicts(in) {
			p.Say("%s", c)
		}
	}
	trace, err := r.Refine(ctx, in, f.request(cmd, in))
	if err != nil {
		return err
	}
	if err := p.showTrace(trace, f.answerOnly); err != nil {
		return err
	}
	return report.OutcomeOf(trace)
}

// settle takes the one critic and decomposer of a single refinement.
func (f *refineFlags) settle() (err error) {
	if f.Critic, err = evaluations.Single("critic", f.Critics); err == nil {
		f.Decomposer, err = evaluations.Single("decomposer", f.Decomposers)
	}
	return err
}

// A source is where an instruction comes from: by whose rules it is decided,
// and among which others it stands, if any.
type source struct {
	bench *bench.Bench
	set   *dataset.Set
}

// prepare puts the strategy together.
func (f *refineFlags) prepare(ctx context.Context, in *adhere.Instruction, from source, m *provider.Opener) (*refine.Refiner, error) {
	if f.Lists() && len(f.rules)+len(f.requirements) > 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--decomposer " + f.Decomposer + " lists requirements in place of --rule and --requirement", Hint: "leave out one or the other"}
	}
	if err := f.For(in); err != nil {
		return nil, err
	}
	o, err := f.Asking()
	if err != nil {
		return nil, err
	}
	return f.Refiner(ctx, &eval.Setting{Model: f.Model, BaseURL: f.URL, Bench: from.bench, Set: from.set, Open: m.Open, Options: o})
}

func (f *refineFlags) request(cmd *cobra.Command, in *adhere.Instruction) *adhere.Request {
	req := &adhere.Request{Messages: in.Messages}
	if cmd.Flags().Changed("temperature") {
		req.Params.Temperature = &f.temperature
	}
	if cmd.Flags().Changed("max-tokens") {
		req.Params.MaxTokens = &f.maxTokens
	}
	return req
}

func (p *program) toRefine(ctx context.Context, args []string, f *refineFlags) (*adhere.Instruction, source, error) {
	in, from, err := p.instructionOf(ctx, args, f)
	if err != nil {
		return nil, from, err
	}
	own, err := eval.Demanding(in, f.rules, f.requirements)
	return own, from, err
}

// instructionOf reads one instruction: of a text, of a file that is one, or by
// its ID out of a benchmark or a file of many.
func (p *program) instructionOf(ctx context.Context, args []string, f *refineFlags) (*adhere.Instruction, source, error) {
	var wrong *adhere.Error
	switch {
	case f.text != "" && (len(args) > 0 || f.id != ""):
		wrong = &adhere.Error{Message: "refine takes one instruction: FILE or --text"}
	case f.text == "" && len(args) == 0:
		wrong = &adhere.Error{Message: "refine needs FILE or --text", Hint: "adhere refine --text 'Write a limerick about tea.' --model openai/gpt-4o; - reads standard input"}
	case f.id != "":
		b, set, err := p.ReadBench(ctx, args[0], *f.data, "")
		if err != nil {
			return nil, source{}, err
		}
		in, err := eval.Find(set, args[0], f.id)
		return in, source{&b, set}, err
	case f.text == "" && cli.HoldsInstructions(args[0]):
		wrong = &adhere.Error{Message: args[0] + " holds many instructions", Hint: "choose one with --id; adhere eval " + args[0] + " --refine decrim takes them all"}
	}
	if wrong != nil {
		wrong.Code = adhere.Invalid
		return nil, source{}, wrong
	}
	in, err := p.Instruction(args, f.text, "text")
	return in, source{bench: new(bench.Custom("text", bench.Traits{}))}, err
}
