package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/sets"
	"adhere/internal/userfile"
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
		made, err := f.byCode(plan)
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
		return throughSteps(ctx, p, set, "instruction", seeds, e.Steps(), func(passage *build.Passage[*build.Evolution]) error {
			return p.finishLevels(set, e, passage, made, f.sources(args, plan))
		})
	})
}

// byCode makes what needs no model.
func (f *buildLevelsFlags) byCode(plan build.LevelPlan) ([]*adhere.Instruction, error) {
	var raw []byte
	if f.tasks != "" {
		if !plan.Example {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "--tasks needs the category example", Hint: "add it to --categories"}
		}
		var err error
		if raw, err = userfile.Named("--tasks", f.tasks).Read(); err != nil {
			return nil, err
		}
	}
	tasks, err := build.ReadTasks(raw, "--tasks "+f.tasks)
	if err != nil {
		return nil, err
	}
	return plan.ByCode(tasks, f.each, f.seed)
}

// sources says what the levels are made of.
func (f *buildLevelsFlags) sources(args []string, plan build.LevelPlan) []build.Material {
	var out []build.Material
	if plan.Evolved() {
		out = append(out, sets.Source(args[0]))
	}
	if f.tasks != "" {
		out = append(out, sets.Source(f.tasks))
	}
	if plan.Mixed || plan.Example && f.tasks == "" {
		out = append(out, build.Material{Name: "tasks and texts of the program's own", Licence: "the program's"})
	}
	return out
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
	names, file := dataset.LevelCategories()
	for _, c := range names {
		if of := build.OfCategory(list, c); len(of) > 0 {
			set.out.Add(file(c), func(w io.Writer) error { return dataset.WriteLevels(w, of) })
		}
	}
	set.out.Add("evolutions.jsonl", cli.Lines(passage.Kept))
	set.out.Add("rejected.jsonl", cli.Lines(passage.Rejected))
	return p.finishAsked(set, card, "levels.jsonl", list)
}
