package servertest

import (
	"bufio"
	"context"
	"os/exec"
	"testing"
)

// Own starts a PostgreSQL server for one test, from a folder two below the
// module's, and returns its address and what has it crash and start again.
func Own(t testing.TB) (address string, restart func()) {
	t.Helper()
	Address(t) // where the tests have none, this one is left out too
	cmd := exec.CommandContext(context.Background(), "../../scripts/postgres", "sh", "-c", `echo "$ADHERE_TEST_POSTGRES"; echo "$ADHERE_TEST_POSTGRES_RESTART"; exec cat >/dev/null`)
	open, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // after those of its clients
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
		if out, err := exec.CommandContext(t.Context(), "sh", "-c", lines[1]).CombinedOutput(); err != nil {
			t.Errorf("restart the server: %v\n%s", err, out)
		}
	}
}
