package main

import (
	"context"
	"slices"
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
	flags.StringVar(&f.language, "language", "en", "code of the language to keep; any keeps all")
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

// languageOf returns the code of the language to keep, or nothing for any.
func languageOf(given string) (string, error) {
	code, names := strings.ToLower(given), algebra.Languages()
	codes := lists.Map(names, func(s string) string { return strings.Fields(s)[0] })
	if code == "any" || slices.Contains(codes, code) {
		return strings.TrimPrefix(code, "any"), nil
	}
	err := adhere.Errorf(adhere.Invalid, "--language %s: expected any, or one of %s", given, strings.Join(codes, ", "))
	return "", err.WithHint(near.Hint(code, lists.Map(names, strings.ToLower), ""))
}
