package bench

import (
	"context"

	"adhere"
	"adhere/dataset"
)

// A Recorded judge gives verdicts that were recorded elsewhere: by people, by
// a model, by another program. A requirement of a judged answer without a
// recorded verdict is Skipped if a rule decides it, else Broken: it must show
// that it was not decided.
type Recorded struct {
	Judged *dataset.PlacedVerdicts
	By     string // the judge whose verdicts are taken
	Model  string // whose answers were judged
	Ruled  bool   // rules decide the requirements that have one
}

var _ adhere.Judge = (*Recorded)(nil)

// Name returns the name under which the verdicts were recorded.
func (r *Recorded) Name() string { return r.By }

// Judge looks the verdicts up.
func (r *Recorded) Judge(_ context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	if err := task.Check(); err != nil {
		return nil, err
	}
	in := task.Instruction
	verdicts := r.Judged.For(in.ID, task.Attempt, r.Model, r.By)
	if verdicts == nil {
		verdicts = in.Verdicts(r.By, adhere.Skipped, dataset.NotRecorded)
	}
	for i := range verdicts {
		if verdicts[i].Reason == dataset.NotRecorded && (!r.Ruled || in.Requirements[i].Rule == nil) {
			verdicts[i].Outcome = adhere.Broken
		}
	}
	return verdicts, nil
}
