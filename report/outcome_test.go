package report_test

import (
	"io"
	"runtime"
	"slices"
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
		shownBy := slices.Concat([][]adhere.Verdict{report.Merged(rec)}, report.Said(rec))
		for i, judge := range append([]string{""}, rec.Judges()...) {
			var shown counts
			for _, v := range shownBy[i] {
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

// TestPagesGrowWithRequirements: eight times as many requirements of an item make
// a page of about eight times the work.
func TestPagesGrowWithRequirements(t *testing.T) {
	record := func(n int) adhere.Record {
		in := &adhere.Instruction{ID: "i", Messages: []adhere.Message{{Role: adhere.User, Text: "Do it."}}}
		for i := range n {
			in.Requirements = append(in.Requirements, adhere.Requirement{ID: strconv.Itoa(i), Text: "Is it done?"})
		}
		rec := adhere.Record{Instruction: in, Response: &adhere.Response{Text: "Done."}}
		for _, judge := range []string{"rule/a@1", "judge/b@1", "judge/c@1"} {
			rec.Verdicts = append(rec.Verdicts, in.Verdicts(judge, adhere.Met, "")...)
		}
		return rec
	}
	all := func(rec adhere.Record) report.Records {
		return func(yield func(*adhere.Record, error) bool) { yield(&rec, nil) }
	}
	for name, write := range map[string]func(rec adhere.Record) error{
		"result": func(rec adhere.Record) error {
			return report.Write(io.Discard, report.FormatHTML, &report.Result{Run: "r"}, report.Options{Records: all(rec)})
		},
		"results": func(rec adhere.Record) error {
			s := &report.Sweep{Results: []*report.Result{{Run: "a"}, {Run: "b"}}, Records: []report.Records{all(rec), all(rec)}}
			return report.WriteSweep(io.Discard, report.FormatHTML, s, report.Options{})
		},
	} {
		bytes := func(n int) uint64 {
			rec := record(n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if err := write(rec); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		bytes(1)
		if few, many := bytes(50), bytes(400); many > 12*few {
			t.Errorf("%s: %d bytes for 50 requirements, %d for 400", name, few, many)
		}
	}
}
