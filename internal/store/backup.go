package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"adhere/internal/userfile"

	"adhere"
)

// Backup writes a copy of the whole database into a new file, as it is at one
// moment, while others go on reading and writing. It returns once the copy
// would survive a power cut; nobody but its owner may read it. The error's code
// is Conflict where the file exists, Invalid where it cannot be made.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := s.onlySQLite("runs backup"); err != nil {
		return err
	}
	copied, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &adhere.Error{Code: adhere.Conflict, Message: path + " exists already", Hint: "name a new file; nothing was written"}
	}
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot write the copy", Err: err, Hint: "name a file in an existing folder that you may write to"}
	}
	if err = errors.Join(s.copyInto(ctx, path), copied.Sync(), copied.Close()); err == nil {
		err = userfile.SyncFolder(filepath.Dir(path))
	}
	if err != nil {
		os.Remove(path)
	}
	return s.failure("back the store up to "+path, err)
}

// copyInto fills an empty file. The connection is one of its own, since it may
// take long.
func (s *Store) copyInto(ctx context.Context, path string) error {
	db, err := s.file.connect("query_only(0)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // it wrote nothing to this database
	_, err = db.ExecContext(ctx, "vacuum into $1", path)
	return err
}
