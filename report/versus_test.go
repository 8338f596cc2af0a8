package report_test

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strings"
	"testing"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

func sampleVersus() *report.Versus {
	a, b := sampleResult(), sampleResult()
	b.Run, b.Model = "garden-lark-9f8e7d6c", "house/lark"
	sum := func(v float64, n, met int) adhere.Summary {
		return adhere.Summary{Metric: "drfr", Value: v, Lo: v / 2, Hi: v * 1.1, N: n, Met: met}
	}
	style := map[string]string{"label": "Style"}
	flip := func(id string, attempt int, req string, from, to adhere.Outcome) metric.Flip {
		return metric.Flip{Instruction: id, Attempt: attempt, Requirement: req, From: from, To: to}
	}
	return &report.Versus{
		A: a, B: b, Warnings: []string{"1 item of A has no partner in B"},
		Comparisons: []metric.Comparison{
			{
				Metric: "drfr", A: sum(4.0/6, 6, 4), B: sum(5.0/6, 6, 5), Diff: 1.0 / 6, Lo: 0.02, Hi: 0.31, P: 0.0004, PHolm: 0.0012, Gained: 2, Lost: 1, N: 6,
				Flips: []metric.Flip{flip("garden/2", 0, "1", adhere.NotMet, adhere.Met), flip("garden/3", 1, "3", adhere.Unsure, adhere.Met), flip("garden/1", 0, "2", adhere.Met, adhere.NotMet)},
			},
			{Metric: "csl", A: sum(2.4, 5, 0), B: sum(2.2, 5, 0), Diff: -0.2, Lo: -0.9, Hi: 0.5, P: 0.41, PHolm: 0.82, Lost: 1, N: 5, Noise: true},
			{Metric: "drfr", Group: style, A: sum(2.0/3, 3, 2), B: sum(2.0/3, 3, 2), Lo: -0.3, Hi: 0.3, P: 1, PHolm: 1, N: 3, Noise: true},
			{Metric: "drfr", Group: map[string]string{"label": "Format"}, A: adhere.Summary{Undefined: "none"}, B: sum(0.5, 2, 1), Undefined: "no pair is decided in both runs", Warnings: []string{"2 pairs undecided"}},
		},
	}
}

// otherRecords are what B answered: garden/2 and garden/1 turned round.
func otherRecords() []adhere.Record {
	records := sampleRecords()
	for i := range records {
		if records[i].Response != nil {
			records[i].Response.Text = "B says: " + records[i].Response.Text
		}
	}
	records[1].Verdicts[0].Outcome = adhere.Met
	return records
}

var documentFormats = []report.Format{report.FormatText, report.FormatJSON, report.FormatCSV, report.FormatMarkdown, report.FormatHTML}

func TestVersusGolden(t *testing.T) {
	for _, format := range documentFormats {
		var b bytes.Buffer
		o := report.Options{Records: report.Each(sampleRecords()), Against: report.Each(otherRecords())}
		if err := report.WriteVersus(&b, format, sampleVersus(), o); err != nil {
			t.Fatal(err)
		}
		golden(t, "versus."+string(format), b.Bytes())
	}
	err := report.WriteVersus(&bytes.Buffer{}, report.FormatJUnit, sampleVersus(), report.Options{})
	if adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("junit: %v", err)
	}
}

func TestVersusMarksNoise(t *testing.T) {
	var b bytes.Buffer
	if err := report.WriteVersus(&b, report.FormatText, sampleVersus(), report.Options{Width: 140}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`drfr +66\.7% \[33\.3, 73\.3\] +83\.3% \[41\.7, 91\.7\] +\+16\.7 +\[\+2\.0, \+31\.0\] +<0\.001 +0\.001 +2 +1 +6`,
		`csl +2\.40 \[1\.20, 2\.64\] +2\.20 \[1\.10, 2\.42\] +-0\.20 +~ +\[-0\.90, \+0\.50\] +0\.410 +0\.820 +0 +1 +5`,
		`Format +drfr +undefined +50\.0% \[25\.0, 55\.0\] +none`,
		`label=Format\) is not compared: no pair is decided in both runs`,
		`garden/3 \(attempt 2\), requirement 3: unsure in A, met in B`,
	} {
		if !regexp.MustCompile(want).MatchString(b.String()) {
			t.Errorf("no match for %s in\n%s", want, b.String())
		}
	}
}

func TestVersusLeavesIntervalsOfSidesOutWhereNarrow(t *testing.T) {
	var b bytes.Buffer
	if err := report.WriteVersus(&b, report.FormatText, sampleVersus(), report.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	want := `drfr +66\.7% +83\.3% +\+16\.7 +\[\+2\.0, \+31\.0\]`
	if !regexp.MustCompile(want).MatchString(b.String()) {
		t.Errorf("no match for %s in\n%s", want, b.String())
	}
}

func TestVersusFlipsLeadToBothAnswers(t *testing.T) {
	var b bytes.Buffer
	o := report.Options{Records: report.Each(sampleRecords()), Against: report.Each(otherRecords())}
	if err := report.WriteVersus(&b, report.FormatHTML, sampleVersus(), o); err != nil {
		t.Fatal(err)
	}
	balanced(t, b.String())
	got := strings.ReplaceAll(b.String(), "<wbr>", "")
	m := regexp.MustCompile(`<a href="#(item-\d+)">garden/2, requirement 1: not met in A, met in B</a>`).FindStringSubmatch(got)
	if m == nil {
		t.Fatal("the flip of garden/2 has no link")
	}
	_, item, _ := strings.Cut(got, `<article id="`+m[1]+`"`)
	item, _, _ = strings.Cut(item, "</article>")
	for _, want := range []string{"<bdi>A</bdi>", "<bdi>B</bdi>", "B says: &lt;/pre&gt;", "A: rule/plain@1", "B: rule/plain@1"} {
		if !strings.Contains(item, want) {
			t.Errorf("the item has no %q", want)
		}
	}
	if n := strings.Count(got, "<article"); n != 3 {
		t.Errorf("%d items, want the 3 that flipped", n)
	}
}

func TestVersusWithoutRecords(t *testing.T) {
	var b bytes.Buffer
	if err := report.WriteVersus(&b, report.FormatHTML, sampleVersus(), report.Options{}); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(b.String(), "<wbr>", "")
	if strings.Contains(got, `href="#item`) || !strings.Contains(got, "garden/2, requirement 1") {
		t.Error("flips must be listed, and lead nowhere")
	}
}

func TestVersusCSVLeavesUndefinedEmpty(t *testing.T) {
	var b bytes.Buffer
	if err := report.WriteVersus(&b, report.FormatCSV, sampleVersus(), report.Options{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := strings.Join(rows[len(rows)-1], "|")
	if want := "garden-wren-0a1b2c3d|garden-lark-9f8e7d6c|drfr|Format||0.5||||||false|0|0|0|no pair is decided in both runs"; last != want {
		t.Errorf("got  %s\nwant %s", last, want)
	}
}

// TestVersusNarrow holds that no name is cut where there is little room: it
// goes on in the next line, and groups have a table for each metric.
func TestVersusNarrow(t *testing.T) {
	v := sampleVersus()
	for i := range v.Comparisons {
		v.Comparisons[i].Metric = "prompt_level_strict_" + v.Comparisons[i].Metric
	}
	for _, width := range []int{100, 80, 50} {
		var b bytes.Buffer
		if err := report.WriteVersus(&b, report.FormatText, v, report.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "…") {
			t.Errorf("width %d: a name is cut\n%s", width, b.String())
		}
		if width == 50 && !strings.Contains(b.String(), "\nprompt_level_strict_drfr\nlabel") {
			t.Errorf("width %d: no table of one metric\n%s", width, b.String())
		}
		if width == 50 && !regexp.MustCompile(`(?m)^prompt_level_ .*%.*\n  strict_`).MatchString(b.String()) {
			t.Errorf("width %d: no name goes on in the next line\n%s", width, b.String())
		}
	}
}
