package refine

import "adhere"

// A standing is what verdicts say of an attempt as a whole.
type standing struct {
	met    float64 // weight of the requirements that are met
	broken int     // requirements that are not
}

func standingOf(requirements []adhere.Requirement, verdicts []adhere.Verdict) standing {
	var s standing
	for i, v := range verdicts {
		switch v.Outcome {
		case adhere.Met:
			s.met += weight(&requirements[i])
		case adhere.NotMet:
			s.broken++
		case adhere.Unsure, adhere.Broken, adhere.Skipped: // neither
		}
	}
	return s
}

func weight(r *adhere.Requirement) float64 {
	if r.Weight == 0 {
		return 1
	}
	return r.Weight
}

// beats reports whether s is better: more is met, or as much is met and less
// is broken.
func (s standing) beats(t standing) bool {
	return s.met > t.met || s.met == t.met && s.broken < t.broken
}

// choose returns the position of the answer among the attempts, or -1. An
// attempt about which nothing was decided cannot stand against one that was
// judged; where none was judged, Best is the first.
func choose(attempts []Attempt, requirements []adhere.Requirement, c Choice) int {
	best, first := -1, -1
	var top standing
	for i := range attempts {
		a := &attempts[i]
		if a.Response == nil || a.Discarded != "" {
			continue
		}
		if first < 0 || c == Last {
			first = i
		}
		if !a.judged() {
			continue
		}
		if s := standingOf(requirements, a.Verdicts); best < 0 || s.beats(top) {
			best, top = i, s
		}
	}
	if c == Last || best < 0 {
		return first
	}
	return best
}

// satisfied says where verdicts leave a refinement: StopSatisfied if all that
// was asked is met, StopUndecided if nothing is known to be broken, and ""
// where something is to be repaired.
func satisfied(verdicts []adhere.Verdict) Stop {
	met, undecided := 0, 0
	for _, v := range verdicts {
		switch v.Outcome {
		case adhere.NotMet:
			return ""
		case adhere.Met:
			met++
		case adhere.Unsure, adhere.Broken:
			undecided++
		case adhere.Skipped: // was not asked
		}
	}
	if met > 0 && undecided == 0 {
		return StopSatisfied
	}
	return StopUndecided
}
