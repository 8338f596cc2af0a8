package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocs runs the examples of README.md and docs/*.md. In a block marked
// console, each line "$ command" is run by the shell, and what follows must be
// its output; a line "..." stands for any number of lines. A block marked
// "file NAME" is written to that file first. The blocks of a page share one
// folder. With -update, outputs that differ are written into the pages:
// go test ./cmd/adhere -run TestDocs -update
func TestDocs(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages in docs/", err)
	}
	for _, page := range append(pages, "../../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if text := runPage(t, string(b)); *update && text != string(b) {
				if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

var fence = regexp.MustCompile("(?ms)^```(console|file) ?([^\n]*)\n(.*?)^```$")

// runPage returns the page as it should be.
func runPage(t *testing.T, text string) string {
	dir := t.TempDir()
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		if block[1] == "file" {
			if err := os.WriteFile(filepath.Join(dir, block[2]), []byte(block[3]), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, example := range strings.Split("\n"+block[3], "\n$ ")[1:] {
			command, want, _ := strings.Cut(example, "\n")
			got := runShell(t, dir, command)
			if *update && !matches(outputLines(want), outputLines(got)) {
				text = strings.Replace(text, "\n$ "+strings.TrimSuffix(example, "\n")+"\n", "\n$ "+command+"\n"+strings.TrimRight(got, "\n")+"\n", 1)
				continue
			}
			if !matches(outputLines(want), outputLines(got)) {
				t.Errorf("$ %s\nprints\n%s\nbut the page says\n%s\nif that is as it should be: go test ./cmd/adhere -run TestDocs -update", command, got, want)
			}
		}
	}
	return text
}

// outputLines are those of what a command printed, without trailing spaces.
func outputLines(s string) []string {
	all := strings.Split(strings.TrimSpace(s), "\n")
	for i := range all {
		all[i] = strings.TrimRight(all[i], " ")
	}
	return all
}

func runShell(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ADHERE_DB="+filepath.Join(dir, "adhere.db"), "HOME="+dir, "NO_COLOR=1", "ADHERE_QUIET=true")
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out)
}

// matches compares lines, where "..." matches any number of them.
func matches(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if strings.TrimSpace(want[0]) == "..." {
		for skip := 0; skip <= len(got); skip++ {
			if matches(want[1:], got[skip:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && strings.TrimRight(want[0], " ") == strings.TrimRight(got[0], " ") && matches(want[1:], got[1:])
}
