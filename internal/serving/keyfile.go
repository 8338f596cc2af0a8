package serving

import (
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

// keyFile is the shape of the keys file.
type keyFile struct {
	Version int   `json:"version"`
	Keys    []Key `json:"keys"`
}

const keyFileVersion = 1

// readKeys reads the keys file. One that does not exist has no keys.
func readKeys(path string) ([]Key, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot read the keys file", Hint: "name a file that you may read with --keys", Err: err}
	}
	return parseKeys(path, b)
}

// parseKeys reads what a keys file holds; nothing is no keys.
func parseKeys(path string, b []byte) ([]Key, error) {
	if len(b) == 0 {
		return nil, nil
	}
	var f keyFile
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path + ": not a keys file", Hint: "keys files are written by adhere keys add", Err: err}
	}
	if f.Version != keyFileVersion {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: version %d of the keys file, expected %d", path, f.Version, keyFileVersion), Hint: "use the release of adhere that wrote it"}
	}
	return f.Keys, nil
}

// writeKeys replaces the keys file.
func writeKeys(path string, keys []Key) error {
	b, err := encodeKeys(keys)
	if err != nil {
		return err
	}
	return replaceFile(path, append(b, '\n'))
}

func encodeKeys(keys []Key) ([]byte, error) {
	return json.MarshalIndent(keyFile{keyFileVersion, keys}, "", "\t")
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

// A lock file older than this was left by a command that was killed; changing
// the keys takes milliseconds.
const staleLock = 10 * time.Second

// changeKeys reads, changes and replaces the keys file while no other process
// does the same.
func changeKeys(path string, change func([]Key) ([]Key, error)) ([]Key, error) {
	unlock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, err
	}
	defer unlock()
	keys, err := readKeys(path)
	if err != nil {
		return nil, err
	}
	if keys, err = change(keys); err != nil {
		return nil, err
	}
	return keys, writeKeys(path, keys)
}

func lockFile(path string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > staleLock {
		os.Remove(path)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "cannot lock the keys file", Hint: "another command is changing the keys: try again in a moment", Err: err}
	}
	return func() { f.Close(); os.Remove(path) }, nil
}
