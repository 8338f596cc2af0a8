// Package store remembers calls, runs, items and records in an SQLite
// database. It is the only package that speaks SQL: one file per subject,
// numbered migrations beside them.
//
// Exported methods own their transaction; unexported ones take it. A Store is
// safe for concurrent use, by several processes too.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite" // the driver, pure Go

	"adhere"
)

// A Store is an open database.
type Store struct {
	// Now is the clock; set it before the first use. It is time.Now unless
	// changed. Times are kept in UTC, to the millisecond.
	Now func() time.Time

	path   string
	packer *packer
	writer *writer
	reader *reader
	keeper *keeper
	writes *queue[*write]
	looks  *queue[*look]
	done   sync.WaitGroup
	close  func() error // once
}

// Open opens the database at path, makes it and its folder if there is none,
// and brings its schema up to date. A file that is no database, belongs to
// another program or was written by a newer version of this one is left as it
// is: the error's code is Invalid, and Conflict for the newer version.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, &adhere.Error{
			Code: adhere.Invalid, Message: "the folder of " + path + " cannot be made", Err: err,
			Hint: "name another place for the store",
		}
	}
	if err := inspect(ctx, path); err != nil {
		return nil, err
	}
	s := &Store{Now: time.Now, path: path, writes: newQueue[*write](), looks: newQueue[*look]()}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.closeHandles())
	}
	s.done.Go(s.writeLoop)
	s.done.Go(s.lookLoop)
	s.close = sync.OnceValue(func() error {
		s.writes.close()
		s.looks.close()
		s.done.Wait()
		return s.closeHandles()
	})
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	var err error
	if s.packer, err = newPacker(); err != nil {
		return err
	}
	// Commits go to a log, which need not reach the disk for the data to
	// survive a crash of the program. The keeper empties the log; only if that
	// lags behind by 16,384 pages, 64 MB, the writer does.
	db, err := connect(s.path, "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)", "cache_size(-8000)",
		"wal_autocheckpoint(16384)", "journal_size_limit(67108864)")
	if err != nil {
		return err
	}
	if s.writer, err = newWriter(ctx, db); err != nil {
		return s.failure("bring the schema up to date", errors.Join(err, db.Close()))
	}
	if db, err = connect(s.path, "query_only(1)"); err != nil {
		return err
	}
	s.reader = newReader(db)
	if db, err = connect(s.path, "cache_size(-100)"); err != nil {
		return err
	}
	s.keeper = newKeeper(db)
	return nil
}

// connect returns a handle on the database at path. Nothing is opened yet.
func connect(path string, pragmas ...string) (*sql.DB, error) {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive letter
		path = "/" + path
	}
	// Who writes waits a minute for others: on a busy machine with a slow disk
	// a commit takes seconds, and several may be ahead.
	name := url.URL{Scheme: "file", Path: path, RawQuery: "_pragma=busy_timeout(60000)&_pragma=" + strings.Join(pragmas, "&_pragma=")}
	connector, err := sqlite.NewConnector(name.String())
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, err)
	}
	return sql.OpenDB(connector), nil
}

// Path returns the absolute path of the database file.
func (s *Store) Path() string { return s.path }

// Close waits for the writes under way and closes the database. Later calls
// fail; closing twice does no harm.
func (s *Store) Close() error { return s.close() }

// closeHandles closes the writer last: then it tidies the log away. But it
// takes the writer's turn before it ends the keeper, which a write wakes.
func (s *Store) closeHandles() error {
	var err error
	if s.reader != nil {
		err = s.reader.db.Close()
	}
	if s.writer != nil {
		s.writer.retire()
	}
	if s.keeper != nil {
		err = errors.Join(err, s.keeper.close())
	}
	if s.writer != nil {
		err = errors.Join(err, s.writer.close())
	}
	return err
}

func (s *Store) now() int64 { return s.Now().UnixMilli() }

// timeOf reads a stored time; 0 is no time.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Compact gives the space of removed rows back to the file system. It takes
// the time and the disk space of a copy.
func (s *Store) Compact(ctx context.Context) error {
	err := s.writer.lock(ctx)
	if err == nil {
		_, err = s.writer.conn.ExecContext(ctx, "vacuum")
		s.writer.unlock()
	}
	return s.failure("compact the store", err)
}
