package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	promptcheck "adhere/eval/check"
	"adhere/internal/cli/asking"
	"adhere/internal/cli/evaluations"
	"adhere/internal/cli/stores"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/report"
)

type checkFlags struct {
	asking.ModelFlags
	evaluations.OutputFlags
	db, baseline, failOn    string
	junit, markdown, runOut string
}

func (p *program) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := p.Command("check FILE.yaml", cobra.ExactArgs(1))
	db := p.DBFlag(cmd)
	f.ModelFlags.Register(cmd)
	f.SubjectURLFlag(cmd)
	f.JudgeURLFlag(cmd)
	f.RegisterFormat(cmd, "outcome", report.CheckedFormats())
	flags := cmd.Flags()
	flags.StringVar(&f.baseline, "baseline", "", "compare the outcome with this run file or stored run")
	flags.StringVar(&f.failOn, "fail-on", "", "end with exit code 100 on any requirement that is not met or not decided (any; the default without --baseline), if a metric is worse than the baseline beyond chance (worse; the default with it), or never")
	flags.StringVar(&f.junit, "junit", "", "also write the outcome as JUnit XML")
	flags.StringVar(&f.markdown, "markdown", "", "also write the outcome as Markdown, for a pull request")
	flags.StringVar(&f.runOut, "run-out", "", "also write the runs of all models into this file, for --baseline and adhere compare")
	evaluations.Completed(cmd, "fail-on", evaluations.Names(promptcheck.FailOns())...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.db = *db
		return p.check(cmd.Context(), args[0], f)
	}
	return cmd
}

func (p *program) check(ctx context.Context, path string, f *checkFlags) error {
	failOn, err := promptcheck.ParseFailOn(f.failOn, f.baseline != "")
	if err == nil {
		err = f.Check(p.Program, report.CheckedFormats())
	}
	if err != nil {
		return err
	}
	file, err := promptcheck.Read(path, os.ReadFile)
	if err != nil {
		return err
	}
	specs, err := file.Specs()
	if err != nil {
		return err
	}
	return p.WithStore(ctx, f.db, func(s *store.Store) error {
		baseline, err := p.baselineRuns(ctx, f)
		if err != nil {
			return err
		}
		results, done, err := p.performChecks(ctx, s, file, specs, f)
		if err != nil {
			return err
		}
		outcome, err := file.Outcome(results, done, baseline, failOn)
		if err != nil {
			return err
		}
		return p.writeChecked(ctx, s, outcome, f)
	})
}

// performChecks carries out what is to be done of each evaluation.
func (p *program) performChecks(ctx context.Context, s *store.Store, file *promptcheck.File, specs []eval.Spec, f *checkFlags) (results []*report.Result, done []promptcheck.Done, err error) {
	models, err := p.NewModels(&f.ModelFlags, s)
	if err != nil {
		return nil, nil, err
	}
	evaluations := make([]*eval.Evaluation, len(specs))
	for i, spec := range specs {
		spec.BaseURL, spec.JudgeBaseURL, spec.AllowEmpty = f.URL, f.JudgesURL, f.AllowEmpty
		e, err := eval.New(ctx, spec, eval.Parts{Open: models.Open, Workers: f.Connections})
		if err == nil {
			err = file.CheckMin(&e.Bench)
		}
		if err != nil {
			return nil, nil, err
		}
		evaluations[i] = e
	}
	for _, e := range evaluations {
		p.Say("%s", e.Plan.Model)
		err = p.Perform(ctx, s, e, eval.Resume, &f.ModelFlags, func(ctx context.Context, res *report.Result) error {
			one, err := doneOf(ctx, s, res.Run)
			results, done = append(results, res), append(done, one)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return results, done, nil
}

// doneOf returns a stored run and its records in full.
func doneOf(ctx context.Context, s *store.Store, id string) (promptcheck.Done, error) {
	r, records, err := eval.Whole(ctx, s, id)
	return promptcheck.Done{Run: r, Records: records}, err
}

// baselineRuns reads what the outcome is held to.
func (p *program) baselineRuns(ctx context.Context, f *checkFlags) (all []promptcheck.Done, err error) {
	if f.baseline == "" {
		return nil, nil
	}
	err = p.WithRuns(ctx, f.db, []string{f.baseline}, true, func(found []stores.Place) error {
		for _, at := range found {
			done, err := doneOf(ctx, at.Store, at.ID)
			if err != nil {
				return err
			}
			all = append(all, done)
		}
		return nil
	})
	return all, err
}

func (p *program) writeChecked(ctx context.Context, s *store.Store, c *report.Checked, f *checkFlags) error {
	for _, out := range []struct {
		path   string
		format report.Format
	}{{f.junit, report.FormatJUnit}, {f.markdown, report.FormatMarkdown}} {
		if out.path == "" {
			continue
		}
		if err := userfile.Write(out.path, 0o644, func(w io.Writer) error { return report.WriteChecked(w, out.format, c, report.Options{}) }); err != nil {
			return err
		}
	}
	failed := 0
	var ids []string
	for _, r := range c.Results {
		ids, failed = append(ids, r.Run), failed+r.Failed
	}
	if f.runOut != "" {
		if err := s.ExportFile(ctx, f.runOut, ids, nil, false); err != nil {
			return err
		}
	}
	if err := report.WriteChecked(p.Out, report.Format(f.Format), c, report.Options{Width: p.Width()}); err != nil {
		return err
	}
	switch {
	case failed > 0:
		return &adhere.Error{Code: adhere.Unavailable, Message: plural.Of(failed, "item") + " failed, so the check is not whole", Hint: "the same command tries them again"}
	case len(c.Missed) > 0:
		return report.Missed(c.Missed)
	}
	return nil
}

func (p *program) initCommand() *cobra.Command {
	cmd := p.Command("init [FILE.yaml]", cobra.MaximumNArgs(1))
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		path := "check.yaml"
		if len(args) > 0 {
			path = args[0]
		}
		if _, err := os.Lstat(path); err == nil {
			return &adhere.Error{Code: adhere.Conflict, Message: path + " is there already", Hint: "name another file; nothing was written"}
		}
		if err := userfile.Write(path, 0o644, func(w io.Writer) error {
			_, err := io.WriteString(w, promptcheck.First())
			return err
		}); err != nil {
			return err
		}
		return p.Done(map[string]string{"file": path}, "%s\n", path+" is written. Run it: adhere check "+path)
	}
	return cmd
}
