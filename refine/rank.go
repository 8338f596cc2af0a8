package refine

import "adhere"

// satisfied says where verdicts leave a refinement: adhere.StopSatisfied if all that
// was asked is met, adhere.StopUndecided if nothing is known to be broken, and ""
// where something is to be repaired.
func satisfied(verdicts []adhere.Verdict) adhere.Stop {
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
		return adhere.StopSatisfied
	}
	return adhere.StopUndecided
}
