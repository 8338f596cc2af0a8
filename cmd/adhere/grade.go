package main

import (
	"maps"
	"slices"

	"adhere/bench"
	"adhere/judge"
	"adhere/metric"
)

const directScore = "direct_score"

// useGrader has the model named by --grade score every answer from 1 to 5. It
// becomes part of the plan.
func (e *evaluation) useGrader(m *models, j *judging) error {
	if j.grade == "" {
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
	asked, err := m.open(j.grade, j.judgeBaseURL, "judge")
	if err != nil {
		return err
	}
	grader, err := strategy.NewGrader(judge.Options{Model: asked, Pack: pack, Reasks: reaskLimit(j.reasks), Schema: j.schema})
	if err != nil {
		return err
	}
	e.graders = append(e.graders, grader)
	countScore(&e.bench)
	e.plan.Metrics = append(e.plan.Metrics, directScore)
	e.plan.Judges = append(e.plan.Judges, grader.Name())
	return nil
}

// countScore adds the direct score to the metrics of a benchmark.
func countScore(b *bench.Bench) {
	b.Metrics = append(slices.Clip(b.Metrics), metric.DirectScore(metric.Options{Undecided: b.Undecided}))
	b.Scales = maps.Clone(b.Scales)
	if b.Scales == nil {
		b.Scales = map[string]float64{}
	}
	b.Scales[directScore] = 5
}
