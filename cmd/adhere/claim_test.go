package main

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

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
