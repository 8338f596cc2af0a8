package main

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

// newServerDatabase returns the address of an empty PostgreSQL database, and
// what cuts all its connections. Without a server the test is left out, but for
// continuous integration, where scripts/postgres starts one.
func newServerDatabase(t *testing.T) (address string, cut func()) {
	t.Helper()
	const variable = "ADHERE_TEST_POSTGRES"
	server := os.Getenv(variable)
	if server == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not set", variable)
		}
		t.Skip(variable + " names no PostgreSQL server: scripts/postgres starts one")
	}
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("create database " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.ExecContext(context.Background(), "drop database "+name+" with (force)"); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = name
	return u.String(), func() {
		if _, err := db.Exec("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name); err != nil {
			t.Error(err)
		}
	}
}
