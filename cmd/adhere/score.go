package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/model"
	"adhere/report"
)

type scoreFlags struct {
	judging
	outputFlags
	db, data   *string
	responses  string
	model      string
	limit      string
	requireAll bool
}

func (p *program) scoreCommand() *cobra.Command {
	f := &scoreFlags{}
	cmd := p.command("score BENCH --responses FILE", cobra.ExactArgs(1))
	f.db, f.data = p.dbFlag(cmd), p.dataFlag(cmd)
	f.judging.register(cmd)
	f.outputFlags.register(cmd, report.Formats())
	flags := cmd.Flags()
	flags.StringVar(&f.responses, "responses", "", "recorded answers, one JSON object a line (required)")
	flags.StringVar(&f.model, "model", "", "whose answers, where the file has those of several models")
	flags.StringVar(&f.limit, "limit", "", "judge the first N instructions, or a range: 10, 11-20")
	flags.BoolVar(&f.requireAll, "require-all", false, "an instruction without an answer is an error")
	cmd.ValidArgsFunction = completeBench
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.score(cmd.Context(), args[0], f) }
	return cmd
}

func (p *program) score(ctx context.Context, name string, f *scoreFlags) error {
	if err := f.check(p, report.Formats()); err != nil {
		return err
	}
	if f.responses == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "score needs --responses FILE", Hint: "to generate answers with a model, use adhere eval"}
	}
	if err := f.checkSources(); err != nil {
		return err
	}
	part, err := parseLimit(f.limit)
	if err != nil {
		return err
	}
	p.say("reading %s and %s", name, f.responses)
	b, set, err := p.readBench(ctx, name, *f.data, f.responses)
	if err != nil {
		return err
	}
	if err := part.check(&b, set); err != nil {
		return err
	}
	if err := f.counted(&b); err != nil {
		return err
	}
	s, err := p.openStore(ctx, *f.db)
	if err != nil {
		return err
	}
	defer s.Close()
	e := &evaluation{Evaluation: eval.Evaluation{Bench: b, Set: set, Workers: 2, Plan: adhere.Plan{Attempts: 1, Skip: part.skip, Limit: part.limit}}}
	if err := e.useRecorded(ctx, f); err != nil {
		return err
	}
	models, err := p.newModels(&f.modelFlags, s)
	if err != nil {
		return err
	}
	if err := p.useJudges(ctx, e, models, &f.judging); err != nil {
		return err
	}
	if err := f.checkMin(&e.Bench, false); err != nil {
		return err
	}
	return p.scoreAndWrite(ctx, s, e, &f.outputFlags)
}

// scoreAndWrite carries out a plan over recorded answers. Its run takes the
// place of an earlier one of the same plan: nothing is paid for.
func (p *program) scoreAndWrite(ctx context.Context, s *store.Store, e *evaluation, o *outputFlags) error {
	err := p.alone(ctx, s, e.Plan.RunID(), func(held context.Context) error {
		r, err := restart(held, s, e)
		if err == nil {
			err = p.carryOut(held, s, r, e)
		}
		return err
	})
	if err != nil {
		return err
	}
	res, err := eval.Result(ctx, s, e.Plan.RunID(), &e.Bench)
	if err != nil {
		return err
	}
	res.Warnings = append(e.readings, res.Warnings...)
	return allFailed(ctx, s, res, p.write(ctx, s, res, o))
}

// restart stores a new run of the plan, in place of an earlier one.
func restart(ctx context.Context, s *store.Store, e *evaluation) (*adhere.Run, error) {
	r, err := e.Begin(ctx, runStore{s})
	if adhere.CodeOf(err) == adhere.Conflict {
		if err := s.RemoveRun(ctx, r.ID); err != nil {
			return nil, err
		}
		r, err = e.Begin(ctx, runStore{s})
	}
	return r, err
}

// useRecorded makes the recorded answers the evaluation's subject.
func (e *evaluation) useRecorded(ctx context.Context, f *scoreFlags) error {
	answers, err := dataset.ReadResponses(ctx, f.responses, nil)
	if err != nil {
		return err
	}
	who, err := whose(answers, f.model)
	if err != nil {
		return err
	}
	matching, err := dataset.Match(e.Set, answers)
	if err != nil {
		return err
	}
	if f.requireAll && len(matching.Missing) > 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--require-all: %s has no answer to %d instructions, the first is %s", f.responses, len(matching.Missing), matching.Missing[0])}
	}
	if len(matching.Missing) == e.Set.Len() {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s answers no instruction of %s", f.responses, e.Bench.Name), Hint: "answers are matched by id, key or prompt; see docs/formats.md"}
	}
	if err := e.useAnswers(who, matching); err != nil {
		return err
	}
	e.Warnings = slices.Concat(e.Set.Warnings, answers.Warnings, matching.Warnings)
	e.Plan.Answers, err = fileHash(f.responses)
	return err
}

// whose returns the model whose answers are taken, and drops those of others.
func whose(answers *dataset.Answers, wanted string) (string, error) {
	var names []string
	for _, a := range answers.List {
		if !slices.Contains(names, a.Model) {
			names = append(names, a.Model)
		}
	}
	switch {
	case wanted != "" && slices.Contains(names, wanted):
		answers.List = slices.DeleteFunc(answers.List, func(a dataset.Answer) bool { return a.Model != wanted })
		return wanted, nil
	case wanted != "" && (len(names) == 0 || len(names) == 1 && names[0] == ""):
		return wanted, nil
	case wanted != "":
		return "", &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("%s has no answers of %q", answers.Path, wanted), Hint: "it has those of " + strings.Join(names, ", ")}
	case len(names) > 1:
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s has answers of %d models", answers.Path, len(names)), Hint: "choose one with --model: " + strings.Join(names, ", ")}
	case len(names) == 1 && names[0] != "":
		return names[0], nil
	default:
		base := filepath.Base(answers.Path)
		return "recorded/" + strings.TrimSuffix(base, filepath.Ext(base)), nil
	}
}

// useAnswers makes the matched answers the subject.
func (e *evaluation) useAnswers(who string, matching *dataset.Matching) error {
	answer := func(id string, attempt int) (string, bool) {
		for _, a := range matching.For(id) {
			if a.Attempt == attempt {
				return a.Text, true
			}
		}
		return "", false
	}
	e.Subject = model.NewRecorded(who, func(t *adhere.Task) (string, bool) {
		return answer(t.Instruction.ID, t.Attempt)
	})
	e.Wanted = func(in *adhere.Instruction, attempt int) bool {
		_, ok := answer(in.ID, attempt)
		return ok
	}
	e.Plan.Model = who
	for in, err := range e.Set.All() {
		if err != nil {
			return err
		}
		if all := matching.For(in.ID); len(all) > 0 {
			e.Plan.Attempts = max(e.Plan.Attempts, all[len(all)-1].Attempt+1)
		}
	}
	return nil
}

func completeBench(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, b := range bench.All() {
		names = append(names, b.Name+"\t"+b.Title)
	}
	return names, cobra.ShellCompDirectiveDefault
}
