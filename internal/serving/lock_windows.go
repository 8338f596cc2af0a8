package serving

import (
	"os"

	"golang.org/x/sys/windows"
)

// holdLock takes a file for this process alone until it is closed, or until
// the process ends in any way.
func holdLock(f *os.File) error {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, new(windows.Overlapped))
}
