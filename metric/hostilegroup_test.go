package metric_test

import (
	"strconv"
	"strings"
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

// A label that names a single requirement makes no group: thousands of groups
// of one say nothing.
func TestNamesAreNoGroups(t *testing.T) {
	for _, c := range []struct{ labels, summaries int }{{1000, 1001}, {1001, 1}} {
		var records []adhere.Record
		for k := range 2 * c.labels {
			in := &adhere.Instruction{ID: strconv.Itoa(k), Requirements: []adhere.Requirement{{ID: "1", Labels: []string{"label " + strconv.Itoa(k%c.labels)}}}}
			records = append(records, adhere.Record{Instruction: in, Response: &adhere.Response{}, Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "rule/x@1", Outcome: adhere.Met}}})
		}
		all := metric.ConstraintAccuracy("m", metric.Options{By: []metric.Grouping{metric.ByLabel()}}).Of(records)
		warned := strings.Contains(strings.Join(all[0].Warnings, "; "), "more than 1000 values of label")
		if len(all) != c.summaries || all[0].N != len(records) || warned != (c.summaries == 1) {
			t.Errorf("%d labels make %d summaries, the whole of %d, with %q", c.labels, len(all), all[0].N, all[0].Warnings)
		}
	}
}
