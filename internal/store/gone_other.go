//go:build !windows

package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// gone reports whether there certainly is no process of that ID on this host, or, on
// Linux, only what is left of one until its parent asks how it ended.
func gone(pid int) bool {
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil {
		_, state, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
		return bytes.HasPrefix(state, []byte("Z")) || bytes.HasPrefix(state, []byte("X"))
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	err = p.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}
