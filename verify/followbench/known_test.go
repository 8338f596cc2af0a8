package followbench_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere/internal/benchdata"
	"adhere/verify"
)

// The official table example_rule_based.csv of the recorded answers: the
// share of examples that each level's answer has the form of.
func TestKnownAnswers(t *testing.T) {
	dir := benchdata.Dir(t, "followbench")
	var examples []struct {
		Level               int
		Instruction, Target string
	}
	text, err := os.ReadFile(filepath.Join(dir, "en", "example_constraints.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	answers := responses(t, filepath.Join(dir, "llama3-8b", "responses.jsonl"))
	var met, all [6]int
	for _, e := range examples {
		args, _ := json.Marshal(map[string]string{"template": e.Target})
		check := compile(t, "template", string(args))
		answer, ok := answers[e.Instruction]
		if !ok {
			t.Fatalf("no answer to %.80q", e.Instruction)
		}
		all[e.Level]++
		if check(verify.NewText(answer)).Met {
			met[e.Level]++
		}
		// An answer of the target's form with anything in it is met.
		form := strings.NewReplacer("{instruction}\n", "", "{{", "{", "}}", "}").Replace(e.Target)
		for _, filling := range []string{"", "an answer", "{answer}", "a.b*c"} {
			if f := check(verify.NewText(strings.ReplaceAll(form, "{answer}", filling))); !f.Met {
				t.Errorf("the form itself with %q: %s", filling, f)
			}
		}
	}
	var row strings.Builder
	for level := 1; level <= 5; level++ {
		fmt.Fprintf(&row, ",%.2f%%", 100*float64(met[level])/float64(all[level]))
	}
	table, err := os.ReadFile(filepath.Join(dir, "llama3-8b", "result", "example_rule_based.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(table), row.String()) {
		t.Errorf("our row is %s, the official table is\n%s", row.String(), table)
	}
}

// responses returns the recorded answers by prompt.
func responses(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct{ Prompt, Response string }
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		answers[r.Prompt] = r.Response
	}
	return answers
}
