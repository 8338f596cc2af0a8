package annotate

import (
	"slices"
	"time"

	"adhere"
	"adhere/metric"
)

// An Agreement is how far people agree with each other, and the judges of the
// runs with people.
type Agreement struct {
	Units, People int                     // that count
	Verdicts      *metric.AgreementReport // as adhere agree works it out from the exported verdicts
	Scores        *ScoreAgreement         // nil without direct scores
	Gold          string                  // what Sources are held against
	Raters        []Rater                 // people, then judges
	Exclusions    []Exclusion
}

// A ScoreAgreement is how far people agree in their direct scores on which of
// two answers is better.
type ScoreAgreement struct {
	Pairwise metric.Coefficient
	N        int // scores
}

// A Rater is a person or a judge: how right, how dear and how slow (InFoBench,
// table 4).
type Rater struct {
	metric.JudgeReport
	Person bool
	Money  adhere.Money
	Time   time.Duration
	Units  int // that a person did
	Labels int // decided verdicts, also those that the gold says nothing of
}

// PerLabel is what a label cost; 0 where that is not known.
func (r *Rater) PerLabel() adhere.Money { return r.Money / adhere.Money(max(r.Labels, 1)) }

// Agreement works it out.
func (r *Results) Agreement() (*Agreement, error) {
	people, judges := r.Judged(), r.JudgesVerdicts()
	a := &Agreement{Exclusions: r.Exclusions()}
	names, units := map[string]bool{}, map[int]bool{}
	for _, t := range r.Counted() {
		names[t.Person], units[t.Unit] = true, true
	}
	a.People, a.Units = len(names), len(units)
	if len(people) == 0 {
		return a, nil
	}
	var err error
	if a.Verdicts, err = metric.Agree(people, metric.AgreeOptions{Raters: "person/"}); err != nil {
		return nil, err
	}
	if r.Protocol.Score {
		if a.Scores, err = r.scoreAgreement(); err != nil {
			return nil, err
		}
	}
	settled, gold, name := r.held()
	a.Gold = name
	return a, a.sources(r, slices.Concat(people, judges, settled), gold, r.LabelsOf())
}

// LabelsOf returns the labels of a requirement of an instruction.
func (r *Results) LabelsOf() func(instruction, requirement string) []string {
	type key struct{ instruction, requirement string }
	labels := map[key][]string{}
	for i := range r.Units {
		in := &r.Units[i].Instruction
		for _, q := range in.Requirements {
			labels[key{in.ID, q.ID}] = q.Labels
		}
	}
	return func(instruction, requirement string) []string { return labels[key{instruction, requirement}] }
}

func (r *Results) scoreAgreement() (*ScoreAgreement, error) {
	scores := metric.DirectScores(r.Graded())
	k, err := metric.PairwiseKappa(scores)
	return &ScoreAgreement{Pairwise: k, N: len(scores)}, err
}

// Graded returns the campaign's answers with the direct scores that count, as
// records.
func (r *Results) Graded() []adhere.Record {
	type key struct{ unit, answer int }
	by := map[key]*adhere.Record{}
	var order []*adhere.Record
	for _, t := range r.Counted() {
		u := r.Unit(t)
		for i, score := range r.Form(t).Scores(t) {
			if score == 0 {
				continue
			}
			k := key{t.Unit, i}
			if by[k] == nil {
				a := &u.Answers[i]
				by[k] = &adhere.Record{Instruction: &u.Instruction, Attempt: a.Attempt, Response: &adhere.Response{Model: a.system(), Text: a.Text}}
				order = append(order, by[k])
			}
			by[k].Grades = append(by[k].Grades, adhere.Grade{Judge: Judge(t.Person), Score: score, Outcome: adhere.Met})
		}
	}
	out := make([]adhere.Record, len(order))
	for i, rec := range order {
		out[i] = *rec
	}
	return out
}

// sources holds everybody against the gold.
func (a *Agreement) sources(r *Results, all []metric.Judged, gold string, labels func(instruction, requirement string) []string) error {
	report, err := metric.EvaluateJudges(all, gold, metric.JudgeOptions{Labels: labels})
	if err != nil {
		return err
	}
	standings := map[string]Standing{}
	for _, s := range r.Standings(nil) {
		standings[Judge(s.Person)] = s
	}
	labelled := map[string]int{}
	for i := range report.Raters {
		labelled[report.Raters[i].Rater] = report.Raters[i].Met + report.Raters[i].NotMet
	}
	for _, j := range report.Judges {
		s := Rater{JudgeReport: j, Money: j.Usage.Money, Time: j.Usage.Time, Labels: labelled[j.Judge]}
		if st, ok := standings[j.Judge]; ok {
			s.Person, s.Money, s.Time, s.Units = true, st.Pay, st.Spent, st.Done
		}
		a.Raters = append(a.Raters, s)
	}
	slices.SortStableFunc(a.Raters, func(x, y Rater) int { return order01(y.Person) - order01(x.Person) })
	return nil
}
