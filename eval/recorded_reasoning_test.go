package eval_test

import (
	"os"
	"path/filepath"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/metric"
)

// TestRecordedAnswersWithoutReasoning holds that what a recorded answer has
// between tags of reasoning is no part of it, where it is judged anew and where
// labels are about it.
func TestRecordedAnswersWithoutReasoning(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	set, err := dataset.Read(t.Context(), "", write("tasks.jsonl", `{"id":"1","prompt":"Greet.","requirements":[{"id":"r","text":"It greets."}]}`+"\n"), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := write("answers.jsonl", `{"id":"1","model":"m","response":"<think>How?</think>Hello."}`+"\n")
	records, err := eval.Recorded(t.Context(), set, nil, path)
	if err != nil || len(records) != 1 || records[0].Response.Text != "Hello." || records[0].Response.Reasoning != "How?" {
		t.Errorf("%+v, %v", records[0].Response, err)
	}
	answers, err := dataset.ReadResponses(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, _, err := eval.LabelledAnswers(set, answers, []metric.Judged{{Instruction: "1", Verdict: adhere.Verdict{Requirement: "r", Judge: "person/ann", Outcome: adhere.Met}}})
	if err != nil || len(found) != 1 || found[0].Response.Text != "Hello." {
		t.Errorf("%+v, %v", found, err)
	}
}
