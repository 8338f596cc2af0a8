package eval

import (
	"context"
	"path/filepath"
	"strings"

	"adhere"
	"adhere/dataset"
	"adhere/internal/plural"
)

// labelled is a critic whose verdicts were recorded: by people, or by a judge
// that is held for an oracle. It knows answers by their text. About any other
// it says nothing, so that a rewrite that nobody labelled is never a pass.
type labelled struct {
	name  string
	known map[answerText][]adhere.Verdict
}

type answerText struct{ instruction, answer string }

// Name ends in the hashes of the labels and of the answers.
func (l *labelled) Name() string { return l.name }

// Judge looks the answer up.
func (l *labelled) Judge(_ context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	found := l.known[answerText{in.ID, out.Text}]
	verdicts := in.Verdicts(l.name, adhere.Unsure, "nobody has labelled this answer")
	for i := range min(len(found), len(verdicts)) {
		if found[i].Outcome != adhere.Skipped {
			verdicts[i] = found[i]
			verdicts[i].Judge = l.name
		}
	}
	return verdicts, nil
}

// readLabelled reads the labels of one judge and the answers that they are
// about.
func readLabelled(ctx context.Context, s *Setting, path, answers string) (*labelled, error) {
	switch {
	case s.Set == nil:
		return nil, invalid("--critic "+path+": labels are about the instructions of a file or benchmark", "name that, and one instruction of it with --id")
	case answers == "":
		return nil, invalid("--critic "+path+" needs the answers that its labels are about", "--critic-responses FILE, as --responses-out or --attempts-out wrote it")
	}
	known, err := dataset.KnownIn(s.Set.All())
	if err != nil {
		return nil, err
	}
	labels, err := labelsOfOne(ctx, s.Files, path, known)
	if err != nil {
		return nil, err
	}
	said, err := dataset.ReadResponses(ctx, answers, s.Files)
	if err != nil {
		return nil, err
	}
	placed, err := dataset.PlaceVerdicts(known, labels)
	if err != nil {
		return nil, err
	}
	matched, err := dataset.Match(s.Set, said)
	if err != nil {
		return nil, err
	}
	name, err := nameOfLabels(s.Files, path, answers)
	if err != nil {
		return nil, err
	}
	l := &labelled{name, map[answerText][]adhere.Verdict{}}
	for in, err := range s.Set.All() {
		if err != nil {
			return nil, err
		}
		for _, a := range matched.For(in.ID) {
			if v := placed.For(in.ID, a.Attempt, a.Model, labels.Judges()[0]); v != nil {
				l.known[answerText{in.ID, a.Text}] = v
			}
		}
	}
	if len(l.known) == 0 {
		return nil, invalid("no label of "+path+" is about an answer of "+answers, "labels and answers go together by instruction, attempt and model")
	}
	return l, nil
}

// nameOfLabels ends in the hashes of both files.
func nameOfLabels(files dataset.Files, labels, answers string) (string, error) {
	var hashes [2]string
	for i, path := range []string{labels, answers} {
		hash, err := dataset.Hash(files, path)
		if err != nil {
			return "", err
		}
		hashes[i] = strings.TrimPrefix(hash, "sha256:")[:8]
	}
	return "labels/" + strings.TrimSuffix(filepath.Base(labels), ".jsonl") + "@" + hashes[0] + hashes[1], nil
}

func labelsOfOne(ctx context.Context, files dataset.Files, path string, known dataset.Known) (*dataset.Verdicts, error) {
	labels, err := dataset.ReadVerdicts(ctx, []string{path}, "person/"+strings.TrimSuffix(filepath.Base(path), ".jsonl"), files, known)
	if err != nil {
		return nil, err
	}
	if n := len(labels.Judges()); n != 1 {
		return nil, invalid(path+" has labels of "+plural.Of(n, "judge")+", expected one", "keep the lines of the one that is to be believed: "+strings.Join(labels.Judges(), ", "))
	}
	return labels, nil
}
