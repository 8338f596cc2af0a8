package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"adhere/report"
)

var update = flag.Bool("update", false, "rewrite generated files: go test ./cmd/adhere -run TestGenerated -update")

// TestGeneratedCommands holds docs/commands.md to the help texts that it is
// made of.
func TestGeneratedCommands(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("# Every command and flag\n\nMade from the help texts: `go test ./cmd/adhere -run TestGenerated -update`.\n")
	root := (&program{out: &b, err: &b}).root()
	writeCommand(&b, root)
	generated(t, "../../docs/commands.md", b.Bytes())
}

// TestGeneratedPicture holds the README's picture to what the demonstration
// measures.
func TestGeneratedPicture(t *testing.T) {
	p := &program{out: io.Discard, err: io.Discard, env: os.LookupEnv, now: time.Now}
	s, err := p.openStore(t.Context(), filepath.Join(t.TempDir(), "demo.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sweep, err := p.demoSweep(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := report.LevelCurves(sweep, "ssr")
	if err != nil {
		t.Fatal(err)
	}
	generated(t, "../../docs/levels.svg", []byte(svg))
}

// generated compares a file with what it is made of, or with -update writes it.
func generated(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is stale; run go test ./cmd/adhere -run TestGenerated -update", path)
	}
}

func writeCommand(b *bytes.Buffer, cmd *cobra.Command) {
	if cmd.Hidden || cmd.Name() == "help" || cmd.Name() == "completion" {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", cmd.CommandPath())
	long := strings.TrimSuffix(strings.TrimSpace(cmd.Long), "\n\n"+exitCodes)
	fmt.Fprintf(b, "%s\n\n    %s\n", long, cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(b, "\nExamples:\n\n%s\n", indent(cmd.Example))
	}
	if usages := cmd.NonInheritedFlags().FlagUsages(); usages != "" {
		fmt.Fprintf(b, "\nFlags:\n\n%s\n", indent(strings.TrimRight(usages, "\n")))
	}
	for _, sub := range cmd.Commands() {
		writeCommand(b, sub)
	}
	if !cmd.HasParent() {
		fmt.Fprintf(b, "\n%s\n", exitCodes)
	}
}

func indent(s string) string {
	var out []string
	for _, line := range strings.Split(s, "\n") {
		out = append(out, strings.TrimRight("    "+strings.TrimPrefix(line, "  "), " "))
	}
	return strings.Join(out, "\n")
}
