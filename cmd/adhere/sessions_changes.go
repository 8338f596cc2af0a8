package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere/internal/cli"
	"adhere/internal/writing/collect"
	"adhere/internal/writing/edits"
	"adhere/internal/writing/study"
)

// An inspected edit is what code says of one turn, as JSON.
type inspected struct {
	Session string `json:"session,omitempty"`
	Turn    int    `json:"turn,omitempty"`
	edits.Inspection
}

func (p *program) sessionsChangesCommand() *cobra.Command {
	var instruction string
	cmd := p.Sub("sessions", "changes SESSIONS.jsonl|BEFORE [AFTER]", "Find by code what an edit changed that nobody asked for", cobra.RangeArgs(1, 2), func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 {
			return p.changesBetween(instruction, args[0], args[1])
		}
		return p.changesOf(cmd.Context(), args[0])
	})
	cmd.Flags().StringVar(&instruction, "instruction", "", "the instruction of the edit, for two versions in files")
	return cmd
}

func (p *program) changesBetween(instruction, before, after string) error {
	row, err := collect.ReadEdit(instruction, before, after)
	if err != nil {
		return err
	}
	f := edits.Inspect(row.Instruction, row.Previous, row.Answer)
	if p.JSON {
		return cli.WriteJSON(p.Out, inspected{Inspection: f})
	}
	return p.showInspection("", &f, nil)
}

// changesOf inspects every turn of a file of sessions, or of rows as adhere
// sessions export --as rows writes them.
func (p *program) changesOf(ctx context.Context, path string) error {
	rows, notes, err := p.desk(nil, nil).Rows(ctx, []string{path})
	p.WarnAll(notes)
	if err != nil {
		return err
	}
	enc := cli.NewLines(p.Out)
	stray, decided := 0, 0
	for i := range rows {
		r := &rows[i]
		f := edits.Inspect(r.Instruction, r.Previous, r.Answer)
		if f.Decided {
			decided++
		}
		if len(f.Stray) > 0 {
			stray++
		}
		if p.JSON {
			if err := enc.Encode(inspected{r.Session, r.Turn, f}); err != nil {
				return err
			}
			continue
		}
		if f.Failed() {
			if err := p.showInspection(study.KeyOf(r).String()+": ", &f, nil); err != nil {
				return err
			}
		}
	}
	p.Say("%d turns; of %d code can say whether all changes were asked for; %d have changes that were not", len(rows), decided, stray)
	return nil
}

// showInspection prints what the instruction was read as, all changes with those
// that nobody asked for marked, and what could be checked.
func (p *program) showInspection(name string, f *edits.Inspection, said []study.Weight) error {
	_, err := fmt.Fprintln(p.Out, strings.Join(study.Lines(name, f, said), "\n"))
	return err
}
