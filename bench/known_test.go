package bench_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/internal/benchdata"
	"adhere/metric"
	"adhere/verify/suites"
)

// judged has recorded answers judged by a benchmark as the program does it:
// the same reading, matching, judges and order.
func judged(t *testing.T, b bench.Bench, data, responses string, with func(*dataset.Set) bench.Sources) []adhere.Record {
	t.Helper()
	ctx := context.Background()
	set, err := dataset.Read(ctx, b.Data, data, dataset.Options{})
	check(t, err)
	answers, err := dataset.ReadResponses(ctx, responses, nil)
	check(t, err)
	matching, err := dataset.Match(set, answers)
	check(t, err)
	src := with(set)
	src.Catalog = suites.Catalog()
	judges, err := b.Judges(src)
	check(t, err)
	var records []adhere.Record
	for in, err := range set.All() {
		check(t, err)
		found := matching.For(in.ID)
		if len(found) == 0 || len(in.Requirements) == 0 {
			continue
		}
		r := adhere.Record{Instruction: in, Response: &adhere.Response{Model: found[0].Model, Text: found[0].Text}}
		for _, j := range judges {
			verdicts, err := j.Judge(ctx, &adhere.Task{Instruction: in}, r.Response)
			check(t, err)
			r.Verdicts = append(r.Verdicts, verdicts...)
		}
		records = append(records, r)
	}
	return records
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func find(t *testing.T, name string) bench.Bench {
	t.Helper()
	b, err := bench.Find(name)
	check(t, err)
	return b
}

// value returns the summary of a metric in a group.
func value(t *testing.T, b bench.Bench, records []adhere.Record, name string, group map[string]string) adhere.Summary {
	t.Helper()
	for _, m := range b.Metrics {
		if m.Name != name {
			continue
		}
		for _, s := range m.Of(records) {
			if maps.Equal(s.Group, group) || len(s.Group)+len(group) == 0 {
				return s
			}
		}
	}
	t.Fatalf("there is no %s for %v", name, group)
	return adhere.Summary{}
}

func rulesAlone(*dataset.Set) bench.Sources { return bench.Sources{} }

// The official evaluator's counts on GPT-4's recorded answers, with its two
// random draws settled (see ifeval.go).
func TestIFEvalOfGPT4(t *testing.T) {
	dir := benchdata.Dir(t, "ifeval")
	b := find(t, "ifeval")
	records := judged(t, b, filepath.Join(dir, "input_data.jsonl"), filepath.Join(dir, "responses_gpt4.jsonl"), rulesAlone)
	for name, want := range map[string]string{
		"prompt_level_strict_acc": "417/541", "inst_level_strict_acc": "698/834",
		"prompt_level_loose_acc": "431/541", "inst_level_loose_acc": "714/834",
	} {
		s := value(t, b, records, name, nil)
		if got := fmt.Sprintf("%d/%d", s.Met, s.N); got != want {
			t.Errorf("%s is %s, the official evaluator counts %s", name, got, want)
		}
	}
}

func TestInfoBenchOfGPT4(t *testing.T) {
	dir := benchdata.Dir(t, "infobench")
	b := find(t, "infobench")
	file := filepath.Join(dir, "gpt4_outputs_gpt4_verdicts.jsonl")
	records := judged(t, b, filepath.Join(dir, "InfoBench.jsonl"), file, func(set *dataset.Set) bench.Sources {
		known, err := dataset.KnownIn(set.All())
		check(t, err)
		v, err := dataset.ReadVerdicts(context.Background(), []string{file}, "judge/gpt-4", nil, known)
		check(t, err)
		placed, err := dataset.PlaceVerdicts(known, v)
		check(t, err)
		return bench.Sources{Verdicts: &bench.Recorded{Judged: placed, By: "judge/gpt-4"}}
	})
	for subset, want := range map[string]string{"": "1971/2250", "Easy_set": "610/690", "Hard_set": "1361/1560"} {
		var group map[string]string
		if subset != "" {
			group = map[string]string{"subset": subset}
		}
		s := value(t, b, records, "drfr", group)
		if got := fmt.Sprintf("%d/%d", s.Met, s.N); got != want {
			t.Errorf("drfr of %q is %s, want %s", subset, got, want)
		}
	}
}

// The tables that the official scripts made of the recorded answers and judge
// replies of one model, to the last printed digit.
func TestFollowBenchTables(t *testing.T) {
	dir := benchdata.Dir(t, "followbench")
	run := filepath.Join(dir, "llama3-8b")
	b := find(t, "followbench").Under(metric.AsPaper)
	records := judged(t, b, filepath.Join(dir, "en"), filepath.Join(run, "responses.jsonl"), func(set *dataset.Set) bench.Sources {
		r, err := dataset.ReadReplies(context.Background(), filepath.Join(run, "judge_replies.jsonl"), nil)
		check(t, err)
		replies, _, err := dataset.PlaceReplies(set, r)
		check(t, err)
		return bench.Sources{Replies: func(t *adhere.Task) []string { return replies[0][t.Instruction.ID] }, Origin: "recorded"}
	})
	files, err := filepath.Glob(filepath.Join(run, "result", "*.csv"))
	check(t, err)
	if len(files) == 0 {
		t.Fatal("no tables to compare with")
	}
	for _, file := range files {
		category, metric, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".csv"), "_")
		for column, want := range readTable(t, file) {
			group := map[string]string{"category": category}
			var got string
			if metric == "csl" {
				got = fmt.Sprintf("%.1f", value(t, b, records, "csl", group).Value)
			} else {
				group["level"] = strings.TrimPrefix(column, "level ")
				name := map[string]string{"hsr": "hsr", "ssr": "ssr", "rule_based": "hsr"}[metric]
				got = fmt.Sprintf("%.2f%%", 100*value(t, b, records, name, group).Value)
			}
			if got != want {
				t.Errorf("%s, %s: %s, the official table says %s", filepath.Base(file), column, got, want)
			}
		}
	}
}

// readTable returns the one row of a table by its columns.
func readTable(t *testing.T, path string) map[string]string {
	f, err := os.Open(path)
	check(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	check(t, err)
	row := map[string]string{}
	for i, name := range rows[0][1:] {
		row[name] = rows[1][i+1]
	}
	return row
}
