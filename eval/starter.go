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
	var specs []Spec
	for _, writer := range sweep.Names {
		specs = append(specs, Spec{
			Bench: "starter", Model: "starter/" + writer, Responses: "starter/responses-" + writer + ".jsonl",
			Judging: Judging{Verdicts: "starter/verdicts-" + writer + ".jsonl"},
		})
	}
	var err error
	sweep.Results, err = Sweep(ctx, specs, Parts{Files: dataset.FromFS(bench.Starter())}, s)
	for _, res := range sweep.Results {
		sweep.Records = append(sweep.Records, s.Records(ctx, res.Run))
	}
	return sweep, err
}
