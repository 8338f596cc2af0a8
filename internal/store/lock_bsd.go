//go:build unix && !linux

package store

import "syscall"

const setLockCommand = syscall.F_SETLK
