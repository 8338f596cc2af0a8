package judge_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/judge"
)

func readLines[T any](t *testing.T, file string) []T {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	s := bufio.NewScanner(bytes.NewReader(b))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var row T
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	return all
}

type levelReply struct {
	Category string `json:"category"`
	Example  int    `json:"example_id"`
	Level    int    `json:"level"`
	Reply    string `json:"reply"`
}

// ask reads recorded replies through the judge, as a benchmark does.
func (r levelReply) verdicts(t *testing.T, reading judge.Parsing) []adhere.Verdict {
	t.Helper()
	in := many(r.Level)
	in.ID = fmt.Sprintf("%s/%d/%d", r.Category, r.Example, r.Level)
	j, err := judge.NewRecorded("level-path", "gpt-4o-mini", judge.Options{Parsing: reading}, said(map[string][]string{in.ID: {r.Reply}}))
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// cell is one category at one level: sums over its replies as the official
// script takes them, where an unreadable reply counts minus one.
type cell struct{ hard, soft float64 }

func (c *cell) add(verdicts []adhere.Verdict) (satisfied bool) {
	met := 0
	for _, v := range verdicts {
		if v.Outcome == adhere.Broken {
			c.hard--
			c.soft--
			return false
		}
		if v.Outcome == adhere.Met {
			met++
		}
	}
	c.soft += float64(met) / float64(len(verdicts))
	if met == len(verdicts) {
		c.hard++
	}
	return met == len(verdicts)
}

// TestRecordedLevelReplies holds the paper reading against the tables that the
// official scripts made of 355 recorded replies, to their last digit. What the
// rules of those scripts add in content and format is no judge's work and is
// given: satisfied items at levels 1 to 5, and their sum of consistent levels.
func TestRecordedLevelReplies(t *testing.T) {
	dir := benchdata.Dir(t, "followbench/llama3-8b")
	cells := map[string]*[6]cell{"content": {}, "format": {}, "style": {}}
	chain := map[string]map[int]int{"content": {}, "format": {}, "style": {}}
	for _, r := range readLines[levelReply](t, filepath.Join(dir, "judge_replies.jsonl")) {
		if cells[r.Category][r.Level].add(r.verdicts(t, judge.Paper)) && chain[r.Category][r.Example] == r.Level-1 {
			chain[r.Category][r.Example] = r.Level
		}
	}
	for _, c := range []struct {
		category string
		groups   float64
		byRules  [6]float64
		csl      int
	}{
		{category: "content", groups: 25},
		{category: "format", groups: 30, byRules: [6]float64{1: 1, 2: 1}, csl: 2},
		{category: "style", groups: 30},
	} {
		hsr, ssr := table(t, dir, c.category, "hsr"), table(t, dir, c.category, "ssr")
		for level := 1; level <= 5; level++ {
			sums := cells[c.category][level]
			if got := fmt.Sprintf("%.2f%%", (sums.hard+c.byRules[level])/c.groups*100); got != hsr[level] {
				t.Errorf("%s level %d: HSR %s, want %s", c.category, level, got, hsr[level])
			}
			if got := fmt.Sprintf("%.2f%%", (sums.soft+c.byRules[level])/c.groups*100); got != ssr[level] {
				t.Errorf("%s level %d: SSR %s, want %s", c.category, level, got, ssr[level])
			}
		}
		sum := c.csl
		for _, level := range chain[c.category] {
			sum += level
		}
		if got, want := fmt.Sprintf("%.1f", float64(sum)/c.groups), table(t, dir, c.category, "csl")[1]; got != want {
			t.Errorf("%s: CSL %s, want %s", c.category, got, want)
		}
	}
}

func table(t *testing.T, dir, category, metric string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "result", category+"_"+metric+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Split(strings.TrimSpace(rows[1]), ",")
}

// TestStrictReadingOfRecordedReplies holds that the strict reading of the same
// replies decides what the script decides, and nothing more.
func TestStrictReadingOfRecordedReplies(t *testing.T) {
	dir := benchdata.Dir(t, "followbench/llama3-8b")
	broken := 0
	for _, r := range readLines[levelReply](t, filepath.Join(dir, "judge_replies.jsonl")) {
		strict, paper := outcomes(r.verdicts(t, judge.Strict)), outcomes(r.verdicts(t, judge.Paper))
		if strict != paper {
			t.Errorf("%s %d level %d: strict %q, paper %q", r.Category, r.Example, r.Level, strict, paper)
		}
		if strings.Contains(strict, "broken") {
			broken++
		}
	}
	if broken != 4 {
		t.Errorf("%d replies are unreadable, want the 4 whose list has the wrong length", broken)
	}
}

// TestRecordedPreferences holds ReadWinner against every recorded reply of two
// judges to pairs in both orders.
func TestRecordedPreferences(t *testing.T) {
	type row struct {
		Order  string  `json:"order"`
		Reply  string  `json:"reply"`
		Winner *string `json:"winner"`
	}
	rows := readLines[row](t, filepath.Join(benchdata.Dir(t, "llmbar"), "judge_replies.jsonl"))
	if len(rows) != 1872 {
		t.Fatalf("%d replies, want 1872", len(rows))
	}
	none := 0
	for _, r := range rows {
		want := adhere.NoWinner
		switch {
		case r.Winner == nil:
			none++
		case (*r.Winner == "1") == (r.Order == "12"):
			want = adhere.First
		default:
			want = adhere.Second
		}
		if got := judge.ReadWinner(r.Reply); got != want {
			t.Errorf("winner %s, want %s: %q", got, want, r.Reply)
		}
	}
	if none != 2 {
		t.Errorf("%d replies name no winner, want 2", none)
	}
}
