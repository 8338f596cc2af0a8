package evaluations

import (
	"context"
	"io"

	"adhere"
	"adhere/eval"
	"adhere/internal/plainjson"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/report"
)

// WriteRefinements writes the files of traces and attempts of all refinements
// that were carried out, one after another.
func (r *RefineEvalFlags) WriteRefinements(ctx context.Context, s *store.Store, planned []*eval.Evaluation) error {
	for path, lines := range map[string]func(write func(any) error) error{
		r.traces: func(write func(any) error) error {
			return eval.EachTrace(ctx, s, planned, func(_ *eval.Evaluation, t *adhere.Trace) error { return write(t) })
		},
		r.attempts: func(write func(any) error) error {
			numbers := map[string]int{}
			return eval.EachTrace(ctx, s, planned, func(of *eval.Evaluation, t *adhere.Trace) error {
				return report.EachAttempt(of.Spec.Model, t, numbers, write)
			})
		},
	} {
		if path == "" {
			continue
		}
		if err := userfile.Write(path, 0o644, func(w io.Writer) error { return lines(plainjson.NewEncoder(w).Encode) }); err != nil {
			return err
		}
	}
	return nil
}
