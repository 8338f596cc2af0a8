package web

import (
	"regexp"
	"strings"
	"testing"
)

// TestExport writes a run's pages and follows every link among them.
func TestExport(t *testing.T) {
	x := newSite(t, nil)
	all := items(120, 2)
	all[7].failed = true
	run := keepRun(t, x.store, "openai/gpt-4o", all, 120)
	keepRun(t, x.store, "ollama/small", all, 120)
	files := map[string]string{}
	err := x.Export(t.Context(), run.ID, func(name string, b []byte) error {
		if _, twice := files[name]; twice {
			t.Errorf("%s is written twice", name)
		}
		files[name] = string(b)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`(?:href|src|action|data-events)="([^"]*)"`)
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if strings.Contains(text, "<form") || strings.Contains(text, "<script") {
			t.Errorf("%s has a form or a script", name)
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			file, _, _ := strings.Cut(m[1], "#")
			if _, ok := files[file]; file != "" && !ok {
				t.Errorf("%s leads to %q, which is not there", name, m[1])
			}
		}
	}
	for _, want := range []string{"index.html", "app.css", "item-0.html", "item-119.html"} {
		if files[want] == "" {
			t.Errorf("%s is missing among %d files", want, len(files))
		}
	}
	if !strings.Contains(files["item-7.html"], "the provider failed") || !strings.Contains(files["item-8.html"], "Answer to bed 8.") {
		t.Error("items are not whole")
	}
	if err := x.Export(t.Context(), "nothing", nil); err == nil {
		t.Error("a run that is not there was written")
	}
}
