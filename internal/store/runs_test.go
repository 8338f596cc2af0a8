package store_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"adhere"
	"adhere/internal/store"
	"adhere/run"
)

// instruction returns the n-th of a made-up data set.
func instruction(n int) *adhere.Instruction {
	return &adhere.Instruction{
		ID: fmt.Sprint("lakes/", n), Dataset: "lakes@1", Group: fmt.Sprint("g", n/5), Level: n % 5,
		Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprintf("Write %d words about a lake, without commas.", n)}},
		Requirements: []adhere.Requirement{
			{ID: "1", Text: "It has that many words.", Labels: []string{"Number"}, Rule: &adhere.Rule{Name: "s/words", Args: fmt.Appendf(nil, `{"n":%d}`, n)}},
			{ID: "2", Text: "It has no comma.", Labels: []string{"Format", "Style"}, Weight: 2},
		},
		Tags: map[string]string{"subset": "easy"},
	}
}

// items yields n items with chains of the given lengths in turn.
func items(n int, chains ...int) iter.Seq2[adhere.Item, error] {
	return func(yield func(adhere.Item, error) bool) {
		for i := range n {
			it := adhere.Item{Chain: 1, Instruction: instruction(i)}
			if len(chains) > 0 {
				it.Chain = chains[i%len(chains)]
			}
			if !yield(it, nil) {
				return
			}
		}
	}
}

func newRun(id string) *adhere.Run {
	return &adhere.Run{ID: id, Plan: adhere.Plan{Bench: "lakes@1", Model: "stub/one", Judges: []string{"rule@1"}, Limit: 3}}
}

func create(t testing.TB, s *store.Store, run *adhere.Run, items iter.Seq2[adhere.Item, error]) run.Journal {
	t.Helper()
	if err := s.CreateRun(context.Background(), run, items); err != nil {
		t.Fatal(err)
	}
	j, err := s.Journal(context.Background(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestRunLife(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	now := noon
	s.Now = func() time.Time { return now }
	run := newRun("lakes-one-1234")
	j := create(t, s, run, items(3))
	want := *run
	want.State, want.Items, want.Started = adhere.Started, 3, noon
	check := func() {
		t.Helper()
		got, err := s.Run(ctx, run.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(&want, got); d != "" {
			t.Error(d)
		}
	}
	check()

	finish := func(position int, usage, stored adhere.Usage, failed bool) {
		t.Helper()
		rec := record(position)
		if err := j.Finish(ctx, position, rec, adhere.Used{Made: map[string]adhere.Usage{"subject": usage}, Stored: map[string]adhere.Usage{"subject": stored}}, failed); err != nil {
			t.Fatal(err)
		}
	}
	finish(2, adhere.Usage{Calls: 1, In: 5, Cached: 2, Out: 3, Thought: 2, Money: 7, Time: time.Second}, adhere.Usage{}, false)
	finish(0, adhere.Usage{Calls: 2, In: 100, Time: time.Minute}, adhere.Usage{}, true)
	want.Done, want.Failed = 2, 1
	want.Usage = map[string]adhere.Usage{"subject": {Calls: 3, In: 105, Cached: 2, Out: 3, Thought: 2, Money: 7, Time: 61 * time.Second}}
	check()

	now = noon.Add(time.Hour)
	if err := s.SetRunState(ctx, run.ID, adhere.Finished); err != nil {
		t.Fatal(err)
	}
	want.State, want.Finished = adhere.Finished, now
	check()

	if err := s.SetRunState(ctx, run.ID, adhere.Started); err != nil { // resumed
		t.Fatal(err)
	}
	finish(0, adhere.Usage{Calls: 1, In: 4}, adhere.Usage{Calls: 1, In: 60}, false) // one of two is found again
	want.State, want.Finished, want.Failed = adhere.Started, time.Time{}, 0
	want.Usage["subject"] = adhere.Usage{Calls: 4, In: 109, Cached: 2, Out: 3, Thought: 2, Money: 7, Time: 61 * time.Second}
	check()

	if err := s.SetRunState(ctx, run.ID, "half done"); err == nil {
		t.Error("an unknown state was noted")
	}
	if err := s.RemoveRun(ctx, run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(ctx, run.ID); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("a removed run: %v", err)
	}
	create(t, s, newRun(run.ID), items(1)) // nothing of the old is in the way
	if got, err := s.Run(ctx, run.ID); err != nil || got.Done != 0 || got.Usage != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestCreateRunIsWhole(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	broken := errors.New("line 100 is no instruction")
	err := s.CreateRun(ctx, newRun("r"), func(yield func(adhere.Item, error) bool) {
		for it := range items(100) {
			if !yield(it, nil) {
				return
			}
		}
		yield(adhere.Item{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the items", err)
	}
	if runs, err := s.FindRuns(ctx, store.RunFilter{}); len(runs) != 0 || err != nil {
		t.Errorf("left behind: %v, %v", runs, err)
	}

	create(t, s, newRun("r"), items(2))
	again := newRun("r")
	err = s.CreateRun(ctx, again, items(5))
	if adhere.CodeOf(err) != adhere.Conflict || !strings.Contains(adhere.HintOf(err), "--resume") {
		t.Errorf("a second run of that name: %v, hint %q", err, adhere.HintOf(err))
	}
	if again.Items != 0 {
		t.Error("the run was changed though it was not created")
	}
	if run, err := s.Run(ctx, "r"); err != nil || run.Items != 2 {
		t.Errorf("%+v, %v", run, err)
	}
}

func TestCreateRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := open(t)
	err := s.CreateRun(ctx, newRun("r"), func(yield func(adhere.Item, error) bool) {
		for it := range items(10) {
			cancel()
			if !yield(it, nil) {
				return
			}
		}
	})
	if adhere.CodeOf(err) != adhere.Cancelled {
		t.Errorf("error %v", err)
	}
	create(t, s, newRun("r"), items(1)) // the writer is free again
}

// TestRunWarnings holds that a warning that comes up later is kept once, after
// those from the beginning.
func TestRunWarnings(t *testing.T) {
	s := open(t)
	r := newRun("r")
	r.Warnings = []string{"first"}
	if err := s.CreateRun(t.Context(), r, func(func(adhere.Item, error) bool) {}); err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"second", "first", "second"} {
		if err := s.AddRunWarning(t.Context(), "r", w); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Run(t.Context(), "r")
	if err != nil || !slices.Equal(got.Warnings, []string{"first", "second"}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := s.AddRunWarning(t.Context(), "none", "w"); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("a warning about no run: %v", err)
	}
}

// TestRunWarningsOfTwoProcesses holds that none is lost where two add to one run
// at the same time, whatever isolation the server gives by default.
func TestRunWarningsOfTwoProcesses(t *testing.T) {
	place := newPlace(t)
	if server != "" {
		place += "&default_transaction_isolation=repeatable%20read"
	}
	stores := []*store.Store{openAt(t, place), openAt(t, place)}
	create(t, stores[0], newRun("r"), items(1))
	const each = 25
	var adding errgroup.Group
	for i, s := range stores {
		for n := range each {
			adding.Go(func() error { return s.AddRunWarning(t.Context(), "r", fmt.Sprintf("%d of %d", n, i)) })
		}
	}
	if err := adding.Wait(); err != nil {
		t.Fatal(err)
	}
	if got, err := stores[0].Run(t.Context(), "r"); err != nil || len(got.Warnings) != len(stores)*each {
		t.Errorf("%d warnings, %v", len(got.Warnings), err)
	}
}

func TestRunPrefix(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	ids := []string{"a-one-10", "a-one-11", "b-two-2", "b-two-22", "c%_"}
	for _, id := range ids {
		create(t, s, newRun(id), items(1))
	}
	tests := []struct {
		id, want string
		code     adhere.Code
		hint     string
	}{
		{"a-one-11", "a-one-11", "", ""},
		{"b", "", adhere.Invalid, "b-two-2, b-two-22"},
		{"b-two-2", "b-two-2", "", ""}, // whole, though the start of another
		{"b-two-22", "b-two-22", "", ""},
		{"c", "c%_", "", ""},
		{"a%", "", adhere.NotFound, "adhere runs list"},
		{"A", "", adhere.NotFound, "adhere runs list"},
		{"", "", adhere.NotFound, "adhere runs list"},
	}
	for _, tt := range tests {
		run, err := s.Run(ctx, tt.id)
		if adhere.CodeOf(err) != tt.code || !strings.Contains(adhere.HintOf(err), tt.hint) {
			t.Errorf("%q: %v, hint %q", tt.id, err, adhere.HintOf(err))
		}
		if err == nil && run.ID != tt.want {
			t.Errorf("%q: found %q, want %q", tt.id, run.ID, tt.want)
		}
	}
	for i := range 9 {
		create(t, s, newRun(fmt.Sprint("d", i)), items(1))
	}
	if _, err := s.Run(ctx, "d"); !strings.HasSuffix(adhere.HintOf(err), "d4 and 4 more") {
		t.Errorf("hint %q", adhere.HintOf(err))
	}
	for name, err := range map[string]error{
		"journal": func() error { _, err := s.Journal(ctx, "e"); return err }(),
		"state":   s.SetRunState(ctx, "e", adhere.Stopped),
		"remove":  s.RemoveRun(ctx, "b-two"), // only ever by the whole name
	} {
		if adhere.CodeOf(err) != adhere.NotFound {
			t.Errorf("%s of an unknown run: %v", name, err)
		}
	}
}

func TestFindRuns(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	now := noon
	s.Now = func() time.Time { return now }
	for i, r := range []struct{ bench, model string }{
		{"lakes@1", "stub/one"}, {"lakes@2", "stub/two"}, {"lakeside@1", "stub/one"},
	} {
		run := newRun(fmt.Sprint("r", i))
		run.Plan.Bench, run.Plan.Model = r.bench, r.model
		create(t, s, run, items(1))
		now = now.Add(time.Hour)
	}
	tests := []struct {
		filter store.RunFilter
		want   string
	}{
		{store.RunFilter{}, "r2 r1 r0"},
		{store.RunFilter{Limit: 2}, "r2 r1"},
		{store.RunFilter{Bench: "lakes"}, "r1 r0"},
		{store.RunFilter{Bench: "lakes@1"}, "r0"},
		{store.RunFilter{Model: "stub/one"}, "r2 r0"},
		{store.RunFilter{Bench: "lakes", Model: "stub/three"}, ""},
	}
	for _, tt := range tests {
		runs, err := s.FindRuns(ctx, tt.filter)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, r := range runs {
			ids = append(ids, r.ID)
		}
		if got := strings.Join(ids, " "); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.filter, got, tt.want)
		}
	}
}

// Runs are removed all or none, also where one of them cannot be.
func TestRemoveRunsAllOrNone(t *testing.T) {
	if server != "" {
		t.Skip("the fault is made in a file")
	}
	s := open(t)
	for _, id := range []string{"one", "two"} {
		create(t, s, newRun(id), items(1))
	}
	raw(t, s.Path(), "create trigger kept before delete on runs when old.id = 'two' begin select raise(abort, 'no'); end")
	if ids, err := s.RemoveRuns(t.Context(), []string{"one", "two"}); err == nil || len(ids) != 0 {
		t.Fatalf("%v were removed: %v", ids, err)
	}
	if _, err := s.Run(t.Context(), "one"); err != nil {
		t.Errorf("one of two runs was removed, and the other could not be: %v", err)
	}
	raw(t, s.Path(), "drop trigger kept")
	if ids, err := s.RemoveRuns(t.Context(), []string{"two", "one", "one"}); err != nil || len(ids) != 2 {
		t.Errorf("%v were removed: %v", ids, err)
	}
	if err := s.RemoveRun(t.Context(), "one"); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("a run that is gone is removed: %v", err)
	}
}
