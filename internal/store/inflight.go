package store

import (
	"os"
	"path/filepath"
)

// inFlight is where processes claim the calls that they are making: a file
// beside the database, of which each call's key names a byte. Locks of bytes
// cost no write, and end with their holder however that ends.
type inFlight struct {
	file   *os.File     // nil where nobody else can have the database
	server *serverLocks // of a PostgreSQL database
}

func (f file) openInFlight() (inFlight, error) {
	if f.access != readWrite {
		return inFlight{}, nil
	}
	path, err := filepath.EvalSymlinks(f.path) // the same for all who have the database
	if err != nil {
		return inFlight{}, err
	}
	locks, err := os.OpenFile(path+"-calls", os.O_RDWR|os.O_CREATE, 0o600)
	return inFlight{file: locks}, err
}

func (c inFlight) close() error {
	if c.server != nil {
		return c.server.close()
	}
	if c.file == nil {
		return nil
	}
	return c.file.Close()
}

// ClaimCall makes the caller the only one to make the call with that key, among
// all processes that have the database open, until release is called or the
// process ends. It reports false where another makes it now: then the caller
// looks for the reply, or claims again, in a while. Where the system has no
// such locks, every claim succeeds; on others than Linux, claims of two stores
// in one process do.
func (s *Store) ClaimCall(key string) (release func(), claimed bool, err error) {
	place := numberOf(key)
	if server := s.inFlight.server; server != nil {
		claimed, err = server.lock(place)
		return func() { server.unlock(place) }, claimed, s.failure("claim a call", err)
	}
	if s.inFlight.file == nil {
		return func() {}, true, nil
	}
	claimed, err = lockByte(s.inFlight.file, place)
	if err != nil {
		return nil, false, s.failure("claim a call", err)
	}
	// What cannot be released ends with the process.
	return func() { _ = unlockByte(s.inFlight.file, place) }, claimed, nil
}
