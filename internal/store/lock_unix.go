//go:build unix

package store

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// lockByte locks a byte of a file, if nobody has it. Where the file system has
// no locks, it is as if nobody ever had.
func lockByte(f *os.File, place int64) (bool, error) {
	err := setLock(f, place, syscall.F_WRLCK)
	switch {
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EACCES):
		return false, nil
	case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.EINVAL):
		return true, nil
	}
	return err == nil, err
}

func unlockByte(f *os.File, place int64) error { return setLock(f, place, syscall.F_UNLCK) }

func setLock(f *os.File, place int64, how int16) error {
	lock := syscall.Flock_t{Type: how, Whence: io.SeekStart, Start: place, Len: 1}
	for {
		if err := syscall.FcntlFlock(f.Fd(), setLockCommand, &lock); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
