// Package database stores runs and model calls as the command does: in an
// SQLite file, or in PostgreSQL. An evaluation that uses it continues after a
// crash where it stopped, and a provider.Opener that uses it pays for no reply
// twice.
package database

import (
	"context"
	"io"

	"adhere/eval"
	"adhere/internal/store"
	"adhere/model"
)

// A DB is an open database. The commands report, compare and serve show what is
// in it. It is safe for concurrent use, by several processes too. Close it after
// use.
type DB interface {
	eval.Store
	eval.Warner
	eval.Calls
	model.Calls
	model.Claimer
	io.Closer
}

// Open opens the database in the file path, or at postgres://user@host/name,
// and makes what is not there, folders too.
func Open(ctx context.Context, path string) (DB, error) {
	s, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return s, nil
}
