package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

// TestNoInterval: the answers to one instruction give a mean no interval, which no
// report may pass off as one without width.
func TestNoInterval(t *testing.T) {
	in := &adhere.Instruction{ID: "a"}
	one := adhere.Record{Instruction: in, Response: &adhere.Response{Usage: adhere.Usage{Calls: 1, In: 30, Out: 10}}}
	costs, err := metric.AnswerCosts(report.Each([]adhere.Record{one}))
	if err != nil {
		t.Fatal(err)
	}
	var back []adhere.Summary
	b, err := json.Marshal(costs)
	if err == nil {
		err = json.Unmarshal(b, &back)
	}
	if diff := cmp.Diff(costs, back, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}
	r := &report.Result{Bench: "mills@1", Metrics: costs, Definitions: []metric.Definition{{Name: "calls", Plain: true}, {Name: "tokens", Plain: true}}}
	for format, want := range map[report.Format]string{
		report.FormatText: "no interval", report.FormatMarkdown: "no interval", report.FormatJUnit: "no interval", report.FormatHTML: "no interval",
		report.FormatJSON: `"lo": null`, report.FormatCSV: "tokens,40,,,1,",
	} {
		got := string(render(t, format, r, report.Options{}))
		if !strings.Contains(got, want) || strings.Contains(got, "40.000]") {
			t.Errorf("%s has no %q: %s", format, want, got)
		}
	}
}
