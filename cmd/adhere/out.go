package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"adhere"
	"adhere/report"
)

// All that the program prints goes through this file. Standard output carries
// the result only; everything else goes to standard error, lower case and
// without a full stop.

// say writes a line for the person at the terminal.
func (p *program) say(format string, args ...any) {
	if !p.quiet {
		fmt.Fprintf(p.err, format+"\n", args...)
	}
}

// warn tells the user of something that may matter, also where progress is not
// wanted.
func (p *program) warn(format string, args ...any) {
	fmt.Fprintf(p.err, "warning: "+format+"\n", args...)
}

// fail prints an error for its reader: a person, or with --json a program.
func (p *program) fail(err error) {
	var below report.Missed
	code := adhere.CodeOf(err)
	if errors.As(err, &below) {
		code = "threshold"
	}
	hint := adhere.HintOf(err)
	if p.json {
		doc := map[string]any{"code": code, "message": err.Error(), "hint": hint}
		if writeJSON(p.err, map[string]any{"error": doc}) == nil {
			return
		}
	}
	fmt.Fprintf(p.err, "adhere: %v\n", err)
	if hint != "" {
		fmt.Fprintf(p.err, "  try: %s\n", hint)
	}
}

// done prints what a command did, as JSON or as a sentence.
func (p *program) done(view any, format string, args ...any) error {
	if p.json {
		return writeJSON(p.out, view)
	}
	_, err := fmt.Fprintf(p.out, format, args...)
	return err
}

// writeJSON writes v as one indented document.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
