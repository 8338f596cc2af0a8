package adhere_test

import (
	"slices"
	"testing"

	"adhere"
)

// TestTracesCountAsMetricsDo: what needs a requirement that is not met is not met,
// whatever the critic said of it, for the choice of the answer and for what an
// attempt repaired and broke.
func TestTracesCountAsMetricsDo(t *testing.T) {
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

	trace := adhere.Trace{Instruction: &adhere.Instruction{Requirements: requirements}, Attempts: []adhere.Attempt{
		attempt(adhere.NotMet, adhere.Met, adhere.NotMet), attempt(adhere.Met, adhere.Met, adhere.Met), attempt(adhere.NotMet, adhere.Met, adhere.Unsure),
	}}
	all := []string{"choice", "2", "3"}
	if repaired, broke := trace.Changes(1); !slices.Equal(repaired, all) || broke != nil {
		t.Errorf("repaired %v and broke %v", repaired, broke)
	}
	if repaired, broke := trace.Changes(2); repaired != nil || !slices.Equal(broke, all) {
		t.Errorf("repaired %v and broke %v", repaired, broke)
	}
}
