package dataset_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
)

func TestVerify(t *testing.T) {
	const wanted = "wanted"
	sum := sha256.Sum256([]byte(wanted))
	src := dataset.Source{Name: "small"}
	for _, name := range []string{"data.jsonl", "changed", "missing", "partial"} {
		src.Files = append(src.Files, dataset.File{Path: "small/" + name, SHA256: hex.EncodeToString(sum[:]), Size: int64(len(wanted))})
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"data.jsonl": wanted, "changed": "x", "partial.part": wanted[:3]} {
		path := filepath.Join(dir, "small", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	states, err := dataset.Verify(src, dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]dataset.State{dataset.Intact, dataset.Changed, dataset.Missing, dataset.Partial}, states); diff != "" {
		t.Error(diff)
	}
}

// A pinned file can be named by one address and one hash for ever.
func TestSourcesArePinned(t *testing.T) {
	pinned := regexp.MustCompile(`^https://raw\.githubusercontent\.com/[^/]+/[^/]+/[0-9a-f]{40}/|^https://huggingface\.co/datasets/`)
	paths := map[string]bool{}
	for _, s := range dataset.Sources() {
		if s.Version == "" || s.Licence == "" || s.Home == "" || s.Doc == "" || len(s.Files) == 0 || s.Size() == 0 {
			t.Errorf("%s says too little of itself", s.Name)
		}
		for _, f := range s.Files {
			if !pinned.MatchString(f.URL) || len(f.SHA256) != 64 || f.Size == 0 || paths[f.Path] || !strings.Contains(f.Path, "/") {
				t.Errorf("%s: %+v is not pinned, or not the only one at its place", s.Name, f)
			}
			paths[f.Path] = true
		}
		if found, err := dataset.FindSource(s.Name); err != nil || found.Name != s.Name {
			t.Errorf("FindSource(%s) = %v, %v", s.Name, found.Name, err)
		}
	}
	if _, err := dataset.FindSource("none"); adhere.CodeOf(err) != adhere.NotFound || !strings.Contains(adhere.HintOf(err), "ifeval") {
		t.Errorf("error %v with hint %q", err, adhere.HintOf(err))
	}
}
