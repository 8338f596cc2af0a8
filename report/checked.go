package report

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"adhere"
)

// A Checked is what a check of prompts came to: each model over the same
// instructions, held to what is required and to a baseline.
type Checked struct {
	Title    string
	Results  []*Result         // a model each
	Records  [][]adhere.Record // of each result
	Against  []*Versus         // a comparison of each with a baseline, nil where that lacks it; empty without one
	Short    [][]Shortfall     // of each result, the metrics for which the check fails
	Missed   []string          // why the check fails; empty where it passes
	Warnings []string
}

// mostUnmet bounds how many unmet requirements a summary lists.
const mostUnmet = 100

// shortest is how many characters of a reason or an answer it shows.
const shortest = 100

// unmetSection names the section that lists them.
const unmetSection = "unmet"

// An Unmet is a requirement that an answer did not meet, or that nobody could
// decide, or of an answer that there is not.
type Unmet struct {
	Item        string         `json:"item"`
	Model       string         `json:"model"`
	Requirement string         `json:"requirement"`
	Outcome     adhere.Outcome `json:"outcome"`
	Why         string         `json:"why"`
	Answer      string         `json:"answer"`
}

// Unmet lists what is not met of all results, in order.
func (c *Checked) Unmet() []Unmet {
	all := []Unmet{}
	for i, r := range c.Results {
		for j := range c.Records[i] {
			rec := &c.Records[i][j]
			if rec.Response == nil {
				all = append(all, Unmet{ItemName(rec), r.Model, "", adhere.Broken, "no answer: " + rec.Err, ""})
				continue
			}
			for k, v := range Merged(rec) {
				if v.Outcome != adhere.Met {
					all = append(all, Unmet{ItemName(rec), r.Model, Line(rec.Instruction.Requirements[k].Wanted()), v.Outcome, cmp.Or(v.Reason, v.Evidence), rec.Response.Text})
				}
			}
		}
	}
	return all
}

// WriteChecked writes a check as text, Markdown for a pull request, JSON or
// JUnit.
func WriteChecked(w io.Writer, format Format, c *Checked, o Options) error {
	switch format {
	case FormatText:
		l := c.layout()
		l.Sections[0].Tables = l.Sections[0].Tables[0].cut(o.width())
		if n := len(l.Sections); l.Sections[n-1].ID == unmetSection { // sentences, where a table has no room
			l.Sections[n-1] = c.unmetLines()
		}
		return l.text(w, o)
	case FormatMarkdown:
		return c.layout().markdown(w)
	case FormatJSON:
		return JSON(w, c)
	case FormatJUnit:
		records, short := make([]Records, len(c.Records)), make([][]Shortfall, len(c.Results))
		copy(short, c.Short)
		for i := range records {
			records[i] = Each(c.Records[i])
		}
		return junit(w, c.Title, c.Results, records, short)
	default:
		return unknownFormat(format, CheckedFormats())
	}
}

// CheckedFormats lists the formats of WriteChecked.
func CheckedFormats() []Format {
	return []Format{FormatText, FormatMarkdown, FormatJSON, FormatJUnit}
}

// MarshalJSON writes {"title","passed","missed","results","baseline","unmet","warnings"}.
func (c *Checked) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Title    string    `json:"title"`
		Passed   bool      `json:"passed"`
		Missed   []string  `json:"missed"`
		Results  []*Result `json:"results"`
		Baseline []*Versus `json:"baseline,omitempty"`
		Unmet    []Unmet   `json:"unmet"`
		Warnings []string  `json:"warnings"`
	}{c.Title, len(c.Missed) == 0, orEmpty(c.Missed), c.Results, c.Against, c.Unmet(), orEmpty(c.Warnings)})
}

func (c *Checked) layout() *layout {
	verdict := "passed"
	if len(c.Missed) > 0 {
		verdict = "failed"
	}
	l := &layout{Title: c.Title, Subtitle: verdict, Warnings: c.Warnings}
	for _, why := range c.Missed {
		l.Facts = append(l.Facts, fact{"failed", why})
	}
	l.Sections = append(l.Sections, c.models())
	if s := c.baseline(); len(s.Tables) > 0 {
		l.Sections = append(l.Sections, s)
	}
	if s := c.unmet(); len(s.Tables) > 0 {
		l.Sections = append(l.Sections, s)
	}
	for _, r := range c.Results {
		for _, w := range r.allWarnings() {
			l.Warnings = append(l.Warnings, r.Model+": "+w)
		}
	}
	return l
}

// models has a row for each model and a column for each metric that any has.
func (c *Checked) models() section {
	t := table{Columns: names("model")}
	var metrics []string
	for _, r := range c.Results {
		for _, m := range r.Metrics {
			if len(m.Group) == 0 && !slices.Contains(metrics, m.Metric) {
				metrics = append(metrics, m.Metric)
			}
		}
	}
	t.Columns = append(t.Columns, numbers(append(metrics, "undecided", "failed calls", "cost")...)...)
	for _, r := range c.Results {
		cells := append(row(r.Model), make([]cell, len(metrics))...)
		undecided := 0
		for _, m := range r.Metrics {
			if len(m.Group) > 0 {
				continue
			}
			size := scaleOf(r.Definitions, m.Metric)
			one := summaryCell(m, true, size, nil)
			one.Under, one.Href = "", ""
			one.Text += " " + share(m, size)
			cells[1+slices.Index(metrics, m.Metric)] = one
			undecided = max(undecided, m.Undecided)
		}
		var spent adhere.Usage
		for _, u := range r.Usage {
			spent = spent.Add(u)
		}
		cost := "unknown"
		switch {
		case spent.Money > 0:
			cost = spent.Money.String()
		case spent.Calls == 0:
			cost = "none"
		}
		t.Rows = append(t.Rows, append(cells, row(Count(undecided), Count(r.Failed), cost)...))
	}
	return section{ID: "models", Title: "Models", Tables: []table{t}}
}

// baseline has a row for each model and metric.
func (c *Checked) baseline() section {
	t := table{Columns: slices.Concat(names("model", "metric"), numbers("baseline", "now", "difference", "95% interval", "gained", "lost", "pairs"), []column{{Name: "change"}})}
	for i, v := range c.Against {
		if v == nil {
			t.Notes = append(t.Notes, "the baseline has nothing to compare with "+c.Results[i].Model)
			continue
		}
		for _, x := range v.Comparisons {
			if len(x.Group) > 0 {
				continue
			}
			size := scaleOf(v.definitions(), x.Metric)
			cells := row(c.Results[i].Model, x.Metric)
			if x.Undefined != "" {
				t.Rows = append(t.Rows, append(cells, row("", "", "none", "", "", "", "", x.Undefined)...))
				continue
			}
			so := "~"
			switch {
			case x.Hi < 0:
				so = "worse"
			case x.Lo > 0:
				so = "better"
			}
			t.Rows = append(t.Rows, append(cells, row(value(x.A.Value, size), value(x.B.Value, size), difference(x.Diff, size),
				"["+difference(x.Lo, size)+", "+difference(x.Hi, size)+"]", Count(x.Gained), Count(x.Lost), Count(x.N), so)...))
		}
	}
	if slices.ContainsFunc(t.Rows, func(r []cell) bool { return r[len(r)-1].Text == "~" }) {
		t.Notes = append(t.Notes, "~ chance could explain the difference")
	}
	return section{ID: "baseline", Title: "Against the baseline", Tables: keep(t)}
}

// keep returns a table that says something.
func keep(t table) []table {
	if len(t.Rows)+len(t.Notes) == 0 {
		return nil
	}
	return []table{t}
}

func (c *Checked) unmet() section {
	t := table{Columns: append(names("test"), columns(column{}, []string{"model", "requirement", "outcome", "why", "answer"})...)}
	all := c.Unmet()
	for _, u := range all[:min(len(all), mostUnmet)] {
		t.Rows = append(t.Rows, row(u.Item, u.Model, u.Requirement, word(u.Outcome), Excerpt(u.Why, shortest), Excerpt(u.Answer, shortest)))
	}
	if more := len(all) - mostUnmet; more > 0 {
		t.Notes = append(t.Notes, Count(more)+" more")
	}
	return section{ID: unmetSection, Title: "What is not met", Tables: keep(t)}
}

// unmetLines says the same as a list.
func (c *Checked) unmetLines() section {
	x := list{}
	all := c.Unmet()
	for _, u := range all[:min(len(all), mostUnmet)] {
		line := u.Item + " (" + u.Model + "): "
		if u.Requirement != "" {
			line += u.Requirement + ": "
		}
		x.Items = append(x.Items, cell{Text: strings.TrimSuffix(line+word(u.Outcome)+": "+Excerpt(u.Why, shortest), ": ")})
	}
	x.More = len(all) - len(x.Items)
	return section{ID: unmetSection, Title: "What is not met", Lists: []list{x}}
}
