package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/store"
	"adhere/model/modeltest"
)

// A witness is a model server that notes which calls came after which kill.
type witness struct {
	stub *modeltest.Stub
	url  string

	mu     sync.Mutex
	since  map[string]int // key of a call to the times it came since the last kill
	all    map[string]bool
	left   int           // calls to be answered before the others wait for the kill
	kill   chan struct{} // closed by the kill; nil where there is none to come
	signal chan struct{} // one for each request
}

func newWitness(t *testing.T) *witness {
	w := &witness{since: map[string]int{}, all: map[string]bool{}, signal: make(chan struct{}, 10_000)}
	w.stub = &modeltest.Stub{Latency: 4 * time.Millisecond, Reply: w.reply}
	url, stop, err := w.stub.Listen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	w.url = url
	return w
}

func (w *witness) reply(a *modeltest.Asked) string {
	req, model := a.Open()
	key := req.Key("openai-api/local/" + model)
	w.mu.Lock()
	w.since[key]++
	w.all[key] = true
	w.left--
	wait := w.kill
	if w.left >= 0 {
		wait = nil
	}
	w.mu.Unlock()
	w.signal <- struct{}{}
	if wait != nil {
		<-wait
	}
	if model == "judge" {
		return "It does what is asked.\nYES"
	}
	return strings.ToUpper(a.Prompt())
}

// expectKill has the witness answer so many calls before a kill, and no more
// until the function that it returns is called after it.
func (w *witness) expectKill(calls int) (over func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left, w.kill = calls, make(chan struct{})
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		close(w.kill)
		w.kill = nil
	}
}

// killed begins a new count and returns the old one.
func (w *witness) killed() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	old := w.since
	w.since = map[string]int{}
	return old
}

// stored returns the calls that the database holds, of all that ever came.
func (w *witness) stored(t *testing.T, db string) map[string]bool {
	found := map[string]bool{}
	s, err := store.Open(context.Background(), db)
	if err != nil {
		t.Fatalf("after a kill the database does not open: %v", err)
	}
	defer s.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	for key := range w.all {
		if _, err := s.Call(context.Background(), key); err == nil {
			found[key] = true
		} else if adhere.CodeOf(err) != adhere.NotFound {
			t.Fatal(err)
		}
	}
	return found
}

// TestKilledRuns kills an evaluation with SIGKILL at twenty random moments and
// resumes it each time. No call whose reply was stored is made again, and the
// records come out as those of a run that nobody disturbed.
func TestKilledRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("twenty kills")
	}
	t.Parallel()
	dir := t.TempDir()
	tasks := filepath.Join(dir, "tasks.jsonl")
	writeTasks(t, tasks, 400) // more than all that is answered before the last kill
	calm, rough := newWitness(t), newWitness(t)

	want := outputs(t, dir, "calm", tasks, calm)
	random := rand.New(rand.NewPCG(20, 1))
	db := filepath.Join(dir, "rough.db")
	for range 20 {
		before := rough.storedBy(t, db)
		killOnce(t, evalCommandLine(db, tasks, rough.url, "--resume"), rough, random)
		for key, n := range rough.killed() {
			if before[key] {
				t.Errorf("a call whose reply was stored was made again, %d times", n)
			}
		}
	}
	before := rough.storedBy(t, db)
	got := outputs(t, dir, "rough", tasks, rough)
	for key, n := range rough.killed() {
		if before[key] {
			t.Errorf("a call whose reply was stored was made again at the end, %d times", n)
		}
	}
	for name := range want {
		if diff := cmp.Diff(placeless(want[name], calm), placeless(got[name], rough)); diff != "" {
			t.Errorf("%s differs from that of an undisturbed run:\n%s", name, diff)
		}
	}
}

// placeless leaves out of an output where the server is, and the names that the
// address is part of.
func placeless(output []byte, w *witness) string {
	text := strings.ReplaceAll(string(output), w.url, "ADDRESS")
	return regexp.MustCompile(`("run": "file-tasks-subject-|"plan": ")[0-9a-f]+`).ReplaceAllString(text, "$1")
}

// storedBy is stored, of a database that may not exist yet.
func (w *witness) storedBy(t *testing.T, db string) map[string]bool {
	if _, err := os.Stat(db); err != nil {
		return nil
	}
	return w.stored(t, db)
}

// killOnce starts the command and kills it after a random number of requests
// or a random time, whichever comes first. However late the kill comes, only
// some requests more are answered until then.
func killOnce(t *testing.T, args []string, w *witness, random *rand.Rand) {
	left := 1 + random.IntN(45)
	var deadline <-chan time.Time
	if random.IntN(4) == 0 { // before, at or shortly after the start
		deadline = time.After(time.Duration(random.IntN(60)) * time.Millisecond)
	}
	over := w.expectKill(left + 8)
	defer over()
	cmd := exec.Command("adhere", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case <-w.signal:
			if left--; left > 0 {
				continue
			}
		case <-deadline:
		case err := <-done:
			t.Fatalf("adhere %v ended before it was killed: %v\n%s", args, err, stderr.String())
		}
		break
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-done
	for len(w.signal) > 0 {
		<-w.signal
	}
}

// outputs runs the evaluation to its end and returns what it wrote.
func outputs(t *testing.T, dir, name, tasks string, w *witness) map[string][]byte {
	files := map[string]string{}
	args := evalCommandLine(filepath.Join(dir, name+".db"), tasks, w.url, "--resume")
	for _, kind := range []string{"responses-out", "verdicts-out"} {
		files[kind] = filepath.Join(dir, name+"."+kind)
		args = append(args, "--"+kind, files[kind])
	}
	cmd := exec.Command("adhere", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	out := map[string][]byte{"result": stdout}
	for kind, path := range files {
		if out[kind], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func evalCommandLine(db, tasks, url string, more ...string) []string {
	return append([]string{
		"eval", tasks, "--db", db, "--quiet", "--json", "--max-connections", "4",
		"--model", "openai-api/local/subject", "--base-url", url,
		"--judge", "openai-api/local/judge", "--judge-base-url", url,
	}, more...)
}

// writeTasks writes n instructions with two requirements each, one of which
// needs the judge.
func writeTasks(t *testing.T, path string, n int) {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id":"%d","prompt":"say number %d","requirements":[{"id":"1","text":"Is it kind?"},{"id":"2","rule":{"name":"ifeval/punctuation:no_comma"}}]}`+"\n", i, i)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
