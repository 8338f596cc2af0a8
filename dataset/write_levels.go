package dataset

import (
	"io"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
)

// LevelCategories returns the categories of leveled instructions, in the order
// of FollowBench's files, with the name of the file that each goes to.
func LevelCategories() (names []string, file func(category string) string) {
	return categories(), categoryFile
}

// WriteLevels writes instructions of one category in FollowBench's own layout:
// a list of records, those of one group in succession. The number of a group
// is its example id; Reference is written as the target.
func WriteLevels(w io.Writer, list []*adhere.Instruction) error {
	type record struct {
		ID          int    `json:"example_id"`
		Category    string `json:"category"`
		Source      string `json:"source"`
		Level       int    `json:"level"`
		Instruction string `json:"instruction"`
		Target      string `json:"target"`
	}
	numbers := map[string]int{}
	records := make([]record, len(list))
	for i, in := range list {
		if in.Group == "" {
			return invalid(in.ID + ": expected an instruction with levels, but it has no group")
		}
		if numbers[in.Group] == 0 {
			numbers[in.Group] = len(numbers) + 1
		}
		target := in.Reference
		if in.Tags["category"] == "example" { // a form of answers, in which other braces are doubled
			target = "{instruction}\n" + strings.NewReplacer("{answer}", "{answer}", "{", "{{", "}", "}}").Replace(target)
		}
		records[i] = record{numbers[in.Group], in.Tags["category"], in.Tags["source"], in.Level, in.Prompt(), target}
	}
	enc := plainjson.NewEncoder(w)
	enc.SetIndent("", "    ")
	return enc.Encode(records)
}
