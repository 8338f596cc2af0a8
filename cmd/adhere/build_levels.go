package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/sets"
)

type buildLevelsFlags struct {
	setFlags
	categories []string
	tasks      string
	each       int
	tries      int
}

func (p *program) buildLevelsCommand(db *string) *cobra.Command {
	f := &buildLevelsFlags{setFlags: setFlags{AskFlags: asking.AskFlags{DB: db}}}
	cmd := p.Sub("build", "levels [SEEDS] --out FOLDER", "Make instructions that gain one constraint per level", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildLevels(cmd.Context(), args, f)
	})
	f.registerSet(cmd, "model that develops SEEDS and examines each step, provider/model (not needed for example and mixed)")
	flags := cmd.Flags()
	flags.StringSliceVar(&f.categories, "categories", nil, "content, situation, style, format (a model develops SEEDS), example, mixed (code makes them); default: those that SEEDS allows")
	flags.StringVar(&f.tasks, "tasks", "", "file of tasks for example constraints (default: ten built-in tasks)")
	flags.IntVar(&f.each, "each", 2, "groups of levels made from each task")
	flags.IntVar(&f.tries, "tries", 3, "most tries for each level that a model adds")
	return cmd
}

func (p *program) buildLevels(ctx context.Context, args []string, f *buildLevelsFlags) error {
	plan, err := build.PlanLevels(f.categories, len(args) > 0)
	if err != nil {
		return err
	}
	if plan.Evolved() && len(args) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "build levels needs SEEDS for the categories that a model develops", Hint: "a JSON lines file with id and prompt"}
	}
	if plan.Evolved() {
		if err := asking.NeedModel("build levels", "model", f.Model); err != nil {
			return err
		}
	}
	return p.withSet(ctx, &f.setFlags, "evolver", func(set *askedSet) error {
		made, err := sets.LevelsByCode(plan, f.tasks, f.each, f.seed)
		if err != nil {
			return err
		}
		e := &build.Evolving{Tries: f.tries, Seed: f.seed, Options: set.options()}
		var seeds []*build.Evolution
		if plan.Evolved() {
			_, list, err := sets.Load(ctx, args[0])
			if err != nil {
				return err
			}
			seeds = build.Seeds(list, plan.Evolving)
		}
		return asking.Through(ctx, p.Models, set.Asker, f.DryRun, "instruction", seeds, e.Steps(), func(passage *build.Passage[*build.Evolution]) error {
			return p.finishLevels(set, e, passage, made, sets.LevelSources(plan, args, f.tasks))
		})
	})
}

// finishLevels writes the levels in our own shape, and by category in the
// layout that judges of levels read.
func (p *program) finishLevels(set *askedSet, e *build.Evolving, passage *build.Passage[*build.Evolution], made []*adhere.Instruction, sources []build.Material) error {
	var list []*adhere.Instruction
	for _, v := range passage.Kept {
		list = append(list, v.Instructions()...)
	}
	list = append(list, made...)
	card := build.LevelsCard(passage, e, list)
	card.Sources = sources
	set.out.AddLevels(list)
	set.out.Add("evolutions.jsonl", cli.Lines(passage.Kept))
	set.out.Add("rejected.jsonl", cli.Lines(passage.Rejected))
	return p.finishAsked(set, card, "levels.jsonl", list)
}
