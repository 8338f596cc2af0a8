package report_test

import (
	"bytes"
	"strings"
	"testing"

	"adhere"
	"adhere/report"
)

// TestCheckedColumns holds that models that were measured by different metrics
// each have their values under the metric's name, in tables that the width has
// room for.
func TestCheckedColumns(t *testing.T) {
	result := func(model string, metrics ...string) *report.Result {
		r := &report.Result{Model: model}
		for i, m := range metrics {
			r.Metrics = append(r.Metrics, adhere.Summary{Metric: m, Value: float64(i+1) / 10, Hi: 1, N: 10, Met: i + 1})
		}
		return r
	}
	c := &report.Checked{
		Title: "shop", Records: make([][]adhere.Record, 2),
		Results: []*report.Result{result("one", "acc", "pass@1", "pass@2", "pass@3", "all@3"), result("two", "acc", "last")},
	}
	var b bytes.Buffer
	if err := report.WriteChecked(&b, report.FormatMarkdown, c, report.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| one | 10.0% 1/10 [0.0, 100.0] | 20.0% 2/10 [0.0, 100.0] | 30.0% 3/10 [0.0, 100.0] | 40.0% 4/10 [0.0, 100.0] | 50.0% 5/10 [0.0, 100.0] |  | 0 | 0 | none |",
		"| two | 10.0% 1/10 [0.0, 100.0] |  |  |  |  | 20.0% 2/10 [0.0, 100.0] | 0 | 0 | none |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no row\n%s\nin\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := report.WriteChecked(&b, report.FormatText, c, report.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > 81 {
			t.Errorf("wider than 80: %s", line)
		}
	}
}
