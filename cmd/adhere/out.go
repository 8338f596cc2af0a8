package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

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

// writeJSON writes v as one indented document.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// writeFile writes a whole file or none: through a temporary file beside it,
// so that an error in the middle leaves what was there.
func writeFile(path string, write func(io.Writer) error) (err error) {
	if info, statErr := os.Stat(path); statErr == nil && !info.Mode().IsRegular() {
		return writeDevice(path, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + path, Err: err, Hint: "name a file in a folder that exists and that you may write to"}
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// writeDevice writes to what is no regular file, such as /dev/null or a pipe.
func writeDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + path, Err: err}
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
