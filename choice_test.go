package adhere_test

import (
	"testing"

	"adhere"
)

// TestChooseBestCountsAsMetricsDo: what needs a requirement that is not met is
// not met, whatever the critic said of it.
func TestChooseBestCountsAsMetricsDo(t *testing.T) {
	requirements := []adhere.Requirement{{ID: "choice"}, {ID: "2", Needs: []string{"choice"}}, {ID: "3", Needs: []string{"choice"}}}
	attempt := func(outcomes ...adhere.Outcome) adhere.Attempt {
		a := adhere.Attempt{Response: &adhere.Response{}}
		for i, o := range outcomes {
			a.Verdicts = append(a.Verdicts, adhere.Verdict{Requirement: requirements[i].ID, Outcome: o})
		}
		return a
	}
	wrong, right := attempt(adhere.NotMet, adhere.Met, adhere.Met), attempt(adhere.Met, adhere.NotMet, adhere.NotMet)
	if got := adhere.ChooseBest.Of([]adhere.Attempt{wrong, right}, requirements); got != 1 {
		t.Errorf("attempt %d is the answer, of which nothing counts as met", got)
	}
}
