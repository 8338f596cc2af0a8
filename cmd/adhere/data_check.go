package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/report"
)

type dataCheckFlags struct {
	dir     *string
	by      string
	against []string
	all     bool
}

func (p *program) dataCheckCommand(dir *string) *cobra.Command {
	f := &dataCheckFlags{dir: dir}
	cmd := p.Sub("data", "check NAME|FILE", "Examine a data set: statistics, who can decide it, duplicates, contradictions, leaks", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.dataCheck(cmd.Context(), args[0], f)
	})
	flags := cmd.Flags()
	flags.StringVar(&f.by, "by", "", "tag by whose values the statistics are split (subset, category, source)")
	flags.StringSliceVar(&f.against, "against", nil, "benchmarks or files that should share no passages with the data set")
	flags.BoolVar(&f.all, "all", false, "list every fault, not only the first of each kind")
	return cmd
}

func (p *program) dataCheck(ctx context.Context, name string, f *dataCheckFlags) error {
	list, err := p.instructionsOf(ctx, name, *f.dir)
	if err != nil {
		return err
	}
	against, err := p.passagesOf(ctx, f.against, *f.dir)
	if err != nil {
		return err
	}
	found := build.Examine(list, f.by, against)
	if p.JSON {
		return cli.WriteJSON(p.Out, found)
	}
	for _, t := range []build.Table{found.Statistics, found.Labels, found.Deciding} {
		if len(t.Rows) == 0 {
			continue
		}
		fmt.Fprintln(p.Out, t.Title)
		if err := p.Table(t.Heads, t.Rows); err != nil {
			return err
		}
		fmt.Fprintln(p.Out)
	}
	return p.showFaults(found, f.all)
}

func (p *program) instructionsOf(ctx context.Context, name, dir string) ([]*adhere.Instruction, error) {
	_, set, err := eval.Data{Folder: p.DataDir(dir), Foreign: true}.Read(ctx, name)
	if err != nil {
		return nil, err
	}
	return set.Load()
}

// passagesOf reads what may not occur in another set; nil without a name.
func (p *program) passagesOf(ctx context.Context, names []string, dir string) (known build.Passages, err error) {
	for _, name := range names {
		list, err := p.instructionsOf(ctx, name, dir)
		if err != nil {
			return nil, err
		}
		if known == nil {
			known = build.Passages{}
		}
		for _, in := range list {
			known.Add(filepath.Base(name), in.Prompt())
		}
	}
	return known, nil
}

// showFaults lists faults, of each kind as many as fit unless all are wanted.
func (p *program) showFaults(e *build.Examination, all bool) error {
	const few = 3
	if len(e.Faults) == 0 {
		_, err := fmt.Fprintln(p.Out, "no fault was found")
		return err
	}
	counts, shown := e.Counts(), map[string]int{}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		p.Say("%s: %d", kind, counts[kind])
	}
	var rows [][]string
	for _, f := range e.Faults {
		if shown[f.Kind]++; all || shown[f.Kind] <= few {
			rows = append(rows, []string{f.Kind, f.Instruction, report.Excerpt(f.What, 80)})
		}
	}
	return p.Table([]string{"fault", "instruction", "what"}, rows)
}
