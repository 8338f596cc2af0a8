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
func provider(db *sql.DB, server bool) (*goose.Provider, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var steps []*goose.Migration
	for _, name := range names {
		step, err := step(name, server)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	options := []goose.ProviderOption{goose.WithGoMigrations(steps...), goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true)}
	if server {
		return goose.NewProvider(goose.DialectPostgres, db, nil, append(options, goose.WithSessionLocker(migrating{}))...)
	}
	return goose.NewProvider(goose.DialectSQLite3, db, nil, options...)
}

func step(name string, server bool) (*goose.Migration, error) {
	version, err := goose.NumericComponent(name)
	if err != nil {
		return nil, err
	}
	text, err := migrations.ReadFile(name)
	if err != nil {
		return nil, err
	}
	steps := string(text)
	if server {
		steps = postgresSchema(steps)
	}
	return goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, steps)
		return err
	}}, nil), nil
}

// migrate brings the schema up to date, each step in its own transaction. Other
// processes may be at it in the same moment: then a step of ours fails, since
// theirs has been carried out, and what is left is tried again. Where nothing
// has come forward since the last failure, it is ours.
func migrate(ctx context.Context, db *sql.DB) error {
	if err := sign(ctx, db); err != nil {
		return err
	}
	p, err := provider(db, false)
	if err != nil {
		return err
	}
	if pending, err := p.HasPending(ctx); err == nil && !pending {
		return nil // without a lock, which another program may have
	}
	for before := int64(-1); ; {
		_, err := p.Up(ctx)
		if err == nil {
			return nil
		}
		have, want, again := p.GetVersions(ctx)
		if again == nil && have == want {
			return nil
		}
		if again != nil || have == before {
			return err
		}
		before = have
	}
}

// newestVersion is the version of the schema that this program brings about.
func newestVersion() int64 {
	names, _ := fs.Glob(migrations, "migrations/*.sql")
	newest, err := goose.NumericComponent(names[len(names)-1])
	if err != nil {
		panic("a migration without a number: " + err.Error())
	}
	return newest
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

// inspect looks at the file before anything is changed in it, and returns the
// version of its schema, 0 where it is missing or empty, or says why it cannot
// be used.
func inspect(ctx context.Context, f file) (version int64, err error) {
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, &adhere.Error{Code: adhere.Invalid, Message: f.path + " cannot be read", Err: err}
	}
	if info.IsDir() {
		return 0, adhere.Errorf(adhere.Invalid, "%s is a folder, expected a database file", f.path).
			WithHint("name a file in it")
	}
	db, err := f.connect("query_only(1)")
	if err != nil {
		return 0, err
	}
	defer func() { _ = db.Close() }() // nothing was written
	version, err = inspectSchema(ctx, db, f.path)
	if e := explain(f.path, err); e != nil {
		return 0, e
	}
	return version, err
}

func inspectSchema(ctx context.Context, db *sql.DB, path string) (version int64, err error) {
	var id, tables, versioned int
	err = db.QueryRowContext(ctx, `select (select application_id from pragma_application_id),
		(select count(*) from sqlite_schema), (select count(*) from sqlite_schema where name = 'goose_db_version')`).
		Scan(&id, &tables, &versioned)
	if err != nil {
		return 0, err
	}
	if tables > 0 && id != ours {
		return 0, adhere.Errorf(adhere.Invalid, "%s is a database of another program", path).
			WithHint("name another database file")
	}
	if versioned == 0 {
		return 0, nil
	}
	err = db.QueryRowContext(ctx, "select coalesce(max(version_id), 0) from goose_db_version").Scan(&version)
	if err != nil {
		return 0, err
	}
	if newest := newestVersion(); version > newest {
		return 0, adhere.Errorf(adhere.Conflict, "%s has schema version %d, this program knows versions up to %d", path, version, newest).
			WithHint("use the newer version of adhere that wrote it, or name another file")
	}
	return version, nil
}
