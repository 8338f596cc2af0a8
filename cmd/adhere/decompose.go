package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/plainjson"
	"adhere/judge"
)

type decomposeFlags struct {
	asking.AskFlags
	text, protocol string
	byCode         bool
}

func (p *program) decomposeCommand() *cobra.Command {
	f := &decomposeFlags{}
	cmd := p.Command("decompose FILE [--model PROVIDER/MODEL | --by-code]", cobra.MaximumNArgs(1))
	f.DB = p.DBFlag(cmd)
	f.RegisterAsked(cmd, "model", "the model that is asked, provider/model", asking.Unreadable)
	flags := cmd.Flags()
	f.SchemaFlag(flags, "the")
	flags.StringVar(&f.text, "text", "", "the text of the instruction, instead of FILE")
	flags.BoolVar(&f.byCode, "by-code", false, "list what code reads for certain in each prompt, and ask no model")
	flags.StringVar(&f.protocol, "protocol", judge.ByDemands, "what the model is asked for: demands, parts (task, context and constraints) or constraints")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.decompose(cmd.Context(), args, f) }
	return cmd
}

func (p *program) decompose(ctx context.Context, args []string, f *decomposeFlags) error {
	switch {
	case f.byCode == (f.Model != ""):
		return &adhere.Error{Code: adhere.Invalid, Message: "decompose needs either --model PROVIDER/MODEL or --by-code", Hint: "for example --model openai/gpt-4o-mini"}
	case !slices.Contains([]string{judge.ByDemands, judge.ByParts, judge.ByConstraints}, f.protocol):
		return &adhere.Error{Code: adhere.Invalid, Message: "--protocol " + f.protocol + " is not known", Hint: "demands, parts or constraints"}
	}
	instructions, err := p.toDecompose(ctx, args, f.text)
	if err != nil {
		return err
	}
	if f.byCode {
		for _, in := range instructions {
			in.Requirements, in.Doubtful = eval.ReadRequirements(in), nil
		}
		return p.printDecomposed(instructions)
	}
	return p.WithAsker(ctx, &f.AskFlags, "judge", func(a *asking.Asker) error {
		d, err := judge.NewDecomposer(a.Options)
		if err != nil {
			return err
		}
		watched, done := p.Watched(ctx, a.Models, "prompt")
		err = d.Into(watched, instructions, f.protocol)
		done()
		if err != nil {
			return err
		}
		return p.printDecomposed(instructions)
	})
}

func (p *program) printDecomposed(instructions []*adhere.Instruction) error {
	enc := plainjson.NewEncoder(p.Out)
	for _, in := range instructions {
		for _, c := range eval.Conflicts(in) {
			p.Say("instruction %s: %s", in.ID, c)
		}
		for _, d := range in.Doubtful {
			p.Say("instruction %s: in doubt, and not counted: %s (%s)", in.ID, d.Placed().Text, d.Doubt)
		}
		if err := enc.Encode(in); err != nil {
			return err
		}
	}
	return nil
}

// toDecompose reads what is to be decomposed: a data file of instructions, or
// one instruction as text.
func (p *program) toDecompose(ctx context.Context, args []string, text string) ([]*adhere.Instruction, error) {
	switch {
	case len(args) == 1 && text != "":
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "decompose takes either FILE or --text"}
	case text == "" && len(args) == 0:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "decompose needs FILE or --text", Hint: "adhere decompose --text 'Write a limerick about tea.' --model openai/gpt-4o; - reads standard input"}
	case text == "" && cli.HoldsInstructions(args[0]):
		set, err := dataset.Read(ctx, args[0], args[0], dataset.Options{})
		if err != nil {
			return nil, err
		}
		return set.Load()
	}
	in, err := p.Instruction(args, text, "1")
	return []*adhere.Instruction{in}, err
}
