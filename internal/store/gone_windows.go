package store

import (
	"errors"

	"golang.org/x/sys/windows"
)

// gone reports whether there certainly is no process of that ID on this host, or
// only what is left of one while another holds a handle to it. One that may not be
// opened is another user's, and there.
func gone(pid int) bool {
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_INVALID_PARAMETER)
	}
	defer windows.CloseHandle(process)
	ended, err := windows.WaitForSingleObject(process, 0)
	return err == nil && ended == windows.WAIT_OBJECT_0
}
