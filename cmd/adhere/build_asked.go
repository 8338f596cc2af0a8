package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/internal/cli/asking"
	"adhere/internal/sets"
	"adhere/judge"
)

// setFlags are those of commands that make a set, most by asking a model.
type setFlags struct {
	asking.AskFlags
	outFlags
}

// outFlags say what becomes of a set.
type outFlags struct {
	output, licence string
	heldOut         float64
	seed            uint64
}

func (f *setFlags) registerSet(cmd *cobra.Command, role string) {
	f.RegisterAsked(cmd, "model", role, asking.Unreadable)
	f.DryRunFlag(cmd)
	cmd.Flags().Lookup("dry-run").Usage = "carry out the code steps, print calls, tokens and cost of the others, and make no call"
	f.registerOut(cmd)
}

func (f *outFlags) registerOut(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.output, "out", "", "folder for the files and their card (required)")
	flags.StringVar(&f.licence, "licence", "other", "licence of the set, for its card")
	flags.Float64Var(&f.heldOut, "held-out", 0, "share to set apart in held_out.jsonl; near duplicates stay on the same side")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random choices")
}

// An askedSet is what a set is made with.
type askedSet struct {
	*asking.Asker
	flags *setFlags
	out   *sets.Folder
}

// options are nil where no model is named.
func (s *askedSet) options() *judge.Options {
	if s.Model == nil {
		return nil
	}
	return &s.Options
}

// withSet makes the folder, and opens database and model.
func (p *program) withSet(ctx context.Context, f *setFlags, role string, do func(*askedSet) error) error {
	out, err := sets.NewFolder(f.output)
	if err != nil {
		return err
	}
	return p.WithAnyAsker(ctx, &f.AskFlags, role, func(a *asking.Asker) error { return do(&askedSet{a, f, out}) })
}

func (p *program) finishAsked(set *askedSet, card *build.Card, name string, list []*adhere.Instruction) error {
	p.Spent(set.Asker)
	return p.finishSplit(set.out, &set.flags.outFlags, card, name, list)
}

// finishSplit writes a set, in two parts if a share is held out.
func (p *program) finishSplit(out *sets.Folder, f *outFlags, card *build.Card, name string, list []*adhere.Instruction) error {
	card.Licence = f.licence
	if err := out.AddSplit(card, name, list, f.heldOut, f.seed); err != nil {
		return err
	}
	return p.finishSet(out, card)
}
