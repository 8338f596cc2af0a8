package web

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"
)

// unseen reports control characters and overrides of the direction of writing.
func unseen(r rune) bool {
	return unicode.IsControl(r) && r != '\n' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// TestExport writes a run's pages and follows every link among them.
func TestExport(t *testing.T) {
	x := newSite(t, nil)
	all := items(120, 2)
	all[7].failed = true
	all[9].text = "<script>alert(1)</script><form action=x> \a\x1b[31m \u202egnirts\u2069 \x00\xff " + strings.Repeat("one-huge-line", 4000)
	all[9].in.Messages[0].Text = "</pre></main><img src=https://evil.example/x> [link](javascript:alert(1))"
	run := keepRun(t, x.store, "openai/gpt-4o", all, 120)
	keepRun(t, x.store, "ollama/small", all, 120)
	files := map[string]string{}
	var mu sync.Mutex
	told := 0
	err := x.Export(t.Context(), run.ID, func(name string, b []byte) error {
		mu.Lock()
		defer mu.Unlock()
		if _, twice := files[name]; twice {
			t.Errorf("%s is written twice", name)
		}
		files[name] = string(b)
		return nil
	}, func(done, known int) {
		if done < told || known < done {
			t.Errorf("%d of %d files are written, after %d", done, known, told)
		}
		told = done
	})
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`(?:href|src|action|data-events)="([^"]*)"`)
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if i := strings.IndexFunc(text, unseen); i >= 0 || !utf8.ValidString(text) {
			t.Errorf("%s has what acts unseen: %q", name, text[max(i-20, 0):min(max(i, 0)+20, len(text))])
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
	for _, want := range []string{"&lt;script&gt;alert(1)", `\u202E`, "more bytes are not shown", "&lt;img src=https://evil.example/x&gt;"} {
		if !strings.Contains(files["item-9.html"], want) {
			t.Errorf("the hostile item does not show %q", want)
		}
	}
	if !strings.Contains(files["item-7.html"], "the provider failed") || !strings.Contains(files["item-8.html"], "Answer to bed 8.") {
		t.Error("items are not whole")
	}
	if err := x.Export(t.Context(), "nothing", nil, nil); err == nil {
		t.Error("a run that is not there was written")
	}
}
