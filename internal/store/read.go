package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"sync"
	"time"
)

// readers bounds how many read rows of a file at once; each holds a page cache
// of up to 500 KB. Of a server more do.
const (
	readers       = 4
	serverReaders = 8
)

// A reader is the pool of connections that cannot write.
type reader struct {
	db    *sql.DB
	turns chan struct{} // a token of each who reads rows
	stmts sync.Map      // query to *sql.Stmt
	dialect
}

func newReader(db *sql.DB) *reader {
	db.SetMaxOpenConns(readers + 1) // the last to read amid rows what is needed to understand them
	db.SetMaxIdleConns(readers)
	return &reader{db: db, turns: make(chan struct{}, readers)}
}

// newServerReader shares the pool with the writer and with the claims of calls.
func newServerReader(db *sql.DB) *reader {
	db.SetMaxOpenConns(serverReaders + 4)
	db.SetMaxIdleConns(serverReaders)
	db.SetConnMaxIdleTime(time.Minute)
	return &reader{db: db, turns: make(chan struct{}, serverReaders), dialect: ofPostgres}
}

func (r *reader) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if st, ok := r.stmts.Load(query); ok {
		return st.(*sql.Stmt), nil
	}
	st, err := r.db.PrepareContext(ctx, r.statement(query))
	if err != nil {
		return nil, err
	}
	// Where two prepare the same at once, the second stays unused until the
	// pool is closed.
	first, _ := r.stmts.LoadOrStore(query, st)
	return first.(*sql.Stmt), nil
}

// row reads one row into dest. It heeds no context once it has begun: to
// watch one costs more than the look-up.
func (r *reader) row(ctx context.Context, query string, args []any, dest ...any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.Background()
	return r.outlast(ctx, func() error {
		st, err := r.prepared(ctx, query) // kept for the next time, closed with the connection
		if err != nil {
			return err
		}
		return st.QueryRowContext(ctx, r.arguments(args)...).Scan(dest...)
	})
}

// each calls scan for every row, which must read nothing itself but by eachAmid.
func (r *reader) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	select {
	case r.turns <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-r.turns }()
	return r.eachAmid(ctx, query, args, scan)
}

// within is each with that context.
func (r *reader) within(ctx context.Context) func(string, []any, func(*sql.Rows) error) error {
	return func(query string, args []any, scan func(*sql.Rows) error) error {
		return r.each(ctx, query, args, scan)
	}
}

// eachAmid is each where the rows of another statement may be read meanwhile.
func (r *reader) eachAmid(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	var broken error // amid more rows than are read ahead, of which none may be scanned twice
	err := r.outlast(ctx, func() error {
		st, err := r.prepared(ctx, query) // kept for the next time, closed with the connection
		if err != nil {
			return err
		}
		begun := false
		err = eachRow(ctx, st, r.arguments(args), func(rows *sql.Rows) error {
			begun = true
			return scan(rows)
		})
		if begun {
			broken, err = err, nil
		}
		return err
	})
	return cmp.Or(err, broken)
}

func eachRow(ctx context.Context, st *sql.Stmt, args []any, scan func(*sql.Rows) error) error {
	rows, err := st.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// listOf is a list as a statement takes it. Of nothing it is empty, and not
// null, of which a server makes no list.
func listOf[T any](values []T) string {
	b, err := json.Marshal(append([]T{}, values...))
	if err != nil {
		panic("a list that is no JSON: " + err.Error()) // of numbers or texts
	}
	return string(b)
}
