package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/report"
)

// TestDigestsAreWorkedOutOnce holds what pages get while something is being
// counted, when it is ready, when it is out of date and when it fails.
func TestDigestsAreWorkedOutOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDigests(time.Now)
		made := 0
		slow := func(context.Context) (any, error) {
			time.Sleep(time.Second)
			made++
			return made, nil
		}
		get := func(stamp string) (any, bool, error) { return d.get(t.Context(), "k", stamp, slow) }
		begun := time.Now()
		if v, fresh, err := get("1"); v != nil || fresh || err != nil || time.Since(begun) != patience {
			t.Fatal("while it is counted", v, fresh, err, time.Since(begun))
		}
		get("1") // joins the first
		time.Sleep(2 * time.Second)
		if v, fresh, _ := get("1"); v != 1 || !fresh {
			t.Fatal("when it is ready", v, fresh)
		}
		if v, fresh, _ := get("2"); v != 1 || fresh {
			t.Fatal("a moment later the old one will do", v, fresh)
		}
		time.Sleep(20 * time.Second)
		if v, fresh, _ := get("3"); v != 1 || fresh {
			t.Fatal("while it is counted anew", v, fresh)
		}
		time.Sleep(2 * time.Second)
		if v, fresh, _ := get("3"); v != 2 || !fresh || made != 2 {
			t.Fatal("when it is ready anew", v, fresh, made)
		}
	})
}

func TestDigestsSurviveFailures(t *testing.T) {
	d := newDigests(time.Now)
	if _, _, err := d.get(t.Context(), "k", "1", func(context.Context) (any, error) { panic("no") }); err == nil {
		t.Error("a panic is no error")
	}
	failed := errors.New("failed")
	for range 3 {
		if _, _, err := d.get(t.Context(), "other", "1", func(context.Context) (any, error) { return nil, failed }); !errors.Is(err, failed) {
			t.Errorf("the error is %v", err)
		}
	}
}

// heavy is a value of so many bytes.
type heavy int

func (h heavy) size() int { return int(h) }

// TestFewDigestsAreKept holds that what is remembered is bounded by its bytes,
// that what was used last stays, and that one that is too large alone stays too.
func TestFewDigestsAreKept(t *testing.T) {
	d := newDigests(time.Now)
	d.patience = time.Hour
	get := func(key string, size int) {
		t.Helper()
		if v, fresh, err := d.get(t.Context(), key, "1", func(context.Context) (any, error) { return heavy(size), nil }); v != heavy(size) || !fresh || err != nil {
			t.Fatal(key, v, fresh, err)
		}
	}
	get("used", mostKept/5)
	for _, key := range []string{"a", "b", "c", "d", "e", "f"} {
		get(key, mostKept/5)
		get("used", mostKept/5)
	}
	for key, want := range map[string]bool{"used": true, "a": false, "b": false, "c": false, "d": true, "e": true, "f": true} {
		if d.has(key, "1") != want {
			t.Errorf("%s is kept: %v, want %v", key, !want, want)
		}
	}
	get("huge", 3*mostKept)
	if !d.has("huge", "1") || d.has("used", "1") {
		t.Error("the largest is dropped, or something stays beside it")
	}
}

// TestBoardOfManyRuns holds that a leaderboard is ready at some time though no
// page waits for anything and not two of its runs can be remembered whole.
func TestBoardOfManyRuns(t *testing.T) {
	x := newSite(t, nil)
	x.digests.patience, x.digests.most = 0, 30*smallSize
	all := items(6, 2)
	for i := range 20 {
		keepRun(t, x.store, fmt.Sprint("openai/m", i), all, 6)
	}
	has(t, x.settled(t, "/boards/garden@1"), http.StatusOK, "m0</bdi>", "m19</bdi>")
}

// sharing notes whether the runs that it compares have their instructions in
// common.
type sharing struct {
	testJudging
	common, own *int
}

func (s sharing) Compare(a, b *adhere.Run, recordsA, recordsB []adhere.Record) (*report.Versus, error) {
	for i := range recordsA {
		if recordsA[i].Instruction == recordsB[i].Instruction {
			*s.common++
		} else {
			*s.own++
		}
	}
	return s.testJudging.Compare(a, b, recordsA, recordsB)
}

// TestComparedRunsShareInstructions holds that two runs of the same items do
// not take twice the room of one.
func TestComparedRunsShareInstructions(t *testing.T) {
	s := sharing{common: new(int), own: new(int)}
	x := newSite(t, func(c *Config) { c.Judging = s })
	all := items(6, 2)
	a := keepRun(t, x.store, "openai/gpt-4o", all, 6)
	all[3].in.Tags = map[string]string{"category": "other"}
	b := keepRun(t, x.store, "ollama/small", all, 6)
	if _, err := x.makeDuel(t.Context(), a, b); err != nil {
		t.Fatal(err)
	}
	if *s.common != 5 || *s.own != 1 {
		t.Errorf("%d instructions are shared and %d are not, want 5 and 1", *s.common, *s.own)
	}
}

// TestUncountedLabelsTakeNoRoom holds that items that differ in nothing but
// labels that are not told apart share their requirements.
func TestUncountedLabelsTakeNoRoom(t *testing.T) {
	x := newSite(t, nil)
	all := items(tooManyValues+200, 1)
	for i := range all {
		all[i].in.Requirements[0].Labels = []string{fmt.Sprint("label ", i)}
		all[i].in.Requirements[0].Rule.Name = "suite/rule"
	}
	loaded, err := x.load(t.Context(), keepRun(t, x.store, "openai/gpt-4o", all, len(all)), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	lists := map[*adhere.Requirement]bool{}
	for _, r := range loaded.records[tooManyValues+1:] {
		lists[&r.Instruction.Requirements[0]] = true
	}
	if len(lists) != 1 {
		t.Errorf("%d lists of equal requirements, want 1", len(lists))
	}
}
