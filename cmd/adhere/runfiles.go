package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/runfile"
	"adhere/internal/store"
	"adhere/internal/userfile"
)

// runFileExt ends the names of run files that are written without being named.
const runFileExt = ".run"

// A place is a run and the database that holds it: the one of --db, or one in
// memory, read from a file.
type place struct {
	*store.Store
	id string // or the start of it
}

func (at place) stored() *eval.Stored { return &eval.Stored{From: at.Store, ID: at.id} }

// withRuns finds the runs that arguments name, of the database or of files,
// and does something with them. A file holds one run or, with many, any
// number.
func (p *program) withRuns(ctx context.Context, db string, args []string, many bool, do func([]place) error) error {
	stored, err := p.readStore(ctx, db)
	if err != nil {
		return err
	}
	defer stored.Close()
	var places []place
	for _, arg := range args {
		if !namesFile(arg) {
			places = append(places, place{stored, arg})
			continue
		}
		s, ids, err := openRunFile(ctx, arg)
		if err != nil {
			return err
		}
		defer s.Close()
		if len(ids) > 1 && !many {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s holds %d runs, expected one", arg, len(ids)), Hint: "adhere runs import " + arg + " stores them; then name one of " + strings.Join(ids, ", ")}
		}
		for _, id := range ids {
			places = append(places, place{s, id})
		}
	}
	return do(places)
}

// namesFile reports whether an argument is a run file, and not the name of a
// stored run.
func namesFile(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir() || filepath.Ext(arg) == runFileExt || strings.ContainsRune(arg, filepath.Separator)
}

// openRunFile reads the runs of a file into a store in memory.
func openRunFile(ctx context.Context, path string) (s *store.Store, ids []string, err error) {
	if s, err = store.OpenInMemory(ctx); err != nil {
		return nil, nil, err
	}
	if ids, err = importRuns(ctx, s, path); err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, ids, nil
}

// webStore opens what pages show: the database, or the runs of files.
func (p *program) webStore(ctx context.Context, db string, files []string) (*store.Store, error) {
	if len(files) == 0 {
		return p.openStore(ctx, db)
	}
	s, err := store.OpenInMemory(ctx)
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		if _, err := importRuns(ctx, s, path); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// importRuns stores the runs of a file and returns their names.
func importRuns(ctx context.Context, s *store.Store, path string) ([]string, error) {
	f, err := userfile.Named("the run file", path).Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return s.ImportRuns(ctx, f, path)
}

// writeRuns writes stored runs into a file.
func writeRuns(ctx context.Context, s *store.Store, path string, ids []string, shard *runfile.Shard, withCalls bool) error {
	return userfile.Write(path, 0o644, func(w io.Writer) error { return s.ExportRuns(ctx, w, ids, shard, withCalls) })
}

// exportRun writes a run into a file of its own.
func (p *program) exportRun(ctx context.Context, run string, f *exportFlags) error {
	s, err := p.readStore(ctx, *f.db)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.Run(ctx, run)
	if err != nil {
		return err
	}
	if err := writeRuns(ctx, s, f.file, []string{r.ID}, nil, f.calls); err != nil {
		return err
	}
	return p.done(map[string]string{"run": r.ID, "file": f.file}, "%s\n", "run "+r.ID+" is in "+f.file)
}

func (p *program) runsImportCommand(db *string) *cobra.Command {
	return p.storeSub(db, p.withStore, "runs", "import FILE...", "Store the runs of files that runs export wrote", cobra.MinimumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		var all []string
		for _, path := range args {
			ids, err := importRuns(ctx, s, path)
			if err != nil {
				return err
			}
			all = append(all, ids...)
		}
		return p.done(map[string][]string{"imported": all}, "imported %s\n", strings.Join(all, ", "))
	})
}

func (p *program) runsMergeCommand(db *string) *cobra.Command {
	var out string
	cmd := p.sub("runs", "merge FILE...", "Join the files of a run's shards into one run", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		into := func(do func(*store.Store) error) error { return p.withStore(cmd.Context(), *db, do) }
		if out != "" {
			into = func(do func(*store.Store) error) error {
				s, err := store.OpenInMemory(cmd.Context())
				return useStore(s, err, do)
			}
		}
		return into(func(s *store.Store) error {
			m, err := mergeRuns(cmd.Context(), s, args)
			if err != nil {
				return err
			}
			if out != "" {
				if err := writeRuns(cmd.Context(), s, out, []string{m.Run.ID}, nil, true); err != nil {
					return err
				}
			}
			return p.sayMerged(cmd.Context(), s, m)
		})
	})
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the run into this file, and store nothing")
	return cmd
}

// mergeRuns stores the run that files hold the parts of.
func mergeRuns(ctx context.Context, s *store.Store, paths []string) (*runfile.Merge, error) {
	var files []*runfile.Reader
	for _, path := range paths {
		f, err := userfile.Named("the run file", path).Open()
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r, err := runfile.NewReader(f, path)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		files = append(files, r)
	}
	return s.MergeRuns(ctx, files)
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
	line := fmt.Sprintf("run %s: %d of %s done", r.ID, r.Done, plural(r.Items, "item"))
	if len(missing) > 0 {
		line += "; shards that are missing: " + strings.Join(missing, ", ")
	}
	if r.Done < r.Items {
		line += "; adhere eval with --resume does the rest"
	}
	return p.done(map[string]any{"run": r.ID, "items": r.Items, "done": r.Done, "missing": missing}, "%s\n", line)
}
