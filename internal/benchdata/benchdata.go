// Package benchdata finds the public benchmark data that known-answer tests
// read. The project commits none of it.
package benchdata

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Dir returns the folder of the named data, for example "ifeval": below
// ADHERE_DATA if that is set, else below shared/data beside the project's
// root. The test fails if it is not there.
func Dir(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("ADHERE_DATA")
	if root == "" {
		_, file, _, _ := runtime.Caller(0)
		root = filepath.Join(filepath.Dir(file), "..", "..", "..", "shared", "data")
	}
	dir := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("this test needs the benchmark data %q, which is not at %s: set ADHERE_DATA to the folder that holds it (docs/data.md says where to get it)", name, dir)
	}
	return dir
}
