package store_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/browse"
	"adhere/internal/runfile"
	"adhere/internal/store"
)

func collect[T any](t *testing.T, seq iter.Seq2[T, error]) (all []T) {
	t.Helper()
	for v, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// TestRunsTravel holds that a run that was read out of one database and put
// into another is the same, and can be gone on with.
func TestRunsTravel(t *testing.T) {
	ctx := context.Background()
	here, there := open(t), open(t)
	run := newRun("lakes-one-1234")
	j := create(t, here, run, items(300, 1, 2))
	for i := range 290 {
		rec := &adhere.Record{Instruction: instruction(i), Response: &adhere.Response{Text: "a lake", Call: "k1"}, Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "j", Outcome: adhere.Met, Calls: []string{"k2", "gone"}}}}
		if err := j.Finish(ctx, i, rec, adhere.Used{Made: map[string]adhere.Usage{"subject": {Calls: 1, In: i}}}, i == 7); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"k1", "k2", "other"} {
		if err := here.Put(ctx, key, "m", &adhere.Request{}, &adhere.Response{Text: key}); err != nil {
			t.Fatal(err)
		}
	}
	if err := here.SetRunState(ctx, run.ID, adhere.Stopped); err != nil {
		t.Fatal(err)
	}
	want, err := here.Run(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := there.ImportRun(ctx, want, here.Entries(ctx, run.ID)); err != nil {
		t.Fatal(err)
	}
	got, err := there.Run(ctx, run.ID)
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
	if d := cmp.Diff(collect(t, here.Records(ctx, run.ID)), collect(t, there.Records(ctx, run.ID))); d != "" {
		t.Error(d)
	}
	calls := collect(t, here.RunCalls(ctx, run.ID))
	for _, time := range []string{"first", "again"} {
		if err := there.ImportCalls(ctx, here.RunCalls(ctx, run.ID)); err != nil {
			t.Error(time, err)
		}
		if d := cmp.Diff(calls, collect(t, there.RunCalls(ctx, run.ID))); d != "" || len(calls) != 2 {
			t.Error(time, d)
		}
	}
	pending := 0
	back, err := there.Journal(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	err = back.Pending(ctx, func(int, int, *adhere.Instruction) error { pending++; return nil })
	if pending != 11 || err != nil {
		t.Errorf("%d pending, %v; want the ten that were not done and the one that failed", pending, err)
	}
	if err := there.ImportRun(ctx, want, here.Entries(ctx, run.ID)); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("the same run again: %v", err)
	}
}

// TestCopyRun copies a run to a file and back to a database of another kind,
// where there is a server.
func TestCopyRun(t *testing.T) {
	ctx := context.Background()
	here := open(t)
	run := newRun("lakes-one-1234")
	j := create(t, here, run, items(3, 1, 2))
	rec := &adhere.Record{Instruction: instruction(0), Response: &adhere.Response{Text: "a lake", Call: "k1"}}
	if err := j.Finish(ctx, 0, rec, adhere.Used{Made: map[string]adhere.Usage{"subject": {Calls: 1, In: 5, Time: 7}}}, false); err != nil {
		t.Fatal(err)
	}
	if err := here.Put(ctx, "k1", "m", &adhere.Request{Attempt: 2}, &adhere.Response{Text: "a lake"}); err != nil {
		t.Fatal(err)
	}
	note := browse.Note{Tags: []string{"final", "paper"}, Text: "The run of Table 2", Archived: true}
	if err := here.SaveRunNote(ctx, run.ID, noted(note)); err != nil {
		t.Fatal(err)
	}
	there, back := openAt(t, filepath.Join(t.TempDir(), "there.db")), open(t)
	for _, step := range []struct{ from, to *store.Store }{{here, there}, {there, back}} {
		if err := step.from.CopyRun(ctx, run.ID, step.to); err != nil {
			t.Fatal(err)
		}
		if err := step.from.CopyRun(ctx, run.ID, step.to); adhere.CodeOf(err) != adhere.Conflict {
			t.Errorf("the same run again: %v", err)
		}
	}
	want, err := here.Run(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	got, err := back.Run(ctx, run.ID)
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
	if d := cmp.Diff(collect(t, here.Entries(ctx, run.ID)), collect(t, back.Entries(ctx, run.ID))); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(collect(t, here.RunCalls(ctx, run.ID)), collect(t, back.RunCalls(ctx, run.ID))); d != "" {
		t.Error(d)
	}
	file := filepath.Join(t.TempDir(), "a.run")
	fromFile, err := store.OpenInMemory(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer fromFile.Close()
	if err := back.ExportFile(ctx, file, []string{run.ID}, nil, false); err != nil {
		t.Fatal(err)
	}
	if _, err := fromFile.ImportFile(ctx, file); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*store.Store{"copied twice": back, "read from a file": fromFile} {
		notes, err := s.RunNotes(ctx, run.ID)
		if d := cmp.Diff(note, notes[run.ID]); d != "" || err != nil {
			t.Errorf("what was noted, %s: %s %v", name, d, err)
		}
	}
	if err := here.CopyRun(ctx, "nowhere", back); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("a run that is not there: %v", err)
	}
}

// TestNothingOfABrokenImportStays holds that an import is all or nothing.
func TestNothingOfABrokenImportStays(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	broken := errors.New("cut off")
	err := s.ImportRun(ctx, newRun("lakes-one-1234"), func(yield func(runfile.Entry, error) bool) {
		_ = yield(runfile.Entry{Instruction: instruction(0)}, nil) && yield(runfile.Entry{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	if runs, err := s.FindRuns(ctx, store.RunFilter{}); len(runs) != 0 || err != nil {
		t.Error(runs, err)
	}
}
