package metric

import (
	"adhere"

	"adhere/internal/lists"
)

// vote returns the majority of the decided outcomes, Unsure if none is.
func vote(outcomes []adhere.Outcome, tie adhere.TiePolicy) adhere.Outcome {
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
	case adhere.TieMet:
		return adhere.Met
	case adhere.TieNotMet:
		return adhere.NotMet
	default:
		return adhere.Unsure
	}
}

// Majority returns the majority vote of the judges that the choice means (as
// in Options; "person/" is everyone), as verdicts of a judge of the given
// name. Whoever voted in it must not be held against it: see EvaluateJudges.
func Majority(all []Judged, choice, name string, tie adhere.TiePolicy) []Judged {
	g := gather(all)
	s := standard{gathering: g, judge: -1, over: -1, rest: -1, voters: g.chosen(choice), tie: tie}
	return g.verdicts(s.at(-1), name)
}

// chosen says of each judge whether the choice means it.
func (g *gathering) chosen(choice string) []bool {
	return lists.Map(g.judges, func(judge string) bool { return chooses(choice, judge) })
}
