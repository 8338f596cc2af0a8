package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/judge"
)

type buildRequestsFlags struct {
	setFlags
	language string
	against  []string
}

func (p *program) buildRequestsCommand(db *string) *cobra.Command {
	f := &buildRequestsFlags{setFlags: setFlags{db: db}}
	cmd := p.sub("build", "requests FILE... --out FOLDER", "Filter people's requests out of recorded conversations", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildRequests(cmd.Context(), args, f)
	})
	f.registerSet(cmd, "model that classifies requests, provider/model (default: none, and code alone decides)")
	flags := cmd.Flags()
	flags.StringVar(&f.language, "language", "en", "code of the language to keep; any keeps all")
	flags.StringSliceVar(&f.against, "against", nil, "files of benchmarks from which nothing may come")
	return cmd
}

func (p *program) buildRequests(ctx context.Context, args []string, f *buildRequestsFlags) error {
	set, err := p.openSet(ctx, &f.setFlags, "classifier")
	if err != nil {
		return err
	}
	defer set.store.Close()
	filter, err := f.filter(ctx, set.options)
	if err != nil {
		return err
	}
	requests, sources, err := p.requestsIn(ctx, args)
	if err != nil {
		return err
	}
	if f.dryRun {
		return estimateSteps(ctx, p, set, filter.Steps(), requests)
	}
	passage, err := throughSteps(ctx, p, set, "request", requests, filter.Steps())
	if err != nil {
		return err
	}
	card := build.RequestsCard(&passage, filter)
	card.Sources = sources
	list := make([]*adhere.Instruction, len(passage.Kept))
	for i, r := range passage.Kept {
		list[i] = r.Instruction()
	}
	set.out.add("rejected.jsonl", lines(passage.Rejected))
	return p.finishAsked(set, card, "requests.jsonl", list)
}

func (f *buildRequestsFlags) filter(ctx context.Context, o *judge.Options) (*build.Filter, error) {
	filter := &build.Filter{Language: f.language, Options: o}
	if f.language == "any" {
		filter.Language = ""
	}
	for _, path := range f.against {
		set, err := dataset.Read(ctx, filepath.Base(path), path, dataset.Options{})
		if err != nil {
			return nil, err
		}
		if filter.Against == nil {
			filter.Against = build.Passages{}
		}
		for in, err := range set.All() {
			if err != nil {
				return nil, err
			}
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
			p.warn("%s", w)
		}
		for _, c := range list {
			all = append(all, &build.Request{ID: c.ID, Turns: c.Turns, Flagged: c.Flagged})
		}
		sources = append(sources, build.Material{Name: filepath.Base(path), SHA256: hashFile(path), Licence: "not known"})
	}
	return all, sources, nil
}
