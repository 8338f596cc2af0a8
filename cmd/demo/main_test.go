package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDemoWritesThePage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "report.html")
	if err := demo(io.Discard, page); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "Starter suite") {
		t.Errorf("%v: the page does not show the starter suite", err)
	}
	if err := demo(io.Discard, filepath.Join(page, "below")); err == nil {
		t.Error("a page that cannot be written is no error")
	}
}

// TestCompilesLittle keeps out of an evaluation by the library what takes long
// to compile and serves only the command.
func TestCompilesLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, heavy := range []string{"parquet-go", "gonum/stat", "net/http", "kagome", "compress/zstd", "modernc.org/sqlite", "jackc/pgx", "riverqueue", "spf13/cobra", "opentelemetry", "prometheus"} {
		if strings.Contains(string(out), heavy) {
			t.Errorf("cmd/demo depends on %s", heavy)
		}
	}
}
