package dataset_test

import (
	"path/filepath"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/internal/benchdata"
)

// The counts are those that the papers and data cards state.
func TestBenchmarksAreReadWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path         string
		format       dataset.Format
		instructions int
		requirements int
		rules        int
	}{
		{"ifeval/input_data.jsonl", dataset.IFEval, 541, 834, 834},
		{"ifbench/IFBench_test.jsonl", dataset.IFBench, 300, 344, 344},
		{"infobench/InfoBench.jsonl", dataset.InfoBench, 500, 2250, 0},
		{"infobench/gpt4_outputs_gpt4_verdicts.jsonl", dataset.InfoBench, 500, 2250, 0},
		{"followbench/en", dataset.FollowBench, 820, 2460, 1050},
		{"followbench/zh", dataset.FollowBenchZH, 790, 2370, 990},
		{"realinstruct/examples.jsonl", dataset.RealInstruct, 12, 55, 0},
	} {
		t.Run(c.path, func(t *testing.T) {
			path := filepath.Join(benchdata.Dir(t, filepath.Dir(c.path)), filepath.Base(c.path))
			set, err := dataset.Read(t.Context(), "data", path, dataset.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if set.Format != c.format {
				t.Errorf("format %s, want %s", set.Format, c.format)
			}
			requirements, rules := 0, 0
			for in, err := range set.All() {
				if err != nil {
					t.Fatal(err)
				}
				requirements += len(in.Requirements)
				for _, r := range in.Requirements {
					if r.Rule != nil {
						rules++
					}
				}
			}
			if set.Len() != c.instructions || requirements != c.requirements || rules != c.rules {
				t.Errorf("%d instructions, %d requirements, %d rules; want %d, %d, %d",
					set.Len(), requirements, rules, c.instructions, c.requirements, c.rules)
			}
		})
	}
}

// The files that tests read are the pinned ones. None reads M-IFEval's.
func TestPinnedFilesAreThoseOfTheTests(t *testing.T) {
	for _, s := range dataset.Sources() {
		if s.Name == "mifeval" {
			continue
		}
		dir := filepath.Dir(benchdata.Dir(t, "ifeval"))
		states, err := dataset.Verify(s, dir)
		if err != nil {
			t.Fatal(err)
		}
		for i, state := range states {
			if state != dataset.Intact {
				t.Errorf("%s is %s", s.Files[i].Path, state)
			}
		}
	}
}

// Each recorded answer finds its instruction.
func TestRecordedAnswersMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set, answers    string
		matched, strays int
		missing         int
	}{
		{"ifeval/input_data.jsonl", "ifeval/responses_gpt4.jsonl", 541, 0, 0},
		{"infobench/InfoBench.jsonl", "infobench/gpt4_outputs_gpt4_verdicts.jsonl", 500, 0, 0},
		{"infobench/InfoBench.jsonl", "infobench/case_study.jsonl", 2, 0, 498},
		{"followbench/en", "followbench/llama3-8b/responses.jsonl", 625, 0, 195},
		{"ifbench/IFBench_test.jsonl", "ifbench/sample_strict.jsonl", 146, 1, 154},
	} {
		set, answers := readFile(t, c.set), filepath.Join(benchdata.Dir(t, filepath.Dir(c.answers)), filepath.Base(c.answers))
		a, err := dataset.ReadResponses(t.Context(), answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := dataset.Match(set, a)
		if err != nil {
			t.Fatal(err)
		}
		if got := set.Len() - len(m.Missing); got != c.matched || len(m.Strays) != c.strays || len(m.Missing) != c.missing {
			t.Errorf("%s: %d matched, %d strays, %d missing; want %d, %d, %d", c.answers, got, len(m.Strays), len(m.Missing), c.matched, c.strays, c.missing)
		}
	}
}

func readFile(t *testing.T, path string) *dataset.Set {
	t.Helper()
	set, err := dataset.Read(t.Context(), "data", filepath.Join(benchdata.Dir(t, filepath.Dir(path)), filepath.Base(path)), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Recorded verdicts and replies are placed without remainder.
func TestRecordedVerdictsArePlaced(t *testing.T) {
	t.Parallel()
	set := readFile(t, "infobench/InfoBench.jsonl")
	for file, want := range map[string]struct{ lines, met int }{
		"gpt4_outputs_gpt4_verdicts.jsonl": {2250, 1971},
		"case_study_verdicts.jsonl":        {144, 74},
	} {
		known, err := dataset.KnownIn(set.All())
		if err != nil {
			t.Fatal(err)
		}
		v, err := dataset.ReadVerdicts(t.Context(), []string{filepath.Join(benchdata.Dir(t, "infobench"), file)}, "judge/gpt-4", nil, known)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dataset.PlaceVerdicts(known, v); err != nil {
			t.Fatal(err)
		}
		met := 0
		for _, l := range v.List {
			if l.Outcome == adhere.Met {
				met++
			}
		}
		if len(v.List) != want.lines || met != want.met {
			t.Errorf("%s: %d lines, %d met; want %d, %d", file, len(v.List), met, want.lines, want.met)
		}
	}
	r, err := dataset.ReadReplies(t.Context(), filepath.Join(benchdata.Dir(t, "followbench/llama3-8b"), "judge_replies.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	by, warnings, err := dataset.PlaceReplies(readFile(t, "followbench/en"), r)
	if err != nil || len(by) != 1 || len(by[0]) != 355 || len(warnings) > 0 {
		t.Errorf("%v placed, warnings %v, error %v; want 355 of one attempt", by, warnings, err)
	}
}
