package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere/internal/cli"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

var manuals = flag.String("manuals", "", "write manual pages and completions into this folder: scripts/manuals DIR")

// TestManuals makes a manual page of every command, and the completions of
// every shell. With -manuals they are kept, for the archives of a release.
func TestManuals(t *testing.T) {
	dir := *manuals
	if dir == "" {
		dir = t.TempDir()
	}
	root := newProgram(&cli.Program{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}).root()
	root.DisableAutoGenTag = true
	day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) // the same pages on every day
	if err := os.MkdirAll(filepath.Join(dir, "man1"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := doc.GenManTree(root, &doc.GenManHeader{Title: "ADHERE", Section: "1", Source: "Adhere " + version, Manual: "Adhere", Date: &day}, filepath.Join(dir, "man1")); err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "man1", "*.1"))
	if err != nil {
		t.Fatal(err)
	}
	if want := countCommands(root); len(pages) < want {
		t.Errorf("%d pages for %d commands", len(pages), want)
	}
	for _, path := range pages {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), ".SH NAME") || !strings.Contains(string(page), ".SH SYNOPSIS") {
			t.Errorf("%s is no manual page", path)
		}
	}
	for name, write := range map[string]func(string) error{
		"adhere.bash": func(path string) error { return root.GenBashCompletionFileV2(path, true) },
		"adhere.zsh":  root.GenZshCompletionFile,
		"adhere.fish": func(path string) error { return root.GenFishCompletionFile(path, true) },
		"adhere.ps1":  root.GenPowerShellCompletionFileWithDesc,
	} {
		path := filepath.Join(dir, name)
		if err := write(path); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// countCommands counts the commands that have a page.
func countCommands(cmd *cobra.Command) int {
	n := 1
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			n += countCommands(sub)
		}
	}
	return n
}
