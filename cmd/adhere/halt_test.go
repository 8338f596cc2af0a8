package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere/internal/cli"
	"adhere/model/modeltest"
)

// TestStopMakesNoFurtherCall stops an evaluation while three calls are with
// the server and others wait. The three are answered and stored; no other
// begins, not even for a judge.
func TestStopMakesNoFurtherCall(t *testing.T) {
	dir := t.TempDir()
	tasks := filepath.Join(dir, "tasks.jsonl")
	writeTasks(t, tasks, 40)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answer := make(chan struct{})
	stub := &modeltest.Stub{Reply: func(*modeltest.Asked) string { return "Yes" }}
	stub.Plan = func(a *modeltest.Asked) modeltest.Behaviour {
		if a.N == 2 {
			cancel()
			close(answer)
		}
		<-answer
		return modeltest.Behaviour{}
	}
	url, stop, err := stub.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	var said bytes.Buffer
	p := newProgram(&cli.Program{In: strings.NewReader(""), Out: &said, Err: &said, Env: func(string) (string, bool) { return "", false }, Now: time.Now})
	args := evalCommandLine(filepath.Join(dir, "halt.db"), tasks, url, "--max-connections", "3")
	if code := p.main(ctx, args); code != cli.ExitFailed {
		t.Errorf("exit code %d", code)
	}
	if asked, answered := stub.Distinct(); asked != 3 || answered != 3 {
		t.Errorf("%d requests, %d answered, want 3 and 3", asked, answered)
	}
	if !strings.Contains(said.String(), "stopped at 0 of 40") {
		t.Error(said.String())
	}
}
