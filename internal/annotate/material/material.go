// Package material reads the answers that campaigns have labelled, from runs or
// from files.
package material

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"adhere"
	"adhere/dataset"
	"adhere/internal/annotate"
	"adhere/internal/store"
	"adhere/model"
)

// OfRuns returns the records of stored runs.
func OfRuns(ctx context.Context, s *store.Store, names []string) ([]annotate.Sourced, error) {
	var out []annotate.Sourced
	for _, name := range names {
		run, err := s.Run(ctx, name)
		if err != nil {
			return nil, err
		}
		for r, err := range s.Records(ctx, run.ID) {
			if err != nil {
				return nil, err
			}
			out = append(out, annotate.Sourced{Run: run.ID, Record: r})
		}
	}
	return out, nil
}

// OfFiles returns the instructions of a set with the answers that files hold to
// them, or alone where no file is named, and what is to be said of the files.
func OfFiles(ctx context.Context, set *dataset.Set, paths []string) (out []annotate.Sourced, warnings []string, err error) {
	answers, warnings, err := answersOf(ctx, set, paths)
	if err != nil {
		return nil, nil, err
	}
	for in, err := range set.All() {
		if err != nil {
			return nil, nil, err
		}
		if len(answers) == 0 {
			out = append(out, annotate.Sourced{Record: &adhere.Record{Instruction: in}})
		}
		for _, f := range answers {
			for _, a := range f.For(in.ID) {
				out = append(out, annotate.Sourced{Run: f.name, Record: &adhere.Record{Instruction: in, Attempt: a.Attempt, Response: model.NewResponse(a.Model, a.Text, a.Earlier...)}})
			}
		}
	}
	return out, warnings, nil
}

// An answerFile is a file of recorded answers, by what results call it.
type answerFile struct {
	name string
	*dataset.Matching
}

// answersOf reads files of answers. Who gave them goes by the file's name
// where the file does not say.
func answersOf(ctx context.Context, set *dataset.Set, paths []string) (files []answerFile, warnings []string, err error) {
	for _, path := range paths {
		answers, err := dataset.ReadResponses(ctx, path, nil)
		if err != nil {
			return nil, nil, err
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if slices.ContainsFunc(files, func(f answerFile) bool { return f.name == name }) {
			name = strings.TrimSuffix(filepath.Clean(path), filepath.Ext(path))
		}
		for i := range answers.List {
			answers.List[i].Model = cmp.Or(answers.List[i].Model, name)
		}
		m, err := dataset.Match(set, answers)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, answerFile{name, m})
		warnings = append(warnings, m.Warnings...)
	}
	return files, warnings, nil
}
