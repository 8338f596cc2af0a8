package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/pressly/goose/v3"

	"adhere"
)

//go:embed migrations/*.sql
var migrations embed.FS

// ours marks the database file as this program's: "Adhe", which SQLite keeps
// as the application id in the header.
const ours = 0x41646865

// provider returns what runs the migrations on db. It is given each file as
// one step in Go: to take SQL apart it sets aside 12 MB.
func provider(db *sql.DB) (*goose.Provider, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var steps []*goose.Migration
	for _, name := range names {
		step, err := step(name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return goose.NewProvider(goose.DialectSQLite3, db, nil, goose.WithGoMigrations(steps...),
		goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
}

func step(name string) (*goose.Migration, error) {
	version, err := goose.NumericComponent(name)
	if err != nil {
		return nil, err
	}
	text, err := migrations.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, string(text))
		return err
	}}, nil), nil
}

// migrate brings the schema up to date, each step in its own transaction.
func migrate(ctx context.Context, db *sql.DB) error {
	if err := sign(ctx, db); err != nil {
		return err
	}
	p, err := provider(db)
	if err != nil {
		return err
	}
	if pending, err := p.HasPending(ctx); err == nil && !pending {
		return nil // without a lock, which another program may have
	}
	_, err = p.Up(ctx)
	if err == nil {
		return nil
	}
	// Another process may have been at it in the same moment.
	if have, want, again := p.GetVersions(ctx); again == nil && have == want {
		return nil
	}
	return err
}

// sign marks the database as ours, unless it is marked already: to write needs
// the lock, which another program may have.
func sign(ctx context.Context, db *sql.DB) error {
	var id int
	if err := db.QueryRowContext(ctx, "pragma application_id").Scan(&id); err != nil || id == ours {
		return err
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("pragma application_id = %d", ours))
	return err
}

// inspect looks at the file before anything is changed in it, and says why it
// cannot be used. A file that is missing or empty can.
func inspect(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: path + " cannot be read", Err: err}
	}
	if info.IsDir() {
		return &adhere.Error{
			Code: adhere.Invalid, Message: path + " is a folder, expected a database file",
			Hint: "name a file in it",
		}
	}
	db, err := connect(path, "query_only(1)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // nothing was written
	if err := inspectSchema(ctx, db, path); err != nil {
		var known *adhere.Error
		if e := explain(path, err); e != nil && !errors.As(err, &known) {
			return e
		}
		return err
	}
	return nil
}

func inspectSchema(ctx context.Context, db *sql.DB, path string) error {
	var id, tables, versioned int
	err := db.QueryRowContext(ctx, `select (select application_id from pragma_application_id),
		(select count(*) from sqlite_schema), (select count(*) from sqlite_schema where name = 'goose_db_version')`).
		Scan(&id, &tables, &versioned)
	if err != nil {
		return err
	}
	if tables > 0 && id != ours {
		return &adhere.Error{
			Code: adhere.Invalid, Message: path + " is a database of another program",
			Hint: "name another file for the store",
		}
	}
	if versioned == 0 {
		return nil
	}
	p, err := provider(db)
	if err != nil {
		return err
	}
	sources := p.ListSources()
	newest := sources[len(sources)-1].Version
	var have int64
	if err := db.QueryRowContext(ctx, "select coalesce(max(version_id), 0) from goose_db_version").Scan(&have); err != nil {
		return err
	}
	if have > newest {
		return &adhere.Error{
			Code:    adhere.Conflict,
			Message: fmt.Sprintf("%s has schema version %d, this program knows versions up to %d", path, have, newest),
			Hint:    "use the newer program that wrote it, or name another file for the store",
		}
	}
	return nil
}
