package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"adhere/internal/userfile"

	"modernc.org/sqlite" // the driver, pure Go
)

// A file is where a database lies, and how it is opened.
type file struct {
	path   string
	access access
}

type access int

const (
	readWrite  access = iota
	readOnly          // others may write
	unchanging        // nobody can write: a folder without write permission, a read-only disk
	inMemory
	onServer // it is no file
)

// parameters are what SQLite is told of the access.
var parameters = [...]string{
	readWrite:  "mode=rwc",
	readOnly:   "mode=rw", // tidies its files away where it can, and reads only where it cannot
	unchanging: "mode=ro&immutable=1",
	inMemory:   "vfs=memdb",
}

func fileAt(path string) (file, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return file{}, fmt.Errorf("store %s: %w", path, err)
	}
	return file{absolute, readWrite}, nil
}

func (f file) writable() bool { return f.access == readWrite || f.access == inMemory }

// connect returns a handle on the database. Nothing is opened yet.
func (f file) connect(pragmas ...string) (*sql.DB, error) {
	path := filepath.ToSlash(f.path)
	if !strings.HasPrefix(path, "/") { // a drive letter
		path = "/" + path
	}
	// Who writes waits a minute for others: on a busy machine with a slow disk
	// a commit takes seconds, and several may be ahead.
	query := parameters[f.access] + "&_pragma=busy_timeout(60000)&_pragma=" + strings.Join(pragmas, "&_pragma=")
	name := url.URL{Scheme: "file", Path: path, RawQuery: query}
	connector, err := sqlite.NewConnector(name.String())
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", f.path, err)
	}
	return sql.OpenDB(connector), nil
}

// makePrivate makes a database that is not there, for its owner only: it holds
// prompts, answers and hashes of passwords. The files beside it get the same
// mode from SQLite. One of an earlier schema version loses the mode that it got
// by default; a mode that somebody chose stays.
func (f file) makePrivate(version int64) error {
	const byDefault = 0o644
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		made, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) { // another process was faster
			return nil
		}
		if err != nil {
			return err
		}
		return errors.Join(made.Close(), userfile.SyncFolder(filepath.Dir(f.path)), userfile.SyncFolder(filepath.Dir(filepath.Dir(f.path))))
	}
	if err != nil || version >= newestVersion() || info.Mode().Perm() != byDefault {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Chmod(f.path+suffix, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return nil
}

// quiet reports whether the database file holds everything: no log beside it
// has more.
func (f file) quiet() bool {
	info, err := os.Stat(f.path + "-wal")
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}
