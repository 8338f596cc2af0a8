package store_test

import (
	"context"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"adhere/internal/store"
	"adhere/internal/store/servertest"
)

// TestUpgrade brings a database of each earlier version, and an empty one, up
// to date and compares its schema with a fresh one.
func TestUpgrade(t *testing.T) {
	ctx := context.Background()
	migrations := os.DirFS("migrations")
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	fresh := schema(t, raw(t, open(t).Path()))
	if len(fresh) < 6 {
		t.Fatalf("a fresh schema has only %d parts", len(fresh))
	}
	for version := range len(names) { // 0 is empty but for the version table
		path := filepath.Join(t.TempDir(), "old.db")
		db := raw(t, path, "pragma application_id = 1097099365")
		p, err := goose.NewProvider(goose.DialectSQLite3, db, migrations)
		if err != nil {
			t.Fatal(err)
		}
		if have, err := p.GetDBVersion(ctx); have != 0 || err != nil { // makes the version table
			t.Fatal(have, err)
		}
		for range version {
			if _, err := p.UpByOne(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if cmp.Equal(fresh, schema(t, db)) {
			t.Errorf("version %d has the newest schema before the upgrade", version)
		}
		db.Close()
		openAt(t, path)
		if d := cmp.Diff(fresh, schema(t, raw(t, path))); d != "" {
			t.Errorf("upgraded from version %d: %s", version, d)
		}
	}
}

// TestServerUpgrade is TestUpgrade for a database on a server.
func TestServerUpgrade(t *testing.T) {
	ctx := t.Context()
	steps := func(db *sql.DB) *goose.Provider {
		p, err := store.ServerSteps(db)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	fresh, _ := servertest.New(t)
	openAt(t, fresh)
	want := serverSchema(t, connect(t, fresh))
	if len(want) < 100 {
		t.Fatalf("a fresh schema has only %d parts", len(want))
	}
	for version := range steps(connect(t, fresh)).ListSources() {
		address, _ := servertest.New(t)
		db := connect(t, address)
		p := steps(db)
		for range version {
			if _, err := p.UpByOne(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if cmp.Equal(want, serverSchema(t, db)) {
			t.Errorf("version %d has the newest schema before the upgrade", version)
		}
		openAt(t, address)
		if d := cmp.Diff(want, serverSchema(t, db)); d != "" {
			t.Errorf("upgraded from version %d: %s", version, d)
		}
	}
}

func connect(t *testing.T, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// serverSchema lists the columns, indexes, constraints and triggers of all tables.
func serverSchema(t *testing.T, db *sql.DB) (parts []string) {
	t.Helper()
	rows, err := db.Query(`select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity) as part
			from information_schema.columns where table_schema = 'public'
		union all select indexdef from pg_indexes where schemaname = 'public'
		union all select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
		union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
		order by part`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var part string
		if err := rows.Scan(&part); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return parts
}

// schema returns the text of each part by name.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query("select type || ' ' || name, coalesce(sql, '') from sqlite_schema")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	parts := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		parts[name] = text
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return parts
}

// TestSchemaRefuses holds that states and ranges are guarded by the database
// itself, and that a placeholder's number counts, not its place.
func TestSchemaRefuses(t *testing.T) {
	path := open(t).Path()
	db := raw(t, path, "pragma foreign_keys = on",
		"insert into runs (num, id, bench, model, plan, state, started) values (1, 'r', '', '', '{}', 'started', 1)",
		"insert into items (run, position, attempt, chain, name, kin, head, instruction) values (1, 0, 0, 0, '', '', x'00', x'')")
	for _, statement := range []string{
		"insert into calls (key, model, request, response, created) values ('', '', x'00', x'', 1)",
		"insert into calls (key, model, request, response, created) values ('k', '', x'00', x'', 'noon')",
		"update runs set state = 'done'",
		"update runs set state = 'finished'",
		"update runs set finished = 2",
		"update runs set state = 'finished', finished = 0",
		"insert into runs (id, bench, model, plan, state, started) values ('r', '', '', '{}', 'started', 1)",
		"update items set position = -1",
		"update items set attempt = -1",
		"update items set chain = -1",
		"insert into records (run, position, failed, marks, record, usage) values (1, 0, 2, x'00', x'', '')",
		"insert into records (run, position, failed, marks, record, usage) values (1, 1, 0, x'00', x'', '')",
		"insert into usages values (2, 'subject', 0, 0, 0, 0, 0, 0)",
		"insert into usages values (1, '', 0, 0, 0, 0, 0, 0)",
	} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("went through: %s", statement)
		}
	}
	var got string
	if err := db.QueryRow("select $2 || $1 || $2", "a", "b").Scan(&got); err != nil || got != "bab" {
		t.Errorf("$2 $1 $2 of a, b is %q, %v", got, err)
	}
}
