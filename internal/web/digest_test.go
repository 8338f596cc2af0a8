package web

import (
	"context"
	"errors"
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

func TestFewDigestsAreKept(t *testing.T) {
	d := newDigests(time.Now)
	for i := range 3 * mostDigests {
		if v, fresh, err := d.get(t.Context(), string(rune('a'+i)), "1", func(context.Context) (any, error) { return i, nil }); v != i || !fresh || err != nil {
			t.Fatal(i, v, fresh, err)
		}
	}
	if len(d.entries) > mostDigests+1 {
		t.Errorf("%d are kept", len(d.entries))
	}
	if !d.has(string(rune('a'+3*mostDigests-1)), "1") || d.has("a", "1") {
		t.Error("not the last ones are kept")
	}
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
