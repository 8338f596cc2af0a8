package metric

import (
	"adhere"
)

// AgreeOptions say how raters are compared with each other.
type AgreeOptions struct {
	Raters string    // whom to take, as in Options; empty for all
	Tie    TiePolicy // of the majority that stands for the gold in the distances; empty is TieUnsure
}

// An AgreementReport holds every coefficient of agreement among raters.
type AgreementReport struct {
	Raters       []RaterSummary  `json:"raters"`
	Items        int             `json:"items"` // requirements of answers that any rater decided
	Fleiss       Coefficient     `json:"fleiss_kappa"`
	Alpha        Coefficient     `json:"krippendorff_alpha"`
	Cohen        KappaMatrix     `json:"cohen_kappa"`
	Pairwise     Coefficient     `json:"pairwise_kappa"`    // over which of two models is better
	Distances    []LabelDistance `json:"pairwise_distance"` // of each rater from the majority
	Disagreement Disagreement    `json:"disagreement"`
}

// A RaterSummary says what a rater did and what it took.
type RaterSummary struct {
	Rater     string       `json:"rater"`
	Met       int          `json:"met"`
	NotMet    int          `json:"not_met"`
	Undecided int          `json:"undecided"` // unsure or broken: left out everywhere else
	Usage     adhere.Usage `json:"usage,omitzero"`
}

// A KappaMatrix holds Cohen's kappa of every two raters, for a heat map.
// Cells[i][j] belongs to Raters[i] and Raters[j]; the diagonal is undefined.
type KappaMatrix struct {
	Raters []string        `json:"raters"`
	Cells  [][]Coefficient `json:"cells"`
}

// Agree takes every coefficient of agreement from verdicts. Intervals are
// bootstraps over instructions.
func Agree(all []Judged, o AgreeOptions) (*AgreementReport, error) {
	var chosen []Judged
	for _, j := range all {
		if chooses(o.Raters, j.Verdict.Judge) {
			chosen = append(chosen, j)
		}
	}
	g := gather(chosen)
	t, err := NewTable(g.ratings())
	if err != nil {
		return nil, err
	}
	r := &AgreementReport{
		Raters: g.raters(), Items: len(t.items), Fleiss: FleissKappa(t), Alpha: KrippendorffAlpha(t, Nominal),
		Cohen: NewKappaMatrix(t), Disagreement: g.disagreement(""), Distances: []LabelDistance{},
	}
	if r.Pairwise, err = PairwiseKappa(g.scores()); err != nil {
		return nil, err
	}
	const gold = "majority"
	scores := g.withMajority(gold, o.Tie).scores()
	for _, rater := range g.judges {
		d, err := PairwiseDistance(scores, rater, gold)
		if err != nil {
			return nil, err
		}
		if d.N > 0 {
			r.Distances = append(r.Distances, d)
		}
	}
	return r, nil
}

func (g *gathering) raters() []RaterSummary {
	out := make([]RaterSummary, len(g.judges))
	for i, judge := range g.judges {
		s := &out[i]
		s.Rater, s.Usage = judge, g.usage[i]
		for j := range g.points {
			switch g.points[j].said[i] {
			case adhere.Met:
				s.Met++
			case adhere.NotMet:
				s.NotMet++
			case adhere.Unsure, adhere.Broken:
				s.Undecided++
			default:
			}
		}
	}
	return out
}

// NewKappaMatrix takes Cohen's kappa of every two raters of a table.
func NewKappaMatrix(t *Table) KappaMatrix {
	n := len(t.raters)
	m := KappaMatrix{Raters: t.raters, Cells: make([][]Coefficient, n)}
	for i := range n {
		m.Cells[i] = make([]Coefficient, n)
		m.Cells[i][i].Undefined = "a rater agrees with itself"
	}
	for i := range n {
		for j := range i {
			m.Cells[i][j] = CohenKappa(t, t.raters[i], t.raters[j])
			m.Cells[j][i] = m.Cells[i][j]
		}
	}
	return m
}
