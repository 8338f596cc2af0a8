package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/metric"
	"adhere/report"
)

// A standoff is the refinements of a sweep held against a baseline: what
// tables 5, 7 and 8 of the DeCRIM paper show.
type standoff struct{ rows []*standing }

// A standing is one refinement, what its final answers are worth, and how far
// that is from the baseline on the same instructions.
type standing struct {
	Name       string `json:"name"`
	Run        string `json:"run"`
	Model      string `json:"model"`
	Refinement string `json:"refinement,omitempty"`
	Decomposer string `json:"decomposer,omitempty"`
	Critic     string `json:"critic,omitempty"`
	Baseline   string `json:"baseline,omitempty"` // the name of the row that this one is held against

	Instruction worth `json:"instruction_acc"`
	Constraint  worth `json:"constraint_acc"`

	Other map[string]adhere.Summary `json:"other"` // best_n, what was revised, quality, and what answers take

	records []adhere.Record
	of      combination
}

// A worth is an accuracy and its difference from the baseline's.
type worth struct {
	adhere.Summary
	gain *metric.Comparison
}

// MarshalJSON writes {"value": summary, "gain": comparison}.
func (w worth) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"value": w.Summary, "gain": w.gain})
}

// The metrics of final answers.
const (
	instructionGain = "instruction_gain"
	constraintGain  = "constraint_gain"

	accAfter = "instruction_acc"
	reqAfter = "constraint_acc"
)

// compareRefinements compares, within each model, temperature and prompt pack
// of a sweep, all refinements with make_sure, or else the first. It is nil
// where there is nothing to compare.
func compareRefinements(ctx context.Context, s *store.Store, trials []*trial, sweep *report.Sweep) (*standoff, error) {
	if !slices.ContainsFunc(trials, func(t *trial) bool { return t.refinery != nil }) {
		return nil, nil
	}
	f := &standoff{}
	for i, t := range trials {
		row, err := standingOf(ctx, s, t, sweep.Results[i])
		if err != nil {
			return nil, err
		}
		f.rows = append(f.rows, row)
	}
	compared := 0
	for _, group := range f.groups() {
		if err := group.compare(); err != nil {
			return nil, err
		}
		compared += len(group.rows) - 1
	}
	if compared == 0 {
		return nil, nil
	}
	for i, row := range f.rows {
		row.enter(sweep.Results[i])
	}
	return f, nil
}

// standingOf takes the accuracies of a trial's final answers: rules first,
// then whoever decided the rest.
func standingOf(ctx context.Context, s *store.Store, t *trial, res *report.Result) (*standing, error) {
	records, err := eval.Load(ctx, s, res.Run, res.Items)
	if err != nil {
		return nil, err
	}
	row := &standing{Name: t.name, Run: res.Run, Model: t.of.model, Refinement: t.of.refine, Decomposer: t.of.decomposer, Critic: t.of.critic, records: records, of: t.of}
	if row.Decomposer == "" && row.Critic != "" {
		row.Decomposer = given
	}
	row.Instruction.Summary = metric.InstructionAccuracy(accAfter, metric.Options{}).Of(records)[0]
	row.Constraint.Summary = metric.ConstraintAccuracy(reqAfter, metric.Options{}).Of(records)[0]
	row.Other = map[string]adhere.Summary{}
	for _, name := range metric.RefinementMetrics() {
		if m, ok := wholeOf(res, name); ok && m.Undefined == "" {
			row.Other[name] = m
		}
	}
	if t.refinery == nil {
		row.bare(res)
	}
	return row, nil
}

// bare enters what answers take that are taken as they come.
func (r *standing) bare(res *report.Result) {
	for _, cost := range metric.MeanCosts(res.Usage["subject"], res.Items-res.Failed) {
		r.Other[cost.Metric] = cost
	}
}

func wholeOf(res *report.Result, name string) (adhere.Summary, bool) {
	for _, m := range res.Metrics {
		if m.Metric == name && len(m.Group) == 0 {
			return m, true
		}
	}
	return adhere.Summary{}, false
}

// groups parts the rows by all that is no matter of refinement.
func (f *standoff) groups() []*standoff {
	var keys []string
	by := map[string]*standoff{}
	for _, r := range f.rows {
		temperature := ""
		if r.of.temperature != nil {
			temperature = fmt.Sprint(*r.of.temperature)
		}
		key := strings.Join(append([]string{r.of.model, temperature}, r.of.prompts...), "\n")
		if by[key] == nil {
			keys, by[key] = append(keys, key), &standoff{}
		}
		by[key].rows = append(by[key].rows, r)
	}
	all := make([]*standoff, len(keys))
	for i, k := range keys {
		all[i] = by[k]
	}
	return all
}

// baseline is make_sure, as in the paper, or the first.
func (f *standoff) baseline() *standing {
	for _, r := range f.rows {
		if r.Refinement == "make_sure" {
			return r
		}
	}
	return f.rows[0]
}

// compare tests every row against the baseline. P is corrected for the number
// of rows.
func (f *standoff) compare() error {
	base := f.baseline()
	metrics := []adhere.Metric{metric.InstructionAccuracy(accAfter, metric.Options{}), metric.ConstraintAccuracy(reqAfter, metric.Options{})}
	for _, r := range f.rows {
		if r == base {
			continue
		}
		all, err := metric.Compare(base.records, r.records, metrics, metric.CompareOptions{NoFlips: true})
		if err != nil {
			return err
		}
		r.Baseline = base.Name
		for i := range all {
			c := &all[i]
			switch {
			case len(c.Group) > 0:
			case c.Metric == accAfter:
				r.Instruction.gain = c
			case c.Metric == reqAfter:
				r.Constraint.gain = c
			}
		}
	}
	f.correct(func(r *standing) *metric.Comparison { return r.Instruction.gain })
	f.correct(func(r *standing) *metric.Comparison { return r.Constraint.gain })
	for _, r := range f.rows {
		r.records = nil
	}
	return nil
}

// correct puts Holm's correction over the rows in the place of that over the
// metrics of one row.
func (f *standoff) correct(of func(*standing) *metric.Comparison) {
	var p []float64
	var all []*metric.Comparison
	for _, r := range f.rows {
		if c := of(r); c != nil && c.Undefined == "" {
			p, all = append(p, c.P), append(all, c)
		}
	}
	for i, h := range metric.Holm(p) {
		all[i].PHolm, all[i].Noise = h, h >= 0.05
	}
}

// enter adds a row's numbers to its result, where they stand beside the others
// in every format.
func (r *standing) enter(res *report.Result) {
	for _, one := range []struct {
		worth
		name, gain string
		metric     adhere.Metric
	}{
		{r.Instruction, accAfter, instructionGain, metric.InstructionAccuracy(accAfter, metric.Options{})},
		{r.Constraint, reqAfter, constraintGain, metric.ConstraintAccuracy(reqAfter, metric.Options{})},
	} {
		eval.Define(res, report.Definition{Name: one.name, Doc: one.metric.Doc})
		if _, ok := wholeOf(res, one.name); !ok {
			s := one.Summary
			s.Group = map[string]string{}
			res.Metrics = append(res.Metrics, s)
		}
		if c := one.worth.gain; c != nil {
			eval.Define(res, report.Definition{Name: one.gain, Doc: one.name + " less that of the baseline on the same instructions, with a paired interval"})
			res.Metrics = append(res.Metrics, adhere.Summary{
				Metric: one.gain, Group: map[string]string{}, Value: c.Diff, Lo: c.Lo, Hi: c.Hi, N: c.N, Undefined: c.Undefined,
			})
		}
	}
}
