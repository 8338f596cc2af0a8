package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
	"adhere/judge"
	"adhere/model"
)

// checkRule says whether a rule that was read can be carried out.
func checkRule(r *adhere.Rule) error {
	_, err := eval.Catalog().Compile(r)
	return err
}

// readVerdicts reads the verdicts of the one judge in a file, or of the named
// one.
func readVerdicts(ctx context.Context, set *dataset.Set, path, by, model string, ruled bool, files dataset.Files) (*bench.Recorded, error) {
	base := filepath.Base(path)
	fallback := "judge/" + strings.TrimSuffix(base, filepath.Ext(base)) // for shapes that name none
	v, err := dataset.ReadVerdicts(ctx, path, fallback, files)
	if err != nil {
		return nil, err
	}
	judges := v.Judges()
	switch {
	case by == "" && len(judges) == 1:
		by = judges[0]
	case len(judges) == 0:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path + " holds no verdicts", Hint: "see docs/formats.md for their shape"}
	case by == "":
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s has verdicts of %d judges", path, len(judges)), Hint: "choose one with --verdicts-of: " + strings.Join(judges, ", ")}
	}
	placed, err := dataset.PlaceVerdicts(set, v)
	if err != nil {
		return nil, err
	}
	return &bench.Recorded{Judged: placed, By: by, Model: model, Ruled: ruled}, nil
}

// readReplies reads a judge's recorded replies, each about an attempt, and says
// where they come from.
func readReplies(ctx context.Context, set *dataset.Set, path string) (replies judge.Recorded, origin string, warnings []string, err error) {
	r, err := dataset.ReadReplies(ctx, path, nil)
	if err != nil {
		return nil, "", nil, err
	}
	thought := 0
	for i := range r.List {
		var moved bool
		if r.List[i].Text, _, moved = model.SplitReasoning(r.List[i].Text); moved {
			thought++
		}
	}
	if thought > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: reasoning or marks of a chat template were taken off %d of %d replies", path, thought, len(r.List)))
	}
	placed, warnings, err := dataset.PlaceReplies(set, r)
	if err != nil {
		return nil, "", nil, err
	}
	replies = func(t *adhere.Task) []string {
		if t.Attempt < len(placed) {
			return placed[t.Attempt][t.Instruction.ID]
		}
		return nil
	}
	hash, err := fileHash(path)
	if err != nil {
		return nil, "", nil, err
	}
	return replies, "recorded/" + strings.TrimPrefix(hash, "sha256:")[:12], append(r.Warnings, warnings...), nil
}
