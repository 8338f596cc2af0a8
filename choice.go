package adhere

// A Standing is what verdicts say of an answer as a whole.
type Standing struct {
	Met    float64 // weight of the requirements that are met, or not met where they are to be avoided
	NotMet int     // number of the others that are decided
}

// StandingOf sums verdicts, one for each of the requirements in order.
func StandingOf(requirements []Requirement, verdicts []Verdict) Standing {
	var s Standing
	for i, v := range verdicts {
		switch requirements[i].Right(v.Outcome) {
		case Met:
			s.Met += requirements[i].Amount()
		case NotMet:
			s.NotMet++
		case Unsure, Broken, Skipped: // neither
		}
	}
	return s
}

// Beats reports whether s is better: more is met, or as much is met and fewer
// requirements are not.
func (s Standing) Beats(t Standing) bool {
	return s.Met > t.Met || s.Met == t.Met && s.NotMet < t.NotMet
}

// A Choice says which attempt of a refinement is its answer.
type Choice string

// The choices.
const (
	ChooseBest Choice = "best" // most requirements met by weight, then fewest not met, then the earliest
	ChooseLast Choice = "last" // the last, as in the DeCRIM paper
)

// Of returns the position of the answer among the attempts, or -1. An attempt
// about which nothing was decided cannot stand against one that was judged;
// where none was judged, ChooseBest takes the first.
func (c Choice) Of(attempts []Attempt, requirements []Requirement) int {
	best, first := -1, -1
	var top Standing
	for i := range attempts {
		a := &attempts[i]
		if a.Response == nil || a.Discarded != "" {
			continue
		}
		if first < 0 || c == ChooseLast {
			first = i
		}
		if !a.Judged() {
			continue
		}
		if s := StandingOf(requirements, a.Verdicts); best < 0 || s.Beats(top) {
			best, top = i, s
		}
	}
	if c == ChooseLast || best < 0 {
		return first
	}
	return best
}
