package serving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"adhere/internal/userfile"

	"adhere"
)

// writtenKeys is the shape in which keys are kept.
type writtenKeys struct {
	Version int   `json:"version"`
	Keys    []Key `json:"keys"`
}

const keyFileVersion = 1

// A keyFile is the path of a keys file, the only state that is in it.
type keyFile string

// State reads the file; nil where there is none.
func (f keyFile) State(context.Context, string) ([]byte, error) {
	b, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot read the keys file", Hint: "name a file that you may read with --keys", Err: err}
	}
	return b, nil
}

// ChangeState reads, changes and replaces the file while no other process does
// the same.
func (f keyFile) ChangeState(ctx context.Context, name string, change func(time.Time, []byte) ([]byte, error)) error {
	unlock, err := lockFile(string(f) + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	b, err := f.State(ctx, name)
	if err == nil {
		b, err = change(time.Now(), b)
	}
	if err != nil {
		return err
	}
	return replaceFile(string(f), b)
}

// parseKeys reads what a keys file holds; nothing is no keys.
func parseKeys(path string, b []byte) ([]Key, error) {
	if len(b) == 0 {
		return nil, nil
	}
	var f writtenKeys
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path + ": not a keys file", Hint: "keys files are written by adhere keys add", Err: err}
	}
	if f.Version != keyFileVersion {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: version %d of the keys file, expected %d", path, f.Version, keyFileVersion), Hint: "use the release of adhere that wrote it"}
	}
	return f.Keys, nil
}

func encodeKeys(keys []Key) ([]byte, error) {
	b, err := json.MarshalIndent(writtenKeys{keyFileVersion, keys}, "", "\t")
	return append(b, '\n'), err
}

// replaceFile puts a file that only its owner may read in the place of
// another, as a whole: a reader sees the old or the new one.
func replaceFile(path string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	err := userfile.Write(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
	if err != nil {
		return fmt.Errorf("replace %s: %w", path, err)
	}
	return userfile.SyncFolder(filepath.Dir(path))
}

// lockFile takes the lock for this process alone, until it is given back or the
// process ends.
func lockFile(path string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot open the lock of the keys file", Hint: "name a file in a folder that you may write to with --keys", Err: err}
	}
	if err := holdLock(f); err != nil {
		f.Close()
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "cannot lock the keys file", Hint: "another command is changing the keys; try again in a moment", Err: err}
	}
	return func() { f.Close() }, nil
}
