package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockByte locks a byte of a file, if nobody has it.
func lockByte(f *os.File, place int64) (bool, error) {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, at(place))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

func unlockByte(f *os.File, place int64) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, at(place))
}

func at(place int64) *windows.Overlapped {
	return &windows.Overlapped{Offset: uint32(place), OffsetHigh: uint32(place >> 32)}
}
