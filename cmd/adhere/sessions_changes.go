package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli/stores"
	"adhere/internal/plainjson"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
	"adhere/internal/writing/study"
)

func (p *program) sessionsChangesCommand(db *string) *cobra.Command {
	var instruction string
	cmd := p.Sub("sessions", "changes [SESSIONS.jsonl...|BEFORE AFTER]", "Find by code what an edit changed that nobody asked for", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		s, err := p.StoreFor(cmd.Context(), *db, true)
		return stores.UseStore(s, err, func(s *store.Store) error {
			rows, err := p.editsOf(cmd.Context(), s, instruction, args)
			if err != nil {
				return err
			}
			found := make([]study.Inspected, len(rows))
			for i := range rows {
				found[i] = study.Inspect(&rows[i])
			}
			return p.showInspected(found, "code")
		})
	})
	instructionFlag(cmd, &instruction)
	return cmd
}

func instructionFlag(cmd *cobra.Command, instruction *string) {
	cmd.Flags().StringVar(instruction, "instruction", "", "the instruction of one edit, whose two versions are in the files BEFORE and AFTER")
}

// editsOf reads the edits that arguments name: one, where there is an
// instruction; otherwise the turns of files of sessions, or of rows as adhere
// sessions export --as rows writes them, or of all stored sessions.
func (p *program) editsOf(ctx context.Context, s *store.Store, instruction string, args []string) ([]writing.Row, error) {
	if instruction != "" {
		return collect.ReadEdit(instruction, args)
	}
	rows, notes, err := p.desk(s, nil).Rows(ctx, args)
	p.WarnAll(notes)
	if err != nil && len(args) == 2 {
		err = &adhere.Error{Code: adhere.CodeOf(err), Message: "these are not files of sessions or rows", Hint: "two versions of a text need --instruction TEXT, which says what was asked for", Err: err}
	}
	return rows, err
}

// showInspected prints what is known of edits: one whole; of several those that
// are not good, and how many there are.
func (p *program) showInspected(found []study.Inspected, by string) error {
	enc := plainjson.NewEncoder(p.Out)
	stray, decided := 0, 0
	for i := range found {
		f := &found[i]
		unrequested, known := f.Unrequested()
		if unrequested {
			stray++
		}
		if known {
			decided++
		}
		name := study.Key{Session: f.Session, Turn: f.Turn}.String() + ": "
		if f.Session == "" {
			name = ""
		}
		var err error
		switch {
		case p.JSON:
			err = enc.Encode(f)
		case name == "" || f.Poor():
			_, err = fmt.Fprintln(p.Out, strings.Join(f.Lines(name), "\n"))
		}
		if err != nil {
			return err
		}
	}
	if len(found) != 1 || found[0].Session != "" {
		p.Say("%s; of %d %s can say whether all changes were asked for; %d have changes that were not", plural.Of(len(found), "turn"), decided, by, stray)
	}
	return nil
}
