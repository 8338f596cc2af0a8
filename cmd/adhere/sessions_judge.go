package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/lists"
	"adhere/internal/sets"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/internal/writing"
	"adhere/internal/writing/study"
	"adhere/judge"
	"adhere/report"
	"adhere/training"
)

type sessionsJudgeFlags struct {
	asking.AskFlags
	grades, seed          int
	shots                 []int
	second, replies, said string
	rulesOnly, changes    bool
	each                  bool
	instruction           string
	format, output        string
}

func (p *program) sessionsJudgeCommand(db *string) *cobra.Command {
	f := &sessionsJudgeFlags{AskFlags: asking.AskFlags{DB: db}}
	cmd := p.Sub("sessions", "judge [SESSIONS.jsonl...|BEFORE AFTER]", "Measure judges of edits against people's ratings: baselines, a model with and without examples, rules, people; or judge each edit", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		return p.sessionsJudge(cmd.Context(), args, f)
	})
	f.RegisterAsked(cmd, "judge", "model that rates edits, provider/model", asking.Unreadable)
	f.DryRunFlag(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.grades, "grades", 2, "2 (good, bad) or 3 (good, neutral, bad)")
	flags.IntSliceVar(&f.shots, "shots", []int{0, 1, 10}, "how many examples the model is shown; these are the training turns with the most similar instructions")
	flags.BoolVar(&f.changes, "changes", true, "also measure the model when it sees the numbered changes and assesses each")
	flags.BoolVar(&f.each, "each", false, "say of each edit which of its changes nobody asked for, instead of measuring the judge; always where no edit has a rating")
	instructionFlag(cmd, &f.instruction)
	flags.StringVar(&f.second, "second", "", "second ratings by people: {session, turn, label} per line")
	flags.StringVar(&f.replies, "replies", "", "recorded replies, instead of a model")
	flags.StringVar(&f.said, "replies-out", "", "write the model's replies to this file")
	flags.BoolVar(&f.rulesOnly, "rules-only", false, "measure no model, only baselines, rules and people")
	flags.IntVar(&f.seed, "seed", 0, "seed of the splits and of the random baseline")
	flags.StringVar(&f.format, "format", string(report.FormatText), "text, json, md or html")
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
		rows, err := p.editsOf(ctx, a.Store, f.instruction, args)
		if err != nil {
			return err
		}
		e, err := f.evaluation(a)
		if err != nil {
			return err
		}
		if f.each || !slices.ContainsFunc(rows, func(r writing.Row) bool { return r.Rating != "" }) {
			return p.judgeEach(ctx, rows, e, a, f)
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
	if err := f.record(t.Said); err != nil {
		return err
	}
	if p.JSON {
		f.format = string(report.FormatJSON)
	}
	return p.Deliver(f.output, func(w io.Writer) error {
		return t.Document().Write(w, report.Format(f.format), report.Options{Width: p.Width()})
	})
}

// judgeEach has a judge weigh the changes of each edit.
func (p *program) judgeEach(ctx context.Context, rows []writing.Row, e *study.Evaluation, a *asking.Asker, f *sessionsJudgeFlags) error {
	if f.rulesOnly {
		return &adhere.Error{Code: adhere.Invalid, Message: "--rules-only measures rules against ratings, but no edit has one", Hint: "what rules say of each edit: adhere sessions changes"}
	}
	r := study.Rater{Options: e.Options, Scheme: e.Scheme, Recorded: e.Recorded}
	if f.DryRun {
		requests, err := r.Weighing(rows)
		if err != nil {
			return err
		}
		return p.ShowEstimate(ctx, a, requests...)
	}
	ctx, shown := p.Watched(ctx, a.Models, "edit")
	found := make([]study.Inspected, len(rows))
	err := judge.Each(ctx, len(rows), func(ctx context.Context, i int) error {
		var err error
		found[i], err = r.Weigh(ctx, &rows[i])
		return err
	})
	shown()
	if err != nil {
		return err
	}
	p.Spent(a)
	said := lists.Map(found, func(one study.Inspected) study.Reply { return *one.Said })
	if err := f.record(said); err != nil {
		return err
	}
	return p.showInspected(found, "the judge, or code where its reply could not be read,")
}

// record writes a model's replies, if a file for them is named.
func (f *sessionsJudgeFlags) record(said []study.Reply) error {
	if f.said == "" {
		return nil
	}
	return userfile.Write(f.said, 0o644, cli.Lines(said))
}

func (f *sessionsJudgeFlags) check() error {
	switch {
	case f.grades != int(study.Two) && f.grades != int(study.Three):
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--grades %d: expected 2 or 3", f.grades), Hint: "2 counts neutral as bad"}
	case slices.ContainsFunc(f.shots, func(n int) bool { return n < 0 || n > 100 }):
		return &adhere.Error{Code: adhere.Invalid, Message: "--shots: expected numbers from 0 to 100", Hint: "for example --shots 0,1,10"}
	case f.Model == "" && f.replies == "" && !f.rulesOnly:
		return &adhere.Error{Code: adhere.Invalid, Message: "sessions judge needs a judge", Hint: "--judge provider/model, --replies FILE, or --rules-only"}
	case f.DryRun && f.Model == "":
		return &adhere.Error{Code: adhere.Invalid, Message: "--dry-run needs --judge", Hint: "it limits calls, and without a model there are none"}
	}
	return nil
}

func (f *sessionsJudgeFlags) evaluation(a *asking.Asker) (*study.Evaluation, error) {
	e := &study.Evaluation{Options: a.Options, Scheme: study.Scheme(f.grades), Shots: f.shots, Changes: f.changes, NoModel: f.rulesOnly, Seed: uint64(f.seed), Judge: f.Model}
	if !f.rulesOnly && f.replies == "" {
		e.Judge = a.Model.Name()
	}
	return e, e.ReadFiles(f.second, f.replies)
}

// trainOf writes training data of sessions, with a card.
func (p *program) trainOf(ctx context.Context, s *store.Store, ids []string, kinds []string, out, prompts string) error {
	if out == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "training data needs --out DIR", Hint: "the folder is created if it does not exist"}
	}
	all, err := p.desk(s, nil).Sessions(ctx, ids...)
	if err != nil {
		return err
	}
	pack, err := eval.Pack(prompts)
	if err != nil {
		return err
	}
	d, err := study.Export(all, pack)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(x writing.Session) bool { return x.Prompts != "" && x.Prompts != d.Card.Prompts }) {
		p.Warn("some sessions were written with another prompt pack than this data; --prompts names the folder of a pack")
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
