package dataset_test

import (
	"path/filepath"
	"testing"

	"adhere/dataset"
	"adhere/internal/benchdata"
)

// The counts are those that the papers and data cards state.
func TestBenchmarksAreReadWhole(t *testing.T) {
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
