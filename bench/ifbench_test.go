package bench_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
)

// The official evaluator's verdicts and counts on half of a recorded run. One
// of the 147 recorded prompts is damaged and left out.
func TestIFBenchOfRecordedRun(t *testing.T) {
	dir := benchdata.Dir(t, "ifbench")
	b := find(t, "ifbench")
	records := judged(t, b, filepath.Join(dir, "IFBench_test.jsonl"), filepath.Join(dir, "sample_strict.jsonl"), rulesAlone)
	for _, reading := range []string{"strict", "loose"} {
		want := officialVerdicts(t, filepath.Join(dir, "sample_"+reading+".jsonl"))
		for _, r := range records {
			got := verdictsOf(r, "rule/ifbench-"+reading)
			if official := want[strings.TrimSpace(r.Instruction.Messages[0].Text)]; !slices.Equal(got, official) {
				t.Errorf("%s, %s: %v, the official evaluator says %v", r.Instruction.ID, reading, got, official)
			}
		}
	}
	for name, want := range map[string]string{
		"prompt_level_strict_acc": "45/146", "inst_level_strict_acc": "53/166",
		"prompt_level_loose_acc": "49/146", "inst_level_loose_acc": "60/166",
	} {
		s := value(t, b, records, name, nil)
		if got := fmt.Sprintf("%d/%d", s.Met, s.N); got != want {
			t.Errorf("%s is %s, the official evaluator counts %s", name, got, want)
		}
	}
}

// verdictsOf returns the outcomes that one judge gave, in order.
func verdictsOf(r adhere.Record, judge string) []adhere.Outcome {
	var outcomes []adhere.Outcome
	for _, v := range r.Verdicts {
		if strings.HasPrefix(v.Judge, judge+"@") {
			outcomes = append(outcomes, v.Outcome)
		}
	}
	return outcomes
}

// officialVerdicts reads recorded verdicts by prompt.
func officialVerdicts(t *testing.T, path string) map[string][]adhere.Outcome {
	t.Helper()
	f, err := os.Open(path)
	check(t, err)
	defer f.Close()
	byPrompt := map[string][]adhere.Outcome{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row struct {
			Prompt string `json:"prompt"`
			Met    []bool `json:"follow_instruction_list"`
		}
		check(t, json.Unmarshal(lines.Bytes(), &row))
		var outcomes []adhere.Outcome
		for _, met := range row.Met {
			outcomes = append(outcomes, adhere.OutcomeOf(met))
		}
		byPrompt[strings.TrimSpace(row.Prompt)] = outcomes
	}
	check(t, lines.Err())
	return byPrompt
}
