package bench_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
)

// TestRecordedOutcomes holds that verdicts are read back as they were recorded,
// skipped ones too, and that what was not recorded is broken unless a rule decides
// it.
func TestRecordedOutcomes(t *testing.T) {
	in := adhere.Instruction{ID: "a", Requirements: []adhere.Requirement{
		{ID: "met"}, {ID: "skipped"}, {ID: "missing"}, {ID: "ruled", Rule: &adhere.Rule{Name: "ifeval/punctuation:no_comma"}},
	}}
	file := filepath.Join(t.TempDir(), "v.jsonl")
	check(t, os.WriteFile(file, []byte(`{"instruction":"a","requirement":"met","judge":"judge/x@1","outcome":"met"}
{"instruction":"a","requirement":"skipped","judge":"judge/x@1","outcome":"skipped","reason":"does not apply"}
`), 0o644))
	known, err := dataset.KnownIn(func(yield func(*adhere.Instruction, error) bool) { yield(&in, nil) })
	check(t, err)
	verdicts, err := dataset.ReadVerdicts(t.Context(), []string{file}, "", nil, known)
	check(t, err)
	placed, err := dataset.PlaceVerdicts(known, verdicts)
	check(t, err)
	for ruled, want := range map[bool]string{true: "met, skipped, broken, skipped", false: "met, skipped, broken, broken"} {
		recorded := &bench.Recorded{Judged: placed, By: "judge/x@1", Ruled: ruled}
		got, err := recorded.Judge(t.Context(), &adhere.Task{Instruction: &in}, &adhere.Response{})
		var outcomes []string
		for v := range slices.Values(got) {
			outcomes = append(outcomes, string(v.Outcome))
		}
		if all := strings.Join(outcomes, ", "); all != want || err != nil {
			t.Errorf("rules decide too: %v: %s, want %s; %v", ruled, all, want, err)
		}
	}
}
