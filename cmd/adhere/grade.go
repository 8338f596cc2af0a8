package main

import (
	"adhere/eval"

	"adhere/judge"
)

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
	e.Graders = append(e.Graders, grader)
	eval.CountScore(&e.Bench)
	e.Plan.Metrics = append(e.Plan.Metrics, eval.DirectScore)
	e.Plan.Judges = append(e.Plan.Judges, grader.Name())
	return nil
}
