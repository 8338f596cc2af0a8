package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

func sampleAgreement() *report.Agreement {
	const wren, owl = "judge/alone@1+house/wren", "judge/alone@1+house/owl"
	of := func(metric string, v, lo, hi float64, n int, group ...string) adhere.Summary {
		s := adhere.Summary{Metric: metric, Value: v, Lo: lo, Hi: hi, N: n, Group: map[string]string{}}
		for i := 0; i < len(group); i += 2 {
			s.Group[group[i]] = group[i+1]
		}
		return s
	}
	undefined := adhere.Summary{Metric: "kappa", N: 3, Group: map[string]string{"judge": owl, "label": "Number"}, Undefined: "both gave one answer to everything"}
	unsure := of("accuracy", 0.9, 0.7, 0.98, 19, "judge", owl)
	unsure.Undecided = 1
	return &report.Agreement{
		Title: "Judges of the garden", Gold: "person/7",
		Overall: []adhere.Summary{of("fleiss_kappa", 0.612, 0.41, 0.77, 20), of("alpha", -0.08, -0.31, 0.2, 20)},
		Judges: []adhere.Summary{
			of("accuracy", 0.75, 0.53, 0.89, 20, "judge", wren), of("kappa", 0.5, 0.12, 0.8, 20, "judge", wren),
			unsure, of("kappa", 0.79, 0.5, 0.95, 19, "judge", owl),
			of("accuracy", 1, 0.4, 1, 3, "judge", owl, "label", "Number"), undefined,
		},
		Pairs: []adhere.Summary{
			of("kappa", 0.5, 0.12, 0.8, 20, "a", "person/7", "b", wren), of("kappa", 0.79, 0.5, 0.95, 19, "a", "person/7", "b", owl),
			of("kappa", -0.12, -0.5, 0.3, 19, "a", wren, "b", owl),
		},
		Raters: []metric.RaterSummary{
			{Rater: "person/7", Met: 12, NotMet: 8, Undecided: 1, Usage: adhere.Usage{Time: time.Hour}},
			{Rater: wren, Met: 15, NotMet: 5},
			{Rater: owl, Met: 11, NotMet: 8, Usage: adhere.Usage{Calls: 20, In: 4321, Cached: 100, Out: 40, Money: adhere.USD / 4, Time: 1500 * time.Millisecond}},
		},
		Levels: []string{"all agree", "one differs"},
		Spread: []report.Spread{{Group: "all", Counts: []int{14, 6}}, {Group: "Number", Counts: []int{3, 0}}},
		Definitions: []report.Definition{
			{Name: "accuracy", Doc: "The share of verdicts that equal the gold ones."},
			{Name: "kappa", Doc: "Cohen's kappa.", Plain: true},
			{Name: "fleiss_kappa", Doc: "Fleiss' kappa.", Plain: true},
			{Name: "alpha", Doc: "Krippendorff's alpha.", Plain: true},
		},
		Warnings: []string{"1 verdict of person/7 is UNKNOWN and left out"},
	}
}

func TestAgreementGolden(t *testing.T) {
	for _, format := range documentFormats {
		var b bytes.Buffer
		if err := report.WriteAgreement(&b, format, sampleAgreement(), report.Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "agreement."+string(format), b.Bytes())
		if format == report.FormatHTML {
			balanced(t, b.String())
		}
	}
}

func TestAgreementSaysUndefinedInWords(t *testing.T) {
	var b bytes.Buffer
	if err := report.WriteAgreement(&b, report.FormatText, sampleAgreement(), report.Options{Width: 200}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"0.500 [0.120, 0.800]", "-0.120 [-0.500, 0.300]", "75.0% [53.0, 89.0]",
		"label=Number) is undefined: both gave one answer to everything", "one differs",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestCostPerLabelNeedsLabels leaves the cost per label of a source without any open.
func TestCostPerLabelNeedsLabels(t *testing.T) {
	a := sampleAgreement()
	a.Raters[2].Met, a.Raters[2].NotMet, a.Raters[2].Undecided = 0, 0, 20
	var b bytes.Buffer
	if err := report.WriteAgreement(&b, report.FormatText, a, report.Options{Width: 200}); err != nil {
		t.Fatal(err)
	}
	if cost := (adhere.USD / 4).String(); strings.Count(b.String(), cost) != 1 {
		t.Errorf("expected %s once, as the whole cost:\n%s", cost, b.String())
	}
}

func TestAgreementHeatmapHasEveryPair(t *testing.T) {
	var b bytes.Buffer
	if err := report.WriteAgreement(&b, report.FormatHTML, sampleAgreement(), report.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>person/7, judge/alone@1+house/owl: 0.79 [0.50, 0.95], n 19</title>",
		"<title>judge/alone@1+house/owl, judge/alone@1+house/wren: -0.12 [-0.50, 0.30], n 19</title>",
		"<title>person/7, person/7: the same source</title>",
		"<title>all agree, all: 14</title>",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestAgreementJSONIsTheGivenDocument(t *testing.T) {
	a := sampleAgreement()
	a.Document = map[string]any{"gold": "person/7", "judges": []string{"x"}}
	var b bytes.Buffer
	if err := report.WriteAgreement(&b, report.FormatJSON, a, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"gold\": \"person/7\",\n  \"judges\": [\n    \"x\"\n  ]\n}\n"; b.String() != want {
		t.Errorf("got %s", b.String())
	}
}

func judged(judge string, outcomes ...adhere.Outcome) []metric.Judged {
	var out []metric.Judged
	for i, o := range outcomes {
		out = append(out, metric.Judged{
			Instruction: fmt.Sprintf("garden/%d", i/2), Model: "house/wren",
			Verdict: adhere.Verdict{Requirement: fmt.Sprint(i%2 + 1), Judge: judge, Outcome: o, Usage: adhere.Usage{Calls: 1}},
		})
	}
	return out
}

func sampleJudged() []metric.Judged {
	const yes, no, dunno = adhere.Met, adhere.NotMet, adhere.Unsure
	return slices.Concat(
		judged("person/7", yes, yes, no, no, yes, no, yes, dunno),
		judged("judge/alone@1+house/owl", yes, yes, no, yes, yes, no, yes, no),
		judged("judge/alone@1+house/wren", yes, yes, yes, yes, yes, yes, yes, yes),
	)
}

func TestOfGold(t *testing.T) {
	r, err := metric.EvaluateJudges(sampleJudged(), "person/7", metric.JudgeOptions{
		Baselines: true, Labels: func(_, requirement string) []string { return []string{"label " + requirement} },
	})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WriteAgreement(&b, report.FormatText, report.OfGold(r), report.Options{Width: 300}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`judge/alone@1\+house/owl +4 to 7 +0 +85\.7% \[[^]]+\] +0\.696`, `baseline/all-met +4 to 7 +0 +57\.1%`,
		`judge/alone@1\+house/owl +label 2 +1 to 3 +0`, `judge/alone@1\+house/owl +5 +3 +0 +8\n`,
	} {
		if !regexp.MustCompile(want).MatchString(b.String()) {
			t.Errorf("no match for %s in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := report.WriteAgreement(&b, report.FormatCSV, report.OfGold(r), report.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{ // value, interval, n, met
		`,accuracy,judge/alone@1\+house/owl,,0\.857\d+,[^,]+,[^,]+,7,6,0,`, `,precision,judge/alone@1\+house/owl,,0\.8,[^,]+,[^,]+,5,4,0,`,
		`,recall,judge/alone@1\+house/owl,,1,[^,]+,[^,]+,4,4,0,`, `,recall,baseline/all-not-met,,0,[^,]+,[^,]+,4,0,0,`,
	} {
		if !regexp.MustCompile(want).MatchString(b.String()) {
			t.Errorf("no match for %s in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := report.WriteAgreement(&b, report.FormatJSON, report.OfGold(r), report.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"f1_negative"`) {
		t.Error("JSON is not the metric's own")
	}
}

func TestOfRaters(t *testing.T) {
	r, err := metric.Agree(sampleJudged(), metric.AgreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var text, page bytes.Buffer
	if err := report.WriteAgreement(&text, report.FormatText, report.OfRaters(r), report.Options{Width: 300}); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteAgreement(&page, report.FormatHTML, report.OfRaters(r), report.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"fleiss_kappa", "krippendorff_alpha", "Each pair", "level 1", "person/7"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if n := strings.Count(page.String(), "<title>judge/alone@1+house/owl, person/7: "); n != 1 {
		t.Errorf("the pair stands %d times in the heatmap", n)
	}
	balanced(t, page.String())
}

func TestSpreadByLabel(t *testing.T) {
	r, err := metric.Agree(sampleJudged(), metric.AgreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a := report.OfRaters(r)
	a.SpreadByLabel(&r.Disagreement, func(_, requirement string) []string {
		if requirement == "1" {
			return []string{"Tone", "Length"}
		}
		return nil
	})
	want := []report.Spread{{Group: "all", Counts: r.Disagreement.Levels}, {Group: "Length", Counts: []int{3, 1}}, {Group: "Tone", Counts: []int{3, 1}}}
	if diff := cmp.Diff(want, a.Spread); diff != "" {
		t.Error(diff)
	}
	if len(a.Levels) != 2 {
		t.Errorf("levels %q", a.Levels)
	}
}
