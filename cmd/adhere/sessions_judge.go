package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/jsonl"
	"adhere/internal/sets"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
	"adhere/internal/writing/study"
	"adhere/training"
)

type sessionsJudgeFlags struct {
	asking.AskFlags
	grades, seed          int
	shots                 []int
	second, replies, said string
	rulesOnly, changes    bool
	instruction           string
	format, output        string
}

func (p *program) sessionsJudgeCommand(db *string) *cobra.Command {
	f := &sessionsJudgeFlags{AskFlags: asking.AskFlags{DB: db}}
	cmd := p.Sub("sessions", "judge [SESSIONS.jsonl...|BEFORE AFTER]", "Measure judges of edits against people's ratings: baselines, a model with and without examples, rules, people; or judge one edit", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		if f.instruction != "" {
			return p.judgeEdit(cmd.Context(), args, f)
		}
		return p.sessionsJudge(cmd.Context(), args, f)
	})
	f.RegisterAsked(cmd, "judge", "model that rates edits, provider/model", asking.Unreadable)
	f.DryRunFlag(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.grades, "grades", 2, "2 (good, bad) or 3 (good, neutral, bad)")
	flags.IntSliceVar(&f.shots, "shots", []int{0, 1, 10}, "how many examples the model is shown; these are the training turns with the most similar instructions")
	flags.BoolVar(&f.changes, "changes", true, "also measure the model when it sees the numbered changes and assesses each")
	flags.StringVar(&f.instruction, "instruction", "", "the instruction of the edit, to judge one edit whose two versions are in files")
	flags.StringVar(&f.second, "second", "", "second ratings by people: {session, turn, label} per line")
	flags.StringVar(&f.replies, "replies", "", "recorded replies, instead of a model")
	flags.StringVar(&f.said, "replies-out", "", "write the model's replies to this file")
	flags.BoolVar(&f.rulesOnly, "rules-only", false, "measure no model, only baselines, rules and people")
	flags.IntVar(&f.seed, "seed", 0, "seed of the splits and of the random baseline")
	flags.StringVar(&f.format, "format", study.FormatText, "text, json or html")
	flags.StringVarP(&f.output, "output", "o", "", "file for the table (default standard output)")
	return cmd
}

func (p *program) sessionsJudge(ctx context.Context, args []string, f *sessionsJudgeFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	asked := f.AskFlags
	if f.replies != "" || f.rulesOnly {
		asked.Model = "" // it is not asked
	}
	return p.WithAsker(ctx, &asked, "judge", func(a *asking.Asker) error {
		rows, notes, err := p.desk(a.Store, nil).Rows(ctx, args)
		p.WarnAll(notes)
		if err != nil {
			return err
		}
		e, err := f.evaluation(a)
		if err != nil {
			return err
		}
		if f.DryRun {
			requests, err := e.Requests(ctx, rows)
			if err != nil {
				return err
			}
			return p.ShowEstimate(ctx, a, requests...)
		}
		return p.measure(ctx, rows, e, a, f)
	})
}

func (p *program) measure(ctx context.Context, rows []writing.Row, e *study.Evaluation, a *asking.Asker, f *sessionsJudgeFlags) error {
	ctx, shown := p.Watched(ctx, a.Models, "edit")
	t, err := study.Evaluate(ctx, rows, *e)
	shown()
	if err != nil {
		return err
	}
	p.Spent(a)
	if f.said != "" {
		if err := userfile.Write(f.said, 0o644, cli.Lines(t.Said)); err != nil {
			return err
		}
	}
	if p.JSON {
		f.format = study.FormatJSON
	}
	return p.Deliver(f.output, func(w io.Writer) error { return t.Write(w, f.format) })
}

// judgeEdit has a model weigh the changes of one edit.
func (p *program) judgeEdit(ctx context.Context, args []string, f *sessionsJudgeFlags) error {
	if len(args) != 2 || f.Model == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "--instruction goes with two files, BEFORE and AFTER, and --judge provider/model", Hint: "without a model: adhere sessions changes"}
	}
	if err := f.check(); err != nil {
		return err
	}
	row, err := collect.ReadEdit(f.instruction, args[0], args[1])
	if err != nil {
		return err
	}
	return p.WithAsker(ctx, &f.AskFlags, "judge", func(a *asking.Asker) error {
		judge := study.Rater{Options: a.Options, Scheme: study.Scheme(f.grades)}
		if f.DryRun {
			request, err := judge.Weighing(row)
			if err != nil {
				return err
			}
			return p.ShowEstimate(ctx, a, request)
		}
		said, found, err := judge.Weigh(ctx, row)
		if err != nil {
			return err
		}
		p.Spent(a)
		if !p.JSON {
			if err := p.showInspection("", &found, said.Weights); err != nil {
				return err
			}
		}
		return p.Done(weighed{inspected{Inspection: found}, said.Weights, said.Grade, said.Why}, "rating: %s\n", cmp.Or(string(said.Grade), "undecided, "+said.Why))
	})
}

// A weighed edit is what code and a judge say of it, as JSON.
type weighed struct {
	inspected
	Weights []study.Weight `json:"weights"` // of the changes
	Grade   writing.Rating `json:"rating,omitempty"`
	Why     string         `json:"undecided,omitempty"`
}

func (f *sessionsJudgeFlags) check() error {
	switch {
	case f.grades != int(study.Two) && f.grades != int(study.Three):
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--grades %d: 2 or 3 is expected", f.grades), Hint: "2 counts neutral as bad"}
	case slices.ContainsFunc(f.shots, func(n int) bool { return n < 0 || n > 100 }):
		return &adhere.Error{Code: adhere.Invalid, Message: "--shots: numbers from 0 to 100 are expected", Hint: "for example --shots 0,1,10"}
	case f.Model == "" && f.replies == "" && !f.rulesOnly:
		return &adhere.Error{Code: adhere.Invalid, Message: "sessions judge needs a judge", Hint: "--judge provider/model, --replies FILE, or --rules-only"}
	case f.DryRun && f.Model == "":
		return &adhere.Error{Code: adhere.Invalid, Message: "--dry-run needs --judge", Hint: "it limits calls, and without a model there are none"}
	}
	return nil
}

func (f *sessionsJudgeFlags) evaluation(a *asking.Asker) (*study.Evaluation, error) {
	e := &study.Evaluation{Options: a.Options, Scheme: study.Scheme(f.grades), Shots: f.shots, Changes: f.changes, NoModel: f.rulesOnly, Seed: uint64(f.seed), Judge: f.Model}
	var err error
	if e.Second, err = study.ReadLabels(f.second); err != nil {
		return nil, err
	}
	if f.replies != "" {
		if e.Judge == "" {
			e.Judge = "recorded"
		}
		list, err := jsonl.ReadFile[study.Reply](f.replies)
		if err != nil {
			return nil, err
		}
		e.UseReplies(list)
		return e, nil
	}
	if !f.rulesOnly {
		e.Judge = a.Model.Name()
	}
	return e, nil
}

// trainOf writes training data of sessions, with a card.
func (p *program) trainOf(ctx context.Context, s *store.Store, ids []string, kinds []string, out string) error {
	if out == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "training data needs --out DIR", Hint: "the folder is created if it does not exist"}
	}
	all, err := p.desk(s, nil).Sessions(ctx, ids...)
	if err != nil {
		return err
	}
	d, err := study.Export(all, nil)
	if err != nil {
		return err
	}
	d.Card.Sources = []string{"writing sessions of a database, " + strconv.Itoa(len(all))}
	if err := sets.FreeForTraining(out, kinds); err != nil {
		return err
	}
	return p.writeTraining(out, kinds, &d.Card, map[string]func(io.Writer) error{
		training.KindPreferences: cli.Lines(d.Preferences),
		training.KindSupervised:  cli.Lines(d.Supervised),
	})
}
