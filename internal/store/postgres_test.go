package store_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

// onServer names the variable with the address of a PostgreSQL server.
const onServer = "ADHERE_TEST_POSTGRES"

// ofFiles are the tests of what only a file has: its folder, its mode, its
// log, its space. The others are of any database.
const ofFiles = "Backup|PowerCut|DiskFaults|FullDisk|Upgrade|SchemaRefuses|Private|OpenToRead|ReadOnlyPlace|OpenRefuses|OpenEmptyFile|OpenMakesFolder|" +
	"OpenBesideAWriter|TestCheck|Compact|GiveBack|PackedKindChanges|Vectors|IndexesAreRebuilt|PruneCalls|OpenInMemory|TestRecords$"

var server string // where the tests are in their second round

// TestMain runs the tests over files and, where there is a server, once more
// on it, each in a database of its own.
func TestMain(m *testing.M) {
	code := m.Run()
	if address := os.Getenv(onServer); address != "" && code == 0 {
		if err := flag.Set("test.skip", ofFiles); err != nil {
			panic(err)
		}
		server = address
		code = m.Run()
	}
	os.Exit(code)
}

// TestServerIsThere holds that continuous integration leaves the second round
// out nowhere.
func TestServerIsThere(t *testing.T) {
	if os.Getenv("CI") != "" && os.Getenv(onServer) == "" {
		t.Errorf("%s is not set: scripts/postgres starts a server and sets it", onServer)
	}
}

// newPlace returns where an empty store may be made.
func newPlace(t testing.TB) string {
	t.Helper()
	if server == "" {
		return filepath.Join(t.TempDir(), "adhere.db")
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
	return u.String()
}
