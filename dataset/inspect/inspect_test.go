package inspect_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere/dataset"
	"adhere/dataset/inspect"
)

// A program that has not called Register is told to, and one that has reads the
// log's samples.
func TestRegister(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.eval")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	w, err := z.Create("samples/7_epoch_1.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(`{"id":7,"epoch":1,"input":"Say hi.","output":{"model":"lab/m","choices":[{"message":{"role":"assistant","content":"hi"}}]}}`)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.ReadResponses(t.Context(), path, nil); err == nil || !strings.Contains(err.Error(), "inspect.Register") {
		t.Fatalf("error %v, want one that says what to call", err)
	}
	inspect.Register()
	answers, err := dataset.ReadResponses(t.Context(), path, nil)
	if err != nil || len(answers.List) != 1 || answers.List[0].Text != "hi" {
		t.Errorf("%+v, error %v", answers, err)
	}
}
