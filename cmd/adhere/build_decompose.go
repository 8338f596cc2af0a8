package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/lists"
	"adhere/internal/sets"
)

type buildDecomposeFlags struct {
	setFlags
	form, labels, responses string
	tries                   int
}

func (p *program) buildDecomposeCommand(db *string) *cobra.Command {
	f := &buildDecomposeFlags{setFlags: setFlags{AskFlags: asking.AskFlags{DB: db}}}
	cmd := p.Sub("build", "decompose FILE --model PROVIDER/MODEL --out FOLDER", "Split instructions into requirements, examine and label them, and add rules where code can decide", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildDecompose(cmd.Context(), args[0], f)
	})
	f.registerSet(cmd, "model that splits, examines and labels, provider/model (required)")
	flags := cmd.Flags()
	flags.StringVar(&f.form, "form", string(build.Constraints), "how requirements are written: constraints, or yes/no questions")
	flags.StringVar(&f.labels, "labels", "", "file of labels, one per line as NAME: MEANING (default: those of the form's paper)")
	flags.IntVar(&f.tries, "tries", 2, "most tries for one instruction, the first included")
	return cmd
}

func (p *program) buildRubricsCommand(db *string) *cobra.Command {
	f := &buildDecomposeFlags{setFlags: setFlags{AskFlags: asking.AskFlags{DB: db}}, form: string(build.Rubric)}
	cmd := p.Sub("build", "rubrics FILE --model PROVIDER/MODEL --out FOLDER", "Write criteria with points for answers to instructions, examine them, and try them on recorded answers", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildDecompose(cmd.Context(), args[0], f)
	})
	f.registerSet(cmd, "model that writes and examines the criteria, provider/model (required)")
	flags := cmd.Flags()
	flags.StringVar(&f.responses, "responses", "", "recorded answers, several to an instruction, on which the criteria are tried")
	flags.IntVar(&f.tries, "tries", 2, "most tries for one instruction, the first included")
	return cmd
}

func (p *program) buildDecompose(ctx context.Context, path string, f *buildDecomposeFlags) error {
	d, err := f.decomposing()
	if err != nil {
		return err
	}
	return p.withSet(ctx, &f.setFlags, "decomposer", func(set *askedSet) error {
		d.Options = set.Options
		read, list, err := sets.Load(ctx, path)
		if err != nil {
			return err
		}
		if d.Answers, err = sets.Answers(ctx, f.responses, read); err != nil {
			return err
		}
		return asking.Through(ctx, p.Models, set.Asker, f.DryRun, "instruction", build.ToDecompose(list), d.Steps(), func(passage *build.Passage[*build.Decomposed]) error {
			card := build.DecomposedCard(passage, d)
			card.Sources = []build.Material{sets.Source(path)}
			return p.finishDecomposed(set, card, passage)
		})
	})
}

func (p *program) finishDecomposed(set *askedSet, card *build.Card, passage *build.Passage[*build.Decomposed]) error {
	list := lists.Map(passage.Kept, func(line *build.Decomposed) *adhere.Instruction { return line.Instruction })
	set.out.Add("rejected.jsonl", cli.Lines(build.Dropped(passage)))
	if told := build.Told(passage.Kept); len(told) > 0 {
		set.out.Add("told.jsonl", cli.Lines(told))
	}
	set.out.AddCriteria(card, list)
	return p.finishAsked(set, card, card.Name+".jsonl", list)
}

// decomposing returns what the flags mean.
func (f *buildDecomposeFlags) decomposing() (*build.Decomposing, error) {
	command := "build decompose"
	if f.form == string(build.Rubric) {
		command = "build rubrics"
	}
	if err := asking.NeedModel(command, "model", f.Model); err != nil {
		return nil, err
	}
	d := &build.Decomposing{Form: build.Form(f.form), Tries: f.tries}
	switch {
	case !slices.Contains([]build.Form{build.Constraints, build.Questions, build.Rubric}, d.Form):
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--form " + f.form + " is not known", Hint: "constraints or questions"}
	case f.tries < 1 || f.tries > 10:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--tries: expected 1 to 10"}
	case f.labels == "":
		return d, nil
	}
	var err error
	d.Labels, err = sets.Labels(f.labels)
	return d, err
}
