package eval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/eval"
)

// TestAFileIsScoredWithoutParts: a program needs no reader of its own for files.
func TestAFileIsScoredWithoutParts(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	e, err := eval.New(t.Context(), eval.Spec{
		Bench:     file("tasks.jsonl", `{"id":"a","prompt":"Greet me.","requirements":[{"text":"No commas.","rule":{"name":"ifeval/punctuation:no_comma"}}]}`),
		Responses: file("answers.jsonl", `{"id":"a","response":"Hi there."}`),
	}, eval.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := e.Run(t.Context(), eval.NewMemory())
	if err != nil || result.Metrics[0].Met != 1 {
		t.Errorf("%+v, %v", result, err)
	}
}

// TestHintsOnTables: the columns are named where they are what is wrong.
func TestHintsOnTables(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ text, want string }{
		"a.csv":  {"id,prompt,requirements\n1,caf\xe9,Rhyme.\n", "save the table as CSV in UTF-8"},
		"b.xlsx": {"PK\x03\x04", "save the table as CSV in UTF-8"},
		"c.csv":  {"id,prompt,requirements\n1,Hi,Rhyme.\n1,Ho,Rhyme.\n", "give each its own id"},
		"d.csv":  {"id,prompt,requirements\n1,Hi\n", "each row needs as many cells as the first"},
		"e.csv":  {"id,prompt,level\n1,Hi,x\n", "the columns prompt and requirements"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := (eval.Data{}).Read(t.Context(), path); !strings.Contains(adhere.HintOf(err), c.want) {
			t.Errorf("%s: %v (%s)", name, err, adhere.HintOf(err))
		}
	}
}

func TestDataThatIsNotThere(t *testing.T) {
	for name, want := range map[string]string{
		"missing.jsonl":      "there is no file missing.jsonl",
		t.TempDir():          "is a folder",
		"ifeval":             "is not in nowhere",
		"nothing-known-here": "nothing-known-here",
	} {
		_, _, err := eval.Data{Folder: "nowhere"}.Read(t.Context(), name)
		if code := adhere.CodeOf(err); code != adhere.NotFound && code != adhere.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
