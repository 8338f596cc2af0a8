// Package near finds the names that somebody may have meant.
package near

import (
	"cmp"
	"slices"
	"strings"

	"adhere/internal/lists"
	"github.com/agnivade/levenshtein"
)

// Names returns at most three of the names, the nearest first: those that hold
// the text that was given, or that it becomes, whole, as their beginning or as
// what stands behind a slash, by changing a quarter of its letters.
func Names(given string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	var found []candidate
	for _, name := range names {
		distance := levenshtein.ComputeDistance(given, name)
		if len(name) > len(given) {
			distance = min(distance, 1+levenshtein.ComputeDistance(given, name[:len(given)]))
		}
		if _, last, nested := strings.Cut(name, "/"); nested {
			distance = min(distance, 1+levenshtein.ComputeDistance(given, last))
		}
		if given != "" && (strings.Contains(name, given) || distance <= 1+len(given)/4) {
			found = append(found, candidate{name, distance})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	return lists.Map(found[:min(len(found), 3)], func(c candidate) string { return c.name })
}

// Hint asks whether one of the nearest names was meant; where none is near it
// is the text otherwise.
func Hint(given string, names []string, otherwise string) string {
	near := Names(given, names)
	if len(near) == 0 {
		return otherwise
	}
	return "did you mean " + strings.Join(near, " or ") + "?"
}
