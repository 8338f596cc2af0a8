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

var powerCuts = flag.Int("powercuts", 16, "how many power cuts, and how many kills, the tests make")

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

// A cut is how a command is ended amid its work.
type cut struct {
	name string
	// after makes the files of the database what they are then.
	after func(db string, lot *rand.Rand) error
}

func cuts() []cut {
	return []cut{
		{"power cuts", powercut.Cut},
		{"kills", func(db string, _ *rand.Rand) error { return os.Remove(db + ".log") }}, // which only a power cut needs
	}
}

// goOn carries out a command that is cut off at random moments, until that was
// done so many times, and returns what it writes at last: in a new database each
// time that it comes to its end before.
func (w *till) goOn(t *testing.T, how cut, times int, args func(db string) []string) []byte {
	lot := rand.New(rand.NewPCG(7, uint64(times)))
	dir := t.TempDir()
	var last []byte
	for done, n := 0, 0; done < times || last == nil; n++ {
		db := filepath.Join(dir, fmt.Sprint(n), "runs.db")
		if err := os.MkdirAll(filepath.Dir(db), 0o700); err != nil {
			t.Fatal(err)
		}
		w.forget()
		for last = nil; last == nil; {
			after := 0
			if done < times {
				after = 1 + lot.IntN(400)
			}
			if last = cutOff(t, db, after, args(db)); last != nil {
				break
			}
			done++
			if err := how.after(db, lot); err != nil {
				t.Fatal(err)
			}
		}
	}
	return last
}

// forget begins the till's count anew.
func (w *till) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sold, w.used = map[string]string{}, map[string]bool{}
}

// cutOff carries out a command that is killed at that change of its database,
// and returns what it writes, nil where it was killed.
func cutOff(t *testing.T, db string, after int, args []string) []byte {
	cmd := exec.Command("adhere", args...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", powerCutVariable, db, after))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out
	}
	if cmd.ProcessState.ExitCode() >= 0 {
		t.Fatalf("it was not cut off: %v\n%s", err, stderr.String())
	}
	return nil
}

// TestCuts cuts the power, and kills the program, while answers are got, judged
// and refined. No reply that was used is bought again, and the result is that
// of an undisturbed run.
func TestCuts(t *testing.T) {
	t.Parallel()
	tasks := filepath.Join(t.TempDir(), "tasks.jsonl")
	writeTasks(t, tasks, 30)
	for name, more := range map[string][]string{
		"judged":  nil,
		"refined": {"--refine", "decrim", "--critic", "rules", "--max-iterations", "3"},
	} {
		for _, how := range cuts() {
			t.Run(name+" "+how.name, func(t *testing.T) {
				t.Parallel()
				w := newTill(t, keptAndBroken)
				args := func(db string) []string { return append(evalCommandLine(db, tasks, w.url, "--resume"), more...) }
				want := w.goOn(t, how, 0, args)
				calls := w.served
				got := w.goOn(t, how, *powerCuts/4, args)
				if len(w.again) > 0 {
					t.Errorf("%d replies that had been used were bought again, first that to %s", len(w.again), w.again[0])
				}
				if d := cmp.Diff(timeless(t, want), timeless(t, got)); d != "" {
					t.Errorf("the result differs: %s", d)
				}
				t.Logf("%d %s, %d calls where an undisturbed run makes %d", *powerCuts/4, how.name, w.served-calls, calls)
			})
		}
	}
}

// keptAndBroken answers as a model whose second repair meets what is asked, and
// as a judge who is content.
func keptAndBroken(a *modeltest.Asked, quoted int) string {
	switch _, model := a.Open(); {
	case model == "judge":
		return "It is MARK.\nYES"
	case quoted < 2: // the draft, and its first repair
		return "One, MARK two."
	}
	return "One MARK two."
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
