package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/jsonl"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/internal/writing"
	"adhere/internal/writing/study"
	"adhere/report"
)

type sessionsReportFlags struct {
	asking.AskFlags
	types, errors, byHand, errByHand string
	typesOut, errorsOut              string
	marks, format, output            string
}

func (p *program) sessionsReportCommand(db *string) *cobra.Command {
	f := &sessionsReportFlags{AskFlags: asking.AskFlags{DB: db}}
	cmd := p.Sub("sessions", "report [SESSIONS.jsonl...]", "Print tables and charts of sessions: turns, kinds, ratings, types, errors, lengths, retrieval", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		return p.sessionsReport(cmd.Context(), args, f)
	})
	f.RegisterAsked(cmd, "labeller", "model that labels instructions and comments, provider/model; without it, and without label files, those tables are left out", asking.Unreadable)
	f.DryRunFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.types, "types", "", "labels of instructions, instead of a model: {session, turn, label} per line")
	flags.StringVar(&f.errors, "errors", "", "labels of comments on turns that are not good, in the same format")
	flags.StringVar(&f.byHand, "types-by-hand", "", "a sample labelled by hand, for Cohen's kappa")
	flags.StringVar(&f.errByHand, "errors-by-hand", "", "a sample of comments labelled by hand, for Cohen's kappa")
	flags.StringVar(&f.typesOut, "types-out", "", "write the model's labels of instructions to this file")
	flags.StringVar(&f.errorsOut, "errors-out", "", "write the model's labels of comments to this file")
	flags.StringVar(&f.marks, "marks", "", "passages that people marked: {session, turn, relevant: [IDs]} per line")
	flags.StringVar(&f.format, "format", string(report.FormatText), "text, json, md or html")
	flags.StringVarP(&f.output, "output", "o", "", "file for the report (default standard output)")
	return cmd
}

func (p *program) sessionsReport(ctx context.Context, args []string, f *sessionsReportFlags) error {
	in, err := f.inputs()
	if err != nil {
		return err
	}
	s, err := p.StoreFor(ctx, *f.DB, f.DryRun || f.Model == "")
	if err != nil {
		return err
	}
	defer s.Close()
	sessions, notes, err := p.desk(s, nil).Studied(ctx, args)
	p.WarnAll(notes)
	if err != nil {
		return err
	}
	if f.Model != "" {
		if done, err := p.label(ctx, s, sessions, f, in); err != nil || done {
			return err
		}
	}
	r, err := study.Analyse(sessions, *in)
	if err != nil {
		return err
	}
	if p.JSON {
		f.format = string(report.FormatJSON)
	}
	return p.Deliver(f.output, func(w io.Writer) error {
		return r.Document().Write(w, report.Format(f.format), report.Options{Width: p.Width()})
	})
}

// inputs reads what is known of turns besides the sessions.
func (f *sessionsReportFlags) inputs() (*study.Inputs, error) {
	in := &study.Inputs{Unread: map[string]int{}}
	for _, l := range []struct {
		path string
		to   *study.Labels
	}{{f.types, &in.Types}, {f.errors, &in.Errors}, {f.byHand, &in.HandTypes}, {f.errByHand, &in.HandErrors}} {
		labels, err := study.ReadLabels(l.path)
		if err != nil {
			return nil, err
		}
		*l.to = labels
	}
	var err error
	in.Marks, err = jsonl.ReadFile[study.Mark](f.marks)
	if err == nil && f.DryRun && f.Model == "" {
		err = &adhere.Error{Code: adhere.Invalid, Message: "--dry-run needs --labeller", Hint: "it limits calls, and without a model there are none"}
	}
	return in, err
}

// label asks the model for the labels that no file gives. It reports true
// where it only counted what that would take.
func (p *program) label(ctx context.Context, s *store.Store, sessions []writing.Session, f *sessionsReportFlags, in *study.Inputs) (bool, error) {
	a, err := p.NewAsker(&f.AskFlags, s, "labeller")
	if err != nil {
		return false, err
	}
	rows := study.Rows(sessions)
	if f.DryRun {
		requests, err := in.Requests(a.Options, rows)
		if err != nil {
			return false, err
		}
		return true, p.ShowEstimate(ctx, a, requests...)
	}
	made, unread, err := in.Label(ctx, a.Options, rows)
	if err != nil {
		return false, err
	}
	for _, u := range unread {
		p.Say("turn %s has no label: %s", u.Key, u.Why)
	}
	for sort, path := range map[string]string{study.Types().Name: f.typesOut, study.Errors().Name: f.errorsOut} {
		if labels, ok := made[sort]; ok && path != "" {
			if err := userfile.Write(path, 0o644, cli.Lines(labels.List())); err != nil {
				return false, err
			}
		}
	}
	p.Spent(a)
	return false, nil
}
