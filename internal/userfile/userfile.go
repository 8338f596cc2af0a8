// Package userfile reads and writes the files that a user names, and says what is
// wrong with them in terms of the flag or argument that names them.
package userfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"adhere"
)

// A File is a file that is read or written, and what it is to the user: the
// flag that names it, or a word such as "the labels".
type File struct{ Name, Path string }

// Named returns the file at a path, by what it is to the user.
func Named(name, path string) File { return File{name, path} }

// Readable says why a file cannot be read, before anything else is done.
func (f File) Readable() error {
	info, err := os.Stat(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &adhere.Error{Code: adhere.NotFound, Message: f.Name + ": there is no file " + f.Path, Hint: "check the path"}
	case err != nil:
		return &adhere.Error{Code: adhere.Invalid, Message: f.Name, Err: err, Hint: "name a file that you may read"}
	case info.IsDir():
		return &adhere.Error{Code: adhere.Invalid, Message: f.Name + ": " + f.Path + " is a folder", Hint: "name a file in it"}
	}
	return nil
}

// Open opens a file to read it.
func (f File) Open() (*os.File, error) {
	if err := f.Readable(); err != nil {
		return nil, err
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: f.Name, Err: err, Hint: "name a file that you may read"}
	}
	return file, nil
}

// Read returns what is in a file.
func (f File) Read() ([]byte, error) {
	file, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// Text returns what is in a file of text, without a byte order mark. A file that
// holds something else, such as a picture, is refused.
func (f File) Text() (string, error) {
	b, err := f.Read()
	if err != nil {
		return "", err
	}
	return Text(f.Path, b)
}

// Text returns b as text, as File.Text does; source is what messages call it.
func Text(source string, b []byte) (string, error) {
	if !utf8.Valid(b) || bytes.ContainsRune(b, 0) {
		return "", &adhere.Error{Code: adhere.Invalid, Message: source + " is no text in UTF-8", Hint: "name a text file, or save it as UTF-8"}
	}
	return string(bytes.TrimPrefix(b, []byte("\ufeff"))), nil
}

// Writable says why a file could not be written. The folder's permissions are
// found out by a try.
func (f File) Writable() error {
	dir := filepath.Dir(f.Path)
	if isFolder(f.Path) || strings.HasSuffix(f.Path, string(filepath.Separator)) {
		return &adhere.Error{Code: adhere.Invalid, Message: f.Name + ": " + f.Path + " is a folder", Hint: "name a file in it"}
	}
	if !isFolder(dir) {
		return &adhere.Error{Code: adhere.NotFound, Message: f.Name + ": there is no folder " + dir, Hint: "make it first; nothing was done"}
	}
	try, err := os.CreateTemp(dir, ".adhere-*")
	if err == nil {
		err = errors.Join(try.Close(), os.Remove(try.Name()))
	}
	if err != nil {
		if cause, ok := errors.AsType[*fs.PathError](err); ok { // without the name of the try
			err = cause.Err
		}
		return &adhere.Error{Code: adhere.Invalid, Message: f.Name + ": cannot write in " + dir, Err: err, Hint: "name a file in a folder that you may write to; nothing was done"}
	}
	return nil
}

// isFolder reports whether the path names a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// IsDevice reports whether the path names a pipe or a device such as
// /dev/null.
func IsDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// Same reports whether two paths name one file, also one that is yet to
// be made.
func Same(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return filepath.Clean(a) == filepath.Clean(b) || isSame(a, b) ||
		filepath.Base(a) == filepath.Base(b) && isSame(filepath.Dir(a), filepath.Dir(b))
}

// isSame reports whether both are there and are one.
func isSame(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// Write writes a whole file or none: through a temporary file beside it,
// so that an error in the middle leaves what was there, and a reader sees the
// old file or the new one. SyncFolder has the new one survive a power cut.
func Write(path string, perm fs.FileMode, write func(io.Writer) error) (err error) {
	if info, statErr := os.Stat(path); statErr == nil && !info.Mode().IsRegular() {
		return writeDevice(path, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".adhere-*")
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + path, Err: err, Hint: "name a file in an existing folder that you may write to"}
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(perm), f.Sync(), f.Close()); err != nil {
		return err
	}
	return replace(f.Name(), path)
}

// replace moves a file to where another may be. Windows refuses that while
// anybody has the other open, so there it is tried again for a second.
func replace(from, to string) error {
	const sharingViolation = syscall.Errno(32) // of Windows
	err := os.Rename(from, to)
	if runtime.GOOS != "windows" {
		return err
	}
	for wait := time.Millisecond; errors.Is(err, fs.ErrPermission) || errors.Is(err, sharingViolation); wait *= 2 {
		if wait > time.Second/2 {
			return &adhere.Error{Code: adhere.Invalid, Message: "cannot replace " + to, Err: err, Hint: "close the program that has it open, or name another file"}
		}
		time.Sleep(wait) //nolint:forbidigo // a second at most, in all
		err = os.Rename(from, to)
	}
	return err
}

// writeDevice writes to what is no regular file, such as /dev/null or a pipe.
func writeDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + path, Err: err}
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// SyncFolder has the names of files in a folder survive a power cut.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" { // where folders cannot be synced
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
