package dataset

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A State says what is known of a file that Verify looked at.
type State string

// The states of a file.
const (
	Intact  State = "intact"  // there, with the pinned hash
	Partial State = "partial" // its download broke off; package pull takes it up
	Changed State = "changed" // there, with another hash
	Missing State = "missing"
)

// Verify compares the files of a source in the folder with their pinned
// hashes, and returns their states in the order of Source.Files. The error is
// that of a file that is there and cannot be read.
func Verify(src Source, dir string) ([]State, error) {
	states := make([]State, len(src.Files))
	for i, f := range src.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		ok, err := intact(path, f)
		switch _, there := os.Stat(path); {
		case err != nil:
			return nil, err
		case ok:
			states[i] = Intact
		case there == nil:
			states[i] = Changed
		default:
			states[i] = Missing
			if _, err := os.Stat(path + ".part"); err == nil {
				states[i] = Partial
			}
		}
	}
	return states, nil
}

// intact reports whether the file is there with size and hash as pinned.
func intact(path string, f File) (bool, error) {
	in, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, unreadable(path, err)
	}
	defer in.Close()
	h := sha256.New()
	if _, err := io.Copy(h, in); err != nil {
		return false, unreadable(path, err)
	}
	return hexSum(h) == f.SHA256, nil
}
