package metric

import (
	"slices"

	"adhere"
	"adhere/internal/lists"
)

// AgreeOptions say how raters are compared with each other.
type AgreeOptions struct {
	Raters string           // whom to take, as in Options; empty for all
	Gold   string           // what distances are from, as in EvaluateJudges; empty is PeopleMajority where there are people, else AllMajority
	Tie    adhere.TiePolicy // of the majority that stands for the gold in the distances; empty is TieUnsure
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
	Warnings     []string        `json:"warnings,omitempty"`
}

// A RaterSummary counts a rater's verdicts and says what they cost.
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
// bootstraps over instructions; where there are fewer than ten, over answers,
// except those over pairs of models.
func Agree(all []Judged, o AgreeOptions) (*AgreementReport, error) {
	g := gather(lists.Filter(all, func(j Judged) bool { return chooses(o.Raters, j.Verdict.Judge) }))
	t, err := NewTable(g.ratings())
	if err != nil {
		return nil, err
	}
	r := &AgreementReport{
		Raters: g.raters(), Items: len(t.items), Fleiss: FleissKappa(t), Alpha: KrippendorffAlpha(t, Nominal),
		Cohen: newKappaMatrix(t, g.judges), Disagreement: g.disagreementOf(func(int) bool { return true }), Distances: []LabelDistance{},
	}
	if r.Fleiss.N > 0 {
		r.Warnings = g.few(g.instructions())
	}
	if r.Pairwise, err = PairwiseKappa(g.scores()); err != nil {
		return nil, err
	}
	if err := g.bounds(r); err != nil {
		return nil, err
	}
	return r, r.distances(gather(all), o)
}

// distances holds each rater against the gold.
func (r *AgreementReport) distances(g *gathering, o AgreeOptions) error {
	gold := o.Gold
	if gold == "" {
		gold = AllMajority
		if slices.Contains(g.chosen(people), true) {
			gold = PeopleMajority
		}
	}
	if len(g.judges) == 0 {
		return nil
	}
	s, err := newStandard(g, gold, o.Tie)
	if err != nil {
		return err
	}
	for i, rater := range g.judges {
		if s.gold(i) || !chooses(o.Raters, rater) {
			continue
		}
		d, err := s.distance(i, s.at(i))
		if err != nil {
			return err
		}
		if d.N > 0 {
			r.Distances = append(r.Distances, d)
		}
	}
	return nil
}

// bounds widens the coefficients to what they could be if everything
// undecided were decided like the other raters, or against them.
func (g *gathering) bounds(r *AgreementReport) error {
	left := 0
	for _, s := range r.Raters {
		left += s.Undecided
	}
	if left == 0 {
		return nil
	}
	r.Fleiss.Undecided, r.Alpha.Undecided, r.Pairwise.Undecided = left, left, left
	for _, c := range []struct {
		to *Coefficient
		of func(*gathering) (Coefficient, error)
	}{
		{&r.Pairwise, func(g *gathering) (Coefficient, error) { return PairwiseKappa(g.scores()) }},
		{&r.Fleiss, ofTable(FleissKappa)},
		{&r.Alpha, ofTable(func(t *Table) Coefficient { return KrippendorffAlpha(t, Nominal) })},
	} {
		if err := g.widen(c.to, c.of); err != nil {
			return err
		}
	}
	for i, a := range r.Cohen.Raters {
		for j, b := range r.Cohen.Raters[:i] {
			if err := g.only(a, b).boundCohen(&r.Cohen.Cells[i][j], a, b); err != nil {
				return err
			}
			r.Cohen.Cells[j][i] = r.Cohen.Cells[i][j]
		}
	}
	return nil
}

// boundCohen widens the kappa of two judges in the same way.
func (g *gathering) boundCohen(c *Coefficient, a, b string) error {
	if c.Undecided = g.open(); c.Undecided == 0 {
		return nil
	}
	return g.widen(c, ofTable(func(t *Table) Coefficient { return CohenKappa(t, a, b) }))
}

// widen reaches as far as what is undecided could move a coefficient.
func (g *gathering) widen(c *Coefficient, of func(*gathering) (Coefficient, error)) error {
	var cases []Coefficient
	for _, agreeing := range []bool{true, false} {
		could, err := of(g.filled(agreeing))
		if err != nil {
			return err
		}
		cases = append(cases, could)
	}
	c.reach(cases...)
	return nil
}

// ofTable is a coefficient over all ratings of a gathering.
func ofTable(of func(*Table) Coefficient) func(*gathering) (Coefficient, error) {
	return func(g *gathering) (Coefficient, error) {
		t, err := NewTable(g.ratings())
		if err != nil {
			return Coefficient{}, err
		}
		return of(t), nil
	}
}

// only is the gathering of two judges.
func (g *gathering) only(a, b string) *gathering {
	i, j := slices.Index(g.judges, a), slices.Index(g.judges, b)
	two := &gathering{judges: []string{a, b}, points: slices.Clone(g.points), byAnswer: g.byAnswer}
	for k := range two.points {
		two.points[k].said = []adhere.Outcome{g.points[k].said[i], g.points[k].said[j]}
	}
	return two
}

// open counts undecided verdicts at points where somebody else was asked.
func (g *gathering) open() int {
	n := 0
	for i := range g.points {
		left, asked := 0, 0
		for _, o := range g.points[i].said {
			if o == "" {
				continue
			}
			asked++
			if !o.Decided() {
				left++
			}
		}
		if asked > 1 {
			n += left
		}
	}
	return n
}

// filled decides what is undecided at each point: as most others did, or
// against them.
func (g *gathering) filled(agreeing bool) *gathering {
	out := &gathering{judges: g.judges, points: slices.Clone(g.points), byAnswer: g.byAnswer}
	for i := range out.points {
		p := &out.points[i]
		most := vote(p.said, adhere.TieMet)
		p.said = slices.Clone(p.said)
		for j, o := range p.said {
			if o == "" || o.Decided() {
				continue
			}
			p.said[j] = adhere.OutcomeOf((most == adhere.Met) == agreeing)
			if most == adhere.Unsure { // nobody decided: all alike, or one against the other
				p.said[j] = adhere.OutcomeOf(agreeing || j%2 == 0)
			}
		}
	}
	return out
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

// newKappaMatrix takes Cohen's kappa of every two raters, of whom some may have
// no rating in the table.
func newKappaMatrix(t *Table, raters []string) KappaMatrix {
	n := len(raters)
	m := KappaMatrix{Raters: raters, Cells: make([][]Coefficient, n)}
	for i := range n {
		m.Cells[i] = make([]Coefficient, n)
		m.Cells[i][i].Undefined = "a rater agrees with itself"
	}
	for i := range n {
		for j := range i {
			m.Cells[i][j] = CohenKappa(t, raters[i], raters[j])
			m.Cells[j][i] = m.Cells[i][j]
		}
	}
	return m
}
