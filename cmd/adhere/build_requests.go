package main

import (
	"context"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/model"
	"adhere/prompt"
)

type buildRequestsFlags struct {
	modelFlags
	askFlags
	db                      *string
	model, output, language string
	against                 []string
	dryRun                  bool
}

func (p *program) buildRequestsCommand(db *string) *cobra.Command {
	f := &buildRequestsFlags{db: db}
	cmd := p.sub("build", "requests FILE... --out FOLDER", "Filter people's requests out of recorded conversations", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildRequests(cmd.Context(), args, f)
	})
	f.register(cmd)
	f.subjectURL(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "", "model that classifies requests, provider/model (default: none, and code alone decides)")
	flags.StringVar(&f.output, "out", "", "folder for the files and their card (required)")
	flags.StringVar(&f.language, "language", "en", "code of the language that is kept; any keeps all")
	flags.StringSliceVar(&f.against, "against", nil, "files of benchmarks that nothing may come from")
	f.registerAsking(flags, unreadable)
	flags.BoolVar(&f.dryRun, "dry-run", false, "carry out the steps of code, print calls, tokens and cost of the rest, and make no call")
	return cmd
}

func (p *program) buildRequests(ctx context.Context, args []string, f *buildRequestsFlags) error {
	out, err := newSetFolder(f.output)
	if err != nil {
		return err
	}
	s, err := p.storeFor(ctx, *f.db, f.dryRun)
	if err != nil {
		return err
	}
	defer s.Close()
	filter, m, err := p.filterOf(ctx, s, f)
	if err != nil {
		return err
	}
	requests, sources, err := p.requestsIn(ctx, args)
	if err != nil {
		return err
	}
	if f.dryRun {
		return p.estimateRequests(ctx, s, m, filter, requests)
	}
	passage, err := build.Through(ctx, requests, filter.Steps())
	if err != nil {
		return err
	}
	p.spent(m)
	card := build.RequestsCard(&passage, filter)
	card.Sources = sources
	list := make([]*adhere.Instruction, len(passage.Kept))
	for i, r := range passage.Kept {
		list[i] = r.Instruction()
	}
	out.add("requests.jsonl", func(w io.Writer) error { return dataset.WriteInstructions(w, dataset.ShapeOwn, list) })
	out.add("rejected.jsonl", lines(passage.Rejected))
	return p.finishSet(out, card)
}

func (p *program) filterOf(ctx context.Context, s *store.Store, f *buildRequestsFlags) (*build.Filter, *models, error) {
	filter := &build.Filter{Language: f.language}
	if f.language == "any" {
		filter.Language = ""
	}
	for _, path := range f.against {
		set, err := dataset.Read(ctx, filepath.Base(path), path, dataset.Options{})
		if err != nil {
			return nil, nil, err
		}
		if filter.Against == nil {
			filter.Against = build.Passages{}
		}
		for in, err := range set.All() {
			if err != nil {
				return nil, nil, err
			}
			filter.Against.Add(set.Name, in.Prompt())
		}
	}
	f.modelFlags.dryRun = f.dryRun
	m, err := p.newModels(&f.modelFlags, s)
	if err != nil || f.model == "" {
		return filter, m, err
	}
	o, err := f.asking()
	if err != nil {
		return nil, nil, err
	}
	if o.Pack == nil {
		o.Pack = prompt.Default()
	}
	if o.Model, err = m.open(f.model, f.baseURL, "classifier"); err != nil {
		return nil, nil, err
	}
	filter.Options = &o
	return filter, m, nil
}

// requestsIn reads conversations of all files.
func (p *program) requestsIn(ctx context.Context, args []string) ([]*build.Request, []build.Source, error) {
	var all []*build.Request
	var sources []build.Source
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
		sources = append(sources, build.Source{Name: filepath.Base(path), SHA256: hashFile(path), Licence: "not known"})
	}
	return all, sources, nil
}

// estimateRequests carries out the steps of code and counts the calls of the
// others as if each kept everything.
func (p *program) estimateRequests(ctx context.Context, s *store.Store, m *models, filter *build.Filter, requests []*build.Request) error {
	var code, asking []build.Step[*build.Request]
	for _, step := range filter.Steps() {
		if step.Ask == nil {
			code = append(code, step)
		} else {
			asking = append(asking, step)
		}
	}
	passage, err := build.Through(ctx, requests, code)
	if err != nil {
		return err
	}
	all := &eval.Estimates{Profiles: m.profiles, Calls: s}
	for _, step := range asking {
		calls, err := step.Ask(passage.Kept)
		if err != nil {
			return err
		}
		asked := filter.Options.Model
		if err := all.AddRequests(ctx, "classifier", asked.Name(), model.Identity(asked), labelTokens, calls...); err != nil {
			return err
		}
	}
	return p.showEstimates(all, m)
}
