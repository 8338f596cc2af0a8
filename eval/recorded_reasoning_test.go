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

// TestRepliesOfOneJudgeAboutOneModel holds that a judge's recorded replies are
// those about the model under test: one on another's answer would decide.
func TestRepliesOfOneJudgeAboutOneModel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "replies.jsonl")
	for _, c := range []struct{ replies, want string }{
		{`{"id":"1","reply":"YES"}`, "met"},
		{`{"id":"1","model":"b","reply":"NO"}` + "\n" + `{"id":"1","model":"a","reply":"YES"}`, "met"},
		{`{"id":"1","model":"b","reply":"NO"}`, "replies.jsonl has replies about answers of b, and none about those of a"},
		{`{"id":"1","judge":"x","reply":"NO"}` + "\n" + `{"id":"1","judge":"y","reply":"YES"}`, "replies.jsonl has replies of 2 judges: x, y"},
	} {
		if err := os.WriteFile(path, []byte(c.replies+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		e, err := eval.New(t.Context(), eval.Spec{
			Model: "a", Answers: []eval.Answer{{ID: "1", Text: "Hello."}},
			Instructions: []adhere.Instruction{{ID: "1", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet."}}, Requirements: []adhere.Requirement{{ID: "r", Text: "It greets warmly."}}}},
			Judging:      eval.Judging{Replies: path, Strategy: "single"},
		}, eval.Parts{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			warned := strings.Contains(strings.Join(e.Warnings, "\n"), "replies.jsonl: 1 of 2 replies are about answers of b and were left out")
			if warned != strings.Contains(c.replies, `"b"`) {
				t.Errorf("%s: %q", c.replies, e.Warnings)
			}
			s := eval.NewMemory()
			if _, err := e.Run(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			for rec := range s.Records(t.Context(), e.Plan.RunID()) {
				for _, v := range rec.Verdicts {
					if v.Outcome != adhere.Skipped {
						got += string(v.Outcome)
					}
				}
			}
		}
		if got != c.want && !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.replies, got, c.want)
		}
	}
}

// TestLabelsAreOfOneInstruction holds that a label is about the instruction that
// it names, and not about another whose id ends alike.
func TestLabelsAreOfOneInstruction(t *testing.T) {
	folder := t.TempDir()
	tasks, said := filepath.Join(folder, "tasks.jsonl"), filepath.Join(folder, "answers.jsonl")
	for path, line := range map[string]string{tasks: `{"id":"%s","prompt":"Greet %s.","requirements":[{"id":"r","text":"It greets."}]}`, said: `{"id":"%s","response":"Hello, %s."}`} {
		text := strings.ReplaceAll(line, "%s", "hall/1") + "\n" + strings.ReplaceAll(line, "%s", "yard/1") + "\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set, err := dataset.Read(t.Context(), "", tasks, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	answers, err := dataset.ReadResponses(t.Context(), said, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, placed, err := eval.LabelledAnswers(set, answers, []metric.Judged{{Instruction: "yard/1", Verdict: adhere.Verdict{Requirement: "r", Judge: "person/ann", Outcome: adhere.Met}}})
	if err != nil || len(found) != 1 || found[0].Task.Instruction.ID != "yard/1" || len(placed) != 1 {
		t.Errorf("the label is of %d answers, placed %d times: %+v; %v", len(found), len(placed), placed, err)
	}
}
