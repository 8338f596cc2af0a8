package serving

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// String says the limits in words, "60 requests/min, $5.00 a day".
func (l Limits) String() string {
	var all []string
	for _, limit := range []struct {
		n    int
		what string
	}{{l.RequestsPerMinute, "requests/min"}, {l.TokensPerMinute, "tokens/min"}, {l.Concurrent, "at once"}} {
		if limit.n > 0 {
			all = append(all, fmt.Sprintf("%d %s", limit.n, limit.what))
		}
	}
	if l.DailyBudget > 0 {
		all = append(all, l.DailyBudget.String()+" a day")
	}
	if l.TotalBudget > 0 {
		all = append(all, l.TotalBudget.String()+" in all")
	}
	return strings.Join(all, ", ")
}

// String says what a key opens besides, or instead of, the usual.
func (g Grants) String() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(g.Routes)) {
		if price := g.Routes[name]; price != nil {
			name += " at " + price.String()
		}
		all = append(all, name)
	}
	all = append(all, g.Methods...)
	if len(g.Models) > 0 {
		all = append(all, "only "+strings.Join(g.Models, ", "))
	}
	return strings.Join(all, ", ")
}
