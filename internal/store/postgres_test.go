package store_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"adhere"
	"adhere/internal/store/servertest"
)

// onServer names the variable with the address of a PostgreSQL server.
const onServer = "ADHERE_TEST_POSTGRES"

// ofFiles are the tests of what only a file has: its folder, its mode, its
// log, its space. The others are of any database.
const ofFiles = "Backup|PowerCut|DiskFaults|FullDisk|Upgrade|SchemaRefuses|Private|OpenToRead|ReadOnlyPlace|OpenRefuses|OpenEmptyFile|OpenMakesFolder|" +
	"OpenBesideAWriter|TestCheck|Compact|GiveBack|PackedKindChanges|Vectors|IndexesAreRebuilt|PruneCalls|OpenInMemory|ManyLearn|TestRecords$"

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
	address, _ := servertest.New(t)
	return address
}

// newServerPlace is newPlace for a test of what only a server has.
func newServerPlace(t testing.TB) string {
	t.Helper()
	if server == "" {
		t.Skip("it is for the round on a server")
	}
	return newPlace(t)
}

// A file that breaks off amid the items of a run is no lost server: nobody waits
// for it to come back, and it is not read again and again.
func TestItemsThatBreakOff(t *testing.T) {
	s, asked := open(t), 0
	wrong := fmt.Errorf("questions.jsonl.gz: %w", io.ErrUnexpectedEOF)
	err := s.CreateRun(t.Context(), newRun("r"), func(yield func(adhere.Item, error) bool) {
		asked++
		yield(adhere.Item{}, wrong)
	})
	if !errors.Is(err, wrong) || adhere.CodeOf(err) == adhere.Unavailable || asked != 1 {
		t.Errorf("asked for the items %d times: %v", asked, err)
	}
}
