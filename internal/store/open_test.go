package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"adhere"
	"adhere/internal/store"
)

// TestFirstStarts has eight processes open a database that is not there, all
// at once, ten times over.
func TestFirstStarts(t *testing.T) {
	if path := os.Getenv("STORE_TEST_OPEN"); path != "" {
		openAt(t, path)
		return
	}
	for round := range 10 {
		path := filepath.Join(t.TempDir(), "new", "adhere.db")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				cmd := exec.Command(os.Args[0], "-test.run=^TestFirstStarts$")
				cmd.Env = append(os.Environ(), "STORE_TEST_OPEN="+path)
				if said, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("round %d: %v\n%s", round, err, said)
				}
			})
		}
		all.Wait()
		if _, err := openAt(t, path).FindRuns(t.Context(), store.RunFilter{}); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
	}
}

// TestPrivate looks at the modes of a new database, of the files beside it
// and of a copy, and at those of a database from before.
func TestPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	s := openAt(t, filepath.Join(dir, "adhere.db"))
	if err := s.Put(t.Context(), "k", "m", &adhere.Request{}, &adhere.Response{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "copy.db")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"adhere.db", "adhere.db-wal", "adhere.db-shm", "copy.db"} {
		checkMode(t, filepath.Join(dir, name), 0o600)
	}
	checkMode(t, dir, 0o700)
	for before, after := range map[fs.FileMode]fs.FileMode{0o644: 0o600, 0o660: 0o660} {
		path := filepath.Join(t.TempDir(), "old.db")
		raw(t, path, "pragma application_id = 1097099365").Close() // of no version yet
		if err := os.Chmod(path, before); err != nil {
			t.Fatal(err)
		}
		openAt(t, path)
		checkMode(t, path, after)
	}
}

func checkMode(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != want {
		t.Errorf("%s has mode %o, want %o", filepath.Base(path), got, want)
	}
}

func TestOpenToRead(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	missing := filepath.Join(dir, "typo", "typo.db")
	if _, err := store.OpenToRead(ctx, missing); adhere.CodeOf(err) != adhere.NotFound || !strings.Contains(err.Error(), missing) {
		t.Errorf("a database that is not there: %v", err)
	}
	if _, err := os.Stat(filepath.Dir(missing)); !errors.Is(err, fs.ErrNotExist) {
		t.Error("reading made a folder")
	}
	path := filepath.Join(dir, "adhere.db")
	writer := openAt(t, path)
	create(t, writer, newRun("r"), items(3))
	if err := writer.Put(ctx, "k", "m", &adhere.Request{}, &adhere.Response{Text: "kept"}); err != nil {
		t.Fatal(err)
	}
	readAll(t, path) // beside a writer
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	readAll(t, path)
	after, err := os.ReadFile(path)
	if err != nil || string(before) != string(after) {
		t.Errorf("reading changed the file, %v", err)
	}
	if beside, _ := filepath.Glob(path + "-[ws]*"); len(beside) > 0 {
		t.Errorf("reading left %v", beside)
	}
}

// readAll reads what TestOpenToRead wrote, and tries to write.
func readAll(t *testing.T, path string) {
	t.Helper()
	s, err := store.OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if run, err := s.Run(t.Context(), "r"); err != nil || run.Items != 3 {
		t.Errorf("%+v, %v", run, err)
	}
	if resp, ok, err := s.Get(t.Context(), "k"); err != nil || !ok || resp.Text != "kept" {
		t.Errorf("%v %v %v", resp, ok, err)
	}
	if err := s.Put(t.Context(), "l", "m", &adhere.Request{}, &adhere.Response{}); err == nil {
		t.Error("what is opened to be read was written to")
	}
	if err := s.RemoveRun(t.Context(), "r"); err == nil {
		t.Error("a run was removed from what is opened to be read")
	}
}

// TestOpenToReadUpgrades reads a database from before.
func TestOpenToReadUpgrades(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	raw(t, path, "pragma application_id = 1097099365").Close()
	s, err := store.OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if runs, err := s.FindRuns(t.Context(), store.RunFilter{}); err != nil || len(runs) != 0 {
		t.Errorf("%v, %v", runs, err)
	}
}

// TestReadOnlyPlace reads, as a user who can write neither the file nor its
// folder, a database that nobody else has open.
func TestReadOnlyPlace(t *testing.T) {
	if path := os.Getenv("STORE_TEST_READ"); path != "" {
		readAll(t, path)
		if _, err := store.Open(t.Context(), path); err == nil {
			t.Error("opened for writing")
		}
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "adhere.db")
	s := openAt(t, path)
	create(t, s, newRun("r"), items(3))
	if err := s.Put(t.Context(), "k", "m", &adhere.Request{}, &adhere.Response{Text: "kept"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		mode fs.FileMode
	}{{path, 0o444}, {dir, 0o555}, {filepath.Dir(dir), 0o755}} {
		if err := os.Chmod(c.path, c.mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(dir, 0o755)
	cmd := asNobody("-test.run=^TestReadOnlyPlace$")
	cmd.Env = append(os.Environ(), "STORE_TEST_READ="+path)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

func TestOpenInMemory(t *testing.T) {
	s, err := store.OpenInMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other, err := store.OpenInMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			key := fmt.Sprint(i)
			if err := s.Put(t.Context(), key, "m", &adhere.Request{}, &adhere.Response{Text: key}); err != nil {
				t.Error(err)
			}
			if resp, ok, err := s.Get(t.Context(), key); err != nil || !ok || resp.Text != key {
				t.Errorf("%v %v %v", resp, ok, err)
			}
		})
	}
	all.Wait()
	if _, ok, err := other.Get(t.Context(), "1"); ok || err != nil {
		t.Errorf("two stores in memory are one: %v", err)
	}
}
