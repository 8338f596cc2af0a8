package metric_test

import (
	"testing"

	"adhere"
	"adhere/metric"
)

// The zero Grouping, and Across of none, group nothing.
func TestZeroGrouping(t *testing.T) {
	records := []adhere.Record{{Instruction: &adhere.Instruction{ID: "i", Requirements: []adhere.Requirement{{ID: "r"}}}, Response: &adhere.Response{Text: "x"}, Verdicts: []adhere.Verdict{{Requirement: "r", Judge: "rule/a@1", Outcome: adhere.Met}}}}
	all := metric.ConstraintAccuracy("acc", metric.Options{By: []metric.Grouping{{}, metric.Across(), metric.ByRequirement()}}).Of(records)
	if len(all) != 2 || all[0].Met != 1 || all[1].Group["requirement"] != "r" {
		t.Errorf("%+v", all)
	}
}
