package main

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"adhere"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/metric"
	"adhere/run"
)

// A trial is an evaluation of a sweep, with the graders that score whole
// answers besides the judges of single requirements.
type trial struct {
	*evaluation
	name    string // what tells it from the others
	graders []adhere.Grader
}

// addGrader has the model named by --grade score every answer from 1 to 5. It
// becomes part of the plan.
func (t *trial) addGrader(m *models, j *judging, spec string) error {
	if spec == "" {
		return nil
	}
	strategy, err := judge.Find("direct-score")
	if err != nil {
		return err
	}
	pack, err := j.pack()
	if err != nil {
		return err
	}
	asked, err := m.open(spec, j.judgeBaseURL, "judge")
	if err != nil {
		return err
	}
	grader, err := strategy.NewGrader(judge.Options{Model: asked, Pack: pack, Reasks: reaskLimit(j.reasks), Schema: j.schema})
	if err != nil {
		return err
	}
	t.graders = append(t.graders, grader)
	score := metric.DirectScore(metric.Options{})
	t.bench.Metrics = append(slices.Clip(t.bench.Metrics), score)
	t.bench.Scales = maps.Clone(t.bench.Scales)
	if t.bench.Scales == nil {
		t.bench.Scales = map[string]float64{}
	}
	t.bench.Scales[score.Name] = 5
	t.plan.Metrics = append(t.plan.Metrics, score.Name)
	t.plan.Judges = append(t.plan.Judges, grader.Name())
	return nil
}

// carryOutGraded does what is pending of the stored run, as carryOut does,
// and has the graders score each answer.
func (p *program) carryOutGraded(ctx context.Context, s *store.Store, r *adhere.Run, t *trial) error {
	if len(t.graders) == 0 {
		return p.carryOut(ctx, s, r, t.evaluation)
	}
	journal, err := s.Journal(ctx, r.ID)
	if err != nil {
		return err
	}
	show, done := p.progress(r.Items, r.Done-r.Failed)
	runner := run.Runner{
		Model: t.subject, Prompt: t.ask, Params: t.plan.Params, Judges: t.judges, Graders: t.graders,
		Workers: t.workers, Grace: 5 * time.Second, Progress: show,
		Log: slog.New(slog.NewTextHandler(p.err, nil)),
	}
	tally, err := runner.Run(ctx, journal)
	done()
	keep := context.WithoutCancel(ctx)
	if err == nil {
		return s.SetRunState(keep, r.ID, adhere.Finished)
	}
	if state := s.SetRunState(keep, r.ID, adhere.Stopped); state != nil {
		return errors.Join(err, state)
	}
	return p.interrupted(r, tally, err)
}
