package store

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"adhere"
)

// Backup writes a copy of the whole database into a new file, as it is at one
// moment, while others go on reading and writing. The error's code is
// Conflict where the file exists.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return &adhere.Error{Code: adhere.Conflict, Message: path + " exists already", Hint: "name a new file; nothing was written"}
	}
	// The copy is made by a connection of its own, since it may take long.
	db, err := connect(s.path, "query_only(0)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // it wrote nothing to this database
	if _, err = db.ExecContext(ctx, "vacuum into $1", path); err != nil {
		os.Remove(path)
	}
	return s.failure("back the store up to "+path, err)
}
