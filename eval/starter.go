package eval

import (
	"context"

	"adhere/bench"
	"adhere/dataset"
	"adhere/report"
)

const starterLead = "Three writers of differing care answered the same instructions. " +
	"Rules decided what code can decide, a recorded judge the rest. " +
	"Six of the instructions come in five levels, each with one demand more: " +
	"watch how the writers part as demands add up. " +
	"Answers and the judge's verdicts were written for this demonstration; they measure no model."

// Starter scores each recorded writer of the built-in suite and puts the results
// side by side.
func Starter(ctx context.Context, s Store) (*report.Sweep, error) {
	sweep := &report.Sweep{Title: "Starter suite, three recorded writers", Lead: starterLead, Names: bench.StarterWriters()}
	parts := Parts{Files: dataset.FromFS(bench.Starter())}
	for _, writer := range sweep.Names {
		e, err := New(ctx, Spec{
			Bench: "starter", Model: "starter/" + writer, Responses: "starter/responses-" + writer + ".jsonl",
			Judging: Judging{Verdicts: "starter/verdicts-" + writer + ".jsonl"},
		}, parts)
		if err != nil {
			return nil, err
		}
		res, err := e.Run(ctx, s)
		if err != nil {
			return nil, err
		}
		sweep.Results, sweep.Records = append(sweep.Results, res), append(sweep.Records, s.Records(ctx, res.Run))
	}
	return sweep, nil
}
