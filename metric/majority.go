package metric

import (
	"slices"

	"adhere"
)

// A TiePolicy says what a majority vote comes to when both sides are equal.
type TiePolicy string

// The tie policies.
const (
	TieUnsure TiePolicy = "unsure"  // nobody won: undecided
	TieMet    TiePolicy = "met"     // the benefit of the doubt
	TieNotMet TiePolicy = "not_met" // a requirement must win to be met
)

// Vote returns the majority of the decided outcomes, Unsure if none is.
func Vote(outcomes []adhere.Outcome, tie TiePolicy) adhere.Outcome {
	met, missed := 0, 0
	for _, o := range outcomes {
		switch o {
		case adhere.Met:
			met++
		case adhere.NotMet:
			missed++
		default:
		}
	}
	switch {
	case met > missed:
		return adhere.Met
	case missed > met:
		return adhere.NotMet
	case met == 0:
		return adhere.Unsure
	}
	switch tie {
	case TieMet:
		return adhere.Met
	case TieNotMet:
		return adhere.NotMet
	default:
		return adhere.Unsure
	}
}

// Majority returns the majority vote of the judges that the choice means (as
// in Options; "person/" is everyone), as verdicts of a judge of the given
// name. It serves as gold standard as InFoBench and DeCRIM use it.
func Majority(all []Judged, choice, name string, tie TiePolicy) []Judged {
	g := gather(all)
	votes := g.votes(choice, tie)
	var out []Judged
	for i := range g.points {
		p := &g.points[i]
		if votes[i] == "" {
			continue
		}
		out = append(out, Judged{
			Instruction: p.instruction, Attempt: p.attempt, Model: p.model, Position: p.nth,
			Verdict: adhere.Verdict{Requirement: p.requirement, Judge: name, Outcome: votes[i]},
		})
	}
	return out
}

// votes returns the majority at each point, empty where nobody chosen decided.
func (g *gathering) votes(choice string, tie TiePolicy) []adhere.Outcome {
	chosen := g.chosen(choice)
	out := make([]adhere.Outcome, len(g.points))
	var decided []adhere.Outcome
	for i := range g.points {
		decided = decided[:0]
		for j, o := range g.points[i].said {
			if chosen[j] && o.Decided() {
				decided = append(decided, o)
			}
		}
		if len(decided) > 0 {
			out[i] = Vote(decided, tie)
		}
	}
	return out
}

// chosen says of each judge whether the choice means it.
func (g *gathering) chosen(choice string) []bool {
	out := make([]bool, len(g.judges))
	for j, judge := range g.judges {
		out[j] = chooses(choice, judge)
	}
	return out
}

// withMajority is the gathering with the majority as one more judge, last.
func (g *gathering) withMajority(name string, tie TiePolicy) *gathering {
	votes := g.votes("", tie)
	more := &gathering{judges: append(slices.Clone(g.judges), name), points: slices.Clone(g.points)}
	for i := range more.points {
		more.points[i].said = append(slices.Clone(g.points[i].said), votes[i])
	}
	return more
}
