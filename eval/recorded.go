package eval

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/model"
	"adhere/model/reasoning"
)

// useAnswers takes the spec's own recorded answers, as a file of them is taken.
func (e *Evaluation) useAnswers(ctx context.Context) error {
	file, broken, err := jsonLines("Spec.Answers", e.Spec.Answers)
	if err != nil {
		return err
	}
	if err := e.useResponses(ctx, file, file.name, cmp.Or(e.Spec.Model, "recorded/answers")); err != nil {
		return err
	}
	for _, i := range broken {
		e.Warnings = append(e.Warnings, fmt.Sprintf("Spec.Answers[%d] is not UTF-8: what is not stands as U+FFFD", i))
	}
	return nil
}

// answered makes recorded answers the subject; items without one are left out.
func (e *Evaluation) answered(who string, answer func(id string, attempt int) []string) {
	e.Subject = model.NewRecorded(who, e.Spec.AllowEmpty || e.Set.Format.JudgesEmpty(), func(t *adhere.Task) []string { return answer(t.Instruction.ID, t.Attempt) })
	e.Wanted = func(in *adhere.Instruction, attempt int) bool { return len(answer(in.ID, attempt)) > 0 }
	e.Plan.Model = who
}

// useResponses takes the recorded answers of a file. Instructions without one
// are left out, and said in a warning.
func (e *Evaluation) useResponses(ctx context.Context, files dataset.Files, path, wanted string) error {
	answers, err := dataset.ReadResponses(ctx, path, files)
	if err != nil {
		return err
	}
	if len(answers.List) == 0 && len(answers.Warnings) > 0 {
		return invalid(path+" holds no answer: "+answers.Warnings[0], "what recorded them may have failed")
	}
	who, err := whose(answers, wanted)
	if err != nil {
		return err
	}
	matching, err := dataset.Match(e.Set, answers)
	if err != nil {
		return err
	}
	if e.Spec.RequireAll && len(matching.Missing) > 0 {
		return invalid(fmt.Sprintf("--require-all: %s has no answer to %d instructions, the first is %s", path, len(matching.Missing), matching.Missing[0]), "")
	}
	if matching.None() {
		// The warnings say what the instructions and the answers are called.
		return invalid(fmt.Sprintf("%s answers no instruction of %s: %s", path, e.Bench.Name, strings.Join(matching.Warnings, "; ")),
			"an answer names its instruction by id, key or the whole prompt; if a template was put around the prompts, give the answers the ids of the instructions")
	}
	e.answered(who, func(id string, attempt int) []string {
		for _, a := range matching.For(id) {
			if a.Attempt == attempt {
				return append(slices.Clone(a.Earlier), a.Text)
			}
		}
		return nil
	})
	for in, err := range e.Set.All() {
		if err != nil {
			return err
		}
		if all := matching.For(in.ID); len(all) > 0 {
			e.Plan.Attempts, e.repeats = max(e.Plan.Attempts, all[len(all)-1].Attempt+1), max(e.repeats, len(all))
		}
	}
	e.Warnings = slices.Concat(e.Set.Warnings, answers.Warnings, matching.Warnings)
	e.Plan.Answers, err = dataset.Hash(files, path)
	return err
}

// whose returns the model whose answers are taken, and drops those of others.
func whose(answers *dataset.Answers, wanted string) (string, error) {
	var names []string
	for _, a := range answers.List {
		names = lists.AddNew(names, a.Model)
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
		return "", invalid(fmt.Sprintf("%s has answers of %d models", answers.Path, len(names)), "choose one with --model: "+strings.Join(names, ", "))
	case len(names) == 1 && names[0] != "":
		return names[0], nil
	default:
		base := filepath.Base(answers.Path)
		return "recorded/" + strings.TrimSuffix(base, filepath.Ext(base)), nil
	}
}

// readVerdicts reads the verdicts of the one judge in a file, or of the named
// one.
func (e *Evaluation) readVerdicts(ctx context.Context, path, by string, files dataset.Files) (*bench.Recorded, error) {
	base := filepath.Base(path)
	fallback := "judge/" + strings.TrimSuffix(base, filepath.Ext(base)) // for shapes that name none
	known, err := dataset.KnownIn(e.Set.All())
	if err != nil {
		return nil, err
	}
	v, err := dataset.ReadVerdicts(ctx, []string{path}, fallback, files, known)
	if err != nil {
		return nil, err
	}
	judges := v.Judges()
	switch {
	case by == "" && len(judges) == 1:
		by = judges[0]
	case len(judges) == 0:
		return nil, invalid(path+" holds no verdicts", "see docs/formats.md for the format")
	case by == "":
		return nil, invalid(fmt.Sprintf("%s has verdicts of %d judges", path, len(judges)), "choose one with --verdicts-of: "+strings.Join(judges, ", "))
	}
	if models := v.Models(); !slices.Contains(models, e.Plan.Model) && !slices.Contains(models, "") {
		return nil, invalid(fmt.Sprintf("%s has verdicts on answers of %s, and none on those of %s", path, strings.Join(models, ", "), e.Plan.Model), "--model says whose answers these are")
	}
	placed, err := dataset.PlaceVerdicts(known, v)
	if err != nil {
		return nil, err
	}
	e.Warnings = append(e.Warnings, v.Warnings...)
	return &bench.Recorded{Judged: placed, By: by, Model: e.Plan.Model, Ruled: len(e.Bench.Rules) > 0}, nil
}

// readReplies reads a judge's recorded replies, each about an attempt, and says
// where they come from.
func (e *Evaluation) readReplies(ctx context.Context, path string, files dataset.Files) (replies judge.Recorded, origin string, err error) {
	r, err := dataset.ReadReplies(ctx, path, files)
	if err != nil {
		return nil, "", err
	}
	if err := e.repliesHere(r); err != nil {
		return nil, "", err
	}
	thought := 0
	for i := range r.List {
		var moved bool
		if r.List[i].Text, _, moved = reasoning.Split(r.List[i].Text); moved {
			thought++
		}
	}
	if thought > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: reasoning or marks of a chat template were taken off %d of %d replies", path, thought, len(r.List)))
	}
	placed, warnings, err := dataset.PlaceReplies(e.Set, r)
	if err != nil {
		return nil, "", err
	}
	e.Warnings = append(append(e.Warnings, r.Warnings...), warnings...)
	replies = func(t *adhere.Task) []string {
		if t.Attempt < len(placed) {
			return placed[t.Attempt][t.Instruction.ID]
		}
		return nil
	}
	hash, err := dataset.Hash(files, path)
	if err != nil {
		return nil, "", err
	}
	return replies, "recorded/" + strings.TrimPrefix(hash, "sha256:")[:12], nil
}

// repliesHere leaves of recorded replies those about the answers of the plan's
// model: a line that names none is about these. They must be one judge's.
func (e *Evaluation) repliesHere(r *dataset.Replies) error {
	var others, judges []string
	all := len(r.List)
	r.List = slices.DeleteFunc(r.List, func(reply dataset.Reply) bool {
		if other := reply.Model != "" && reply.Model != e.Plan.Model; other {
			others = lists.AddNew(others, reply.Model)
			return true
		}
		if reply.Judge != "" {
			judges = lists.AddNew(judges, reply.Judge)
		}
		return false
	})
	switch {
	case len(r.List) == 0 && len(others) > 0:
		return invalid(fmt.Sprintf("%s has replies about answers of %s, and none about those of %s", r.Path, strings.Join(others, ", "), e.Plan.Model), "--model says whose answers these are")
	case len(judges) > 1:
		return invalid(fmt.Sprintf("%s has replies of %d judges: %s", r.Path, len(judges), strings.Join(judges, ", ")), "keep the lines of one of them")
	case len(others) > 0:
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: %d of %d replies are about answers of %s and were left out", r.Path, all-len(r.List), all, strings.Join(others, ", ")))
	}
	return nil
}
