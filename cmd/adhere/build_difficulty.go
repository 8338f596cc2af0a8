package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/stores"
	"adhere/internal/sets"
)

type buildDifficultyFlags struct {
	outFlags
	run  string
	most int
}

func (p *program) buildDifficultyCommand(db *string) *cobra.Command {
	var f buildDifficultyFlags
	cmd := p.Sub("build", "difficulty FILE --run RUN|FILE --out FOLDER", "Measure the difficulty of prompts by a model's pass rate, and draw of each difficulty", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		if f.run == "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "build difficulty needs --run", Hint: "adhere eval " + args[0] + " --model PROVIDER/MODEL --attempts 5 makes one; adhere runs list shows them"}
		}
		return p.WithRuns(cmd.Context(), *db, []string{f.run}, false, func(found []stores.Place) error {
			return p.buildDifficulty(cmd.Context(), found[0], args[0], &f)
		})
	})
	cmd.Flags().StringVar(&f.run, "run", "", "run of the model on FILE, or the run's file (required)")
	cmd.Flags().IntVar(&f.most, "per-difficulty", 0, "most prompts to draw of each difficulty, kinds of requirements about evenly (0: all)")
	f.registerOut(cmd)
	return cmd
}

func (p *program) buildDifficulty(ctx context.Context, at stores.Place, path string, f *buildDifficultyFlags) error {
	return p.buildFrom(ctx, path, &f.outFlags, func(out *sets.Folder, list []*adhere.Instruction) (passage build.Passage[*adhere.Instruction], _ sets.Describe, err error) {
		d := &build.Difficulty{Most: f.most, Seed: f.seed}
		if d.Run, d.Records, err = eval.Whole(ctx, at.Store, at.ID); err != nil {
			return passage, nil, err
		}
		passage, err = d.Draw(ctx, list)
		out.Add("rates.jsonl", cli.Lines(d.Rated(passage.Kept)))
		return passage, d.Card, err
	})
}
