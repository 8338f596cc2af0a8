package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere/internal/cli"
	"adhere/internal/store"
	"adhere/model/modeltest"
)

// TestStoppedAtOnce stops commands before their first step, which is as good
// as any between two calls: what notices it first says no more than that.
func TestStoppedAtOnce(t *testing.T) {
	tasks := write(t, "tasks.jsonl", `{"id":"1","prompt":"p","requirements":[{"id":"c","rule":{"name":"ifeval/punctuation:no_comma"}}]}`)
	answers := write(t, "answers.jsonl", `{"id":"1","response":"a b"}`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"score", tasks, "--responses", answers},
		{"eval", tasks, "--model", "openai-api/local/m", "--base-url", "http://127.0.0.1:1"},
		{"runs", "list"},
	} {
		var stderr bytes.Buffer
		p := newProgram(&cli.Program{Out: io.Discard, Err: &stderr, Env: os.LookupEnv, Now: time.Now})
		db := filepath.Join(t.TempDir(), "a.db")
		if s, err := store.Open(t.Context(), db); err != nil { // commands that only read make no database
			t.Fatal(err)
		} else if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		code := p.main(ctx, append(args, "--db", db, "--quiet"))
		if code != cli.ExitFailed || !strings.HasPrefix(stderr.String(), "adhere: stopped\n  try: ") {
			t.Errorf("%s ends with %d and\n%s", args[0], code, stderr.String())
		}
	}
}

// TestInterrupted stops a run in its middle: the message says once how to go
// on, and not what the machinery made of the signal.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	stub := &modeltest.Stub{Reply: func(*modeltest.Asked) string {
		if asked++; asked == 3 {
			cancel()
		}
		return "ok"
	}}
	url := serve(t, stub)
	tasks := filepath.Join(t.TempDir(), "tasks.jsonl")
	writeTasks(t, tasks, 20)
	var stderr bytes.Buffer
	p := newProgram(&cli.Program{Out: io.Discard, Err: &stderr, Env: os.LookupEnv, Now: time.Now})
	code := p.main(ctx, []string{
		"eval", tasks, "--rules-only", "--model", "openai-api/local/m", "--base-url", url, "--max-connections", "1",
		"--db", filepath.Join(t.TempDir(), "a.db"), "--quiet",
	})
	said := stderr.String()
	if code != cli.ExitFailed || !strings.Contains(said, " of 20 items; everything finished is stored; ") || !strings.Contains(said, " under way had no time to finish, and will be asked again\n  try: the same command with --resume continues\n") {
		t.Errorf("ends with %d and\n%s", code, said)
	}
	if strings.Contains(said, "context") || strings.Count(said, "resume") != 1 {
		t.Errorf("says too much:\n%s", said)
	}
}
