package ifbench_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/ifbench"
)

// readLines decodes a file of JSON lines.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s, line %d: %v", path, len(out)+1, err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

type task struct {
	Key, Prompt string
	IDs         []string          `json:"instruction_id_list"`
	Kwargs      []json.RawMessage `json:"kwargs"`
}

type answer struct {
	Prompt, Response string
	IDs              []string `json:"instruction_id_list"`
	Verdicts         []bool   `json:"follow_instruction_list"`
}

func tasks(t testing.TB) (map[string]*adhere.Instruction, []*adhere.Instruction) {
	t.Helper()
	byPrompt := map[string]*adhere.Instruction{}
	var list []*adhere.Instruction
	for _, x := range readLines[task](t, filepath.Join(benchdata.Dir(t, "ifbench"), "IFBench_test.jsonl")) {
		in := &adhere.Instruction{ID: x.Key}
		for i, id := range x.IDs {
			in.Requirements = append(in.Requirements, adhere.Requirement{ID: id, Rule: &adhere.Rule{Name: "ifbench/" + id, Args: x.Kwargs[i]}})
		}
		byPrompt[strings.TrimSpace(x.Prompt)] = in
		list = append(list, in)
	}
	return byPrompt, list
}

func withoutArguments(ids []string) *adhere.Instruction {
	in := &adhere.Instruction{}
	for _, id := range ids {
		in.Requirements = append(in.Requirements, adhere.Requirement{ID: id, Rule: &adhere.Rule{Name: "ifbench/" + id}})
	}
	return in
}

// TestKnownVerdicts holds the suite to the benchmark's own verdicts on a
// recorded run, in both readings.
func TestKnownVerdicts(t *testing.T) {
	byPrompt, _ := tasks(t)
	catalog := verify.NewCatalog(ifbench.Suite())
	for _, reading := range []verify.Strictness{verify.Strict, verify.Loose} {
		judge := verify.NewJudge("rule/test", 1, catalog, reading)
		n := 0
		for _, a := range readLines[answer](t, filepath.Join(benchdata.Dir(t, "ifbench"), "sample_"+string(reading)+".jsonl")) {
			in := byPrompt[strings.TrimSpace(a.Prompt)]
			if in == nil { // one recorded prompt is damaged; its instruction takes no arguments
				in = withoutArguments(a.IDs)
			}
			verdicts, err := judge.Judge(context.Background(), &adhere.Task{Instruction: in}, &adhere.Response{Text: a.Response})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range a.Verdicts {
				n++
				if got := verdicts[i]; got.Outcome != adhere.OutcomeOf(want) {
					t.Errorf("task %s, %s, %s: %s (%s), want met = %v", in.ID, got.Requirement, reading, got.Outcome, got.Reason, want)
				}
			}
		}
		if n != 167 {
			t.Errorf("%d verdicts compared, want 167", n)
		}
	}
}

// TestEveryTaskCompiles holds that no argument of the benchmark is refused
// and no checker is without a task.
func TestEveryTaskCompiles(t *testing.T) {
	_, list := tasks(t)
	catalog := verify.NewCatalog(ifbench.Suite())
	used := map[string]bool{}
	for _, in := range list {
		for _, r := range in.Requirements {
			if _, err := catalog.Compile(r.Rule); err != nil {
				t.Errorf("task %s: %v", in.ID, err)
			}
			used[r.Rule.Name] = true
		}
	}
	for _, name := range catalog.Names() {
		if !used[name] {
			t.Errorf("no task uses %s", name)
		}
	}
	if len(used) != 58 {
		t.Errorf("%d checkers used, want 58", len(used))
	}
}
