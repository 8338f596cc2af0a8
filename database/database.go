// Package database stores runs and model calls as the command does: in an
// SQLite file, or in PostgreSQL. An evaluation that uses it continues after a
// crash where it stopped, and a provider.Opener that uses it pays for no reply
// twice.
package database

import (
	"context"

	"adhere/internal/store"
	"adhere/run"
)

// A DB is an open database: an eval.Store, and model.Calls. The commands
// report, compare and serve show what is in it. It is safe for concurrent use,
// by several processes too.
type DB struct{ *store.Store }

// Open opens the database in the file path, or at postgres://user@host/name,
// and makes what is not there. Close it after use.
func Open(ctx context.Context, path string) (DB, error) {
	s, err := store.Open(ctx, path)
	return DB{s}, err
}

// Journal returns what is to be done of the run of that ID.
func (d DB) Journal(ctx context.Context, id string) (run.Journal, error) {
	return d.Store.Journal(ctx, id)
}
