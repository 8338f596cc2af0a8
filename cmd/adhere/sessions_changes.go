package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/internal/writing"
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
	cmd := p.Sub("sessions", "changes SESSIONS.jsonl|BEFORE [AFTER]", "Find by code what an edit changed that its instruction did not ask for", cobra.RangeArgs(1, 2), func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 {
			return p.changesBetween(instruction, args[0], args[1])
		}
		return p.changesOf(cmd.Context(), args[0])
	})
	cmd.Flags().StringVar(&instruction, "instruction", "", "what was asked for, for two versions in files")
	return cmd
}

func (p *program) changesBetween(instruction, before, after string) error {
	row, err := editOf(instruction, before, after)
	if err != nil {
		return err
	}
	f := edits.Inspect(row.Instruction, row.Previous, row.Answer)
	if p.JSON {
		return cli.WriteJSON(p.Out, inspected{Inspection: f})
	}
	return p.showInspection("", &f, nil)
}

// editOf reads an edit whose two versions stand in files.
func editOf(instruction, before, after string) (*writing.Row, error) {
	if strings.TrimSpace(instruction) == "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "two versions need --instruction TEXT", Hint: "say what was asked for"}
	}
	row := &writing.Row{Instruction: instruction}
	for i, text := range []*string{&row.Previous, &row.Answer} {
		path := []string{before, after}[i]
		b, err := userfile.Named([]string{"BEFORE", "AFTER"}[i], path).Read()
		if err != nil {
			return nil, err
		}
		if err := cli.CheckText(path, b); err != nil {
			return nil, err
		}
		*text = string(b)
	}
	return row, nil
}

// changesOf inspects every turn of a file of sessions, or of rows as adhere
// sessions export --as rows writes them.
func (p *program) changesOf(ctx context.Context, path string) error {
	rows, err := p.rowsOf(ctx, []string{path}, nil)
	if err != nil {
		return err
	}
	enc := cli.NewLines(p.Out)
	stray, read := 0, 0
	for i := range rows {
		r := &rows[i]
		f := edits.Inspect(r.Instruction, r.Previous, r.Answer)
		if f.Understood {
			read++
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
	p.Say("%d turns; of %d the instruction says what may change; %d of them have other changes", len(rows), read, stray)
	return nil
}

// rowsOf reads turns: of files of sessions or of rows, or of the database.
func (p *program) rowsOf(ctx context.Context, paths []string, s *store.Store) ([]writing.Row, error) {
	var rows []writing.Row
	var whole []string // files of sessions
	for _, path := range paths {
		own, err := cli.ReadRows[writing.Row](path)
		if err == nil && len(own) > 0 && own[0].Instruction != "" {
			rows = append(rows, own...)
		} else {
			whole = append(whole, path)
		}
	}
	if len(whole) == 0 && len(rows) > 0 {
		return rows, nil
	}
	sessions, err := p.studied(ctx, whole, s)
	return append(rows, study.Rows(sessions)...), err
}

// showInspection prints what the instruction was read as, all changes with those
// that nobody asked for marked, and what could be checked.
func (p *program) showInspection(name string, f *edits.Inspection, said []study.Weight) error {
	_, err := fmt.Fprintln(p.Out, strings.Join(study.Lines(name, f, said), "\n"))
	return err
}
