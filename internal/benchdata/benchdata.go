// Package benchdata finds the public benchmark data that known-answer tests
// read. The project commits none of it.
package benchdata

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Dir returns the folder of the named data. Where it is
// missing the test is skipped, or fails if the variable CI is set: there
// nothing may be left out.
func Dir(t testing.TB, name string) string {
	t.Helper()
	if dir, ok := Find(name); ok {
		return dir
	}
	const missing = "this test needs the public benchmark data %q: get it with adhere data pull, or set ADHERE_DATA to the folder that holds it (docs/data.md)"
	if os.Getenv("CI") != "" {
		t.Fatalf(missing, name)
	}
	t.Skipf(missing, name)
	return ""
}

// Find looks for the named data below ADHERE_DATA if that is set, else in
// shared/data beside the project's root, then where adhere data pull puts it.
func Find(name string) (dir string, ok bool) {
	for _, root := range roots() {
		dir = filepath.Join(root, filepath.FromSlash(name))
		if _, err := os.Stat(dir); err == nil {
			return dir, true
		}
	}
	return "", false
}

// Dictionary returns the file of the dictionary of Japanese words as the Go
// module has it that dataset takes it from.
func Dictionary() ([]byte, error) {
	out, err := exec.CommandContext(context.Background(), "go", "mod", "download", "-json", "github.com/ikawaha/kagome-dict/ipa").Output()
	if err != nil {
		return nil, fmt.Errorf("go mod download: %w: %s", err, out)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(module.Dir, "ipa.dict"))
}

func roots() []string {
	if root := os.Getenv("ADHERE_DATA"); root != "" {
		return []string{root}
	}
	list := []string{filepath.Join(projectRoot(), "..", "shared", "data")}
	pulled := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); pulled == "" && err == nil {
		pulled = filepath.Join(home, ".local", "share")
	}
	if pulled != "" {
		list = append(list, filepath.Join(pulled, "adhere", "data"))
	}
	return list
}

// projectRoot returns the folder of go.mod at or above the working directory,
// which in a test is the folder of its package.
func projectRoot() string {
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	return "."
}
