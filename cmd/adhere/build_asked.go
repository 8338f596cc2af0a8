package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/model"
	"adhere/prompt"
)

// setFlags are those of commands that make a set, most by asking a model.
type setFlags struct {
	modelFlags
	askFlags
	db                     *string
	model, output, licence string
	heldOut                float64
	seed                   uint64
	dryRun                 bool
}

func (f *setFlags) registerSet(cmd *cobra.Command, role string) {
	f.register(cmd)
	f.subjectURL(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "", role)
	flags.StringVar(&f.output, "out", "", "folder for the files and their card (required)")
	flags.StringVar(&f.licence, "licence", "other", "licence of the set, for its card")
	flags.Float64Var(&f.heldOut, "held-out", 0, "share to set apart in held_out.jsonl; near duplicates stay on the same side")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of what is drawn")
	f.registerAsking(flags, unreadable)
	flags.BoolVar(&f.dryRun, "dry-run", false, "carry out the code steps, print calls, tokens and cost of the others, and make no call")
}

// An askedSet is what a set is made with.
type askedSet struct {
	flags   *setFlags
	role    string
	out     *setFolder
	store   *store.Store
	models  *model.Opener
	options *judge.Options // nil where no model is named
}

// openSet makes the folder, and opens database and model.
func (p *program) openSet(ctx context.Context, f *setFlags, role string) (*askedSet, error) {
	set := &askedSet{flags: f, role: role}
	var err error
	if set.out, err = newSetFolder(f.output); err != nil {
		return nil, err
	}
	if set.store, err = p.storeFor(ctx, *f.db, f.dryRun); err != nil {
		return nil, err
	}
	f.modelFlags.dryRun = f.dryRun
	if err = p.openAsked(set); err != nil {
		set.store.Close()
		return nil, err
	}
	return set, nil
}

func (p *program) openAsked(set *askedSet) error {
	var err error
	f := set.flags
	if set.models, err = p.newModels(&f.modelFlags, set.store); err != nil || f.model == "" {
		return err
	}
	o, err := f.asking()
	if err != nil {
		return err
	}
	if o.Pack == nil {
		o.Pack = prompt.Default()
	}
	o.Model, err = set.models.Open(f.model, f.baseURL, set.role)
	set.options = &o
	return err
}

// asksModel is the error where a command needs a model.
func (f *setFlags) asksModel(command string) error {
	if f.model == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: command + " needs --model PROVIDER/MODEL", Hint: "for example --model openai/gpt-4o"}
	}
	return nil
}

// estimateSteps carries out the steps of code and counts the calls of the
// others as if each kept everything.
func estimateSteps[T any](ctx context.Context, p *program, set *askedSet, steps []build.Step[T], lines []T) error {
	rehearsals, err := build.Rehearse(ctx, lines, steps)
	if err != nil {
		return err
	}
	all := &eval.Estimates{Profiles: set.models.Options.Profiles, Calls: set.store}
	for _, r := range rehearsals {
		if len(r.Calls) == 0 {
			continue
		}
		asked := set.options.Model
		if err := all.AddRequests(ctx, set.role, asked.Name(), model.Identity(asked), r.Likely, r.Calls...); err != nil {
			return err
		}
	}
	return p.showEstimates(all, set.models)
}

// throughSteps puts lines through steps, and shows how far it is.
func throughSteps[T any](ctx context.Context, p *program, set *askedSet, noun string, lines []T, steps []build.Step[T]) (build.Passage[T], error) {
	ctx, done := p.watched(ctx, set.models, noun)
	defer done()
	return build.Through(ctx, lines, steps)
}

// finishAsked writes what was kept, in two parts if a share is held out.
func (p *program) finishAsked(set *askedSet, card *build.Card, name string, list []*adhere.Instruction) error {
	p.spent(set.models)
	f := set.flags
	card.Licence = f.licence
	train, heldOut, err := build.Split(list, f.heldOut, f.seed)
	if err != nil {
		return err
	}
	add := func(name string, list []*adhere.Instruction) {
		set.out.add(name, func(w io.Writer) error { return dataset.WriteInstructions(w, dataset.ShapeOwn, list) })
	}
	if f.heldOut == 0 {
		add(name, list)
		return p.finishSet(set.out, card)
	}
	card.Facts = append(card.Facts, [2]string{"held out", fmt.Sprintf("%d of %d, by seed %s; nothing in one part is nearly the same as something in the other", len(heldOut), len(list), strconv.FormatUint(f.seed, 10))})
	add(build.Train+".jsonl", train)
	add(build.HeldOut+".jsonl", heldOut)
	return p.finishSet(set.out, card)
}
