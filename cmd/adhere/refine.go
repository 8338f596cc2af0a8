package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/model"
	"adhere/refine"
	"adhere/report"
)

type refineFlags struct {
	cli.AskFlags
	cli.RefiningFlags
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
	f.RegisterAsked(cmd, "model", "the model that answers, provider/model (required)", cli.Unreadable+" of the critic")
	f.RegisterRefining(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Refine, "strategy", "decrim", "how the answer is found: "+cli.StrategyNames())
	flags.StringVar(&f.text, "text", "", "the text of the instruction, instead of FILE")
	flags.StringVar(&f.id, "id", "", "the instruction of this ID in FILE, or in the benchmark of that name")
	flags.StringArrayVar(&f.rules, "rule", nil, "a requirement that code decides: 'NAME {…}' (adhere verify --list); may be repeated")
	flags.StringArrayVar(&f.requirements, "requirement", nil, "a requirement in words; may be repeated")
	flags.Float64Var(&f.temperature, "temperature", 0, "sampling temperature (the provider's default if not given)")
	flags.IntVar(&f.maxTokens, "max-tokens", 0, "most tokens of an answer (the provider's default if not given)")
	f.SchemaFlag(flags, "the critic's")
	flags.BoolVar(&f.answerOnly, "answer-only", false, "print the answer and nothing else")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.refine(cmd, args, f) }
	return cmd
}

func (p *program) refine(cmd *cobra.Command, args []string, f *refineFlags) error {
	ctx := cmd.Context()
	if err := cli.NeedModel("refine", "model", f.Model); err != nil {
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
	return outcomeOf(trace)
}

// settle takes the one critic and decomposer of a single refinement.
func (f *refineFlags) settle() (err error) {
	if f.Critic, err = cli.Single("critic", f.Critics); err == nil {
		f.Decomposer, err = cli.Single("decomposer", f.Decomposers)
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
func (f *refineFlags) prepare(ctx context.Context, in *adhere.Instruction, from source, m *model.Opener) (*refine.Refiner, error) {
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

// toRefine reads the instruction with its requirements.
func (p *program) toRefine(ctx context.Context, args []string, f *refineFlags) (*adhere.Instruction, source, error) {
	in, from, err := p.instructionOf(ctx, args, f)
	if err != nil {
		return nil, from, err
	}
	if strings.TrimSpace(in.Prompt()) == "" {
		return nil, from, &adhere.Error{Code: adhere.Invalid, Message: "the instruction is empty"}
	}
	own := *in
	own.Requirements = append([]adhere.Requirement(nil), in.Requirements...)
	for i, text := range f.rules {
		rule, err := goodRule(text)
		if err != nil {
			return nil, from, err
		}
		own.Requirements = append(own.Requirements, adhere.Requirement{ID: fmt.Sprintf("rule%d", i+1), Rule: rule})
	}
	for i, text := range f.requirements {
		own.Requirements = append(own.Requirements, adhere.Requirement{ID: fmt.Sprintf("req%d", i+1), Text: text})
	}
	return eval.Worded(&own), from, nil
}

// goodRule reads 'NAME {…}' and refuses what no checker can carry out.
func goodRule(text string) (*adhere.Rule, error) {
	rule := parseRule(text)
	if len(rule.Args) > 0 && !json.Valid(rule.Args) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--rule %s: arguments are not JSON: %s", rule.Name, rule.Args), Hint: `for example --rule 'NAME {"num_words":50}'`}
	}
	return rule, eval.CheckRule(rule)
}

func (p *program) instructionOf(ctx context.Context, args []string, f *refineFlags) (*adhere.Instruction, source, error) {
	var none source
	plain := bench.Custom("text", bench.Traits{})
	as := func(id, text string) *adhere.Instruction {
		return &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: text}}}
	}
	switch {
	case f.text != "" && (len(args) > 0 || f.id != ""):
		return nil, none, &adhere.Error{Code: adhere.Invalid, Message: "refine takes one instruction: FILE or --text"}
	case f.text != "":
		return as("text", f.text), source{bench: &plain}, nil
	case len(args) == 0:
		return nil, none, &adhere.Error{Code: adhere.Invalid, Message: "refine needs FILE or --text", Hint: "adhere refine --text 'Write a limerick about tea.' --model openai/gpt-4o; - reads standard input"}
	case f.id != "":
		return p.findInstruction(ctx, args[0], f)
	case filepath.Ext(args[0]) == ".jsonl":
		return nil, none, &adhere.Error{Code: adhere.Invalid, Message: args[0] + " holds many instructions", Hint: "choose one with --id; adhere eval " + args[0] + " --refine decrim takes them all"}
	}
	text, err := p.ReadText(args)
	id := "text"
	if args[0] != "-" {
		id = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
	}
	return as(id, text), source{bench: &plain}, err
}

// findInstruction looks for an ID in a file or benchmark. The data set's name
// may be left out of it.
func (p *program) findInstruction(ctx context.Context, name string, f *refineFlags) (*adhere.Instruction, source, error) {
	var none source
	b, set, err := p.ReadBench(ctx, name, *f.data, "")
	if err != nil {
		return nil, none, err
	}
	for in, err := range set.All() {
		if err != nil {
			return nil, none, err
		}
		if in.ID == f.id || adhere.ShortID(in.ID) == f.id {
			return in, source{&b, set}, nil
		}
	}
	return nil, none, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("%s has no instruction %q", name, f.id)}
}

// outcomeOf says how the command ends: an answer that breaks something is
// below what was wanted; a failure on the way is one although there is an
// answer.
func outcomeOf(t *adhere.Trace) error {
	if t.Stopped == adhere.StopError {
		return &adhere.Error{Code: adhere.Unavailable, Message: "the refinement ended early: " + t.Err}
	}
	var missed []string
	for i, v := range t.Answer().Verdicts {
		if v.Outcome == adhere.NotMet {
			missed = append(missed, "not met: "+report.Wanted(&t.Instruction.Requirements[i]))
		}
	}
	if missed != nil {
		return report.Missed(missed)
	}
	return nil
}
