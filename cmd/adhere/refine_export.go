package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/sets"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/refine"
	"adhere/training"
)

type exportFlags struct {
	db          *string
	kinds       []string
	out, prompt string
	run, file   string // a run, and the file that it goes to
	calls       bool
}

func (p *program) runsExportCommand(db *string) *cobra.Command {
	f := &exportFlags{db: db}
	cmd := p.Sub("runs", "export [RUN|TRACES.jsonl...]", "Write a run into a file (-o), or make training data from runs and refinements (--out)", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		if f.run != "" {
			args = append(args, f.run)
		}
		if len(args) == 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: "runs export needs a run", Hint: "adhere runs export --run RUN -o FILE; adhere runs list shows the stored runs"}
		}
		if f.file == "" {
			return p.exportTraining(cmd.Context(), args, f)
		}
		if len(args) > 1 || f.out != "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "-o writes one run, not training data", Hint: "name one run; --out DIR makes training data"}
		}
		return p.exportRun(cmd.Context(), args[0], f)
	})
	flags := cmd.Flags()
	flags.StringSliceVar(&f.kinds, "as", refine.Kinds(), "what to write: critic (verdicts with reasons), preferences (pairs of answers), supervised (answers that meet everything)")
	flags.StringVar(&f.run, "run", "", "the run, instead of an argument")
	flags.StringVarP(&f.file, "output", "o", "", "write the run into this file: plan, items, records and usage, compressed")
	flags.BoolVar(&f.calls, "calls", false, "with -o: also the calls that its records refer to, so that reports show what judges were asked")
	flags.StringVar(&f.out, "out", "", "make training data, in this folder")
	flags.StringVar(&f.prompt, "prompts", "", "folder with a prompt pack, for the wording of critic examples")
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	return cmd
}

func (p *program) exportTraining(ctx context.Context, args []string, f *exportFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	pack, err := eval.Pack(f.prompt)
	if err != nil {
		return err
	}
	traces, sources, critics, err := p.tracesOf(ctx, args, f)
	if err != nil {
		return err
	}
	d, err := refine.Export(traces, pack)
	if err != nil {
		return err
	}
	d.Tell(critics)
	d.Card.Sources, d.Card.Licence = sources, dataset.Rights(d.Card.Datasets)
	return p.writeTraining(f.out, f.kinds, &d.Card, map[string]func(io.Writer) error{
		refine.KindCritic:        cli.Lines(d.Critic),
		training.KindPreferences: cli.Lines(d.Preferences),
		training.KindSupervised:  cli.Lines(d.Supervised),
	})
}

// check refuses, before any work, what cannot be written.
func (f *exportFlags) check() error {
	if f.out == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "runs export needs -o FILE or --out DIR", Hint: "-o writes the run into a file, --out makes training data in a folder"}
	}
	for _, kind := range f.kinds {
		if !slices.Contains(refine.Kinds(), kind) {
			return &adhere.Error{Code: adhere.Invalid, Message: "--as " + kind + " is not known", Hint: "choose among " + strings.Join(refine.Kinds(), ", ")}
		}
	}
	return sets.FreeForTraining(f.out, f.kinds)
}

// tracesOf reads files of traces, and takes the answers of stored runs.
func (p *program) tracesOf(ctx context.Context, args []string, f *exportFlags) (all []adhere.Trace, sources []string, critics refine.CriticQuality, err error) {
	var s *store.Store
	for _, arg := range args {
		if ext := filepath.Ext(arg); ext == ".jsonl" || ext == ".json" {
			traces, hash, err := readTraces(arg)
			if err != nil {
				return nil, nil, critics, err
			}
			all, sources = append(all, traces...), append(sources, filepath.Base(arg)+" "+hash)
			continue
		}
		if s == nil {
			if s, err = p.ReadStore(ctx, *f.db); err != nil {
				return nil, nil, critics, err
			}
			defer s.Close()
		}
		r, records, err := eval.Whole(ctx, s, arg)
		if err != nil {
			return nil, nil, critics, err
		}
		traces := refine.FromRecords(records, r.Plan.Model)
		critics.Join(refine.CriticsOf(records))
		all, sources = append(all, traces...), append(sources, "run "+r.ID+" plan "+r.Plan.Hash())
	}
	return all, sources, critics, nil
}

func readTraces(path string) ([]adhere.Trace, string, error) {
	file, err := userfile.Named("the traces", path).Open()
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	traces, err := refine.ReadTraces(file, path)
	if err != nil {
		return nil, "", err
	}
	hash, err := dataset.Hash(nil, path)
	return traces, hash, err
}
