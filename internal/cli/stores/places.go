package stores

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/lists"
	"adhere/internal/store"
)

// A Place is a run and the database that holds it: the one of --db, or one in
// memory, read from a file.
type Place struct {
	*store.Store
	ID string // or the start of it
}

// Stored returns the run as package eval reads it, split by these tags too.
func (at Place) Stored(tags ...string) *eval.Stored {
	return &eval.Stored{From: at.Store, ID: at.ID, Tags: tags}
}

// WithRuns finds the runs that arguments name, of the database or of files,
// and does something with them. FILE#RUN is one of a file's, by its model or ID;
// FILE alone holds one run or, with many, any number.
func (p Databases) WithRuns(ctx context.Context, db string, args []string, many bool, do func([]Place) error) error {
	stored, err := p.ReadStore(ctx, db)
	if err != nil {
		return err
	}
	defer stored.Close()
	var places []Place
	for _, arg := range args {
		path, name, isFile := cli.RunFile(arg)
		if !isFile {
			places = append(places, Place{stored, arg})
			continue
		}
		s, ids, err := ReadRunFiles(ctx, path)
		if err != nil {
			return err
		}
		defer s.Close()
		if path != arg || len(ids) > 1 && !many {
			if ids, err = oneOf(ctx, s, ids, path, name, path != arg); err != nil {
				return err
			}
		}
		for _, id := range ids {
			places = append(places, Place{s, id})
		}
	}
	return do(places)
}

// oneOf returns the run of a file that is named by its model or ID, or an error that
// lists them.
func oneOf(ctx context.Context, s *store.Store, ids []string, path, name string, named bool) ([]string, error) {
	var exact, like, choices []string
	models := map[string]int{}
	runs := make([]*adhere.Run, len(ids))
	for i, id := range ids {
		r, err := s.Run(ctx, id)
		if err != nil {
			return nil, err
		}
		runs[i] = r
		models[r.Plan.Model]++
	}
	for _, r := range runs {
		switch {
		case name == "":
		case r.Plan.Model == name || r.ID == name:
			exact = append(exact, r.ID)
		case strings.HasSuffix(r.Plan.Model, "/"+name) || strings.HasPrefix(r.ID, name):
			like = append(like, r.ID)
		}
		choice := r.ID
		if models[r.Plan.Model] == 1 && !strings.ContainsAny(r.Plan.Model, "[ ") { // of a refined run, which a shell would not leave as it is
			choice = r.Plan.Model
		}
		choices = append(choices, path+"#"+choice)
	}
	if len(exact) == 0 {
		exact = like
	}
	what := fmt.Sprintf("%s holds %d runs, expected one", path, len(ids))
	switch {
	case len(exact) == 1:
		return exact, nil
	case len(exact) > 1:
		what = fmt.Sprintf("%s holds %d runs of %q", path, len(exact), name)
	case named:
		what = fmt.Sprintf("%s holds no run of %q", path, name)
	}
	return nil, &adhere.Error{Code: adhere.Invalid, Message: what, Hint: "name one, by its model or run: " + strings.Join(choices, ", ")}
}

// ReadRunFiles reads the runs of files into a database in memory.
func ReadRunFiles(ctx context.Context, paths ...string) (s *store.Store, ids []string, err error) {
	if s, err = store.OpenInMemory(ctx); err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		more, err := s.ImportFile(ctx, path)
		if err != nil {
			return nil, nil, errors.Join(err, s.Close())
		}
		ids = append(ids, more...)
	}
	return s, ids, nil
}

// CompleteRuns completes names of stored runs.
func (p Databases) CompleteRuns(db *string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		if err := p.Configure(cmd); err != nil { // as it is done before a command, not before its completion
			return nil, cobra.ShellCompDirectiveError
		}
		if _, err := os.Stat(p.DBPath(*db)); err != nil && !store.OnServer(*db) {
			return nil, cobra.ShellCompDirectiveNoFileComp // there are no runs yet
		}
		s, err := p.ReadStore(cmd.Context(), *db)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		defer s.Close()
		runs, err := s.FindRuns(cmd.Context(), store.RunFilter{})
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return lists.Map(runs, func(r *adhere.Run) string { return r.ID }), cobra.ShellCompDirectiveNoFileComp
	}
}
