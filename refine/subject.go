package refine

import (
	"context"

	"adhere"
)

var _ adhere.Subject = (*Refiner)(nil)

// Answer refines the answer to a task, so that a run can evaluate a Refiner
// like any other Subject. The response is the best attempt, its Usage that of
// the whole refinement; its Warnings say where the refinement stopped short.
//
// Where something failed from outside (a call, the context, the budget of a
// run) Answer returns that error, even if there is an attempt: whether it
// would have been the final one, nobody knows, and a run that is resumed must
// come to the same result as one that never stopped.
func (r *Refiner) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	req := &adhere.Request{Messages: t.Instruction.Messages, Params: t.Params, Attempt: t.Attempt}
	done := r.improve(ctx, t.Instruction, req, nil)
	if done.err == nil {
		done.err = done.outside
	}
	if done.err != nil {
		return nil, done.err
	}
	resp := *done.trace.Answer().Response
	resp.Usage = done.trace.Total()
	if w := warning(done.trace); w != "" {
		resp.Warnings = append(resp.Warnings[:len(resp.Warnings):len(resp.Warnings)], w)
	}
	return &adhere.Answer{Response: &resp, Trace: done.trace}, nil
}

// warning says where a refinement stopped short of its goal.
func warning(t *adhere.Trace) string {
	switch t.Stopped {
	case adhere.StopDone, adhere.StopNone, adhere.StopSatisfied:
		return ""
	default:
		w := "refinement stopped: " + string(t.Stopped)
		if t.Err != "" {
			w += " (" + t.Err + ")"
		}
		return w
	}
}
