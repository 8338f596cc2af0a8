package report_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/report"
)

// TestAvoided holds that an answer which does what it should avoid fails in
// every kind of report, and one that does not passes.
func TestAvoided(t *testing.T) {
	record := func(id string, o adhere.Outcome) adhere.Record {
		in := adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: "Describe a mill."}}, Requirements: []adhere.Requirement{{ID: "c1", Text: "States that mills need electricity.", Weight: -4}}}
		return adhere.Record{Instruction: &in, Response: &adhere.Response{Text: "A mill."}, Verdicts: []adhere.Verdict{{Requirement: "c1", Judge: "judge/x@1", Outcome: o, Reason: "it says so"}}}
	}
	good, bad := record("good", adhere.NotMet), record("bad", adhere.Met)
	if o := report.Merged(&bad)[0].Outcome; o != adhere.NotMet {
		t.Errorf("merged: %s", o)
	}
	checked := report.Checked{Results: []*report.Result{sampleResult()}, Records: [][]adhere.Record{{good, bad}}}
	if unmet := checked.Unmet(); len(unmet) != 1 || unmet[0].Item != "bad" || unmet[0].Outcome != adhere.NotMet || unmet[0].Requirement != "avoid: States that mills need electricity." {
		t.Errorf("unmet: %+v", unmet)
	}
	options := report.Options{Records: report.Each([]adhere.Record{good, bad})}
	junit := string(render(t, report.FormatJUnit, sampleResult(), options))
	if !strings.Contains(junit, `message="1 of 1 requirement not met">avoid: States that mills need electricity.: not met (judge/x@1): it says so`) || strings.Contains(junit, `name="good"><failure`) {
		t.Error(junit)
	}
	page := string(render(t, report.FormatHTML, sampleResult(), options))
	found := strings.Contains(page, `bad</`)
	for _, want := range []string{"avoid: States that mills", "1 not met", "all 1 met"} {
		if !strings.Contains(page, want) || !found {
			t.Errorf("no %q in the page", want)
		}
	}
}
