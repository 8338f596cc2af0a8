package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"adhere"
	"adhere/internal/store"
)

// open returns a store in a folder of its own, whose clock stands still.
func open(t testing.TB) *store.Store {
	t.Helper()
	s := openAt(t, newPlace(t))
	s.Now = func() time.Time { return noon }
	return s
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func openAt(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// raw opens the file beside the store, to do what the store would not. It
// waits for the store to be done with a write.
func raw(t testing.TB, path string, statements ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(600000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return db
}

// TestOpenBesideAWriter opens and reads while another program holds the lock
// for writing: neither may wait for it.
func TestOpenBesideAWriter(t *testing.T) {
	path := open(t).Path()
	db := raw(t, path)
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("begin immediate"); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatalf("while another writes: %v", err)
	}
	if _, err := s.FindRuns(t.Context(), store.RunFilter{}); err != nil {
		t.Errorf("while another writes: %v", err)
	}
	if _, err := db.Exec("rollback"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpenMakesFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder", "100% of it?", "adhere#1.db")
	s := openAt(t, path)
	if s.Path() != path {
		t.Errorf("path %q, want %q", s.Path(), path)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestOpenAgain(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "adhere.db")
	first := openAt(t, path)
	if err := first.Put(ctx, "k", "m", &adhere.Request{}, &adhere.Response{Text: "kept"}); err != nil {
		t.Fatal(err)
	}
	second := openAt(t, path) // as another process would
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if resp, ok, err := second.Get(ctx, "k"); err != nil || !ok || resp.Text != "kept" {
		t.Errorf("%v %v %v", resp, ok, err)
	}
	if err := first.SetRunState(ctx, "r", adhere.Stopped); err == nil {
		t.Error("a closed store notes a state")
	}
	if err := first.Put(ctx, "l", "m", &adhere.Request{}, &adhere.Response{}); err == nil {
		t.Error("a closed store takes calls")
	}
}

// TestCloseAmidAWrite closes the store while a run is being created in it, as
// a service does whose last request goes on: that write is kept whole, and
// what comes later is refused.
func TestCloseAmidAWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "adhere.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	const many, some = 8000, 6000 // more than are written before the log is copied, and than are read before the first is
	closed := make(chan error, 1)
	err = s.CreateRun(t.Context(), newRun("r"), func(yield func(adhere.Item, error) bool) {
		n := 0
		for item, err := range items(many) {
			if n++; n == some {
				go func() { closed <- s.Close() }()
				for reads := error(nil); reads == nil; { // until it is being closed
					_, reads = s.FindRuns(t.Context(), store.RunFilter{})
				}
			}
			if !yield(item, err) {
				return
			}
		}
	})
	if err := errors.Join(err, <-closed); err != nil {
		t.Fatal(err)
	}
	if err := s.CreateRun(t.Context(), newRun("s"), items(1)); err == nil {
		t.Error("a closed store takes runs")
	}
	if run, err := openAt(t, path).Run(t.Context(), "r"); err != nil || run.Items != many {
		t.Errorf("%+v, %v", run, err)
	}
}

// TestOpenRefuses also holds that what is refused is left as it was.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := filepath.Join(dir, "foreign.db")
	raw(t, foreign, "create table bookmarks (url text)").Close()
	newer := filepath.Join(dir, "newer.db")
	openAt(t, newer).Close()
	raw(t, newer, "insert into goose_db_version (version_id, is_applied) values (999, 1)").Close()

	tests := []struct {
		name, path, want string
		code             adhere.Code
	}{
		{"text", file("notes.txt", strings.Repeat("not a database\n", 100)), "is not a database", adhere.Invalid},
		{"short text", file("short.txt", "{}"), "is not a database", adhere.Invalid},
		{"folder", dir, "is a folder", adhere.Invalid},
		{"foreign", foreign, "database of another program", adhere.Invalid},
		{"newer", newer, "schema version 999, this program knows versions up to", adhere.Conflict},
		{"folder is a file", filepath.Join(file("file", ""), "adhere.db"), "cannot be made", adhere.Invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, _ := os.ReadFile(tt.path)
			s, err := store.Open(context.Background(), tt.path)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if adhere.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), dir) {
				t.Errorf("%s %v, want %s naming the file and %q", adhere.CodeOf(err), err, tt.code, tt.want)
			}
			if adhere.HintOf(err) == "" {
				t.Error("no hint")
			}
			if after, _ := os.ReadFile(tt.path); string(after) != string(before) {
				t.Error("the file has changed")
			}
		})
	}
}

func TestOpenEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	openAt(t, path)
}
