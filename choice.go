package adhere

// A standing is what verdicts say of an answer as a whole.
type standing struct {
	Met    float64 // weight of the requirements that are met, as they count
	NotMet int     // number of the others that are decided
}

// standingOf sums verdicts, one for each of the requirements in order.
func standingOf(requirements []Requirement, verdicts []Verdict) standing {
	var s standing
	for i, o := range (&Instruction{Requirements: requirements}).Settled(verdicts) {
		switch o {
		case Met:
			s.Met += requirements[i].Amount()
		case NotMet:
			s.NotMet++
		case Unsure, Broken, Skipped: // neither
		}
	}
	return s
}

// beats reports whether s is better: more is met, or as much is met and fewer
// requirements are not.
func (s standing) beats(t standing) bool {
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
	var top standing
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
		if s := standingOf(requirements, a.Verdicts); best < 0 || s.beats(top) {
			best, top = i, s
		}
	}
	if c == ChooseLast || best < 0 {
		return first
	}
	return best
}
