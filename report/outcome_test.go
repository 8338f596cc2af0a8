package report_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

// drawnRecord is a record of up to three requirements, which may need others or
// be what an answer is to avoid, with up to four judges, some of whom may have
// given too few verdicts or the same name.
func drawnRecord(t *rapid.T) *adhere.Record {
	in := &adhere.Instruction{ID: "a"}
	for i := range rapid.IntRange(1, 3).Draw(t, "requirements") {
		r := adhere.Requirement{ID: strconv.Itoa(i), Weight: rapid.SampledFrom([]float64{0, -1}).Draw(t, "weight")}
		if rapid.Bool().Draw(t, "needs") {
			r.Needs = []string{"0"}
		}
		in.Requirements = append(in.Requirements, r)
	}
	rec := &adhere.Record{Instruction: in, Response: &adhere.Response{}}
	if rapid.IntRange(0, 5).Draw(t, "fails") == 0 {
		rec.Response, rec.Err = nil, "no connection"
	}
	outcome := rapid.SampledFrom([]adhere.Outcome{adhere.Met, adhere.NotMet, adhere.Unsure, adhere.Broken, adhere.Skipped, "maybe"})
	for range rapid.IntRange(0, 4).Draw(t, "judges") {
		judge := rapid.SampledFrom([]string{"rule/a@1", "rule/b@1", "judge/c@1", "person/d"}).Draw(t, "judge")
		given := in.Requirements
		if rapid.IntRange(0, 5).Draw(t, "short") == 0 {
			given = given[1:]
		}
		for _, r := range given {
			rec.Verdicts = append(rec.Verdicts, adhere.Verdict{Requirement: r.ID, Judge: judge, Outcome: outcome.Draw(t, "outcome")})
		}
	}
	return rec
}

// TestReportsSayWhatMetricsCount holds that requirements come out in reports as
// they are counted, by all judges together and by each.
func TestReportsSayWhatMetricsCount(t *testing.T) {
	type counts struct{ met, decided, undecided int }
	rapid.Check(t, func(t *rapid.T) {
		rec := drawnRecord(t)
		for _, judge := range append([]string{""}, rec.Judges()...) {
			var shown counts
			said := report.Merged(rec)
			if judge != "" {
				said = report.Said(rec, judge)
			}
			for _, v := range said {
				switch {
				case v.Outcome == adhere.Met:
					shown.met, shown.decided = shown.met+1, shown.decided+1
				case v.Outcome == adhere.NotMet:
					shown.decided++
				case v.Outcome != adhere.Skipped:
					shown.undecided++
				}
			}
			s := metric.ConstraintAccuracy("accuracy", metric.Options{Judge: judge}).Of([]adhere.Record{*rec})[0]
			if counted := (counts{s.Met, s.N, s.Undecided}); shown != counted {
				t.Fatalf("by %q %+v is counted and %+v shown of %+v", judge, counted, shown, rec.Verdicts)
			}
		}
	})
}

// TestAnswerWithoutVerdicts: it is undecided for metrics, and does not pass.
func TestAnswerWithoutVerdicts(t *testing.T) {
	in := &adhere.Instruction{ID: "a", Messages: []adhere.Message{{Role: adhere.User, Text: "Describe a mill."}}, Requirements: []adhere.Requirement{{ID: "1", Text: "Be brief."}}}
	o := report.Options{Records: report.Each([]adhere.Record{{Instruction: in, Response: &adhere.Response{Text: "A mill."}}})}
	if junit := string(render(t, report.FormatJUnit, sampleResult(), o)); !strings.Contains(junit, `message="1 of 1 requirement undecided"`) {
		t.Error(junit)
	}
	if page := string(render(t, report.FormatHTML, sampleResult(), o)); !strings.Contains(page, "1 undecided") || strings.Contains(page, "all 0 met") {
		t.Error(page)
	}
}
