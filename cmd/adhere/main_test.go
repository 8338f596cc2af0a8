package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"adhere/internal/benchdata"
)

// TestMain lets scripts and the examples in docs/ run the command itself.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"adhere": adhereOrCut})
}

// TestScripts runs testdata/script: each subcommand's good path and bad input.
// Set UPDATE_SCRIPTS=1 to rewrite expected output.
func TestScripts(t *testing.T) {
	t.Parallel()
	data, found := benchdata.Find("ifeval")
	if !found && os.Getenv("CI") != "" {
		benchdata.Dir(t, "ifeval") // says what is missing, and fails
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ADHERE_DB", filepath.Join(env.WorkDir, "adhere.db"))
			env.Setenv("ADHERE_DATA", filepath.Join(env.WorkDir, "data"))
			env.Setenv("NO_COLOR", "1")
			env.Setenv("BENCHDATA", filepath.Dir(data))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "benchdata" {
				return found, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"stub":   startStub,
			"exit":   checkExit,
			"mirror": startMirror,
			"post":   postTo,
			"verify": askVerify,
			"dictionary": func(ts *testscript.TestScript, _ bool, args []string) {
				file, err := benchdata.Dictionary()
				ts.Check(err)
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), file, 0o600))
			},
		},
	})
}

// checkExit runs a command and holds its exit code: exit 2 adhere eval.
func checkExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE COMMAND [ARG...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// startMirror serves a folder for downloads and sets MIRROR to its address:
// mirror DIR
func startMirror(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mirror DIR")
	}
	server := httptest.NewServer(http.FileServer(http.Dir(ts.MkAbs(args[0]))))
	ts.Defer(server.Close)
	ts.Setenv("MIRROR", server.URL)
}
