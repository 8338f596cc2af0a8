package store

import (
	"context"
	"database/sql"
	"iter"

	"github.com/pressly/goose/v3"

	"adhere/internal/runfile"
)

// ServerSteps returns what brings a PostgreSQL database from version to version.
func ServerSteps(db *sql.DB) (*goose.Provider, error) { return provider(db, true) }

// ImportCalls stores calls of elsewhere, but for those that are here already.
func (s *Store) ImportCalls(ctx context.Context, calls iter.Seq2[runfile.Call, error]) error {
	return s.importCalls(ctx, "", calls)
}

// RunCalls yields the calls of Whole.
func (s *Store) RunCalls(ctx context.Context, id string) iter.Seq2[runfile.Call, error] {
	calls, _ := s.Whole(ctx, id)
	return calls
}
