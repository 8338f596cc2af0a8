package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere/internal/store/servertest"
	"adhere/model/modeltest"
)

// TestWorkers has three workers carry out a run. One is killed and one stopped
// amid it, one starts late, and the database loses all its connections. No call
// whose reply was stored is made again, and the result is that of one process
// with a file.
func TestWorkers(t *testing.T) {
	t.Parallel()
	db, cut := servertest.New(t)
	const items, lanes = 400, 8
	var mu sync.Mutex
	asked, halfway := map[string]int{}, make(chan struct{})
	stub := &modeltest.Stub{Latency: 30 * time.Millisecond, Reply: func(a *modeltest.Asked) string {
		mu.Lock()
		defer mu.Unlock()
		if asked[a.Prompt()]++; len(asked) == 100 && asked[a.Prompt()] == 1 {
			close(halfway)
		}
		return strings.Repeat("It does. ", 1+len(a.Prompt())%3)
	}}
	url, stop, err := stub.Listen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	dir := t.TempDir()
	tasks := writeWords(t, dir, items)
	worker := func() *exec.Cmd { return startWorker(t, db, "--max-connections", fmt.Sprint(lanes)) }
	ask := func(args ...string) string {
		out, said, err := askWorkers(tasks, url, args...)
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, said)
		}
		return out
	}
	killed, stopped := worker(), worker()
	go func() {
		<-halfway
		_ = killed.Process.Kill()
		_ = stopped.Process.Signal(os.Interrupt)
		cut()
		worker()
		worker()
	}()
	byWorkers := ask("--db", db, "--workers")
	mu.Lock()
	twice := 0
	for prompt, n := range asked {
		if twice += n - 1; n > 3 {
			t.Errorf("%q was asked %d times", prompt, n)
		}
	}
	if again := 4 * lanes; twice > again {
		t.Errorf("%d calls were made again, at most %d were under way at the interruptions", twice, again)
	}
	mu.Unlock()
	if alone := ask("--db", filepath.Join(dir, "a.db")); alone != byWorkers || alone == "" {
		t.Errorf("one process printed\n%s\nworkers\n%s", alone, byWorkers)
	}
}

// TestWorkersStop has workers whose run ends before its end: at its budget,
// which both spend together, and where it is cancelled.
func TestWorkersStop(t *testing.T) {
	t.Parallel()
	db, _ := servertest.New(t)
	stub := &modeltest.Stub{Latency: 20 * time.Millisecond, Reply: func(*modeltest.Asked) string { return "It does not." }}
	url, stop, err := stub.Listen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	tasks := writeWords(t, t.TempDir(), 300)
	for range 2 {
		startWorker(t, db)
	}
	const budget = 3000 // the calls of about half of the items
	_, said, err := askWorkers(tasks, url, "--db", db, "--workers", "--budget-tokens", fmt.Sprint(budget), "--max-tokens", "20")
	if err == nil || !strings.Contains(said, "the budget is used up") || !strings.Contains(said, "--resume continues") {
		t.Errorf("%v\n%s", err, said)
	}
	asked := stub.Requests()
	if asked < 20 || asked >= 300 {
		t.Errorf("%d calls were made with %d tokens", asked, budget)
	}
	if out, said, err := askWorkers(tasks, url, "--db", db, "--workers", "--resume", "--max-tokens", "20"); err != nil || stub.Requests() != 300 {
		t.Errorf("%d calls of 300 in all: %v\n%s%s", stub.Requests(), err, out, said)
	}
	again := stub.Requests()
	if out, said, err := askWorkers(tasks, url, "--db", db, "--workers", "--restart", "--no-cache", "--max-tokens", "20"); err != nil || stub.Requests() != again+300 || strings.Contains(said, "reporting it again") {
		t.Errorf("%d calls for a run of 300 that is begun again: %v\n%s%s", stub.Requests()-again, err, out, said)
	}
	if _, said, err := askWorkers(tasks, url, "--db", filepath.Join(t.TempDir(), "a.db"), "--workers"); err == nil || !strings.Contains(said, "--db names a file") {
		t.Errorf("a file: %v\n%s", err, said)
	}
}

// writeWords writes n instructions whose requirement code decides.
func writeWords(t *testing.T, dir string, n int) (path string) {
	path = filepath.Join(dir, "tasks.jsonl")
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id":"%d","prompt":"say number %d","requirements":[{"id":"1","text":"at least 3 words"}]}`+"\n", i, i)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// startWorker starts a worker that is stopped with the test.
func startWorker(t *testing.T, db string, args ...string) *exec.Cmd {
	cmd := exec.Command("adhere", append([]string{"worker", "--db", db, "--send-key"}, args...)...)
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return cmd
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	return cmd
}

// askWorkers evaluates tasks by the stub at url.
func askWorkers(tasks, url string, args ...string) (out, said string, err error) {
	cmd := exec.Command("adhere", append([]string{"eval", tasks, "--model", "openai-api/stub/m", "--base-url", url, "--rules", "read"}, args...)...)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	b, err := cmd.Output()
	return string(b), errors.String(), err
}
