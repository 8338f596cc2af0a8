package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"adhere"
)

// Open opens the database at path for reading and writing, makes it and its
// folder if there is none, and brings its schema up to date. Any number of
// processes may do so at once. A new file is its owner's only. A file that is
// no database, belongs to another program or was written by a newer version of
// this one is left as it is: the error's code is Invalid, and Conflict for the
// newer version.
//
// Where path is the address of a PostgreSQL database (postgres://…), that is
// opened instead.
func Open(ctx context.Context, path string) (*Store, error) {
	if OnServer(path) {
		return openPostgres(ctx, path)
	}
	f, err := fileAt(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return nil, &adhere.Error{
			Code: adhere.Invalid, Message: "the folder of " + f.path + " cannot be made", Err: err,
			Hint: "name another place for the database",
		}
	}
	version, err := inspect(ctx, f)
	if err != nil {
		return nil, err
	}
	if err := f.makePrivate(version); err != nil {
		return nil, &adhere.Error{
			Code: adhere.Invalid, Message: f.path + " cannot be made", Err: err,
			Hint: "name a file in a folder that you may write to",
		}
	}
	return open(ctx, f)
}

// OpenToRead opens the database at path so that nothing done with the Store
// changes it: writing fails. The file may lie where the user cannot write. A
// database of an earlier version is brought up to date first. The error's code
// is NotFound where there is no such file; none is made.
func OpenToRead(ctx context.Context, path string) (*Store, error) {
	if OnServer(path) {
		return openPostgres(ctx, path)
	}
	f, err := fileAt(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return nil, adhere.Errorf(adhere.NotFound, "there is no database %s", f.path).
			WithHint("check the name given by --db or ADHERE_DB; commands that evaluate make the database")
	}
	f.access = readOnly
	version, err := inspect(ctx, f)
	if needsToWrite(err) && f.quiet() {
		f.access = unchanging
		version, err = inspect(ctx, f)
	}
	if err == nil && version != newestVersion() {
		err = upgrade(ctx, f.path)
	}
	if err != nil {
		return nil, err
	}
	return open(ctx, f)
}

// OpenInMemory opens an empty store that is gone once it is closed.
func OpenInMemory(ctx context.Context) (*Store, error) {
	return open(ctx, file{"/" + rand.Text(), inMemory})
}

// upgrade brings the schema of the database at path up to date.
func upgrade(ctx context.Context, path string) error {
	s, err := Open(ctx, path)
	if err != nil {
		return fmt.Errorf("%s was written by an earlier version and must be brought up to date: %w", path, err)
	}
	return s.Close()
}

// open opens what has been inspected.
func open(ctx context.Context, f file) (*Store, error) {
	s := &Store{Now: time.Now, file: f, writes: newQueue[*write](), looks: newQueue[*lookup]()}
	if err := s.openHandles(ctx); err != nil {
		return nil, errors.Join(err, s.closeHandles())
	}
	s.start()
	return s, nil
}

// start begins to answer who writes and who looks for calls.
func (s *Store) start() {
	s.done.Go(s.writeLoop)
	s.done.Go(s.lookLoop)
	s.close = sync.OnceValue(func() error {
		s.writes.close()
		s.looks.close()
		s.done.Wait()
		return s.closeHandles()
	})
}

func (s *Store) openHandles(ctx context.Context) error {
	var err error
	if s.packer, err = newPacker(storedDictionaries{s}); err != nil {
		return err
	}
	if s.writer, err = s.openWriter(ctx); err != nil {
		return err
	}
	if s.inFlight, err = s.file.openInFlight(); err != nil {
		return s.failure("open the file of calls in flight", err)
	}
	db, err := s.file.connect("query_only(1)", "cache_size(-500)")
	if err != nil {
		return err
	}
	s.reader = newReader(db)
	if db, err = s.file.connect("cache_size(-100)"); err != nil {
		return err
	}
	s.keeper = newKeeper(db)
	return nil
}

// openWriter opens the connection for writing, and brings the schema up to
// date. Of a store that is only read, it looks for calls and changes nothing.
func (s *Store) openWriter(ctx context.Context) (*writer, error) {
	pragmas := []string{"cache_size(-8000)", "query_only(1)"}
	if s.file.writable() {
		// A commit goes to a log and, from when the schema is there, is on the disk
		// before anybody hears of it: a power cut takes back nothing that was used.
		// The steps of the schema wait for no disk: the first commit after them
		// syncs the log with all that is in it. The keeper empties the log; only if
		// that lags behind by 16,384 pages, 64 MB, the writer does.
		pragmas = []string{
			"cache_size(-8000)", "journal_mode(WAL)", "synchronous(NORMAL)", "fullfsync(1)", "foreign_keys(1)",
			"wal_autocheckpoint(16384)", "journal_size_limit(67108864)",
		}
	}
	db, err := s.file.connect(pragmas...)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if s.file.writable() {
		err = patiently(ctx, func() error { return migrate(ctx, db) })
	}
	if err == nil && s.file.writable() {
		_, err = db.ExecContext(ctx, "pragma synchronous = full")
	}
	var w *writer
	if err == nil {
		w, err = newWriter(ctx, db)
	}
	if err != nil {
		return nil, s.failure("bring the schema up to date", errors.Join(err, db.Close()))
	}
	return w, nil
}

// patiently repeats what SQLite refuses at once where others use the database
// in that moment, although it waits for them in all else: to change over to a
// log. That is codeBusy, SQLITE_BUSY; any other code does not pass by waiting.
func patiently(ctx context.Context, do func() error) error {
	const pause, most = 5 * time.Millisecond, 60 * time.Second
	for waited := time.Duration(0); ; waited += pause {
		if err := do(); codeOf(err) != codeBusy || waited >= most {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
