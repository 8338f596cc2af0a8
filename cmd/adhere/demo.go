package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/database"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/report"
)

func (p *program) demoCommand() *cobra.Command {
	var html, files string
	cmd := p.Command("demo", cobra.NoArgs)
	cmd.Flags().StringVar(&html, "html", "report.html", "where to write the report")
	cmd.Flags().StringVar(&files, "files", "", "only write the suite's files into a new folder, to try other commands on")
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

const demoLead = "Three writers of differing care answered the same instructions. " +
	"Rules decided what code can decide, a recorded judge the rest. " +
	"Six of the instructions come in five levels, each with one demand more: " +
	"watch how the writers part as demands add up. " +
	"Answers and the judge's verdicts were written for this demonstration; they measure no model."

// demo scores the recorded writers of the starter suite. Its database is a
// temporary one: the demonstration leaves nothing but the report.
func (p *program) demo(ctx context.Context, html string) error {
	dir, err := os.MkdirTemp("", "adhere-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := p.OpenStore(ctx, filepath.Join(dir, "demo.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	sweep, err := p.demoSweep(ctx, s)
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

// demoSweep scores each writer and puts the results side by side.
func (p *program) demoSweep(ctx context.Context, s *store.Store) (*report.Sweep, error) {
	sweep := &report.Sweep{Title: "Starter suite, three recorded writers", Lead: demoLead}
	for _, writer := range bench.StarterWriters() {
		res, err := p.demoWriter(ctx, s, writer)
		if err != nil {
			return nil, err
		}
		sweep.Names = append(sweep.Names, writer)
		sweep.Results = append(sweep.Results, res)
		sweep.Records = append(sweep.Records, s.Records(ctx, res.Run))
	}
	return sweep, nil
}

func (p *program) demoWriter(ctx context.Context, s *store.Store, writer string) (*report.Result, error) {
	e, err := eval.New(ctx, eval.Spec{
		Bench: "starter", Model: "starter/" + writer, Responses: "starter/responses-" + writer + ".jsonl",
		Judging: eval.Judging{Verdicts: "starter/verdicts-" + writer + ".jsonl"},
	}, eval.Parts{Files: dataset.FromFS(bench.Starter())})
	if err != nil {
		return nil, err
	}
	return e.Run(ctx, database.DB{Store: s})
}
