package main

import (
	"context"
	"errors"
	"fmt"

	"adhere"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/report"
)

// allFailed returns an error if not one item of a run came off: its result
// says nothing. It takes the place of err where that says only that the
// result is not good enough.
func allFailed(ctx context.Context, s *store.Store, res *report.Result, err error) error {
	var below *errThreshold
	if res.Items == 0 || res.Failed == 0 || err != nil && !errors.As(err, &below) {
		return err
	}
	r, lost := s.Run(ctx, res.Run)
	if lost != nil {
		return lost
	}
	if r.Failed < r.Done { // of a shard, less than all is done
		return err
	}
	why, lost := eval.Failures(ctx, s, r)
	if lost != nil {
		return lost
	}
	return &adhere.Error{
		Code: adhere.Unavailable, Message: fmt.Sprintf("run %s: %d of %s failed: %s", r.ID, r.Failed, plural(r.Done, "item"), why),
		Hint: eval.GoOn(&r.Plan) + " tries them again; add --no-cache where a stored reply is what is wrong",
	}
}
