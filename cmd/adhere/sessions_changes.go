package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/edits"
	"adhere/internal/writing/study"
)

// An inspected edit is what code says of one turn, as JSON.
type inspected struct {
	Session string `json:"session,omitempty"`
	Turn    int    `json:"turn,omitempty"`
	edits.Finding
}

func (p *program) sessionsChangesCommand() *cobra.Command {
	var instruction string
	cmd := p.sub("sessions", "changes SESSIONS.jsonl|BEFORE [AFTER]", "Find by code what an edit changed that its instruction did not ask for", cobra.RangeArgs(1, 2), func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 {
			return p.changesBetween(instruction, args[0], args[1])
		}
		return p.changesOf(cmd.Context(), args[0])
	})
	cmd.Flags().StringVar(&instruction, "instruction", "", "what was asked for, for two versions in files")
	return cmd
}

func (p *program) changesBetween(instruction, before, after string) error {
	if strings.TrimSpace(instruction) == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "two versions need --instruction TEXT", Hint: "say what was asked for"}
	}
	var texts [2]string
	for i, path := range []string{before, after} {
		b, err := os.ReadFile(path)
		if err != nil {
			return &adhere.Error{Code: adhere.NotFound, Message: "there is no file " + path, Err: err, Hint: "check the path"}
		}
		if err := isText(path, b); err != nil {
			return err
		}
		texts[i] = string(b)
	}
	f := edits.Inspect(instruction, texts[0], texts[1])
	if p.json {
		return writeJSON(p.out, inspected{Finding: f})
	}
	return p.showFinding("", &f)
}

// changesOf inspects every turn of a file of sessions, or of rows as adhere
// sessions export --as rows writes them.
func (p *program) changesOf(ctx context.Context, path string) error {
	rows, err := p.rowsOf(ctx, path)
	if err != nil {
		return err
	}
	enc := newLines(p.out)
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
		if p.json {
			if err := enc.Encode(inspected{r.Session, r.Turn, f}); err != nil {
				return err
			}
			continue
		}
		if f.Failed() {
			if err := p.showFinding(study.KeyOf(r).String()+": ", &f); err != nil {
				return err
			}
		}
	}
	p.say("%d turns; of %d the instruction says what may change; %d of them have other changes", len(rows), read, stray)
	return nil
}

func (p *program) rowsOf(ctx context.Context, path string) ([]writing.Row, error) {
	rows, err := readRows[writing.Row](path)
	if err == nil && len(rows) > 0 && rows[0].Instruction != "" {
		return rows, nil
	}
	sessions, err := p.studied(ctx, []string{path}, nil)
	return study.Rows(sessions), err
}

// showFinding prints what the instruction was read as, all changes with those
// that nobody asked for marked, and what could be checked.
func (p *program) showFinding(name string, f *edits.Finding) error {
	of := "the whole text"
	if len(f.Part) > 0 {
		of = strings.Join(f.Part, " ")
	}
	lines := []string{fmt.Sprintf("%sread as: %s; about: %s", name, f.Kind, of)}
	for i, c := range f.Changes {
		if !slices.ContainsFunc(f.Stray, c.Same) {
			lines = append(lines, fmt.Sprintf("%schange %d: %s, paragraph %d: %s", name, i+1, c.What, c.Paragraph, between(c)))
		}
	}
	for _, c := range f.Stray {
		line := fmt.Sprintf("%snot asked for: %s, paragraph %d: %s", name, c.What, c.Paragraph, between(c))
		if len(c.Facts) > 0 {
			line += fmt.Sprintf(" (lost or made up: %s)", strings.Join(c.Facts, ", "))
		}
		lines = append(lines, line)
	}
	for _, d := range f.Demands {
		mark := "met"
		if !d.Met {
			mark = "not met"
		}
		lines = append(lines, fmt.Sprintf("%s%s: %s (%s)", name, mark, d.Text, d.Evidence))
	}
	if len(f.Stray) == 0 {
		lines = append(lines, name+"nothing changed that was not asked for")
	}
	_, err := fmt.Fprintln(p.out, strings.Join(lines, "\n"))
	return err
}

func between(c edits.Change) string {
	switch {
	case c.Before == "":
		return c.After
	case c.After == "" || c.After == c.Before:
		return c.Before
	default:
		return c.Before + " → " + c.After
	}
}
