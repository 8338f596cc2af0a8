package main

import (
	"context"
	"errors"
	"fmt"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/internal/writing"
	"adhere/internal/writing/study"
)

// readLabels reads labels of turns.
func readLabels(path string) (study.Labels, error) {
	list, err := cli.ReadRows[study.Label](path)
	if err != nil || path == "" {
		return nil, err
	}
	labels, err := study.Map(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return labels, nil
}

// studied returns the sessions in files, or those of the store.
func (p *program) studied(ctx context.Context, paths []string, s *store.Store) ([]writing.Session, error) {
	if len(paths) == 0 {
		all, err := p.desk(s, nil).Sessions(ctx)
		if err == nil && len(all) == 0 {
			err = &adhere.Error{Code: adhere.NotFound, Message: "the database holds no writing session", Hint: "name a file of sessions, or adhere sessions import FILE"}
		}
		return all, err
	}
	all, notes, err := readSessions(paths)
	if err != nil {
		return nil, err
	}
	p.WarnAll(notes)
	return all, distinctSessions(all)
}

// readSessions reads files of sessions, and what is to be noted about them.
func readSessions(paths []string) (all []writing.Session, notes []string, err error) {
	for _, path := range paths {
		file, err := userfile.Named("the sessions", path).Open()
		if err != nil {
			return nil, nil, err
		}
		sessions, more, err := writing.ReadSessions(path, file)
		if err = errors.Join(err, file.Close()); err != nil {
			return nil, nil, err
		}
		all, notes = append(all, sessions...), append(notes, more...)
	}
	return all, notes, nil
}

func distinctSessions(all []writing.Session) error {
	seen := map[string]bool{}
	for i := range all {
		if seen[all[i].ID] {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("session %q comes twice", all[i].ID), Hint: "name each file once"}
		}
		seen[all[i].ID] = true
	}
	return nil
}
