package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/store"
	"adhere/run"
)

// The variables by which TestCrash tells a copy of itself what to do.
const (
	childStore  = "RUN_TEST_STORE"
	childServer = "RUN_TEST_SERVER"
)

const (
	crashItems = 150 // more than what is answered before the last kill is enough for
	crashSpare = 8   // calls that are answered after a kill was decided on, however late it comes
)

// TestCrash kills a run at twenty random moments and resumes it each time. No
// call whose reply was stored is made again, no record is lost, and in the
// end the records are those of a run that nothing disturbed.
func TestCrash(t *testing.T) {
	if path := os.Getenv(childStore); path != "" {
		runChild(t, path, os.Getenv(childServer))
		return
	}
	stub := &stub{}
	stub.restart()
	server := httptest.NewServer(stub)
	defer server.Close()
	dir := t.TempDir()

	calm := filepath.Join(dir, "calm.db")
	if out, err := child(calm, server.URL).CombinedOutput(); err != nil {
		t.Fatalf("undisturbed: %v\n%s", err, out)
	}
	want := recordsOf(t, calm)

	stub.restart()
	wild := filepath.Join(dir, "wild.db")
	random := rand.New(rand.NewPCG(1, 2))
	for kill := range 20 {
		calls, wait := random.IntN(17), time.Duration(random.IntN(int(5*time.Millisecond)))
		if kill%5 == 0 {
			calls, wait = 0, 4*wait // while the store is opened and the run created
		}
		cmd := child(wild, server.URL)
		var told bytes.Buffer
		cmd.Stdout = &told
		due := make(chan bool, 1)
		stub.after(calls, func() { due <- true })
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		go func() {
			<-due
			time.Sleep(wait)
			cmd.Process.Kill()
		}()
		if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() >= 0 {
			t.Fatalf("the child ended by itself: %v\n%s", err, told.String())
		}
		stub.keep(t, wild, told.String())
		t.Logf("kill %d: %d calls stored", kill, len(stub.stored))
	}
	stub.after(-1, nil)
	if out, err := child(wild, server.URL).CombinedOutput(); err != nil {
		t.Fatalf("last resume: %v\n%s", err, out)
	}
	if again := stub.repeats(); len(again) > 0 {
		t.Errorf("%d calls were repeated though their replies were stored: %q", len(again), again[:min(3, len(again))])
	}
	if got := recordsOf(t, wild); got != want {
		t.Errorf("the records differ from those of an undisturbed run:\n%.2000s\nwant\n%.2000s", got, want)
	}
}

// child returns the command that carries on the run in the store at path.
func child(path, server string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrash$", "-test.timeout=60s")
	cmd.Env = append(os.Environ(), childStore+"="+path, childServer+"="+server, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// runChild is what adhere eval --resume does: it finds the run or creates it
// and does what is pending.
func runChild(t *testing.T, path, server string) {
	ctx := context.Background()
	s, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Run(ctx, "crash"); adhere.CodeOf(err) == adhere.NotFound {
		err = s.CreateRun(ctx, &adhere.Run{ID: "crash"}, func(yield func(adhere.Item, error) bool) {
			for i := range crashItems {
				if !yield(adhere.Item{Chain: i % 3, Instruction: instruction(i)}, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	j, err := s.Journal(ctx, "crash")
	if err != nil {
		t.Fatal(err)
	}
	model := cached{s, server}
	r := &run.Runner{Subject: asked(model), Workers: 8, Judges: []adhere.Judge{asking{model}}}
	if tally, err := r.Run(ctx, j); err != nil || tally.Failed > 0 {
		t.Fatalf("%+v, %v", tally, err)
	}
	if err := s.SetRunState(ctx, "crash", adhere.Finished); err != nil {
		t.Fatal(err)
	}
}

// cached is the smallest model over HTTP that stores each reply before it is
// used.
type cached struct {
	s   *store.Store
	url string
}

func (cached) Name() string { return "stub/one" }

func (c cached) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	key := req.Key(c.Name())
	if resp, ok, err := c.s.Get(ctx, key); ok || err != nil {
		return resp, err
	}
	begun := time.Now()
	reply, err := http.Post(c.url, "text/plain", strings.NewReader(key))
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return nil, err
	}
	resp := &adhere.Response{
		Model: c.Name(), Text: string(text), Finish: adhere.FinishStop,
		Usage: adhere.Usage{Calls: 1, In: len(key), Out: len(text), Time: time.Since(begun)},
	}
	err = c.s.Put(ctx, key, c.Name(), req, resp)
	fmt.Fprintln(os.Stdout, key) // from here on the parent counts on it
	return resp, err
}

// asking judges by two calls, one after the other.
type asking struct{ model adhere.Model }

func (asking) Name() string { return "asking@1" }

func (a asking) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	var verdicts []adhere.Verdict
	for _, r := range in.Requirements {
		resp, err := a.model.Generate(ctx, &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: in.ID + r.ID + out.Text}}})
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, adhere.Verdict{
			Requirement: r.ID, Judge: a.Name(), Outcome: adhere.OutcomeOf(resp.Text < "8"), Raw: resp.Text, Usage: resp.Usage,
		})
	}
	return verdicts, nil
}

// A stub is a model's server that answers each key in its own way and notes
// which it was asked although it need not be.
type stub struct {
	mu     sync.Mutex
	asked  map[string]bool
	stored map[string]bool
	again  []string
	left   int // calls until then, and what comes after it
	then   func()
}

func (s *stub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.asked[string(key)] = true
	if s.left--; s.left == 0 {
		s.then()
	}
	held := s.then != nil && s.left < -crashSpare
	if s.stored[string(key)] {
		s.again = append(s.again, string(key))
	}
	s.mu.Unlock()
	if held {
		<-r.Context().Done() // the caller is killed
		return
	}
	time.Sleep(2 * time.Millisecond)
	fmt.Fprint(w, strings.Repeat(string(key[len(key)-9:]), 20))
}

// after calls then when so many more calls have come in, at once for 0 and
// never for -1. It is to end the caller: not many calls are answered after it.
func (s *stub) after(calls int, then func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.then = calls, then
	if calls == 0 {
		then()
	}
}

// restart forgets what was asked.
func (s *stub) restart() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.stored = map[string]bool{}, map[string]bool{}
}

// keep notes what must not be asked again: the calls that a killed child had
// told of, and those that are in its store, whether it knew of them or not.
func (s *stub) keep(t *testing.T, path, told string) {
	t.Helper()
	db, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range strings.Lines(told) {
		if key = strings.TrimSuffix(key, "\n"); len(key) == 64 {
			s.stored[key] = true
		}
	}
	for key := range s.asked {
		if _, ok, err := db.Get(context.Background(), key); err != nil {
			t.Fatal(err)
		} else if ok {
			s.stored[key] = true
		}
	}
}

func (s *stub) repeats() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.again
}

// recordsOf returns all records, a line each.
func recordsOf(t *testing.T, path string) string {
	t.Helper()
	s, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	found, err := s.Run(context.Background(), "crash")
	if err != nil {
		t.Fatal(err)
	}
	if found.State != adhere.Finished || found.Done != crashItems || found.Usage[run.Judge].Calls != 2*crashItems {
		t.Errorf("%+v", found)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for rec, err := range s.Records(context.Background(), "crash") {
		if err := errors.Join(err, enc.Encode(rec)); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
