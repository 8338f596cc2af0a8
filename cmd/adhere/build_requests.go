package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/lists"
	"adhere/internal/near"
	"adhere/internal/sets"
	"adhere/verify/algebra"
)

type buildRequestsFlags struct {
	setFlags
	language string
	against  []string
	data     *string
}

func (p *program) buildRequestsCommand(db *string) *cobra.Command {
	f := &buildRequestsFlags{setFlags: setFlags{AskFlags: asking.AskFlags{DB: db}}}
	cmd := p.Sub("build", "requests FILE... --out FOLDER", "Extract people's requests from recorded conversations", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildRequests(cmd.Context(), args, f)
	})
	f.registerSet(cmd, "model that classifies requests, provider/model (default: none, and code alone decides)")
	flags := cmd.Flags()
	flags.StringVar(&f.language, "language", "en", "code or name of the language to keep; any keeps all")
	flags.StringSliceVar(&f.against, "against", nil, "benchmarks or files whose passages must not occur")
	f.data = p.DataFlag(cmd)
	return cmd
}

func (p *program) buildRequests(ctx context.Context, args []string, f *buildRequestsFlags) error {
	return p.withSet(ctx, &f.setFlags, "classifier", func(set *askedSet) error {
		against, err := p.passagesOf(ctx, f.against, *f.data)
		if err != nil {
			return err
		}
		filter := &build.Filter{Options: set.options(), Against: against}
		if filter.Language, err = languageOf(f.language); err != nil {
			return err
		}
		requests, sources, warnings, err := sets.Requests(ctx, args)
		for _, w := range warnings {
			p.Warn("%s", w)
		}
		if err != nil {
			return err
		}
		return asking.Through(ctx, p.Models, set.Asker, f.DryRun, "request", requests, filter.Steps(), func(passage *build.Passage[*build.Request]) error {
			card := build.RequestsCard(passage, filter)
			card.Sources = sources
			list := lists.Map(passage.Kept, (*build.Request).Instruction)
			set.out.Add("rejected.jsonl", cli.Lines(passage.Rejected))
			return p.finishAsked(set, card, "requests.jsonl", list)
		})
	})
}

// languageOf returns the code of the language to keep, of which the code or the English
// name is given, or nothing for any.
func languageOf(given string) (string, error) {
	low, known := strings.ToLower(given), append([]string{"any"}, algebra.Languages()...)
	for _, language := range known {
		if code, name, _ := strings.Cut(strings.ToLower(language), " "); low == code || low == name {
			return strings.TrimPrefix(code, "any"), nil
		}
	}
	err := adhere.Errorf(adhere.Invalid, "--language %s: expected one of %s", given, strings.Join(known, ", "))
	return "", err.WithHint(near.Hint(low, strings.Fields(strings.ToLower(strings.Join(known, " "))), "de and German name the same"))
}
