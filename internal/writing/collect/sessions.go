package collect

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/userfile"
	"adhere/internal/writing"
	"adhere/internal/writing/study"
)

// ReadSessions reads files of sessions, and what is to be noted about them.
func ReadSessions(paths []string) (all []writing.Session, notes []string, err error) {
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

// Studied returns the sessions in files, or all that are stored, with what is
// to be noted about them.
func (d *Desk) Studied(ctx context.Context, paths []string) (all []writing.Session, notes []string, err error) {
	if len(paths) == 0 {
		all, err := d.Sessions(ctx)
		if err == nil && len(all) == 0 {
			err = &adhere.Error{Code: adhere.NotFound, Message: "the database holds no writing session", Hint: "name a file of sessions, or adhere sessions import FILE"}
		}
		return all, nil, err
	}
	if all, notes, err = ReadSessions(paths); err != nil {
		return nil, nil, err
	}
	return all, notes, distinct(all)
}

func distinct(all []writing.Session) error {
	seen := map[string]bool{}
	for i := range all {
		if seen[all[i].ID] {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("session %q comes twice", all[i].ID), Hint: "name each file once; sessions of public files are numbered by their lines, so join such files into one"}
		}
		seen[all[i].ID] = true
	}
	return nil
}

// Rows returns turns: of files of sessions, or of rows as Write writes them, or
// all that are stored.
func (d *Desk) Rows(ctx context.Context, paths []string) (rows []writing.Row, notes []string, err error) {
	var whole []string // files of sessions
	for _, path := range paths {
		if own, err := jsonl.ReadFile[writing.Row](path); err == nil && len(own) > 0 && own[0].Instruction != "" {
			for i := range own {
				if own[i].Session == "" { // named by its place
					own[i].Session, own[i].Turn = filepath.Base(path), i+1
				}
			}
			rows = append(rows, own...)
		} else {
			whole = append(whole, path)
		}
	}
	if len(whole) == 0 && len(rows) > 0 {
		return rows, nil, nil
	}
	sessions, notes, err := d.Studied(ctx, whole)
	return append(rows, study.Rows(sessions)...), notes, err
}

// ReadEdit reads an edit whose two versions stand in files, the old one first.
func ReadEdit(instruction string, files []string) ([]writing.Row, error) {
	if len(files) != 2 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--instruction goes with two files, BEFORE and AFTER", Hint: "for the turns of sessions leave --instruction out"}
	}
	row := writing.Row{Instruction: instruction}
	for i, text := range []*string{&row.Previous, &row.Answer} {
		var err error
		if *text, err = userfile.Named([]string{"BEFORE", "AFTER"}[i], files[i]).Text(); err != nil {
			return nil, err
		}
	}
	return []writing.Row{row}, nil
}
