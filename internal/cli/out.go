package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/plainjson"
	"adhere/internal/userfile"
	"adhere/report"
)

// All that the program prints goes through this file. Standard output carries
// the result only; everything else goes to standard error, lower case and
// without a full stop.

// Say writes a line for the person at the terminal.
func (p *Program) Say(format string, args ...any) {
	if !p.Quiet {
		fmt.Fprintf(p.Err, format+"\n", args...)
	}
}

// Warn tells the user of something that may matter, also where progress is not
// wanted.
func (p *Program) Warn(format string, args ...any) {
	fmt.Fprintf(p.Err, "warning: "+format+"\n", args...)
}

// fail prints an error for its reader: a person, or with --json a program.
func (p *Program) fail(err error) {
	code := adhere.CodeOf(err)
	if _, ok := errors.AsType[report.Missed](err); ok {
		code = "threshold"
	}
	hint := adhere.HintOf(err)
	if p.JSON {
		doc := map[string]any{"code": code, "message": err.Error(), "hint": hint}
		if WriteJSON(p.Err, map[string]any{"error": doc}) == nil {
			return
		}
	}
	fmt.Fprintf(p.Err, "adhere: %v\n", err)
	if hint != "" {
		fmt.Fprintf(p.Err, "  try: %s\n", hint)
	}
}

// Done prints what a command did, as JSON or as a sentence.
func (p *Program) Done(view any, format string, args ...any) error {
	if p.JSON {
		return WriteJSON(p.Out, view)
	}
	_, err := fmt.Fprintf(p.Out, format, args...)
	return err
}

// WriteJSON writes v as one indented document.
func WriteJSON(w io.Writer, v any) error {
	enc := plainjson.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Lines writes values as JSON lines.
func Lines[T any](list []T) func(io.Writer) error {
	return func(w io.Writer) error { return jsonl.Write(w, list) }
}

// mostNotes is how many notes are shown.
const mostNotes = 20

// WarnAll shows notes, the first ones where there are many.
func (p *Program) WarnAll(notes []string) {
	for _, n := range notes[:min(len(notes), mostNotes)] {
		p.Warn("%s", n)
	}
	if len(notes) > mostNotes {
		p.Warn("and %d more", len(notes)-mostNotes)
	}
}

// Deliver writes a document to a file, or to standard output.
func (p *Program) Deliver(path string, write func(io.Writer) error) error {
	if path == "" {
		var b bytes.Buffer // all or nothing
		if err := write(&b); err != nil {
			return err
		}
		_, err := io.Copy(p.Out, &b)
		return err
	}
	if err := userfile.Write(path, 0o644, write); err != nil {
		return err
	}
	p.Say("wrote %s", path)
	return nil
}
