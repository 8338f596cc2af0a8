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
			return eachAttempt(of, t, numbers, write)
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

// An attemptLine is one attempt as a file has it: a recorded answer, with what
// became of it. People can label it like any other.
type attemptLine struct {
	ID       string `json:"id"` // of the instruction
	Attempt  int    `json:"attempt"`
	Model    string `json:"model,omitempty"`
	Response any    `json:"response"` // null where the call failed

	Refinement string                    `json:"refinement"`
	Of         int                       `json:"of"` // the evaluation's attempt that it belongs to
	Step       adhere.Step               `json:"step"`
	Setting    string                    `json:"setting,omitempty"`
	Feedback   string                    `json:"feedback,omitempty"`
	Final      bool                      `json:"final,omitempty"`
	Stopped    adhere.Stop               `json:"stopped,omitempty"` // of the last: why there was no other
	Discarded  string                    `json:"discarded,omitempty"`
	Err        string                    `json:"err,omitempty"`
	Verdicts   []adhere.Verdict          `json:"verdicts,omitempty"`
	Usage      map[adhere.Step]usageView `json:"usage"`
}

// eachAttempt writes a refinement's attempts. Those of one instruction are
// numbered through the whole file, so that labels can name them.
func eachAttempt(of *eval.Evaluation, t *adhere.Trace, numbers map[string]int, write func(any) error) error {
	for i := range t.Attempts {
		a := &t.Attempts[i]
		line := attemptLine{
			ID: t.Instruction.ID, Attempt: numbers[t.Instruction.ID], Refinement: t.Strategy, Of: t.Request.Attempt,
			Step: a.Step, Setting: a.Setting, Feedback: a.Feedback, Final: i == t.Final,
			Discarded: a.Discarded, Err: a.Err, Verdicts: a.Verdicts, Usage: map[adhere.Step]usageView{},
		}
		if line.Model = of.Spec.Model; a.Response != nil {
			line.Response = a.Response.Text
		}
		if i == len(t.Attempts)-1 {
			line.Stopped = t.Stopped
		}
		for step, u := range a.Usage {
			line.Usage[step] = usageView{report.UsageOf(u), u.Time.Seconds()}
		}
		numbers[t.Instruction.ID]++
		if err := write(line); err != nil {
			return err
		}
	}
	return nil
}
