package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"adhere/internal/benchdata"
	"adhere/internal/cli"
)

// output runs a command line and returns its standard output.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	p := newProgram(&cli.Program{In: &bytes.Buffer{}, Out: &out, Err: &errs, Now: time.Now, Env: func(name string) (string, bool) {
		return t.TempDir(), name == "HOME"
	}})
	if code := p.main(t.Context(), args); code != cli.ExitDone {
		t.Fatalf("adhere %v: exit code %d\n%s", args, code, &errs)
	}
	return out.String()
}

// All 1,872 recorded replies are read to the winner that was recorded with
// them (a warning would say otherwise), and two name none. The accuracies are
// those that the recorded winners have, counted apart from this program.
func TestRecordedComparisons(t *testing.T) {
	dir := benchdata.Dir(t, "llmbar")
	gold := filepath.Join(dir, "Natural.json") + "," + filepath.Join(dir, "Neighbor.json")
	var got struct {
		Judges []struct {
			Judge    string
			Items    int
			NoWinner int                     `json:"no_winner"`
			Forward  struct{ Value float64 } `json:"accuracy_forward"`
			Swapped  struct{ Value float64 } `json:"accuracy_exchanged"`
			Changed  struct{ Value float64 }
			Sets     []struct{ Set string }
		}
		Warnings []string
	}
	text := output(t, "judge-eval", "--pairs", gold, filepath.Join(dir, "judge_replies.jsonl"), "--json")
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Warnings != nil {
		t.Error(got.Warnings)
	}
	want := map[string]struct{ forward, swapped, changed float64 }{
		"ChatGPT, CoT":     {101.0 / 233, 108.0 / 233, 84.0 / 232},
		"ChatGPT, Vanilla": {110.0 / 234, 105.0 / 234, 67.0 / 234},
		"GPT-4, CoT":       {195.0 / 234, 195.0 / 234, 22.0 / 234},
		"GPT-4, Vanilla":   {199.0 / 234, 203.0 / 234, 14.0 / 234},
	}
	replies, without := 0, 0
	for _, j := range got.Judges {
		replies += 2 * j.Items
		without += j.NoWinner
		w := want[j.Judge]
		if j.Forward.Value != w.forward || j.Swapped.Value != w.swapped || j.Changed.Value != w.changed || len(j.Sets) != 2 {
			t.Errorf("%+v, want %v", j, w)
		}
	}
	if replies != 1872 || without != 2 {
		t.Errorf("%d replies, %d without a winner; want 1872 and 2", replies, without)
	}
}
