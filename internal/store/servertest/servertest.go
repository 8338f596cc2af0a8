// Package servertest makes PostgreSQL databases for tests, on the server that
// the variable ADHERE_TEST_POSTGRES names; scripts/postgres starts one.
package servertest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

const variable = "ADHERE_TEST_POSTGRES"

// Address returns the server's address. Without a server the test is left out,
// but for continuous integration, where it fails.
func Address(t testing.TB) string {
	t.Helper()
	server := os.Getenv(variable)
	switch {
	case server != "":
	case os.Getenv("CI") != "":
		t.Fatalf("%s is not set", variable)
	default:
		t.Skip(variable + " names no PostgreSQL server: scripts/postgres starts one")
	}
	return server
}

// New returns the address of an empty database, which goes with the test, and
// what cuts all its connections.
func New(t testing.TB) (address string, cut func()) {
	t.Helper()
	server := Address(t)
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := db.ExecContext(t.Context(), "create database "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.ExecContext(context.Background(), "drop database "+name+" with (force)"); err != nil {
			t.Error(err)
		}
		_ = db.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = name
	return u.String(), func() {
		if _, err := db.ExecContext(context.Background(), "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name); err != nil {
			t.Error(err)
		}
	}
}
