package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

// write adds the comparison to a sweep that was written, as tables after text
// and Markdown. The other formats have it in their own.
func (f *standoff) write(p *program, w io.Writer, format report.Format) error {
	switch format {
	case report.FormatText:
		for _, t := range f.tables() {
			if _, err := fmt.Fprintf(w, "\n%s\n", t.title); err != nil {
				return err
			}
			if err := p.table(t.head, t.rows); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintln(w, f.note())
		return err
	case report.FormatMarkdown:
		return f.markdown(w)
	default:
		return nil
	}
}

func (f *standoff) note() string {
	return "gain: percentage points over the baseline on the same instructions, with a paired 95% interval; p: McNemar's test, or one that swaps instructions, by Holm; ~ chance would do; 5? means 5 undecided and left out"
}

// sentences says the gains in words, a sentence for each baseline, for pages.
// Their intervals stand in the table.
func (f *standoff) sentences() string {
	var bases []string
	gains := map[string][]string{}
	for _, r := range f.rows {
		if r.Baseline == "" {
			continue
		}
		if gains[r.Baseline] == nil {
			bases = append(bases, r.Baseline)
		}
		gains[r.Baseline] = append(gains[r.Baseline], fmt.Sprintf("%s %s and %s", r.Name, gainWithChance(r.Instruction.gain), gainWithChance(r.Constraint.gain)))
	}
	var all []string
	for _, b := range bases {
		all = append(all, "Over "+b+", in percentage points of instructions and of constraints, with p: "+strings.Join(gains[b], "; ")+".")
	}
	return strings.Join(append(all, "P is McNemar's, or of a test that swaps instructions, corrected by Holm; ~ chance would do."), " ")
}

func gainWithChance(c *metric.Comparison) string {
	if c == nil || c.Undefined != "" {
		return "-"
	}
	return fmt.Sprintf("%+.1f (%s)", 100*c.Diff, chanceOf(c))
}

// noted returns a sweep with p beside the gains, for files that have no place
// of their own for it.
func (f *standoff) noted(sweep *report.Sweep) *report.Sweep {
	own := *sweep
	own.Results = make([]*report.Result, len(sweep.Results))
	for i, r := range f.rows {
		res := *sweep.Results[i]
		res.Metrics = slices.Clone(res.Metrics)
		for k := range res.Metrics {
			m := &res.Metrics[k]
			switch m.Metric {
			case instructionGain:
				m.Warnings = append(slices.Clip(m.Warnings), testOf(r, r.Instruction.gain))
			case constraintGain:
				m.Warnings = append(slices.Clip(m.Warnings), testOf(r, r.Constraint.gain))
			}
		}
		own.Results[i] = &res
	}
	return &own
}

func testOf(r *standing, c *metric.Comparison) string {
	return fmt.Sprintf("over %s: p %s, by Holm %s; %d gained, %d lost", r.Baseline, probability(c.P), probability(c.PHolm), c.Gained, c.Lost)
}

// sweepJSON is a sweep with its comparison, {…, "against": […]}.
func (f *standoff) sweepJSON(w io.Writer, sweep *report.Sweep) error {
	whole, err := json.Marshal(sweep)
	if err != nil {
		return err
	}
	rows, err := json.Marshal(f.rows)
	if err != nil {
		return err
	}
	joined := append(bytes.TrimSuffix(whole, []byte("}")), `,"against":`...)
	return writeJSON(w, json.RawMessage(append(append(joined, rows...), '}')))
}

// A grid is a small table.
type grid struct {
	title string
	head  []string
	rows  [][]string
}

// tables are what the paper's tables show: accuracies with gains, and what
// was revised for how much.
func (f *standoff) tables() []grid {
	accuracy := grid{title: "Final answers", head: []string{"refinement", "best n", "instructions", "gain", "p", "constraints", "gain", "p"}}
	effort := grid{title: "What it did and took", head: []string{"refinement"}}
	columns := f.columns()
	for _, c := range columns {
		effort.head = append(effort.head, c.title)
	}
	for _, r := range f.rows {
		accuracy.rows = append(accuracy.rows, []string{
			r.Name, plainCell(r.Other, "best_n", "%.0f"),
			accuracyOf(r.Instruction.Summary), gainOf(r.Instruction.gain), chanceOf(r.Instruction.gain),
			accuracyOf(r.Constraint.Summary), gainOf(r.Constraint.gain), chanceOf(r.Constraint.gain),
		})
		row := []string{r.Name}
		for _, c := range columns {
			row = append(row, c.cell(r))
		}
		effort.rows = append(effort.rows, row)
	}
	return []grid{accuracy, effort}
}

// A column of the second table, of which those stay that have a value.
type effortColumn struct{ title, metric, format string }

func (f *standoff) columns() []effortColumn {
	var out []effortColumn
	for _, c := range []effortColumn{
		{"revised", "answers_revised", "%"},
		{"fixed", "requirements_fixed", "%"},
		{"broke", "requirements_broken", "%"},
		{"broke again", "broken_again", "%"},
		{"better", "quality_better", "%"},
		{"same", "quality_same", "%"},
		{"worse", "quality_worse", "%"},
		{"calls", "calls", "%.2f"},
		{"tokens", "tokens", "%.0f"},
		{"USD per 1000", "usd_per_1000", "%.2f"},
		{"seconds", "seconds", "%.2f"},
	} {
		for _, r := range f.rows {
			if _, ok := r.Other[c.metric]; ok {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

func (c effortColumn) cell(r *standing) string {
	if c.format != "%" {
		return plainCell(r.Other, c.metric, c.format)
	}
	s, ok := r.Other[c.metric]
	if !ok {
		return "-"
	}
	return accuracyOf(s)
}

func plainCell(all map[string]adhere.Summary, name, format string) string {
	s, ok := all[name]
	if !ok {
		return "-"
	}
	return fmt.Sprintf(format, s.Value)
}

func accuracyOf(s adhere.Summary) string {
	text := "-"
	if s.Undefined == "" {
		text = fmt.Sprintf("%.1f%%", 100*s.Value)
	}
	if s.Undecided > 0 {
		text += ", " + strconv.Itoa(s.Undecided) + "?"
	}
	return text
}

func gainOf(c *metric.Comparison) string {
	if c == nil || c.Undefined != "" {
		return "-"
	}
	return fmt.Sprintf("%+.1f [%.1f, %.1f]", 100*c.Diff, 100*c.Lo, 100*c.Hi)
}

func chanceOf(c *metric.Comparison) string {
	if c == nil || c.Undefined != "" {
		return "-"
	}
	text := probability(c.PHolm)
	if c.Noise {
		text += " ~"
	}
	return text
}

func probability(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// markdown writes the tables with pipes.
func (f *standoff) markdown(w io.Writer) error {
	var b strings.Builder
	line := func(cells []string) {
		for i, c := range cells {
			cells[i] = strings.NewReplacer("|", `\|`, "~", `\~`, "<", "&lt;").Replace(c)
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	for _, t := range f.tables() {
		b.WriteString("\n## " + t.title + "\n\n")
		line(t.head)
		b.WriteString(strings.Repeat("| --- ", len(t.head)) + "|\n")
		for _, r := range t.rows {
			line(r)
		}
	}
	b.WriteString("\n" + strings.ReplaceAll(f.note(), "~", `\~`) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}
