package eval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/metric"
)

// TestVerdictsBesideRecordedAnswers holds that verdicts that cannot be read are
// an error: without them, an answer would count as not judged.
func TestVerdictsBesideRecordedAnswers(t *testing.T) {
	folder := t.TempDir()
	tasks, answers := filepath.Join(folder, "tasks.jsonl"), filepath.Join(folder, "answers.jsonl")
	if err := os.WriteFile(tasks, []byte(`{"id":"1","prompt":"Greet.","requirements":["It greets."]}`+"\n"+`{"id":"2","prompt":"Thank.","requirements":["It thanks."]}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Read(t.Context(), "", tasks, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ beside, want string }{
		{`"output":"Hello."`, ""},
		{`"output":"Hello.","eval":[true]`, ""},
		{`"output":"Hello.","eval":["yes"]`, "answers.jsonl line 1: eval[0]: expected true, false or null"},
		{`"output":"Hello.","eval":true`, "answers.jsonl line 1: eval: "},
		{`"output":"Hello.","eval":[true,false]`, `1 has no requirement "2"`},
	} {
		text := `{"id":"1",` + c.beside + "}\n" + `{"id":"2","output":"Thanks."}` + "\n"
		if err := os.WriteFile(answers, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		records, err := eval.Recorded(t.Context(), set, nil, answers)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.beside, err, c.want)
			}
			continue
		}
		if err != nil || len(records) != 2 || len(records[0].Verdicts) != strings.Count(c.beside, "eval") {
			t.Errorf("%s: %+v, %v", c.beside, records, err)
		}
	}
}

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
