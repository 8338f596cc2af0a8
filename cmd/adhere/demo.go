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
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) demoCommand() *cobra.Command {
	var html, files string
	cmd := p.command("demo", cobra.NoArgs)
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
	_, err = fmt.Fprintf(p.out, "the starter suite is in %s\n", dir)
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
	s, err := p.openStore(ctx, filepath.Join(dir, "demo.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	sweep, err := p.demoSweep(ctx, s)
	if err != nil {
		return err
	}
	opts := report.Options{Width: p.width()}
	if err := writeFile(html, func(w io.Writer) error { return report.WriteSweep(w, report.FormatHTML, sweep, opts) }); err != nil {
		return err
	}
	format := report.FormatText
	if p.json {
		format = report.FormatJSON
	}
	if err := report.WriteSweep(p.out, format, sweep, opts); err != nil {
		return err
	}
	p.say("\nevery requirement, answer and verdict: %s", html)
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
	b, err := bench.Find("starter")
	if err != nil {
		return nil, err
	}
	files := dataset.FromFS(bench.Starter())
	set, err := dataset.Read(ctx, b.Data, "starter/instructions.jsonl", dataset.Options{Files: files, CheckRule: checkRule})
	if err != nil {
		return nil, err
	}
	answers, err := dataset.ReadResponses(ctx, "starter/responses-"+writer+".jsonl", files)
	if err != nil {
		return nil, err
	}
	matching, err := dataset.Match(set, answers)
	if err != nil {
		return nil, err
	}
	e := &evaluation{Evaluation: eval.Evaluation{Bench: b, Set: set, Workers: 2, Plan: adhere.Plan{Answers: writer}}}
	if err := e.useAnswers("starter/"+writer, matching); err != nil {
		return nil, err
	}
	verdicts, err := readVerdicts(ctx, set, "starter/verdicts-"+writer+".jsonl", "", e.Plan.Model, true, files)
	if err != nil {
		return nil, err
	}
	if e.Judges, err = b.Judges(bench.Sources{Catalog: eval.Catalog(), Verdicts: verdicts}); err != nil {
		return nil, err
	}
	e.FinishPlan()
	r, err := restart(ctx, s, e)
	if err != nil {
		return nil, err
	}
	quiet := *p
	quiet.quiet = true // three bars in a tenth of a second tell nobody anything
	if err := quiet.carryOut(ctx, s, r, e); err != nil {
		return nil, err
	}
	return eval.Result(ctx, s, r.ID, &b)
}
