package store_test

import (
	"os"
	"os/exec"
	"syscall"
)

// asNobody starts the test program as a user whom permissions bind: the
// superuser reads and writes everything.
func asNobody(args ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", args...)
	if os.Getuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return cmd
}
