//go:build !race

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/store/powercut"
	"adhere/model/modeltest"
)

var powerCuts = flag.Int("powercuts", 16, "how many power cuts the tests make")

// powerCutVariable has the command record what it does to its database, and
// end at a change of it: "DATABASE CHANGE".
const powerCutVariable = "ADHERE_TEST_POWERCUT"

// adhereOrCut is the command, which a power cut may end.
func adhereOrCut() {
	if db, change, found := strings.Cut(os.Getenv(powerCutVariable), " "); found {
		after, err := strconv.Atoi(change)
		if err = errors.Join(err, powercut.Record(db, after, false)); err != nil {
			panic(err)
		}
	}
	main()
}

// A till is a model server that knows which of its replies were used: those
// that a later request quotes. Each reply has a mark of its own.
type till struct {
	url   string
	reply func(a *modeltest.Asked, quoted int) string

	mu     sync.Mutex
	sold   map[string]string // request to the reply's mark
	used   map[string]bool   // marks
	again  []string          // requests whose reply had been used
	served int
}

var mark = regexp.MustCompile(`n[0-9]+n`)

func newTill(t *testing.T, reply func(*modeltest.Asked, int) string) *till {
	w := &till{reply: reply, sold: map[string]string{}, used: map[string]bool{}}
	stub := &modeltest.Stub{Reply: w.answer}
	url, stop, err := stub.Listen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	w.url = url
	return w
}

func (w *till) answer(a *modeltest.Asked) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.served++
	marks := map[string]bool{}
	for _, m := range mark.FindAllString(string(a.Body), -1) {
		marks[m], w.used[m] = true, true
	}
	body := string(a.Body)
	if w.used[w.sold[body]] {
		w.again = append(w.again, body)
	}
	if w.sold[body] == "" { // the same question gets the same answer
		w.sold[body] = fmt.Sprintf("n%05dn", len(w.sold))
	}
	return strings.ReplaceAll(w.reply(a, len(marks)), "MARK", w.sold[body])
}

// cutAndGoOn carries out a command whose database loses power at random
// moments, until it has been cut off so many times, and returns what it writes
// at last: in a new database each time that it comes to its end before.
func cutAndGoOn(t *testing.T, w *till, cuts int, args func(db string) []string) []byte {
	lot := rand.New(rand.NewPCG(7, uint64(cuts)))
	dir := t.TempDir()
	var last []byte
	for done, n := 0, 0; done < cuts || last == nil; n++ {
		db := filepath.Join(dir, fmt.Sprint(n), "runs.db")
		w.mu.Lock()
		w.sold, w.used = map[string]string{}, map[string]bool{}
		w.mu.Unlock()
		for last = nil; last == nil; {
			cmd := exec.Command("adhere", args(db)...)
			after := 0
			if done < cuts {
				after = 1 + lot.IntN(400)
			}
			if err := os.MkdirAll(filepath.Dir(db), 0o700); err != nil {
				t.Fatal(err)
			}
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", powerCutVariable, db, after))
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err == nil {
				last = out
				break
			}
			if cmd.ProcessState.ExitCode() >= 0 {
				t.Fatalf("after %d power cuts: %v\n%s", done, err, stderr.String())
			}
			done++
			if err := powercut.Cut(db, lot); err != nil {
				t.Fatal(err)
			}
		}
	}
	return last
}

// TestPowerCutRuns cuts the power while answers are got, judged and refined.
// No reply that was used is bought again, and the result is that of an
// undisturbed run.
func TestPowerCutRuns(t *testing.T) {
	t.Parallel()
	tasks := filepath.Join(t.TempDir(), "tasks.jsonl")
	writeTasks(t, tasks, 30)
	reply := func(a *modeltest.Asked, quoted int) string {
		switch _, model := a.Open(); {
		case model == "judge":
			return "It is MARK.\nYES"
		case quoted < 2: // the draft, and its first repair
			return "One, MARK two."
		}
		return "One MARK two."
	}
	for name, more := range map[string][]string{
		"judged":  nil,
		"refined": {"--refine", "decrim", "--critic", "rules", "--max-iterations", "3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTill(t, reply)
			args := func(db string) []string {
				return append([]string{
					"eval", tasks, "--db", db, "--quiet", "--json", "--resume", "--max-connections", "4", "--model", "openai-api/local/subject", "--base-url", w.url,
					"--judge", "openai-api/local/judge", "--judge-base-url", w.url,
				}, more...)
			}
			want := cutAndGoOn(t, w, 0, args)
			calls := w.served
			got := cutAndGoOn(t, w, *powerCuts/2, args)
			if len(w.again) > 0 {
				t.Errorf("%d replies that had been used were bought again, first that to %s", len(w.again), w.again[0])
			}
			if d := cmp.Diff(timeless(t, want), timeless(t, got)); d != "" {
				t.Errorf("after power cuts the result differs: %s", d)
			}
			t.Logf("%d power cuts, %d calls where an undisturbed run makes %d", *powerCuts/2, w.served-calls, calls)
		})
	}
}

// timeless returns a result without what was measured in seconds.
func timeless(t *testing.T, result []byte) map[string]any {
	var r map[string]any
	if err := json.Unmarshal(result, &r); err != nil {
		t.Fatal(err)
	}
	r["metrics"] = slices.DeleteFunc(r["metrics"].([]any), func(m any) bool { return m.(map[string]any)["name"] == "seconds" })
	return r
}
