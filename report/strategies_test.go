package report_test

import (
	"testing"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

// TestStrategiesCountAsTheirResults do: the table of final answers counts what
// is undecided by the policy of the results above it.
func TestStrategiesCountAsTheirResults(t *testing.T) {
	run := func(outcomes ...adhere.Outcome) []adhere.Record {
		var records []adhere.Record
		for i, o := range outcomes {
			records = append(records, adhere.Record{
				Instruction: &adhere.Instruction{ID: string(rune('a' + i)), Requirements: []adhere.Requirement{{ID: "1"}}},
				Response:    &adhere.Response{}, Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "rule/strict@1", Outcome: o}},
			})
		}
		return records
	}
	base, other := &report.Strategy{Refinement: "make_sure"}, &report.Strategy{Refinement: "decrim"}
	res := &report.Result{Undecided: metric.AsNotMet}
	base.Measure(res, run(adhere.Met, adhere.Met, adhere.NotMet, adhere.Met), nil)
	other.Measure(res, run(adhere.Met, adhere.Met, adhere.Met, adhere.Broken), nil)
	if err := report.CompareStrategies([]*report.Strategy{base, other}); err != nil {
		t.Fatal(err)
	}
	for _, a := range []report.Accuracy{other.Instruction, other.Constraint} {
		if a.Value != 0.75 || a.N != 4 || a.Gain == nil || a.Gain.Diff != 0 || a.Gain.N != 4 {
			t.Errorf("%+v, gain %+v", a.Summary, a.Gain)
		}
	}
}
