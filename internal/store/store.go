// Package store remembers calls, runs, items and records in an SQLite
// database, or in PostgreSQL for several machines. It is the only package that speaks SQL: one file per subject,
// numbered migrations beside them.
//
// Exported methods own their transaction; unexported ones take it. A Store is
// safe for concurrent use, by several processes too.
package store

import (
	"database/sql"
	"errors"
	"sync"
	"time"
)

// A Store is an open database.
type Store struct {
	// Now is the clock; set it before the first use. It is time.Now unless
	// changed. Times are kept in UTC, to the millisecond.
	Now func() time.Time

	file   file
	packer *packer
	writer *writer
	reader *reader
	keeper *keeper
	writes *queue[*write]
	looks  *queue[*lookup]
	done   sync.WaitGroup
	close  func() error // once

	inFlight inFlight
	server   *sql.DB // of a PostgreSQL database; nil for a file
}

// Path returns the absolute path of the database file, or the address of the
// database on its server, without the password.
func (s *Store) Path() string { return s.file.path }

// Close waits for the writes under way and closes the database. Later calls
// fail; closing twice does no harm.
func (s *Store) Close() error { return s.close() }

// closeHandles closes the writer last: then it tidies the log away. But it
// takes the writer's turn before it ends the keeper, which a write wakes.
func (s *Store) closeHandles() error {
	var err error
	if s.reader != nil && s.server == nil {
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
	return errors.Join(err, s.inFlight.close())
}

func (s *Store) now() int64 { return s.Now().UnixMilli() }

// timeOf reads a stored time; 0 is no time.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
