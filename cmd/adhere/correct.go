package main

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/metric"
)

// Label flags: people's labels of some answers, by which what a judge says of
// all of them is corrected.
type labelFlags struct{ path, gold string }

func (l *labelFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.path, "labels", "", "people's verdicts on some of the answers: correct the judge's errors by them")
	f.StringVar(&l.gold, "gold", metric.Settled, "whose labels are right: settled (what an adjudicator settled, else the majority of the people), people-majority, or one of them, person/NAME")
}

// correct adds the corrected share of requirements met to the benchmark's
// metrics, behind the one that is corrected. The instructions are those that
// labels can be about. Without --labels it does nothing.
func (l *labelFlags) correct(ctx context.Context, b *bench.Bench, instructions iter.Seq2[*adhere.Instruction, error]) (warnings []string, err error) {
	if l.path == "" {
		return nil, nil
	}
	labels, err := l.read(ctx)
	if err != nil {
		return nil, err
	}
	if warnings, err = labels.check(instructions); err != nil {
		return nil, err
	}
	base, at := corrected(b.Metrics)
	b.Metrics = slices.Insert(slices.Clone(b.Metrics), at, labels.metric("corrected_"+base))
	return warnings, nil
}

// corrected returns the metric that is the plain share of requirements met,
// and the place behind it.
func corrected(metrics []adhere.Metric) (name string, behind int) {
	for i, m := range metrics {
		if m.Name == "drfr" || m.Name == "constraint_acc" {
			return m.Name, i + 1
		}
	}
	return "constraint_acc", len(metrics)
}

// A labelling is the gold label of some requirements of some answers.
type labelling struct {
	path string
	list []dataset.VerdictLine
	by   map[labelKey]adhere.Outcome
}

type labelKey struct {
	instruction string
	attempt     int
	model       string // empty: of any model's answer
	requirement string
}

// read reads the labels and settles on one for each requirement.
func (l *labelFlags) read(ctx context.Context) (*labelling, error) {
	v, err := dataset.ReadVerdicts(ctx, l.path, "", nil)
	if err != nil {
		return nil, err
	}
	var all []metric.Judged
	for _, line := range v.List {
		all = append(all, metric.Judged{Instruction: line.Instruction, Attempt: line.Attempt, Model: line.Model, Verdict: line.Verdict})
	}
	people := v.Judges()
	all, err = metric.Right(all, l.gold, metric.TieUnsure)
	if adhere.CodeOf(err) == adhere.NotFound {
		all = nil
	} else if err != nil {
		return nil, err
	}
	out := &labelling{path: l.path, list: v.List, by: map[labelKey]adhere.Outcome{}}
	for _, j := range all {
		if j.Verdict.Outcome.Decided() {
			out.by[labelKey{j.Instruction, j.Attempt, j.Model, j.Verdict.Requirement}] = j.Verdict.Outcome
		}
	}
	if len(out.by) == 0 {
		return nil, &adhere.Error{
			Code: adhere.Invalid, Message: fmt.Sprintf("%s holds no label by %s", l.path, l.gold),
			Hint: "it has labels by " + strings.Join(people, ", ") + "; choose whose are right with --gold",
		}
	}
	return out, nil
}

// check holds the labels against the instructions: a requirement that its
// instruction doesn't have is an error, an instruction that isn't there a
// warning.
func (l *labelling) check(instructions iter.Seq2[*adhere.Instruction, error]) (warnings []string, err error) {
	known := map[string]*adhere.Instruction{}
	for in, err := range instructions {
		if err != nil {
			return nil, err
		}
		known[in.ID], known[shortID(in.ID)] = in, in
	}
	strays := map[string]bool{}
	for _, line := range l.list {
		in := known[line.Instruction]
		if in == nil {
			strays[line.Instruction] = true
			continue
		}
		has := func(r adhere.Requirement) bool { return r.ID == line.Requirement }
		if !slices.ContainsFunc(in.Requirements, has) {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: %s has no requirement %q", l.path, line.Line, in.ID, line.Requirement)}
		}
	}
	if len(strays) > 0 {
		warnings = append(warnings, fmt.Sprintf("%s labels answers to %d instructions that are not here", l.path, len(strays)))
	}
	return warnings, nil
}

// shortID leaves out the name of the data set, as label files may.
func shortID(id string) string { return id[strings.IndexByte(id, '/')+1:] }

// of returns the label of a requirement of an answer; Skipped without one.
func (l *labelling) of(r *adhere.Record, requirement string) adhere.Outcome {
	for _, id := range []string{r.Instruction.ID, shortID(r.Instruction.ID)} {
		for _, model := range []string{r.Response.Model, ""} {
			if o, ok := l.by[labelKey{id, r.Attempt, model, requirement}]; ok {
				return o
			}
		}
	}
	return adhere.Skipped
}

// labeller names the judge that stands for the labels among the verdicts.
const labeller = "label/gold"

// metric corrects the share of requirements met, by whoever judged them, with
// the labels as gold.
func (l *labelling) metric(name string) adhere.Metric {
	const judged = "label/judged"
	m := metric.CorrectedAccuracy(name, judged, labeller)
	whole := m.Of
	m.Of = func(records []adhere.Record) []adhere.Summary {
		both := make([]adhere.Record, 0, len(records))
		used := 0
		for _, r := range records {
			if r.Response == nil {
				continue
			}
			merged := l.beside(&r, judged)
			for i := range r.Instruction.Requirements {
				if merged[len(r.Instruction.Requirements)+i].Outcome.Decided() {
					used++
				}
			}
			r.Verdicts = merged
			both = append(both, r)
		}
		summaries := whole(both)
		if used == 0 && len(summaries) > 0 {
			summaries[0].Warnings = append(summaries[0].Warnings, "none of the labels in "+l.path+" is about these answers")
		}
		return summaries
	}
	return m
}

// beside returns the outcome of each requirement as it counts, rules first,
// as verdicts of one judge, and behind them the labels of what was asked.
func (l *labelling) beside(r *adhere.Record, name string) []adhere.Verdict {
	n := len(r.Instruction.Requirements)
	verdicts := make([]adhere.Verdict, 2*n)
	for i := range r.Instruction.Requirements {
		id := r.Instruction.Requirements[i].ID
		outcome, label := counted(r, i), adhere.Skipped
		if outcome != adhere.Skipped {
			label = l.of(r, id)
		}
		verdicts[i] = adhere.Verdict{Requirement: id, Judge: name, Outcome: outcome}
		verdicts[n+i] = adhere.Verdict{Requirement: id, Judge: labeller, Outcome: label}
	}
	return verdicts
}

// counted returns the outcome of a requirement that metrics count: that of
// the first rule that did not skip it, else of the first judge.
func counted(r *adhere.Record, requirement int) adhere.Outcome {
	for _, rules := range []bool{true, false} {
		for _, judge := range r.Judges() {
			if strings.HasPrefix(judge, "rule/") != rules {
				continue
			}
			if v := r.By(judge); v != nil && v[requirement].Outcome != adhere.Skipped {
				return v[requirement].Outcome
			}
		}
	}
	return adhere.Skipped
}
