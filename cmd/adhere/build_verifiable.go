package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/cli"
	"adhere/internal/cli/evaluations"
	"adhere/internal/sets"
)

type buildVerifiableFlags struct {
	build.Verifiable
	demands, base string
	shape, output string
	kinds         []string
	list          bool
}

func (p *program) buildVerifiableCommand() *cobra.Command {
	f := &buildVerifiableFlags{}
	cmd := p.Sub("build", "verifiable --out FOLDER", "Make new prompts whose demands code can decide, from a seed", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if f.list {
			return p.listKinds()
		}
		return p.buildVerifiable(cmd.Context(), f)
	})
	flags := cmd.Flags()
	flags.IntVar(&f.Count, "count", 1000, "prompts to make")
	flags.StringVar(&f.demands, "demands", "1-10", "demands in a prompt, a number or a range; about equally often each; many of them less often with --held-out")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed, which names the set: another seed makes another set")
	flags.Float64Var(&f.HeldOut, "held-out", 0, "share of prompts, kinds of demands and requests to set apart (0.2)")
	flags.StringVar(&f.base, "base", "", "file of requests to add demands to: one per line, or JSON lines with prompt (default: built-in requests)")
	flags.StringSliceVar(&f.kinds, "kinds", nil, "draw only kinds with one of these words in their name, or with this label; see --list")
	flags.StringVar(&f.shape, "shape", string(dataset.ShapeOwn), "format of the files, which must be able to express a kind of demand for it to be drawn: "+joinedShapes())
	flags.StringVar(&f.output, "out", "", "folder for the files and their card (required)")
	flags.BoolVar(&f.list, "list", false, "list the kinds of demands, and make nothing")
	return cmd
}

func joinedShapes() string {
	return strings.Join(evaluations.Names(dataset.Shapes()), ", ")
}

func (p *program) listKinds() error {
	var rows [][]string
	for _, k := range build.KindsOf(nil, nil) {
		rows = append(rows, []string{k.Name, k.Label})
	}
	return p.Table([]string{"kind", "label"}, rows)
}

func (p *program) buildVerifiable(ctx context.Context, f *buildVerifiableFlags) error {
	shape := dataset.Shape(f.shape)
	if !slices.Contains(dataset.Shapes(), shape) {
		return &adhere.Error{Code: adhere.Invalid, Message: "--shape " + f.shape + " is not known", Hint: "one of " + joinedShapes()}
	}
	f.Kinds = build.KindsOf(shape.Suites(), f.kinds)
	if err := f.Demands(f.demands); err != nil {
		return err
	}
	base, source, err := sets.Base(f.base)
	if err != nil {
		return err
	}
	f.Base = base
	out, err := sets.NewFolder(f.output)
	if err != nil {
		return err
	}
	set, err := f.Make(ctx)
	if err != nil {
		return err
	}
	card := set.Card(&f.Verifiable)
	card.Sources = []build.Material{source}
	for _, split := range []string{build.Train, build.HeldOut} {
		if list := set.Of(split); len(list) > 0 {
			out.Add(split+".jsonl", func(w io.Writer) error { return dataset.WriteInstructions(w, shape, list) })
		}
	}
	out.Add("texts.jsonl", cli.Lines(set.Shown()))
	out.Add("rejected.jsonl", cli.Lines(set.Base.Rejected))
	return p.finishSet(out, card)
}
