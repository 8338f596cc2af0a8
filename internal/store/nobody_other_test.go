//go:build !linux

package store_test

import (
	"os"
	"os/exec"
)

// asNobody starts the test program again; the tests are not run as superuser.
func asNobody(args ...string) *exec.Cmd { return exec.Command(os.Args[0], args...) }
