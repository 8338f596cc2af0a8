package build_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/benchdata"
)

// TestStatistics holds the papers' tables on the papers' data: InFoBench's
// tables 2 and 6 (but for the mean length of the hard set, 59.26 there, and
// with it that of all), FollowBench's table 1 by category.
func TestStatistics(t *testing.T) {
	for _, tt := range []struct {
		name, path, by string
		format         dataset.Format
		want           []string
		labels         []string
	}{
		{
			"infobench", "infobench/InfoBench.jsonl", "subset", dataset.InfoBench,
			[]string{"Easy_set 252 17.78 690 2.74 71", "Hard_set 248 59.55 1560 6.29 72", "all 500 38.50 2250 4.50 143"},
			[]string{"Content 517 878 1395", "Format 167 627 794", "Number 8 411 419", "Style 52 138 190", "Linguistic 48 120 168"},
		},
		{
			"followbench", "followbench/en", "category", dataset.FollowBench,
			[]string{"content 125 182.96", "situation 110 91.17", "style 150 64.09", "format 150 71.41", "example 200 739.25", "mixed 85 133.89", "all 820"},
			nil,
		},
		{
			"followbench", "followbench/en/content_constraints.json", "source", dataset.FollowBench,
			[]string{"t0_zsnoopt_data 5", "sharegpt 5", "quora 15", "reddit 5", "helpful_base 5", "oasst 5", "COGNAC 25 87.88", "E2E 25 83.60", "WIKIEVENTS 10 696.00", "CONLL2003 25 375.88", "all 125"},
			nil,
		},
	} {
		root, rest, _ := strings.Cut(tt.path, "/")
		set, err := dataset.Read(context.Background(), tt.name, filepath.Join(benchdata.Dir(t, root), rest), dataset.Options{Format: tt.format})
		if err != nil {
			t.Fatal(err)
		}
		list, err := set.Load()
		if err != nil {
			t.Fatal(err)
		}
		found := build.Examine(list, tt.by, nil)
		holdRows(t, found.Statistics, tt.want)
		if tt.labels != nil {
			holdRows(t, found.Labels, tt.labels)
		}
		for _, f := range found.Faults {
			if f.Kind != "trivial" {
				t.Errorf("%s: %v", tt.name, f)
			}
		}
	}
}

// holdRows compares the beginnings of rows.
func holdRows(t *testing.T, table build.Table, want []string) {
	t.Helper()
	if len(table.Rows) != len(want) {
		t.Errorf("%s: %d rows, want %d", table.Title, len(table.Rows), len(want))
		return
	}
	for i, w := range want {
		if got := strings.Join(table.Rows[i], " "); !strings.HasPrefix(got+" ", w+" ") {
			t.Errorf("%s: %q, want %q", table.Title, got, w)
		}
	}
}

func line(t *testing.T, id, prompt string, rules ...string) *adhere.Instruction {
	t.Helper()
	in := &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: prompt}}}
	for i, raw := range rules {
		var rule adhere.Rule
		if err := json.Unmarshal([]byte(raw), &rule); err != nil {
			t.Fatal(err)
		}
		in.Requirements = append(in.Requirements, adhere.Requirement{ID: string(rune('1' + i)), Rule: &rule})
	}
	return in
}

// TestExamine holds that each fault is found, and nothing beside.
func TestExamine(t *testing.T) {
	const poem = "Write a poem about the old mill at the end of our village, in which nobody has lived since the flood."
	level := func(id string, n int) *adhere.Instruction {
		in := line(t, id, "Tell a tale about a mill that stands by the river and has three doors and nine windows.")
		in.Group, in.Level = "g", n
		return in
	}
	words := func(is string) string {
		return `{"name":"algebra/check","args":{"check":{"count":{"unit":"word"},"is":` + is + `}}}`
	}
	against := build.Passages{}
	against.Add("old", "Name every bridge over the river that was built before the great war.")
	found := build.Examine([]*adhere.Instruction{
		line(t, "fine", poem, words(`{"most":50}`)),
		line(t, "copy", strings.ToUpper(poem)),
		line(t, "near", strings.Replace(poem, "old", "empty", 1)),
		level("level1", 1), level("level2", 2),
		line(t, "long", "Describe a tower.", words(`{"most":900}`)),
		line(t, "clash", "Describe a bridge.", words(`{"most":50}`), words(`{"least":60}`)),
		line(t, "easy", "Describe a gate.", words(`{"least":0}`)),
		line(t, "unknown", "Describe a wall.", `{"name":"nobody/knows"}`),
		line(t, "leak", "Please name every bridge over the river that was built by hand."),
	}, "", against)
	var got []string
	for _, f := range found.Faults {
		got = append(got, f.Kind+" "+f.Instruction)
	}
	want := []string{"duplicate copy", "near duplicate near", "contradiction clash", "trivial easy", "undecidable unknown", "shared leak"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
