package metric

import "adhere"

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
	var out []Judged
	for _, p := range g.points {
		var votes []adhere.Outcome
		for _, judge := range g.judges {
			if o, ok := p.decided(judge); ok && chooses(choice, judge) {
				votes = append(votes, o)
			}
		}
		if len(votes) == 0 {
			continue
		}
		out = append(out, Judged{
			Instruction: p.instruction, Attempt: p.attempt, Model: p.model, Position: p.nth,
			Verdict: adhere.Verdict{Requirement: p.requirement, Judge: name, Outcome: Vote(votes, tie)},
		})
	}
	return out
}
