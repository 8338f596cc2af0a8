package study

import (
	"fmt"
	"strconv"
	"strings"

	"adhere/internal/lists"
	"adhere/internal/plural"
	"adhere/report"
	"adhere/report/chart"
)

// Document lays the table out; JSON has all of it.
func (t *Table) Document() *report.Document {
	grades := make([]string, 0, 3)
	for _, c := range t.Scheme.Classes() {
		grades = append(grades, string(c))
	}
	s := report.Section{ID: "judges", Title: "Judges of edits", Names: []string{"judge"}, Numbers: []string{"accuracy", "precision", "recall", "F1", "% " + strings.Join(grades, "/"), "turns", "undecided"}}
	if t.Scheme == Two {
		s.Intro = "Precision, recall and F1 are those of good. Means over three random splits, with the standard deviation; of people, over bootstrap samples."
	} else {
		s.Intro = "Precision, recall and F1 are means over the three grades. Means over three random splits, with the standard deviation; of people, over bootstrap samples."
	}
	c := chart.Bars{Head: chart.Head{ID: "accuracy", Title: "Agreement with people's ratings", Desc: "Accuracy and F1 of each judge."}, Scale: chart.Scale{Percent: true}, Series: []chart.Series{{Name: "accuracy"}, {Name: "F1"}}}
	for _, r := range t.Rows {
		if r.Undecided == r.N {
			s.Add(r.Name, "-", "-", "-", "-", "-", strconv.Itoa(r.N), strconv.Itoa(r.Undecided))
			c.Categories = append(c.Categories, r.Name)
			for i := range c.Series {
				c.Series[i].Values = append(c.Series[i].Values, chart.Value{Missing: "nothing decided"})
			}
			continue
		}
		s.Add(
			r.Name, points(r.Mean.Accuracy, r.SD.Accuracy), points(r.Mean.Precision, r.SD.Precision), points(r.Mean.Recall, r.SD.Recall), points(r.Mean.F1, r.SD.F1),
			predicted(r.Mean.Predicted), strconv.Itoa(r.N), strconv.Itoa(r.Undecided),
		)
		c.Categories = append(c.Categories, r.Name)
		c.Series[0].Values = append(c.Series[0].Values, chart.Value{V: r.Mean.Accuracy, N: r.N})
		c.Series[1].Values = append(c.Series[1].Values, chart.Value{V: r.Mean.F1, N: r.N})
	}
	s.Charts = []report.Figure{{Caption: c.Desc, SVG: c.SVG()}}
	s.Notes = []string{fmt.Sprintf("Rules say of %d of %d turns whether all changes were asked for; they show %d not to be good, of which people rated %d good; %d have changes that nobody asked for.",
		t.Rules.Decided, t.Turns, t.Rules.Failed, t.Rules.Wrong, t.Rules.Stray)}
	if t.Kappa != nil {
		s.Notes = append(s.Notes, "Cohen's kappa of the second rating with the first: "+coefficient(t.Kappa)+".")
	}
	for i, o := range t.Open {
		if i == 10 {
			s.Notes = append(s.Notes, fmt.Sprintf("undecided: %d more", len(t.Open)-10))
			break
		}
		s.Notes = append(s.Notes, fmt.Sprintf("undecided: turn %s, %d examples: %s: %q", o.Key, o.Shots, o.Why, o.Raw))
	}
	return &report.Document{Title: "Judges of edits", Data: t, Lead: plural.Of(t.Turns, "rated turn") + fmt.Sprintf(", %d test turns in each of %d splits.", t.Splits[0], len(t.Splits)), Sections: []report.Section{s}}
}

// points shows a share in percent with its standard deviation: "63 (2)".
func points(mean, sd float64) string { return fmt.Sprintf("%.0f (%.0f)", 100*mean, 100*sd) }

func predicted(shares []float64) string {
	return strings.Join(lists.Map(shares, func(s float64) string { return fmt.Sprintf("%.0f", 100*s) }), "/")
}
