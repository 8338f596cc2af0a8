package web

import (
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files")
	book   = flag.String("storybook", "", "write every page in each of its states into this folder, to be looked at")
)

// TestStories holds what every state of every page has of its own to a golden
// file, and the frame around all of them to one more, and that every template
// has a story.
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
	frames := map[string]bool{}
	for _, s := range all {
		frame, own := parted(string(s.Page))
		file := "_frame.html"
		if !strings.Contains(frame, "Sign out") {
			file = "_frame-signed-out.html"
		}
		if !frames[frame] { // the others are the same
			golden(t, filepath.Join(dir, file), frame)
			frames[frame] = true
		}
		golden(t, filepath.Join(dir, s.Name+".html"), own)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != len(all)+2 {
		t.Errorf("%d golden files for %d stories and two frames (%v): -update removes what is old", len(files), len(all), err)
	}
	files, err := fs.Glob(templateFiles, "templates/[a-z]*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, told := strings.TrimSuffix(path.Base(file), ".html"), false
		for _, s := range all {
			told = told || s.Name == name || strings.HasPrefix(s.Name, name+"-")
		}
		if !told {
			t.Errorf("the template %s has no story", name)
		}
	}
}

// TestTemplateNames: all pages share one set, where a name that is defined
// again would replace the other without a word.
func TestTemplateNames(t *testing.T) {
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	owner := map[string]string{}
	for _, file := range files {
		text, err := templateFiles.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`\{\{-?\s*(?:define|block) "([^"]*)"`).FindAllSubmatch(text, -1) {
			name := string(found[1])
			if other := owner[name]; other != "" {
				t.Errorf("%s defines %q, which is defined in %s", file, name, other)
			}
			owner[name] = file
		}
	}
}

// parted takes a page apart into the frame that all have and what is its own:
// title, scripts but those that all have, the way that is marked in the bar,
// and what is inside main.
func parted(page string) (frame, own string) {
	var common, rest strings.Builder
	inside := false
	for line := range strings.Lines(page) {
		const mark = ` aria-current="true"`
		inside = inside || strings.HasPrefix(line, "<main")
		switch {
		case strings.Contains(line, `"keys.js"`) || strings.Contains(line, `"early.js"`):
			common.WriteString(line)
		case inside || strings.HasPrefix(line, "<title>") || strings.HasPrefix(line, "<script"):
			rest.WriteString(line)
		case strings.Contains(line, mark):
			rest.WriteString(line)
			common.WriteString(strings.Replace(line, mark, "", 1))
		default:
			common.WriteString(line)
		}
		inside = inside && !strings.HasPrefix(line, "</main>")
	}
	return common.String(), rest.String()
}

// golden holds a text to what is in the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	} else if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs; run with -update after looking at it (-want +got):\n%s", file, diff)
	}
}

func TestStorybookLeadsToStories(t *testing.T) {
	all, err := Stories(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files, err := Storybook(all)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"index.html": `href="item-hostile.html"`, "item-hostile.html": "app.css", "app.css": "prefers-color-scheme"} {
		if !strings.Contains(string(files[path].Data), want) {
			t.Errorf("%s does not contain %q", path, want)
		}
	}
	if *book != "" {
		if err := os.CopyFS(*book, files); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOneTypeScale holds every size of type on pages and in reports to a step
// of the scale, which stands once at the head of the style of reports.
func TestOneTypeScale(t *testing.T) {
	a, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	style := string(a.content["app.css"])
	own := regexp.MustCompile(`\.esc \{[^}]*\}|code \{[^}]*\}|html \{ font-size: 9\.5pt; \}`) // inside a line of any size; on paper
	sizes := regexp.MustCompile(`font(?:-size)?: *([0-9.][^;} ]*)`).FindAllStringSubmatch(own.ReplaceAllString(style, ""), -1)
	for _, m := range sizes {
		t.Errorf("the size %s is none of the scale", m[0])
	}
	for _, m := range regexp.MustCompile(`font(?:-size)?: *var\(--(\w+)\)`).FindAllStringSubmatch(style, -1) {
		if !strings.Contains(style, "--"+m[1]+": ") {
			t.Errorf("%s is not defined", m[0])
		}
	}
}
