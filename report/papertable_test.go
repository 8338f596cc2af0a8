package report_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

// TestTablesOfPapers lays two runs with levels and categories out in rows: the
// columns of FollowBench's tables, the best of each column in bold.
func TestTablesOfPapers(t *testing.T) {
	run := func(name string, value float64) *report.Result {
		r := &report.Result{Run: name, Model: name, Definitions: []report.Definition{{Name: "hsr"}, {Name: "ssr"}, {Name: "csl", Max: 5, Plain: true}}}
		add := func(metric string, group map[string]string) {
			r.Metrics = append(r.Metrics, adhere.Summary{Metric: metric, Group: group, Value: value, Lo: value / 2, Hi: value, N: 10})
		}
		for _, metric := range []string{"hsr", "ssr", "csl"} {
			add(metric, nil)
			for _, level := range []string{"1", "2"} {
				if metric != "csl" {
					add(metric, map[string]string{"level": level})
					add(metric, map[string]string{"level": level, "category": "style"})
				}
			}
			add(metric, map[string]string{"category": "style"})
		}
		return r
	}
	s := &report.Sweep{Names: []string{"one", "two"}, Results: []*report.Result{run("one", 0.5), run("two", 0.75)}, Rows: true}
	var latex, md strings.Builder
	if err := s.LaTeX(&latex); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`\multicolumn{3}{c}{hsr} & \multicolumn{3}{c}{ssr} & \multicolumn{1}{c}{} \\`,
		` & L1 & L2 & avg & L1 & L2 & avg & csl \\`,
		`one & 50.0\% {\scriptsize [25.0, 50.0]} & `, `two & \textbf{75.0\%} {\scriptsize [37.5, 75.0]} & `,
		"% category and level category style\n", "% category hsr\n",
	} {
		if !strings.Contains(latex.String(), want) {
			t.Errorf("%q is not in\n%s", want, latex.String())
		}
	}
	if err := report.WriteSweep(&md, report.FormatMarkdown, s, report.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| result | hsr L1 | hsr L2 | hsr avg | ssr L1 | ssr L2 | ssr avg | csl |", "**75.0%**"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("%q is not in\n%s", want, md.String())
		}
	}
}

// TestNoEmptyColumn: where only groups are asked for, no column stands for the
// whole; the tables of the sources of labels have none for what nobody recorded.
func TestNoEmptyColumn(t *testing.T) {
	r := &report.Result{Run: "one", Model: "one", Definitions: []report.Definition{{Name: "hsr"}}}
	for _, category := range []string{"style", "format"} {
		r.Metrics = append(r.Metrics, adhere.Summary{Metric: "hsr", Group: map[string]string{"category": category}, Value: 0.5, Lo: 0.4, Hi: 0.6, N: 10})
	}
	var text strings.Builder
	s := &report.Sweep{Names: []string{"one"}, Results: []*report.Result{r}, Rows: true}
	if err := report.WriteSweep(&text, report.FormatMarkdown, s, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "overall") || !strings.Contains(text.String(), "| result | style | format |") {
		t.Errorf("groups alone are laid out as\n%s", text.String())
	}
	text.Reset()
	a := &report.Agreement{Title: "Labels", Raters: []metric.RaterSummary{{Rater: "person/1", Met: 3}, {Rater: "judge/x", Met: 2, Usage: adhere.Usage{Calls: 5, In: 20, Out: 5}}}}
	if err := report.WriteAgreement(&text, report.FormatMarkdown, a, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "| source | met | not met | undecided | calls | tokens in | out |") {
		t.Errorf("sources without cost and time are laid out as\n%s", text.String())
	}
}

// What is not better where it is greater is not marked as best, and tables in rows
// say what is undecided.
func TestBestAndUndecided(t *testing.T) {
	run := func(name string, value float64) *report.Result {
		return &report.Result{
			Run: name, Model: name, Definitions: []report.Definition{{Name: "pass@1"}, {Name: "attempt_variance", Plain: true}},
			Metrics: []adhere.Summary{
				{Metric: "pass@1", Value: value, Lo: 0.1, Hi: 0.9, N: 10, Undecided: int(8 * value)},
				{Metric: "attempt_variance", Value: value / 2, Lo: 0.1, Hi: 0.5, N: 10},
			},
		}
	}
	for _, rows := range []bool{true, false} {
		s := &report.Sweep{Names: []string{"one", "two"}, Results: []*report.Result{run("one", 0), run("two", 0.5)}, Rows: rows}
		var md, latex strings.Builder
		if err := report.WriteSweep(&md, report.FormatMarkdown, s, report.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := s.LaTeX(&latex); err != nil {
			t.Fatal(err)
		}
		for _, doc := range []string{md.String(), latex.String()} {
			if !strings.Contains(doc, "**50.0%**") && !strings.Contains(doc, `\textbf{50.0\%}`) || strings.Contains(doc, "**0.250**") || strings.Contains(doc, `\textbf{0.250}`) {
				t.Errorf("rows %v: pass@1 alone has a best:\n%s", rows, doc)
			}
		}
		if rows && !strings.Contains(md.String(), "undecided: two: pass@1 4") {
			t.Errorf("nothing says that 4 are undecided:\n%s", md.String())
		}
	}
}
