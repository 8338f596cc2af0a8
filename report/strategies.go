package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"adhere"
	"adhere/metric"
)

// A Strategy is one way to answer in a sweep over refinements, and how far its
// final answers are above those of a baseline on the same instructions: what
// tables 5, 7 and 8 of the DeCRIM paper show.
type Strategy struct {
	Name       string `json:"name"`
	Run        string `json:"run"`
	Model      string `json:"model"`
	Refinement string `json:"refinement,omitempty"`
	Decomposer string `json:"decomposer,omitempty"`
	Critic     string `json:"critic,omitempty"`
	Baseline   string `json:"baseline,omitempty"` // the name of the row that this one is compared with

	Instruction Accuracy `json:"instruction_acc"`
	Constraint  Accuracy `json:"constraint_acc"`

	Other map[string]adhere.Summary `json:"other"` // best_n, what was revised, quality, and what answers take

	records   []adhere.Record
	undecided metric.Policy
}

// An Accuracy is that of final answers and its difference from the baseline's.
type Accuracy struct {
	adhere.Summary
	Gain *metric.Comparison // nil for the baseline
}

// MarshalJSON writes {"value": summary, "gain": comparison}.
func (a Accuracy) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"value": a.Summary, "gain": a.Gain})
}

// The metrics of final answers.
const (
	instructionAcc  = "instruction_acc"
	constraintAcc   = "constraint_acc"
	instructionGain = "instruction_gain"
	constraintGain  = "constraint_gain"
)

// Measure takes a strategy's numbers from its result and its records: rules
// decide first, then whoever decided the rest. Costs are those of answers that
// were taken as they came; refinements have theirs in the result.
func (s *Strategy) Measure(res *Result, records []adhere.Record, costs []adhere.Summary) {
	s.records, s.undecided = records, res.Undecided
	o := metric.Options{Undecided: res.Undecided}
	s.Instruction.Summary = metric.InstructionAccuracy(instructionAcc, o).Of(records)[0]
	s.Constraint.Summary = metric.ConstraintAccuracy(constraintAcc, o).Of(records)[0]
	s.Other = map[string]adhere.Summary{}
	for _, name := range metric.RefinementMetrics() {
		if m, ok := res.whole(name); ok && m.Undefined == "" {
			s.Other[name] = m
		}
	}
	for _, cost := range costs {
		s.Other[cost.Metric] = cost
	}
}

// CompareStrategies sets the gain of every strategy over make_sure, as in the
// paper, or over the first where that is not among them. All were given records by
// Measure, which it lets go. The error is that of metric.Gains.
func CompareStrategies(all []*Strategy) error {
	if len(all) == 0 {
		return nil
	}
	base := all[max(0, slices.IndexFunc(all, func(s *Strategy) bool { return s.Refinement == "make_sure" }))]
	var others []*Strategy
	var records [][]adhere.Record
	for _, s := range all {
		if s != base {
			others, records = append(others, s), append(records, s.records)
		}
	}
	gains, err := metric.Gains(metric.Options{Undecided: base.undecided}, base.records, records...)
	for i := range gains {
		others[i].Baseline, others[i].Instruction.Gain, others[i].Constraint.Gain = base.Name, gains[i].Instruction, gains[i].Constraint
	}
	for _, s := range all {
		s.records = nil
	}
	return err
}

// Define adds a definition unless the metric has one.
func (r *Result) Define(d Definition) {
	if !slices.ContainsFunc(r.Definitions, func(o Definition) bool { return o.Name == d.Name }) {
		r.Definitions = append(r.Definitions, d)
	}
}

// Enter adds a strategy's numbers to its result, where they stand beside the
// others in every format.
func (s *Strategy) Enter(res *Result) {
	for _, one := range []struct {
		Accuracy
		name, gain string
		metric     adhere.Metric
	}{
		{s.Instruction, instructionAcc, instructionGain, metric.InstructionAccuracy(instructionAcc, metric.Options{})},
		{s.Constraint, constraintAcc, constraintGain, metric.ConstraintAccuracy(constraintAcc, metric.Options{})},
	} {
		res.Define(Definition{Name: one.name, Doc: one.metric.Doc})
		if _, ok := res.whole(one.name); !ok {
			sum := one.Summary
			sum.Group = map[string]string{}
			res.Metrics = append(res.Metrics, sum)
		}
		if c := one.Gain; c != nil {
			res.Define(Definition{Name: one.gain, Doc: one.name + " less that of the baseline on the same instructions, with a paired interval"})
			res.Metrics = append(res.Metrics, adhere.Summary{
				Metric: one.gain, Group: map[string]string{}, Value: c.Diff, Lo: c.Lo, Hi: c.Hi, N: c.N, Undefined: c.Undefined,
			})
		}
	}
}

// noted returns the results with p beside the gains, for files that have no
// place of their own for it.
func (s *Sweep) noted() []*Result {
	results := slices.Clone(s.Results)
	for i, row := range s.Against {
		res := *results[i]
		res.Metrics = slices.Clone(res.Metrics)
		for k := range res.Metrics {
			switch m := &res.Metrics[k]; m.Metric {
			case instructionGain:
				m.Warnings = append(slices.Clip(m.Warnings), row.tested(row.Instruction.Gain))
			case constraintGain:
				m.Warnings = append(slices.Clip(m.Warnings), row.tested(row.Constraint.Gain))
			}
		}
		results[i] = &res
	}
	return results
}

func (s *Strategy) tested(c *metric.Comparison) string {
	return fmt.Sprintf("over %s: p %s, by Holm %s; %d gained, %d lost", s.Baseline, probability(c.P), probability(c.PHolm), c.Gained, c.Lost)
}

// gainNote says what the columns of strategies hold.
const gainNote = "gain: percentage points over the baseline on the same instructions, with a paired 95% interval; p: McNemar's test, or one that swaps instructions, by Holm; ~ chance would do; 5? means 5 undecided"

// strategySections are what the paper's tables show: accuracies with gains,
// and what was revised for how much.
func strategySections(all []*Strategy) []section {
	if len(all) == 0 {
		return nil
	}
	accuracy := table{Columns: append(names("refinement"), numbers("best n", "instructions", "gain", "p", "constraints", "gain", "p")...), Notes: []string{gainNote}}
	effort, measures := table{Columns: names("refinement")}, effortMeasures(all)
	for _, m := range measures {
		effort.Columns = append(effort.Columns, numbers(m.title)...)
	}
	for _, s := range all {
		cells := append([]cell{{Text: s.Name}}, plainCell(s.Other["best_n"], "%.0f"))
		accuracy.Rows = append(accuracy.Rows, slices.Concat(cells, s.Instruction.cells(), s.Constraint.cells()))
		cells = []cell{{Text: s.Name}}
		for _, m := range measures {
			cells = append(cells, plainCell(s.Other[m.metric], m.format))
		}
		effort.Rows = append(effort.Rows, cells)
	}
	return []section{{ID: "final-answers", Title: "Final answers", Tables: []table{accuracy}}, {ID: "effort", Title: "What it did and took", Tables: []table{effort}}}
}

// An effortMeasure is a column of the second table.
type effortMeasure struct{ title, metric, format string }

// effortMeasures are those that have a value anywhere.
func effortMeasures(all []*Strategy) []effortMeasure {
	measures := []effortMeasure{
		{"revised", "answers_revised", "%"},
		{"fixed", "requirements_fixed", "%"},
		{"broke", "requirements_broken", "%"},
		{"broke again", "broken_again", "%"},
		{"better", "quality_better", "%"},
		{"same", "quality_same", "%"},
		{"worse", "quality_worse", "%"},
		{"calls", "calls", "%.2f"},
		{"tokens", "tokens", "%.0f"},
		{"USD per 1000", "usd_per_1000", "%.2f"},
		{"seconds", "seconds", "%.2f"},
	}
	return slices.DeleteFunc(measures, func(m effortMeasure) bool {
		return !slices.ContainsFunc(all, func(s *Strategy) bool { return s.Other[m.metric].Metric != "" })
	})
}

// plainCell formats a value as the format says, "%" as a share.
func plainCell(s adhere.Summary, format string) cell {
	switch {
	case s.Metric == "":
		return cell{Text: "-"}
	case format == "%":
		return cell{Text: shareText(s)}
	default:
		return cell{Text: fmt.Sprintf(format, s.Value)}
	}
}

func shareText(s adhere.Summary) string {
	text := "-"
	if s.Undefined == "" {
		text = value(s.Value, scale{})
	}
	if s.Undecided > 0 {
		text += ", " + strconv.Itoa(s.Undecided) + "?"
	}
	return text
}

// cells are the accuracy, the gain with its interval, and p.
func (a Accuracy) cells() []cell {
	c := a.Gain
	if c == nil || c.Undefined != "" {
		return row(shareText(a.Summary), "-", "-")
	}
	p := probability(c.PHolm)
	if c.Noise {
		p += " ~"
	}
	return []cell{{Text: shareText(a.Summary)}, {Text: difference(c.Diff, scale{}), More: interval(c.Lo, c.Hi, scale{})}, {Text: p}}
}
