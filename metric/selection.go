package metric

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// Whole is the grouping of the number over everything.
const Whole = "whole"

// A Selection is what was planned to be looked at: metrics by name, and
// groupings by the keys of their groups, such as "label" or "category+level",
// or Whole. Empty lists select all. Each metric over each grouping is a family
// of Holm's of its own, so selecting changes no p-value.
type Selection struct{ Metrics, By []string }

// groupingOf names the grouping of a group: its keys in order, joined by "+".
func groupingOf(group map[string]string) string {
	if len(group) == 0 {
		return Whole
	}
	return strings.Join(slices.Sorted(maps.Keys(group)), "+")
}

// Takes reports whether a number is selected.
func (s Selection) Takes(metric string, group map[string]string) bool {
	return (len(s.Metrics) == 0 || slices.Contains(s.Metrics, metric)) && (len(s.By) == 0 || slices.ContainsFunc(s.By, func(by string) bool { return inOrder(by) == groupingOf(group) }))
}

// Tags returns the names in By that may be those of tags: groupings by label,
// level, turn and category, and the whole, need none.
func (s Selection) Tags() []string {
	var tags []string
	for _, by := range s.By {
		tags = lists.AddNew(tags, slices.DeleteFunc(strings.Split(by, "+"), func(key string) bool {
			return slices.Contains([]string{Whole, "label", "level", "turn", "category"}, key)
		})...)
	}
	return tags
}

// inOrder takes keys in any order.
func inOrder(by string) string {
	keys := strings.Split(by, "+")
	slices.Sort(keys)
	return strings.Join(keys, "+")
}

// Check refuses a selection that names a metric or grouping of which there is
// none among the summaries.
func (s Selection) Check(all []adhere.Summary) error {
	var metrics, groupings []string
	for i := range all {
		metrics = lists.AddNew(metrics, all[i].Metric)
		groupings = lists.AddNew(groupings, groupingOf(all[i].Group))
	}
	for _, name := range s.Metrics {
		if !slices.Contains(metrics, name) {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--metric %s: there is no such metric here", name), Hint: "choose of " + strings.Join(metrics, ", ")}
		}
	}
	for _, name := range s.By {
		if !slices.Contains(groupings, inOrder(name)) {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--by %s: nothing here has this grouping", name), Hint: "choose of " + strings.Join(groupings, ", ")}
		}
	}
	return nil
}
