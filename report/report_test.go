package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden holds got against testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs; run with -update after looking at it (-want +got):\n%s", name, diff)
	}
}

func render(t *testing.T, format report.Format, r *report.Result, o report.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write(&b, format, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	records := sampleRecords()
	for _, format := range report.Formats() {
		t.Run(string(format), func(t *testing.T) {
			o := report.Options{Records: report.Each(records), Min: []report.Threshold{{Metric: "drfr", Min: 0.8}, {Metric: "hsr", Min: 0.5}}}
			got := render(t, format, sampleResult(), o)
			golden(t, "result."+string(format), got)
			if again := render(t, format, sampleResult(), o); !bytes.Equal(got, again) {
				t.Error("the second rendering differs from the first")
			}
		})
	}
}

func TestTextFitsWidth(t *testing.T) {
	for _, width := range []int{60, 80, 200} {
		got := render(t, report.FormatText, sampleResult(), report.Options{Width: width})
		for line := range strings.Lines(string(got)) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > width && !strings.Contains(line, "3f2a9c41") {
				t.Errorf("width %d: %d columns in %q", width, n, line)
			}
		}
	}
	golden(t, "narrow.text", render(t, report.FormatText, sampleResult(), report.Options{Width: 60}))
}

func TestTextShowsControlCharacters(t *testing.T) {
	r := sampleResult()
	r.Model = "evil\x1b]0;title\x07\u202E\xff"
	got := string(render(t, report.FormatText, r, report.Options{}))
	if !strings.Contains(got, `evil\u001B]0;title\u0007\u202E\xFF`) {
		t.Errorf("not made visible:\n%s", got)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	want := sampleResult()
	b := render(t, report.FormatJSON, want, report.Options{})
	var got report.Result
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	again := render(t, report.FormatJSON, &got, report.Options{})
	if diff := cmp.Diff(string(b), string(again)); diff != "" {
		t.Error(diff)
	}
	for _, leak := range []string{"started", "finished", "time"} {
		if bytes.Contains(b, []byte(`"`+leak+`"`)) {
			t.Errorf("JSON has %q, which differs between equal runs", leak)
		}
	}
}

func TestEmptyResult(t *testing.T) {
	for _, format := range report.Formats() {
		got := render(t, format, &report.Result{}, report.Options{})
		if bytes.Contains(got, []byte("null")) || bytes.Contains(got, []byte("NaN")) {
			t.Errorf("%s: %s", format, got)
		}
	}
}

func TestBelow(t *testing.T) {
	r := sampleResult()
	r.Metrics = append(r.Metrics, adhere.Summary{Metric: "empty", Undefined: "nothing was judged"},
		adhere.Summary{Metric: "same", Value: 0.8, Lo: 0.8, Hi: 0.8, N: 4}, adhere.Summary{Metric: "own", Value: 0.8, N: 4})
	got, err := r.Below([]report.Threshold{{"hsr", 0.5}, {"drfr", 0.7}, {"csl", 3}, {"empty", 0}, {"empty.lo", 0}, {"same", 0.8}, {"same.lo", 0.5}, {"own.lo", 0}})
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for _, s := range got {
		reasons = append(reasons, s.Reason)
	}
	want := []string{
		"drfr is 66.7%, expected at least 70.0%", "csl is 2.40, expected at least 3.00",
		"empty has no value: nothing was judged", "empty has no value: nothing was judged",
		"same is 80.0% without an interval, expected its lower end at least 50.0%", "own is 80.0% without an interval, expected its lower end at least 0.0%",
	}
	if diff := cmp.Diff(want, reasons); diff != "" {
		t.Error(diff)
	}
	_, err = r.Below([]report.Threshold{{"hrs", 0.5}})
	if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(adhere.HintOf(err), "drfr, hsr, csl") {
		t.Errorf("unknown metric: %v (%s)", err, adhere.HintOf(err))
	}
}

func TestUndecidedShare(t *testing.T) {
	if got := sampleResult().UndecidedShare(); got != 0.25 {
		t.Errorf("got %v, want 2 of 8", got)
	}
	few := sampleResult() // one open group of levels is not all of a run
	few.Metrics = append(few.Metrics, adhere.Summary{Metric: "csl", Undecided: 1, Undefined: "none of the groups was decided"})
	if got := few.UndecidedShare(); got != 0.25 {
		t.Errorf("with an open group: got %v, want 2 of 8 requirements", got)
	}
	counted := &report.Result{Undecided: metric.AsNotMet, Metrics: []adhere.Summary{{Metric: "drfr", N: 8, Met: 4, Undecided: 2}}}
	if got := counted.UndecidedShare(); got != 0.25 {
		t.Errorf("counted as not met: got %v, want 2 of 8, as where they are left out", got)
	}
	if got := (&report.Result{}).UndecidedShare(); got != 0 {
		t.Errorf("of nothing: got %v", got)
	}
}

func TestCSVKeepsNumbersAndDisarmsFormulas(t *testing.T) {
	r := sampleResult()
	r.Model = "=cmd|' /C calc'!A0"
	r.Metrics = []adhere.Summary{{
		Metric: "@sum", Value: -0.125, Lo: -1, Hi: 1e-9, N: 3,
		Group: map[string]string{"level": "-1", "label": "+danger", "topic": "a,\"b\"\nc"},
	}}
	rows, err := csv.NewReader(bytes.NewReader(render(t, report.FormatCSV, r, report.Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"run", "bench", "model", "metric", "label", "level", "topic", "value", "lo", "hi", "n", "met", "undecided", "undefined", "warnings"},
		{"garden-wren-0a1b2c3d", "garden@1", "'=cmd|' /C calc'!A0", "'@sum", "'+danger", "-1", "a,\"b\"\nc", "-0.125", "-1", "1e-09", "3", "0", "0", "", ""},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
}

func TestMarkdownIsInert(t *testing.T) {
	r := sampleResult()
	r.Model = "<img src=x> [a](http://b) `c` | d\n# e @all"
	got := string(render(t, report.FormatMarkdown, r, report.Options{}))
	for _, bad := range []string{"<img", " [a](http", " `c` ", "\n# e", "@all"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q stands unescaped", bad)
		}
	}
}

func TestJUnitCounts(t *testing.T) {
	records := sampleRecords()
	b := render(t, report.FormatJUnit, sampleResult(), report.Options{Records: report.Each(records), Min: []report.Threshold{{"drfr", 0.8}}})
	var all struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Cases []struct {
				Name string `xml:"name,attr"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	if all.Tests != 8 || all.Failures != 2 || all.Errors != 1 || all.Skipped != 1 {
		t.Errorf("tests %d failures %d errors %d skipped %d", all.Tests, all.Failures, all.Errors, all.Skipped)
	}
	if len(all.Suites) != 2 || len(all.Suites[0].Cases) != 3 || len(all.Suites[1].Cases) != 5 {
		t.Errorf("suites: %+v", all.Suites)
	}
}

func TestRecordErrorsAreReturned(t *testing.T) {
	broken := func(yield func(*adhere.Record, error) bool) { yield(nil, errors.New("the disk is gone")) }
	for _, format := range []report.Format{report.FormatJUnit, report.FormatHTML} {
		err := report.Write(io.Discard, format, sampleResult(), report.Options{Records: broken})
		if err == nil || !strings.Contains(err.Error(), "the disk is gone") {
			t.Errorf("%s: %v", format, err)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	err := report.Write(io.Discard, "pdf", sampleResult(), report.Options{})
	if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(adhere.HintOf(err), "junit") {
		t.Errorf("%v (%s)", err, adhere.HintOf(err))
	}
}

func TestCommonPrefixIsSaidOnce(t *testing.T) {
	r := sampleResult()
	for _, rule := range []string{"suite/a:one", "suite/a:two", "suite/b/three"} {
		r.Metrics = append(r.Metrics, adhere.Summary{Metric: "drfr", Group: map[string]string{"rule": rule}, Value: 0.5, N: 2, Met: 1})
	}
	got := string(render(t, report.FormatText, r, report.Options{}))
	if !strings.Contains(got, "rule (suite/)") || !strings.Contains(got, "\na:one ") || !strings.Contains(got, "\nb/three ") {
		t.Errorf("the suite is not said once:\n%s", got)
	}
}

func TestDefineKnowsWhatIsNoShare(t *testing.T) {
	r := &report.Result{
		Metrics:     []adhere.Summary{{Metric: "csl", Value: 0.8, Lo: 0.5, Hi: 1.2, N: 10}, {Metric: "hsr", Value: 0.8, Lo: 0.5, Hi: 0.9, N: 10, Met: 8}},
		Definitions: report.Define([]adhere.Metric{{Name: "csl", Doc: "levels"}, {Name: "hsr", Doc: "share"}}),
	}
	got := string(render(t, report.FormatText, r, report.Options{}))
	for _, want := range []string{"csl       0.80   [0.50, 1.20]      10", "hsr      80.0%   [50.0, 90.0]    8/10"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
