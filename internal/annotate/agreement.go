package annotate

import (
	"slices"

	"adhere"
	"adhere/internal/lists"
	"adhere/metric"
)

// An Agreement is how far people agree with each other, and the judges of the
// runs with people.
type Agreement struct {
	Units, People int                     // that count
	Verdicts      *metric.AgreementReport // as adhere agree works it out from the exported verdicts
	Scores        *ScoreAgreement         // nil without direct scores
	Gold          *metric.GoldReport      // people, then judges; what people used is their pay and time (InFoBench, table 4)
	Exclusions    []Exclusion
}

// A ScoreAgreement is how far people agree in their direct scores on which of
// two answers is better.
type ScoreAgreement struct {
	Pairwise metric.Coefficient
	N        int // scores
}

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
	return a, a.sources(r, slices.Concat(people, judges, settled), gold, name)
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
	return lists.Map(order, func(rec *adhere.Record) adhere.Record { return *rec })
}

// sources holds everybody against the gold of that name.
func (a *Agreement) sources(r *Results, all []metric.Judged, gold, name string) (err error) {
	if a.Gold, err = metric.EvaluateJudges(all, gold, metric.JudgeOptions{Labels: r.LabelsOf()}); err != nil {
		return err
	}
	people := map[string]adhere.Usage{}
	for _, s := range r.Standings(nil) {
		people[Judge(s.Person)] = adhere.Usage{Money: s.Pay, Time: s.Spent}
	}
	rank := func(judge string) int {
		_, person := people[judge]
		return order01(!person)
	}
	g := a.Gold
	g.Gold = name
	g.Raters = slices.DeleteFunc(g.Raters, func(x metric.RaterSummary) bool { return x.Rater == GoldSettled })
	for i := range g.Raters {
		if used, person := people[g.Raters[i].Rater]; person {
			g.Raters[i].Usage = used
		}
	}
	slices.SortStableFunc(g.Raters, func(x, y metric.RaterSummary) int { return rank(x.Rater) - rank(y.Rater) })
	slices.SortStableFunc(g.Judges, func(x, y metric.JudgeReport) int { return rank(x.Judge) - rank(y.Judge) })
	return nil
}
