package metric_test

import (
	"testing"

	"adhere"
	"adhere/metric"
)

// A label from a file may hold any character, also those that look like parts
// of a key.
func TestGroupsOfHostileLabels(t *testing.T) {
	const evil = "a\x00b\x00c"
	in := &adhere.Instruction{ID: "i", Tags: map[string]string{"category": evil}, Requirements: []adhere.Requirement{{ID: "1", Labels: []string{evil}}}}
	records := []adhere.Record{{Instruction: in, Response: &adhere.Response{}, Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "rule/x@1", Outcome: adhere.Met}}}}
	by := []metric.Grouping{metric.ByLabel(), metric.Across(metric.ByTag("category"), metric.ByLabel())}
	all := metric.ConstraintAccuracy("m", metric.Options{By: by}).Of(records)
	if len(all) != 3 || all[1].Group["label"] != evil {
		t.Errorf("the groups are %v", all)
	}
}
