package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// writeCSV writes one row for each summary, the tidy shape that statistics
// programs read: group keys are columns, numbers are plain, a value that is
// undefined is empty with the reason beside it. Text that a spreadsheet would
// run as a formula gets an apostrophe in front.
func writeCSV(w io.Writer, r *Result) error {
	return summariesCSV(w, []*Result{r})
}

func summariesCSV(w io.Writer, results []*Result) error {
	var all []adhere.Summary
	for _, r := range results {
		all = append(all, r.Metrics...)
	}
	keys := groupKeys(all)
	header := []string{"run", "bench", "model", "metric"}
	located := slices.ContainsFunc(results, func(r *Result) bool { return len(r.Servers) > 0 })
	for _, k := range keys {
		header = append(header, safeCell(k))
	}
	rows := [][]string{append(header, "value", "lo", "hi", "n", "met", "undecided", "undefined", "warnings")}
	if located {
		rows[0] = append(rows[0], "servers")
	}
	for _, r := range results {
		for _, s := range r.Metrics {
			cells := []string{safeCell(r.Run), safeCell(r.Bench), safeCell(r.Model), safeCell(s.Metric)}
			for _, k := range keys {
				cells = append(cells, safeCell(s.Group[k]))
			}
			cells = append(cells, summaryCells(s)...)
			if located {
				cells = append(cells, safeCell(r.at()))
			}
			rows = append(rows, cells)
		}
	}
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		return fmt.Errorf("report as CSV: %w", err)
	}
	return nil
}

func summaryCells(s adhere.Summary) []string {
	cells := []string{"", "", ""}
	if s.Undefined == "" {
		cells[0] = number(s.Value)
		if s.Lo < s.Hi {
			cells[1], cells[2] = number(s.Lo), number(s.Hi)
		}
	}
	return append(cells, strconv.Itoa(s.N), strconv.Itoa(s.Met), strconv.Itoa(s.Undecided),
		safeCell(s.Undefined), safeCell(strings.Join(s.Warnings, "; ")))
}

// groupKeys returns every key of the summaries' groups, sorted.
func groupKeys(all []adhere.Summary) []string {
	keys := map[string]bool{}
	for _, s := range all {
		for k := range s.Group {
			keys[k] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// number keeps every digit.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// safeCell makes text harmless in a spreadsheet; a plain number stays one.
func safeCell(s string) string {
	s = Plain(s)
	if s == "" || !strings.ContainsRune("=+-@\t\r\n|＝＋－＠", []rune(s)[0]) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return s
	}
	return "'" + s
}
