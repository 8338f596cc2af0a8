package metric

import (
	"adhere"
	"adhere/internal/lists"
)

// A Labelling is the gold label of some requirements of some answers, by which
// a judge's word on all of them is corrected.
type Labelling struct {
	name string
	by   map[labelKey]adhere.Outcome
}

type labelKey struct {
	answerKey   // without a model: any model's answer
	requirement string
}

// NewLabelling settles on one label for each requirement; name says in warnings
// where they come from, gold whose are right (see Right).
func NewLabelling(name string, all []Judged, gold string) (*Labelling, error) {
	all, err := Right(all, gold, adhere.TieUnsure)
	if adhere.CodeOf(err) == adhere.NotFound {
		all = nil
	} else if err != nil {
		return nil, err
	}
	l := &Labelling{name, map[labelKey]adhere.Outcome{}}
	for _, j := range all {
		if j.Verdict.Outcome.Decided() {
			l.by[labelKey{j.answer(), j.Verdict.Requirement}] = j.Verdict.Outcome
		}
	}
	return l, nil
}

// Len returns how many requirements have a label.
func (l *Labelling) Len() int { return len(l.by) }

// of returns the label of a requirement of an answer; Skipped without one.
// Labels may leave out the name of the data set.
func (l *Labelling) of(r *adhere.Record, requirement string) adhere.Outcome {
	for _, id := range []string{r.Instruction.ID, adhere.ShortID(r.Instruction.ID)} {
		for _, model := range []string{r.Response.Model, ""} {
			if o, ok := l.by[labelKey{answerKey{id, model, r.Attempt}, requirement}]; ok {
				return o
			}
		}
	}
	return adhere.Skipped
}

// The judges under whose names verdicts and labels stand side by side.
const (
	asJudged   = "label/judged"
	asLabelled = "label/gold"
)

// Corrected corrects the share of requirements met, by whoever judged them,
// with the labels as gold.
func (l *Labelling) Corrected(name string) adhere.Metric {
	m := CorrectedAccuracy(name, asJudged, asLabelled)
	whole := m.Of
	m.Of = func(records []adhere.Record) []adhere.Summary {
		both := make([]adhere.Record, 0, len(records))
		used := 0
		for _, r := range records {
			if r.Response == nil {
				continue
			}
			r.Verdicts = l.beside(&r)
			used += lists.Count(r.Verdicts[len(r.Instruction.Requirements):], func(v adhere.Verdict) bool { return v.Outcome.Decided() })
			both = append(both, r)
		}
		summaries := whole(both)
		if used == 0 && len(summaries) > 0 {
			summaries[0].Warnings = append(summaries[0].Warnings, "none of the labels in "+l.name+" is about these answers")
		}
		return summaries
	}
	return m
}

// beside returns the outcome of each requirement as it counts, rules first,
// as verdicts of one judge, and behind them the labels of what was asked.
func (l *Labelling) beside(r *adhere.Record) []adhere.Verdict {
	n := len(r.Instruction.Requirements)
	verdicts, counted := make([]adhere.Verdict, 2*n), r.Counted(nil)
	for i := range r.Instruction.Requirements {
		id := r.Instruction.Requirements[i].ID
		outcome, label := counted[i].Outcome, adhere.Skipped
		if outcome != adhere.Skipped {
			label = l.of(r, id)
		}
		verdicts[i] = adhere.Verdict{Requirement: id, Judge: asJudged, Outcome: outcome}
		verdicts[n+i] = adhere.Verdict{Requirement: id, Judge: asLabelled, Outcome: label}
	}
	return verdicts
}
