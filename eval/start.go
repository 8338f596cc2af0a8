package eval

import (
	"context"

	"adhere"
)

// A Start says what to do with a stored run of the same plan.
type Start string

// What to do with it.
const (
	Resume  Start = ""        // it goes on: what is done stays, items that failed are tried again
	Restart Start = "restart" // it is removed and begun again
	Once    Start = "once"    // it stays as it is where it is finished, and is an error (Conflict) where it is not
)

// Start finds or begins the run of the plan, and reports whether anything of it
// is to be done.
func (e *Evaluation) Start(ctx context.Context, s Store, how Start) (r *adhere.Run, pending bool, err error) {
	switch {
	case e.Set == nil:
		return nil, false, invalid("the evaluation is empty", "make it with eval.New")
	case s == nil:
		return nil, false, invalid("there is no store for the run", "give one, such as eval.NewMemory()")
	}
	e.goesOn = how == Resume && !e.Unkept
	r, err = s.Run(ctx, e.Plan.RunID())
	switch {
	case err == nil && how == Restart:
		if err := s.RemoveRun(ctx, r.ID); err != nil {
			return nil, false, err
		}
		fallthrough
	case adhere.CodeOf(err) == adhere.NotFound:
		r, err = e.begin(ctx, s)
		return r, true, err
	case err != nil:
		return nil, false, err
	case r.State == adhere.Finished && (how == Once || r.Failed == 0):
		return r, false, nil
	case how == Resume:
		return r, true, nil
	}
	return nil, false, adhere.Errorf(adhere.Conflict, "run %s of this plan has %d of %d items done", r.ID, r.Done-r.Failed, r.Items).
		WithHint("--resume continues it, --restart starts it again")
}
