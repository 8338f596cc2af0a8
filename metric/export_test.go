package metric

// Ratings and Scores are what Agree makes of verdicts before it compares them.
func Ratings(all []Judged) []Rating { return gather(all).ratings() }
func Scores(all []Judged) []Score   { return gather(all).scores() }
