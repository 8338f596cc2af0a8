package metric_test

import (
	"testing"

	"adhere"
	"adhere/metric"
)

// TestShareOf holds that a share of counts is the accuracy of records that
// say the same, interval and all.
func TestShareOf(t *testing.T) {
	counts := []metric.Counted{{2, 3}, {0, 1}, {4, 4}, {1, 5}}
	var records []adhere.Record
	for i, c := range counts {
		in := &adhere.Instruction{ID: string(rune('a' + i))}
		var verdicts []adhere.Verdict
		for k := range c.N {
			id := string(rune('0' + k))
			in.Requirements = append(in.Requirements, adhere.Requirement{ID: id, Weight: 1})
			verdicts = append(verdicts, adhere.Verdict{Requirement: id, Judge: "rule/x@1", Outcome: adhere.OutcomeOf(k < c.Met)})
		}
		records = append(records, adhere.Record{Instruction: in, Response: &adhere.Response{Text: "x"}, Verdicts: verdicts})
	}
	want := metric.ConstraintAccuracy("acc", metric.Options{}).Of(records)[0]
	got := metric.ShareOf("kept", "turns", counts)
	if got.Value != want.Value || got.Lo != want.Lo || got.Hi != want.Hi || got.Met != 7 || got.N != 13 {
		t.Errorf("share %v, accuracy %v", got, want)
	}
	if none := metric.ShareOf("kept", "turns", nil); none.N != 0 || none.Undefined != "there are no turns" {
		t.Errorf("of nothing: %+v", none)
	}
}
