package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/internal/userfile"
	"adhere/report"
)

func (p *program) demoCommand() *cobra.Command {
	var html, files string
	cmd := p.Command("demo", cobra.NoArgs)
	cmd.Flags().StringVar(&html, "html", "report.html", "where to write the report")
	cmd.Flags().StringVar(&files, "files", "", "only write the suite's files into a new folder, to try other commands with them")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if files != "" {
			return p.demoFiles(files)
		}
		return p.demo(cmd.Context(), html)
	}
	return cmd
}

// demoFiles writes the starter suite's files into a new folder.
func (p *program) demoFiles(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return &adhere.Error{Code: adhere.Conflict, Message: dir + " exists already", Hint: "name a new folder; nothing was written"}
	}
	suite, err := fs.Sub(bench.Starter(), "starter")
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, suite); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + dir, Err: err}
	}
	_, err = fmt.Fprintf(p.Out, "the starter suite is in %s\n", dir)
	return err
}

// demo scores the recorded writers of the starter suite in memory: the
// demonstration leaves nothing but the report.
func (p *program) demo(ctx context.Context, html string) error {
	sweep, err := eval.Starter(ctx, eval.NewMemory())
	if err != nil {
		return err
	}
	opts := report.Options{Width: p.Width()}
	if err := userfile.Write(html, 0o644, func(w io.Writer) error { return report.WriteSweep(w, report.FormatHTML, sweep, opts) }); err != nil {
		return err
	}
	format := report.FormatText
	if p.JSON {
		format = report.FormatJSON
	}
	if err := report.WriteSweep(p.Out, format, sweep, opts); err != nil {
		return err
	}
	p.Say("\nevery requirement, answer and verdict: %s", html)
	return nil
}
