//go:build unix

package serving

import (
	"os"
	"syscall"
)

// holdLock takes a file for this process alone until it is closed, or until
// the process ends in any way.
func holdLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
