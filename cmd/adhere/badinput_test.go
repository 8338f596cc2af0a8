package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"adhere/internal/cli"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A badInput is a command line that cannot mean anything, or cannot be carried
// out here: there is no network, and no key.
type badInput struct {
	args []string
	code int // the exit code that it must have; -1 where any documented one will do
}

// badInputs makes command lines of every command, every flag and every kind of
// bad value.
func badInputs(root *cobra.Command) (all []badInput) {
	values := map[string][]string{
		"int":      {"x", "1.5", "99999999999999999999", "-1", "0x", " "},
		"uint64":   {"x", "-1", "1e3"},
		"float64":  {"x", "1,5", "NaN", "-Inf", "1e999"},
		"duration": {"x", "5", "-1h", "9999999999h"},
		"bool":     {"maybe", "2"},
		"string":   {"missing/file", "binary", "a\x00b", "postgres://u:secret@h/d"},

		"int64": {"x", "1.5", "99999999999999999999", "-1"}, "intSlice": {"x", "1,,2", "1.5", "-1"}, "float64Slice": {"x", "1,y", "NaN"},
		"networks": {"x", "10.0.0.0/33", "10.0.0.1,"},

		"stringArray": {"missing/file", "binary", "a\x00b"}, "stringSlice": {"missing/file", "binary", ",", "a\x00b"}, "stringToString": {"x", "=", "a=b,"},
	}
	certain := map[string]int{ // of these, the first never parse
		"int": 3, "uint64": 2, "float64": 2, "duration": 1, "bool": 2, "int64": 3, "intSlice": 3, "float64Slice": 2, "stringToString": 1, "networks": 3,
	}
	leaves(root, func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())[1:]
		add := func(code int, more ...string) {
			all = append(all, badInput{append(slices.Clone(path), more...), code})
		}
		add(2, "--no-such-flag")
		add(2, "")
		for _, arg := range values["string"] {
			add(-1, arg)
			add(-1, arg, arg)
		}
		add(-1, "a", "b", "c", "d", "e", "f")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || f.Name == "port-file" {
				return
			}
			if f.Value.Type() != "count" && values[f.Value.Type()] == nil {
				panic("no bad values of the type " + f.Value.Type())
			}
			if !slices.Contains(cli.MayBeEmpty(), f.Name) && f.Value.Type() != "bool" {
				add(2, "--"+f.Name+"=")
			}
			for i, v := range values[f.Value.Type()] {
				if i > 0 && (path[0] == "serve" || path[0] == "gateway") { // which what is not so bad lets start
					break
				}
				code := -1
				if i < certain[f.Value.Type()] {
					code = 2
				}
				add(code, "--"+f.Name+"="+v)
			}
		})
	})
	return all
}

// leaves visits the commands that do something. Help and completions are
// cobra's own.
func leaves(cmd *cobra.Command, visit func(*cobra.Command)) {
	if !cmd.HasSubCommands() {
		if !slices.Contains([]string{"help", "completion"}, cmd.Name()) {
			visit(cmd)
		}
		return
	}
	for _, sub := range cmd.Commands() {
		if sub.Name() != "completion" {
			leaves(sub, visit)
		}
	}
}

// TestBadInputs gives the program more than a thousand bad command lines. None
// may panic; each ends with a documented exit code, with a sentence if it is
// not 0, without a word of a password; and none makes a database in passing.
func TestBadInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of command lines")
	}
	t.Chdir(badFolder(t))
	base := newProgram(&cli.Program{Env: func(string) (string, bool) { return "", false }}).root()
	all := badInputs(base)
	if len(all) < 1000 {
		t.Fatalf("only %d bad inputs", len(all))
	}
	codes := map[int]int{}
	for _, in := range all {
		code, said := runBad(t, in.args)
		codes[code]++
		switch {
		case in.code >= 0 && code != in.code:
			t.Errorf("%q: exit code %d, want %d: %s", in.args, code, in.code, said)
		case !slices.Contains([]int{cli.ExitDone, cli.ExitFailed, cli.ExitUsage, cli.ExitThreshold}, code):
			t.Errorf("%q: exit code %d is not documented: %s", in.args, code, said)
		case code != cli.ExitDone && strings.TrimSpace(said) == "":
			t.Errorf("%q: exit code %d without a word", in.args, code)
		case strings.HasPrefix(in.args[len(in.args)-1], "--db=") && strings.Contains(said, "secret"):
			t.Errorf("%q: a password is shown: %s", in.args, said)
		}
	}
	t.Logf("%d bad inputs, by exit code %v", len(all), codes)
}

// badFolder makes a folder with what bad inputs name.
func badFolder(t *testing.T) string {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"binary": "\x00\x01\x02\xff\xfe", "empty": "", "broken.jsonl": "{\"id\":\"1\",\"prompt\":\n{]",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// runBad runs a command line as the command does, in a place of its own, for a
// moment at most: some bad inputs are good enough for a service to start.
func runBad(t *testing.T, args []string) (code int, said string) {
	home := t.TempDir()
	env := map[string]string{"HOME": home, "ADHERE_DB": filepath.Join(home, "adhere.db"), "ADHERE_LISTEN": "127.0.0.1:0", "ADHERE_ADDR": "127.0.0.1:0"}
	var stderr bytes.Buffer
	var stdout bytes.Buffer
	p := newProgram(&cli.Program{
		In: strings.NewReader(""), Out: &stdout, Err: &stderr, Now: time.Now,
		Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
	})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	defer func() {
		if crash := recover(); crash != nil {
			t.Errorf("%q: panic: %v\n%s", args, crash, debug.Stack())
		}
	}()
	code = p.main(ctx, args)
	if _, err := os.Stat(env["ADHERE_DB"]); code == cli.ExitUsage && slices.Contains([]string{"list", "show", "info", "check"}, args[min(1, len(args)-1)]) && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%q: a database was made in passing", args)
	}
	return code, fmt.Sprint(stderr.String(), stdout.String())
}
