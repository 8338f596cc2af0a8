package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"adhere/eval"
	"adhere/internal/cli"
	"adhere/report"
)

var update = flag.Bool("update", false, "rewrite generated files: go test ./cmd/adhere -run TestGenerated -update")

// TestGeneratedCommands holds docs/commands.md, the list of all commands, and
// docs/commands/, a page for each with its subcommands, to the help texts that
// they are made of.
func TestGeneratedCommands(t *testing.T) {
	var list bytes.Buffer
	root := newProgram(&cli.Program{Out: &list, Err: &list}).root()
	list.WriteString(generatedFrom("Every command"))
	writeCommand(&list, root)
	list.WriteString("\nCommands:\n\n| command | what it does |\n| --- | --- |\n")
	pages := map[string]bool{}
	for _, cmd := range root.Commands() {
		if unlisted(cmd) {
			continue
		}
		var page bytes.Buffer
		page.WriteString(generatedFrom("adhere " + cmd.Name()))
		if guide := cmd.Name() + ".md"; exists("../../docs/" + guide) {
			fmt.Fprintf(&page, "What it is for, and how to go about it: [%s](../%s).\n", guide, guide)
		}
		writeCommands(&page, cmd)
		pages[cmd.Name()+".md"] = true
		generated(t, "../../docs/commands/"+cmd.Name()+".md", page.Bytes())
		writeRow(&list, cmd, cmd.Name())
	}
	generated(t, "../../docs/commands.md", list.Bytes())
	files, err := os.ReadDir("../../docs/commands")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !pages[f.Name()] {
			t.Errorf("docs/commands/%s is of no command: remove it", f.Name())
		}
	}
}

func generatedFrom(title string) string {
	return "# " + title + "\n\nMade from the help texts: `go test ./cmd/adhere -run TestGenerated -update`.\n\n"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func unlisted(cmd *cobra.Command) bool {
	return cmd.Hidden || cmd.Name() == "help" || cmd.Name() == "completion"
}

// writeRow lists a command and those below it, each with a link to its part of
// a page.
func writeRow(b *bytes.Buffer, cmd *cobra.Command, page string) {
	link := "commands/" + page + ".md"
	if below := strings.TrimPrefix(cmd.CommandPath(), "adhere "); below != page {
		link += "#" + strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	}
	fmt.Fprintf(b, "| [%s](%s) | %s |\n", cmd.CommandPath(), link, strings.ReplaceAll(cmd.Short, "|", "\\|"))
	for _, sub := range cmd.Commands() {
		if !unlisted(sub) {
			writeRow(b, sub, page)
		}
	}
}

// TestGeneratedPicture holds the README's picture to what the demonstration
// measures.
func TestGeneratedPicture(t *testing.T) {
	sweep, err := eval.Starter(t.Context(), eval.NewMemory())
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

// writeCommands writes a command and those below it.
func writeCommands(b *bytes.Buffer, cmd *cobra.Command) {
	if unlisted(cmd) {
		return
	}
	writeCommand(b, cmd)
	for _, sub := range cmd.Commands() {
		writeCommands(b, sub)
	}
}

func writeCommand(b *bytes.Buffer, cmd *cobra.Command) {
	fmt.Fprintf(b, "\n## %s\n\n", cmd.CommandPath())
	long := strings.TrimSuffix(strings.TrimSpace(cmd.Long), "\n\n"+cli.ExitCodes)
	fmt.Fprintf(b, "%s\n\n    %s\n", long, cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(b, "\nExamples:\n\n%s\n", indent(cmd.Example))
	}
	if usages := cmd.NonInheritedFlags().FlagUsages(); usages != "" {
		fmt.Fprintf(b, "\nFlags:\n\n%s\n", indent(strings.TrimRight(usages, "\n")))
	}
	if !cmd.HasParent() {
		fmt.Fprintf(b, "\n%s\n", cli.ExitCodes)
	}
}

func indent(s string) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		out = append(out, strings.TrimRight("    "+strings.TrimPrefix(line, "  "), " "))
	}
	return strings.Join(out, "\n")
}
