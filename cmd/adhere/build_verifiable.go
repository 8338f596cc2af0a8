package main

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/cli/asking"
	"adhere/internal/cli/evaluations"
	"adhere/internal/sets"
)

type buildVerifiableFlags struct {
	setFlags
	build.Verifiable
	demands, base string
	shape         string
	kinds         []string
	list          bool
}

func (p *program) buildVerifiableCommand(db *string) *cobra.Command {
	f := &buildVerifiableFlags{setFlags: setFlags{AskFlags: asking.AskFlags{DB: db}}}
	cmd := p.Sub("build", "verifiable --out FOLDER", "Make new prompts whose demands code can decide, from a seed", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if f.list {
			return p.listKinds()
		}
		return p.buildVerifiable(cmd.Context(), f)
	})
	f.registerSet(cmd, "model that words demands too, provider/model (default: the program alone)")
	flags := cmd.Flags()
	flags.Lookup("held-out").Usage = "share of prompts, kinds of demands and requests to set apart (0.2)"
	flags.Lookup("seed").Usage = "seed, which names the set: another seed makes another set"
	flags.IntVar(&f.Count, "count", 1000, "prompts to make")
	flags.StringVar(&f.demands, "demands", "1-10", "demands in a prompt, a number or a range; about equally often each; many of them less often with --held-out")
	flags.StringVar(&f.base, "base", "", "file of requests to add demands to: one per line, or JSON lines with prompt (default: built-in requests)")
	flags.StringSliceVar(&f.kinds, "kinds", nil, "draw only kinds with one of these words in their name, or with this label; see --list")
	flags.StringVar(&f.shape, "shape", string(dataset.ShapeOwn), "format of the files, which must be able to express a kind of demand for it to be drawn: "+joinedShapes())
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
	f.Base, f.Seed, f.HeldOut = base, f.seed, f.heldOut
	return p.withSet(ctx, &f.setFlags, "rewriter", func(set *askedSet) error {
		return asking.Through(ctx, p.Models, set.Asker, f.DryRun, "form", f.Wordings(), build.WordingSteps(set.options()), func(passage *build.Passage[*build.Wording]) error {
			f.AddWordings(passage, set.options())
			p.Spent(set.Asker)
			debug.SetGCPercent(400) // many short texts are tried: a fifth less time; 2,000 prompts take 97 MB
			made, err := f.Make(ctx)
			if err != nil {
				return err
			}
			card := made.Card(&f.Verifiable)
			card.Sources, card.Licence = []build.Material{source}, f.licence
			set.out.AddVerifiable(made, shape)
			return p.finishSet(set.out, card)
		})
	})
}
