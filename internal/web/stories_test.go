package web

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestStories holds every state of every page to a golden file, and that
// every template has a story.
func TestStories(t *testing.T) {
	all, err := Stories(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const dir = "testdata/stories"
	if *update {
		os.RemoveAll(dir)
		os.MkdirAll(dir, 0o755)
	}
	for _, s := range all {
		file := filepath.Join(dir, s.Name+".html")
		if *update {
			if err := os.WriteFile(file, s.Page, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(s.Page), "\n")); diff != "" {
			t.Errorf("%s differs; run with -update after looking at it (-want +got):\n%s", s.Name, diff)
		}
	}
	pages, err := parsePages()
	if err != nil {
		t.Fatal(err)
	}
	for name := range pages {
		told := false
		for _, s := range all {
			told = told || s.Name == name || strings.HasPrefix(s.Name, name+"-")
		}
		if !told {
			t.Errorf("the template %s has no story", name)
		}
	}
}

func TestStorybookLeadsToStories(t *testing.T) {
	all, err := Stories(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	book, err := Storybook(all)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/": `href="item-hostile.html"`, "/item-hostile.html": "app.css", "/app.css": "prefers-color-scheme"} {
		w := httptest.NewRecorder()
		book.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		has(t, w, http.StatusOK, want)
	}
}
