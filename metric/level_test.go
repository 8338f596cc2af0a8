package metric_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/metric"
)

// TestRecordedLevels holds HSR, SSR and CSL in the paper's count against the
// tables that the official scripts made of a recorded judge's replies.
func TestRecordedLevels(t *testing.T) {
	dir := filepath.Join(benchdata.Dir(t, "followbench"), "llama3-8b")
	type reply struct {
		Category string
		Example  int `json:"example_id"`
		Level    int
		Reply    string
	}
	var records []adhere.Record
	seen := map[string]bool{}
	for _, r := range lines[reply](t, dir, "judge_replies.jsonl") {
		if r.Category != "content" && r.Category != "style" {
			continue
		}
		seen[fmt.Sprint(r.Category, r.Example)] = true
		records = append(records, adhere.Record{
			Instruction: &adhere.Instruction{
				ID:    fmt.Sprintf("%s/%d/%d", r.Category, r.Example, r.Level),
				Group: fmt.Sprintf("%s/%d", r.Category, r.Example), Level: r.Level,
				Requirements: requirements(r.Level), Tags: map[string]string{"category": r.Category},
			},
			Response: &adhere.Response{}, Verdicts: verdicts("judge/path@1", lastList(r.Reply, r.Level)...),
		})
	}
	for id := 1; id <= 25; id++ {
		// Rules decide the other groups of this category, and none of the
		// recorded answers satisfies one: they only stand in the denominators.
		if group := fmt.Sprintf("content/%d", id); !seen[fmt.Sprint("content", id)] {
			for level := 1; level <= 5; level++ {
				records = append(records, adhere.Record{
					Instruction: &adhere.Instruction{
						ID: fmt.Sprint(group, "/", level), Group: group, Level: level,
						Requirements: requirements(level), Tags: map[string]string{"category": "content"},
					},
					Response: &adhere.Response{},
					Verdicts: verdicts("rule/all@1", slices.Repeat([]adhere.Outcome{adhere.NotMet}, level)...),
				})
			}
		}
	}
	o := metric.LevelOptions{Category: "category", Paper: true}
	tables := map[string][]adhere.Summary{}
	for _, m := range []adhere.Metric{metric.HSR(o), metric.SSR(o), metric.CSL(o)} {
		for _, s := range m.Of(records) {
			if s.Group["category"] != "" && (m.Name == "csl" || s.Group["level"] != "") {
				key := s.Group["category"] + "_" + m.Name
				tables[key] = append(tables[key], s)
			}
		}
	}
	if len(tables) != 6 {
		t.Fatalf("%d tables, want 6", len(tables))
	}
	for name, summaries := range tables {
		want := row(t, filepath.Join(dir, "result", name+".csv"))
		for i, s := range summaries {
			got := fmt.Sprintf("%.2f%%", 100*s.Value)
			if s.Metric == "csl" {
				got = fmt.Sprintf("%.1f", s.Value)
			}
			if i >= len(want) || got != want[i] {
				t.Errorf("%s: %v is %s, want %v", name, s.Group, got, want)
			}
		}
	}
}

// lastList reads the list in a reply's last line; anything but YES is not
// satisfied, and a list of another length is no verdict.
func lastList(reply string, n int) []adhere.Outcome {
	list := regexp.MustCompile(`\[[^\[\]]*\]\W*$`).FindString(reply)
	words := strings.Split(strings.TrimRight(list, "`\n "), ",")
	out := make([]adhere.Outcome, n)
	for i := range out {
		out[i] = adhere.Broken
		if len(words) == n && list != "" {
			out[i] = adhere.OutcomeOf(strings.Trim(words[i], ` []'"`) == "YES")
		}
	}
	return out
}

// row returns the figures of a table's only model.
func row(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%s: %d rows: %v", path, len(rows), err)
	}
	return rows[1][1:]
}
