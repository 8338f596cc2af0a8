package powercut

import (
	"errors"
	"os"
)

// A File is a plain file that is written at its end, and of which Cut makes
// what a power cut would leave.
type File struct {
	log, file *os.File
	end       int64
	syncs     int64
}

// OpenFile opens a file that is there, and begins its log or goes on with it.
func OpenFile(path string) (*File, error) {
	log, err := openLog(path)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, log.Close(), file.Close())
	}
	return &File{log: log, file: file, end: info.Size()}, nil
}

// Write appends to the file.
func (f *File) Write(b []byte) (int, error) {
	if _, err := f.log.Write(encode(wrote, f.file.Name(), f.end, b)); err != nil {
		return 0, err
	}
	n, err := f.file.Write(b)
	f.end += int64(n)
	return n, err
}

// Sync has all that was written survive.
func (f *File) Sync() error {
	f.syncs++
	_, err := f.log.Write(append(encode(syncing, f.file.Name(), f.syncs, nil), encode(synced, f.file.Name(), f.syncs, nil)...))
	return err
}

// Close closes the file. It syncs nothing.
func (f *File) Close() error { return errors.Join(f.log.Close(), f.file.Close()) }
