package store_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

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

// TestNoRunNamesCallsThatAreMissing holds that of a file that ends too early no
// run is stored, wherever it ends, and that the whole file can be imported then.
func TestNoRunNamesCallsThatAreMissing(t *testing.T) {
	ctx := t.Context()
	here, there := open(t), open(t)
	run := newRun("lakes-one-1234")
	j := create(t, here, run, items(2, 1, 2))
	for i, key := range []string{"k1", "k2"} {
		if err := here.Put(ctx, key, "m", &adhere.Request{}, &adhere.Response{Text: "a lake"}); err != nil {
			t.Fatal(err)
		}
		if err := j.Finish(ctx, i, &adhere.Record{Instruction: instruction(i), Response: &adhere.Response{Text: "a lake", Call: key}}, adhere.Used{}, false); err != nil {
			t.Fatal(err)
		}
	}
	whole, cut := filepath.Join(t.TempDir(), "whole.run"), filepath.Join(t.TempDir(), "cut.run")
	if err := here.ExportFile(ctx, whole, []string{run.ID}, nil, true); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(unpack(t, whole), "\n")
	for n := range len(lines) - 2 { // all but the last line, which is not empty
		if err := os.WriteFile(cut, []byte(pack(t, strings.Join(lines[:n+1], ""))), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, read := range map[string]func() error{
			"import": func() error { _, err := there.ImportFile(ctx, cut); return err },
			"merge":  func() error { _, err := there.MergeFiles(ctx, []string{cut}); return err },
		} {
			if err := read(); err == nil || !strings.Contains(err.Error(), "ends before the run does") {
				t.Errorf("%s of %d lines: %v", name, n+1, err)
			}
			if runs, err := there.FindRuns(ctx, store.RunFilter{}); len(runs) != 0 || err != nil {
				t.Fatalf("%s of %d lines stored %v, %v", name, n+1, runs, err)
			}
		}
	}
	if _, err := there.ImportFile(ctx, whole); err != nil {
		t.Error(err)
	}
	if calls := collect(t, there.RunCalls(ctx, run.ID)); len(calls) != 2 {
		t.Error(calls)
	}
}

// TestNoCallsWhereRunsCannotBeRead holds that no call is stored where it cannot be told
// whether the run is there.
func TestNoCallsWhereRunsCannotBeRead(t *testing.T) {
	ctx := t.Context()
	here, path := open(t), filepath.Join(t.TempDir(), "there.db")
	run := newRun("lakes-one-1234")
	j := create(t, here, run, items(1, 1, 2))
	if err := here.Put(ctx, "k1", "m", &adhere.Request{}, &adhere.Response{Text: "a lake"}); err != nil {
		t.Fatal(err)
	}
	if err := j.Finish(ctx, 0, &adhere.Record{Instruction: instruction(0), Response: &adhere.Response{Text: "a lake", Call: "k1"}}, adhere.Used{}, false); err != nil {
		t.Fatal(err)
	}
	there := openAt(t, path)
	db := raw(t, path, "alter table runs rename to lost")
	if err := here.CopyRun(ctx, run.ID, there); err == nil {
		t.Error("the run is copied to a database without runs")
	}
	calls := -1
	if err := db.QueryRow("select count(*) from calls").Scan(&calls); calls != 0 || err != nil {
		t.Errorf("%d calls are stored, %v", calls, err)
	}
}

// TestCallsAndEntriesAgree holds that what is read while a run goes on names no
// call that was not read with it: an item that was answered in between, or again,
// is pending.
func TestCallsAndEntriesAgree(t *testing.T) {
	ctx := t.Context()
	s := open(t)
	run := newRun("lakes-one-1234")
	j := create(t, s, run, items(3, 1, 2))
	finish := func(position int, key string, failed bool) {
		t.Helper()
		if err := s.Put(ctx, key, "m", &adhere.Request{}, &adhere.Response{Text: "a lake"}); err != nil {
			t.Fatal(err)
		}
		rec := &adhere.Record{Instruction: instruction(position), Response: &adhere.Response{Text: "a lake", Call: key}}
		if err := j.Finish(ctx, position, rec, adhere.Used{Made: map[string]adhere.Usage{"subject": {Calls: 1}}}, failed); err != nil {
			t.Fatal(err)
		}
	}
	finish(0, "k0", false)
	finish(1, "k1", true)
	calls, entries := s.Whole(ctx, run.ID)
	if got := collect(t, calls); len(got) != 2 {
		t.Fatal(got)
	}
	finish(1, "k1 again", false)
	finish(2, "k2", false)
	for _, e := range collect(t, entries) {
		if answered := e.Position == 0; (e.Record != nil) != answered || (e.Usage != nil) != answered || e.Failed {
			t.Errorf("item %d: %+v", e.Position, e)
		}
	}
}

// TestRefusedImportsStoreNoCalls holds that a run that is there already is seen
// before its calls are stored again.
func TestRefusedImportsStoreNoCalls(t *testing.T) {
	ctx := t.Context()
	here, there := open(t), open(t)
	run := newRun("lakes-one-1234")
	j := create(t, here, run, items(1, 1, 2))
	create(t, there, run, items(1, 1, 2))
	if err := here.Put(ctx, "k", "m", &adhere.Request{}, &adhere.Response{Text: "a lake"}); err != nil {
		t.Fatal(err)
	}
	if err := j.Finish(ctx, 0, &adhere.Record{Instruction: instruction(0), Response: &adhere.Response{Text: "a lake", Call: "k"}}, adhere.Used{}, false); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.run")
	if err := here.ExportFile(ctx, file, []string{run.ID}, nil, true); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() error{
		"import": func() error { _, err := there.ImportFile(ctx, file); return err },
		"merge":  func() error { _, err := there.MergeFiles(ctx, []string{file}); return err },
		"copy":   func() error { return here.CopyRun(ctx, run.ID, there) },
	} {
		if err := read(); adhere.CodeOf(err) != adhere.Conflict {
			t.Errorf("%s: %v", name, err)
		}
		if stats, err := there.CallStats(ctx); len(stats) != 0 || err != nil {
			t.Errorf("%s stored calls: %v %v", name, stats, err)
		}
	}
}

func unpack(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	text, err := dec.DecodeAll(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func pack(t *testing.T, text string) string {
	t.Helper()
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer enc.Close()
	return string(enc.EncodeAll([]byte(text), nil))
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
