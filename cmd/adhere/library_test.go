package main

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"adhere/model/modeltest"
)

// TestLibrary runs the programs of docs/library.md. Their models are a
// scripted server; a block of text after a program is what it prints.
func TestLibrary(t *testing.T) {
	page, err := os.ReadFile("../../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	stub := httptest.NewServer(&modeltest.Stub{Reply: func(*modeltest.Asked) string { return "YES" }})
	defer stub.Close()
	programs := regexp.MustCompile("(?s)```go\n(.*?)```\n(?:\n[^`#]*```text\n(.*?)```)?").FindAllSubmatch(page, -1)
	if len(programs) < 2 {
		t.Fatalf("%d programs in docs/library.md", len(programs))
	}
	for i, program := range programs {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "main.go")
			program[1] = bytes.ReplaceAll(program[1], []byte(`"runs.db"`), fmt.Appendf(nil, "%q", filepath.Join(filepath.Dir(file), "runs.db")))
			if err := os.WriteFile(file, program[1], 0o600); err != nil {
				t.Fatal(err)
			}
			run := exec.CommandContext(t.Context(), "go", "run", file)
			run.Env = append(os.Environ(), "OPENAI_BASE_URL="+stub.URL+"/v1", "OPENAI_API_KEY=none")
			out, err := run.CombinedOutput()
			if want := string(program[2]); err != nil || want != "" && string(out) != want {
				t.Errorf("%v; prints\n%s\nbut the page says\n%s", err, out, want)
			}
		})
	}
}
