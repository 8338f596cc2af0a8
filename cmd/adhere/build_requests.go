package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/lists"
	"adhere/internal/sets"
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
		filter := &build.Filter{Language: f.language, Options: set.options(), Against: against}
		if f.language == "any" {
			filter.Language = ""
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
