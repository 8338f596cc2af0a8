package main

import (
	"bufio"
	"os/exec"
	"testing"

	"adhere/internal/store/servertest"
)

// ownServer starts a PostgreSQL server for one test, and returns its address
// and what has it crash and start again.
func ownServer(t *testing.T) (address string, restart func()) {
	t.Helper()
	servertest.Address(t) // where the tests have none, this one is left out too
	cmd := exec.Command("../../scripts/postgres", "sh", "-c", `echo "$ADHERE_TEST_POSTGRES"; echo "$ADHERE_TEST_POSTGRES_RESTART"; exec cat >/dev/null`)
	open, err := cmd.StdinPipe()
	check(t, err)
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	t.Cleanup(func() {
		_ = open.Close() // which ends it
		_ = cmd.Wait()
	})
	said := bufio.NewScanner(out)
	var lines []string
	for len(lines) < 2 && said.Scan() {
		lines = append(lines, said.Text())
	}
	if len(lines) < 2 {
		t.Fatal("scripts/postgres started no server")
	}
	return lines[0], func() {
		if out, err := exec.Command("sh", "-c", lines[1]).CombinedOutput(); err != nil {
			t.Errorf("restart the server: %v\n%s", err, out)
		}
	}
}
