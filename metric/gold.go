package metric

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
)

// Whom a gold standard can be, besides a judge by name.
const (
	// PeopleMajority is the majority of the people; who is one of them is held
	// against the majority of the others.
	PeopleMajority = "people-majority"
	// AllMajority is that of all raters, each held against the others'.
	AllMajority = "all-majority"
	// Settled is what an adjudicator settled, else the people's majority.
	Settled = "settled"

	oldMajority = "majority" // an older name of PeopleMajority
	people      = "person/"  // what the names of people begin with

	// The names, in files of labels, of what was settled and of a majority of
	// unnamed people.
	GoldSettled  = "gold/settled"
	GoldMajority = "gold/majority"
)

// A standard is what raters are held against: a judge, or a vote in which
// nobody's own voice counts for the gold of that one.
type standard struct {
	*gathering
	name   string
	judge  int    // whose word is right; -1 for a vote
	voters []bool // by judge
	over   int    // the judge whose word stands above the vote; -1 for none
	rest   int    // the judge who speaks where nobody voted; -1 for none
	tie    adhere.TiePolicy
}

func newStandard(g *gathering, choice string, tie adhere.TiePolicy) (*standard, error) {
	s := &standard{gathering: g, name: choice, judge: slices.Index(g.judges, choice), over: -1, rest: -1, tie: tie}
	if s.judge >= 0 {
		return s, nil
	}
	switch choice {
	case PeopleMajority, oldMajority, Settled:
		s.voters = g.chosen(people)
		s.name = PeopleMajority
		if choice == Settled {
			s.name = Settled
			s.over, s.rest = slices.Index(g.judges, GoldSettled), slices.Index(g.judges, GoldMajority)
		}
	case AllMajority:
		s.voters = g.chosen("")
	}
	if s.over < 0 && s.rest < 0 && !slices.Contains(s.voters, true) {
		return nil, adhere.Errorf(adhere.NotFound, "no verdicts by the gold judge %q", choice).
			WithHint(fmt.Sprintf("name one of %s; %s needs people among them, %s people or what was settled", strings.Join(g.judges, ", "), PeopleMajority, Settled))
	}
	return s, nil
}

// gold reports whether a judge is the gold itself, or part of its making, and
// not to be held against it.
func (s *standard) gold(judge int) bool {
	return judge == s.judge || judge == s.over || judge == s.rest || judge >= 0 && strings.HasPrefix(s.judges[judge], "gold/")
}

// at returns what is right at each point for holding a judge against it: for
// one who votes, without that vote. A judge of -1 stands for all others.
func (s *standard) at(judge int) []adhere.Outcome {
	out := make([]adhere.Outcome, len(s.points))
	var said []adhere.Outcome
	for i := range s.points {
		p := &s.points[i]
		if s.judge >= 0 {
			out[i] = p.said[s.judge]
			continue
		}
		if s.over >= 0 && p.said[s.over].Decided() {
			out[i] = p.said[s.over]
			continue
		}
		said = said[:0]
		for j, o := range p.said {
			if s.voters[j] && j != judge && o.Decided() {
				said = append(said, o)
			}
		}
		switch {
		case len(said) > 0:
			out[i] = vote(said, s.tie)
		case s.rest >= 0:
			out[i] = p.said[s.rest]
		}
	}
	return out
}

// distance is how far a judge is from what is right for it, over which of two
// models is better.
func (s *standard) distance(judge int, right []adhere.Outcome) (LabelDistance, error) {
	two := &gathering{judges: []string{s.judges[judge], s.name}, points: slices.Clone(s.points)}
	for i := range two.points {
		two.points[i].said = []adhere.Outcome{s.points[i].said[judge], right[i]}
	}
	d, err := PairwiseDistance(two.scores(), s.judges[judge], s.name)
	if err != nil || two.open() == 0 {
		return d, err
	}
	d.WPLD.Undecided = two.open()
	return d, two.widen(&d.WPLD, func(g *gathering) (Coefficient, error) {
		could, err := PairwiseDistance(g.scores(), s.judges[judge], s.name)
		return could.WPLD, err
	})
}

// Right returns the verdicts of the gold that the choice names, as in
// EvaluateJudges, on everything that was judged. It is for those who have no
// vote in the gold.
func Right(all []Judged, choice string, tie adhere.TiePolicy) ([]Judged, error) {
	s, err := newStandard(gather(all), choice, tie)
	if err != nil {
		return nil, err
	}
	return s.verdicts(s.at(-1), s.name), nil
}

// verdicts are outcomes at the points, under a name.
func (g *gathering) verdicts(outcomes []adhere.Outcome, name string) []Judged {
	var out []Judged
	for i := range g.points {
		p := &g.points[i]
		if outcomes[i] != "" {
			out = append(out, Judged{
				Instruction: p.instruction, Attempt: p.attempt, Model: p.model, Position: p.nth,
				Verdict: adhere.Verdict{Requirement: p.requirement, Judge: name, Outcome: outcomes[i]},
			})
		}
	}
	return out
}
