package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere/internal/cli/stores"
	"adhere/internal/plural"
	"adhere/internal/runfile"
	"adhere/internal/store"
)

// exportRun writes a run into a file of its own.
func (p *program) exportRun(ctx context.Context, run string, f *exportFlags) error {
	s, err := p.ReadStore(ctx, *f.db)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.Run(ctx, run)
	if err != nil {
		return err
	}
	if err := s.ExportFile(ctx, f.file, []string{r.ID}, nil, f.calls); err != nil {
		return err
	}
	return p.Done(map[string]string{"run": r.ID, "file": f.file}, "%s\n", "run "+r.ID+" is in "+f.file)
}

func (p *program) runsImportCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStore, "runs", "import FILE...", "Store the runs of files that runs export wrote", cobra.MinimumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		var all []string
		for _, path := range args {
			ids, err := s.ImportFile(ctx, path)
			if err != nil {
				return err
			}
			all = append(all, ids...)
		}
		return p.Done(map[string][]string{"imported": all}, "imported %s\n", strings.Join(all, ", "))
	})
}

func (p *program) runsMergeCommand(db *string) *cobra.Command {
	var out string
	cmd := p.Sub("runs", "merge FILE...", "Join the files of a run's shards into one run", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		into := func(do func(*store.Store) error) error { return p.WithStore(cmd.Context(), *db, do) }
		if out != "" {
			into = func(do func(*store.Store) error) error {
				s, err := store.OpenInMemory(cmd.Context())
				return stores.UseStore(s, err, do)
			}
		}
		return into(func(s *store.Store) error {
			m, err := s.MergeFiles(cmd.Context(), args)
			if err != nil {
				return err
			}
			if out != "" {
				if err := s.ExportFile(cmd.Context(), out, []string{m.Run.ID}, nil, true); err != nil {
					return err
				}
			}
			return p.sayMerged(cmd.Context(), s, m)
		})
	})
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the run into this file, and store nothing")
	return cmd
}

// sayMerged says what a merge came to, and what is missing.
func (p *program) sayMerged(ctx context.Context, s *store.Store, m *runfile.Merge) error {
	r, err := s.Run(ctx, m.Run.ID)
	if err != nil {
		return err
	}
	missing := []string{}
	for _, one := range m.Missing {
		missing = append(missing, one.String())
	}
	line := fmt.Sprintf("run %s: %d of %s done", r.ID, r.Done, plural.Of(r.Items, "item"))
	if len(missing) > 0 {
		line += "; shards that are missing: " + strings.Join(missing, ", ")
	}
	if r.Done < r.Items {
		line += "; adhere eval with --resume does the rest"
	}
	return p.Done(map[string]any{"run": r.ID, "items": r.Items, "done": r.Done, "missing": missing}, "%s\n", line)
}
