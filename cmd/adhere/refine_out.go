package main

import (
	"context"
	"io"

	"adhere"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/report"
)

// writeRefinements writes the files of traces and attempts of all refinements
// that were carried out, one after another.
func (r *refineEvalFlags) writeRefinements(ctx context.Context, s *store.Store, planned []*eval.Evaluation, results []*report.Result) error {
	numbers := map[string]int{}
	for _, out := range []struct {
		path  string
		lines func(*eval.Evaluation, *adhere.Trace, func(any) error) error
	}{
		{r.traces, func(_ *eval.Evaluation, t *adhere.Trace, write func(any) error) error { return write(t) }},
		{r.attempts, func(of *eval.Evaluation, t *adhere.Trace, write func(any) error) error {
			return report.EachAttempt(of.Spec.Model, t, numbers, write)
		}},
	} {
		if out.path == "" {
			continue
		}
		err := writeFile(out.path, func(w io.Writer) error {
			enc := newLines(w)
			for i, e := range planned {
				if !e.Refines() {
					continue
				}
				for rec, err := range s.Records(ctx, results[i].Run) {
					if err == nil && rec.Trace != nil {
						err = out.lines(e, rec.Trace, enc.Encode)
					}
					if err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
