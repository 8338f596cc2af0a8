package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// A tally counts, for each column of a table, what is so out of what could be.
type tally map[string][2]int

// count adds one case to a column.
func (t tally) count(column string, so bool) {
	n := t[column]
	if so {
		n[0]++
	}
	n[1]++
	t[column] = n
}

// pair adds one pair of a demand and an answer to the columns D, P and F.
func (t tally) pair(says finding, meets bool) {
	t.count("D", says != undecided)
	if says != undecided {
		t.count("P", (says == met) == meets)
	}
	if !meets {
		t.count("F", says == notMet)
	}
}

func (t tally) add(o tally) {
	for column, n := range o {
		t[column] = [2]int{t[column][0] + n[0], t[column][1] + n[1]}
	}
}

// A grouped set of tallies has one for each kind or language, and "all".
type grouped map[string]tally

func (g grouped) add(group string, t tally) {
	for _, name := range []string{"all", group} {
		if g[name] == nil {
			g[name] = tally{}
		}
		g[name].add(t)
	}
}

// print writes a table with a line for each group.
func (g grouped) print(w io.Writer, title string, columns []string) {
	if len(g) == 0 {
		return
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, title+"\t"+strings.Join(columns, "\t"))
	for _, name := range slices.Sorted(maps.Keys(g)) {
		fmt.Fprint(tab, name)
		for _, column := range columns {
			fmt.Fprint(tab, "\t"+share(g[name][column]))
		}
		fmt.Fprintln(tab)
	}
	_ = tab.Flush() // what w refuses, it refuses below as well
	fmt.Fprintln(w)
}

// share prints a share with its parts; "-" where there is nothing to share.
func share(n [2]int) string {
	if n[1] == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% (%d/%d)", 100*float64(n[0])/float64(n[1]), n[0], n[1])
}
