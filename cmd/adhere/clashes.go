package main

import (
	"strconv"
	"strings"

	"adhere"
	"adhere/eval"
)

// longestName is how much of a requirement stands for it in a line, in bytes.
const longestName = 80

// clashesAmong says which rules no text can meet together: each set by its
// names, and why.
func clashesAmong(names []string, rules []*adhere.Rule) []string {
	var all []string
	for _, c := range eval.Expresser().Conflicts(rules) {
		who := make([]string, len(c.Checks))
		for i, at := range c.Checks {
			who[i] = strconv.Quote(shortName(names[at]))
		}
		all = append(all, strings.Join(who, " and ")+" ("+c.Why+")")
	}
	return all
}

// shortName puts a requirement or rule into one short line.
func shortName(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for i := range s {
		if i > longestName {
			return s[:i] + "…"
		}
	}
	return s
}
