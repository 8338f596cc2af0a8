package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/cli"
	"adhere/judge"
)

type buildRequestsFlags struct {
	setFlags
	language string
	against  []string
}

func (p *program) buildRequestsCommand(db *string) *cobra.Command {
	f := &buildRequestsFlags{setFlags: setFlags{AskFlags: cli.AskFlags{DB: db}}}
	cmd := p.Sub("build", "requests FILE... --out FOLDER", "Filter people's requests out of recorded conversations", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildRequests(cmd.Context(), args, f)
	})
	f.registerSet(cmd, "model that classifies requests, provider/model (default: none, and code alone decides)")
	flags := cmd.Flags()
	flags.StringVar(&f.language, "language", "en", "code of the language to keep; any keeps all")
	flags.StringSliceVar(&f.against, "against", nil, "files of benchmarks from which nothing may come")
	return cmd
}

func (p *program) buildRequests(ctx context.Context, args []string, f *buildRequestsFlags) error {
	return p.withSet(ctx, &f.setFlags, "classifier", func(set *askedSet) error {
		filter, err := f.filter(ctx, set.options())
		if err != nil {
			return err
		}
		requests, sources, err := p.requestsIn(ctx, args)
		if err != nil {
			return err
		}
		return throughSteps(ctx, p, set, "request", requests, filter.Steps(), func(passage *build.Passage[*build.Request]) error {
			card := build.RequestsCard(passage, filter)
			card.Sources = sources
			list := make([]*adhere.Instruction, len(passage.Kept))
			for i, r := range passage.Kept {
				list[i] = r.Instruction()
			}
			set.out.add("rejected.jsonl", cli.Lines(passage.Rejected))
			return p.finishAsked(set, card, "requests.jsonl", list)
		})
	})
}

func (f *buildRequestsFlags) filter(ctx context.Context, o *judge.Options) (*build.Filter, error) {
	filter := &build.Filter{Language: f.language, Options: o}
	if f.language == "any" {
		filter.Language = ""
	}
	for _, path := range f.against {
		set, list, err := loadSet(ctx, path)
		if err != nil {
			return nil, err
		}
		if filter.Against == nil {
			filter.Against = build.Passages{}
		}
		for _, in := range list {
			filter.Against.Add(set.Name, in.Prompt())
		}
	}
	return filter, nil
}

// requestsIn reads conversations of all files.
func (p *program) requestsIn(ctx context.Context, args []string) ([]*build.Request, []build.Material, error) {
	var all []*build.Request
	var sources []build.Material
	for _, path := range args {
		list, warnings, err := dataset.ReadConversations(ctx, path, nil)
		if err != nil {
			return nil, nil, err
		}
		for _, w := range warnings {
			p.Warn("%s", w)
		}
		for _, c := range list {
			all = append(all, &build.Request{ID: c.ID, Turns: c.Turns, Flagged: c.Flagged})
		}
		sources = append(sources, sourceOf(path))
	}
	return all, sources, nil
}
