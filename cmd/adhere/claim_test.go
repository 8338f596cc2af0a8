package main

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"adhere/internal/cli"
	"adhere/model/modeltest"
)

// TestOneAtATime begins and resumes a run that another process is carrying
// out: no call may be paid for twice. When that process is killed, the run can
// be resumed at once.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tasks := filepath.Join(dir, "tasks.jsonl")
	writeTasks(t, tasks, 3)
	calls, asked, answer := new(atomic.Int64), make(chan struct{}, 100), make(chan struct{})
	stub := &modeltest.Stub{Reply: func(*modeltest.Asked) string {
		calls.Add(1)
		asked <- struct{}{}
		<-answer
		return "It does.\nYES"
	}}
	url, stop, err := stub.Listen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	command := func(more ...string) *exec.Cmd {
		return exec.Command("adhere", evalCommandLine(filepath.Join(dir, "a.db"), tasks, url, more...)...)
	}
	first := command()
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		<-asked
	}
	for _, how := range []string{"--resume=false", "--resume", "--restart"} {
		said, err := command(how).CombinedOutput()
		if err == nil || !bytes.Contains(said, []byte("is being carried out by process ")) || !bytes.Contains(said, []byte(`"hint": "wait for it to end`)) {
			t.Errorf("%s beside another process: %v\n%s", how, err, said)
		}
	}
	remove := func() ([]byte, error) {
		return exec.Command("adhere", "runs", "rm", "file-tasks-subject", "--db", filepath.Join(dir, "a.db")).CombinedOutput()
	}
	if said, err := remove(); err == nil || !bytes.Contains(said, []byte("is being carried out by process ")) || !bytes.Contains(said, []byte("nothing was removed")) {
		t.Errorf("a run was removed under a process that carries it out: %v\n%s", err, said)
	}
	if n := calls.Load(); n != 3 {
		t.Errorf("3 items were asked for %d times", n)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait() // killed
	close(answer)
	if said, err := command("--resume").CombinedOutput(); err != nil || strings.Contains(string(said), "carried out") {
		t.Errorf("after a kill: %v\n%s", err, said)
	}
	if said, err := remove(); err != nil {
		t.Errorf("nobody carries it out: %v\n%s", err, said)
	}
}

// A meanwhile does something when it is written to first.
type meanwhile struct {
	text bytes.Buffer
	do   func()
}

func (w *meanwhile) Write(b []byte) (int, error) {
	if w.do != nil {
		do := w.do
		w.do = nil
		do()
	}
	return w.text.Write(b)
}

// TestOneAtATimeWhileWritten holds that nobody begins a run again before its
// result is written: what is still to be read would be gone.
func TestOneAtATimeWhileWritten(t *testing.T) {
	t.Parallel()
	args := []string{
		"score", write(t, "tasks.jsonl", `{"id":"a","prompt":"Name a lake.","requirements":[{"text":"No commas.","rule":{"name":"ifeval/punctuation:no_comma"}}]}`),
		"--responses", write(t, "answers.jsonl", `{"id":"a","response":"Lake Como"}`), "--db", filepath.Join(t.TempDir(), "a.db"),
	}
	score := func(out io.Writer) (code int, said string) {
		var stderr bytes.Buffer
		p := newProgram(&cli.Program{In: strings.NewReader(""), Out: out, Err: &stderr, Now: time.Now, Env: func(string) (string, bool) { return "", false }})
		return p.main(t.Context(), args), stderr.String()
	}
	begun := false
	first := &meanwhile{do: func() {
		begun = true
		if code, said := score(io.Discard); code == 0 || !strings.Contains(said, "is being carried out by process ") {
			t.Errorf("the run was begun again while its result was written: %d\n%s", code, said)
		}
	}}
	if code, said := score(first); code != 0 || !begun || !strings.Contains(first.text.String(), "100") {
		t.Errorf("%d, %v\n%s%s", code, begun, said, &first.text)
	}
}
