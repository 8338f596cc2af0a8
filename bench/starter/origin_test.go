package starter

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere/internal/benchdata"
)

// shingle is how many words in a row count as taken over.
const shingle = 8

// No prompt shares eight words in a row with a prompt of a benchmark.
func TestPromptsAreOurOwn(t *testing.T) {
	theirs := map[string]string{}
	for _, name := range []string{"ifeval/input_data.jsonl", "infobench/InfoBench.jsonl", "ifbench/IFBench_test.jsonl", "realinstruct/examples.jsonl"} {
		dir, file := filepath.Split(name)
		for text := range strings.Lines(read(t, filepath.Join(benchdata.Dir(t, filepath.Clean(dir)), file))) {
			collect(t, theirs, name, text)
		}
	}
	leveled, err := filepath.Glob(filepath.Join(benchdata.Dir(t, "followbench"), "en", "*.json"))
	if err != nil || len(leveled) == 0 {
		t.Fatalf("no English files of leveled instructions: %v", err)
	}
	for _, path := range leveled {
		collect(t, theirs, filepath.Base(path), read(t, path))
	}
	_, list := instructions(t)
	for _, in := range list {
		for _, s := range shingles(in.Prompt()) {
			if from, ok := theirs[s]; ok {
				t.Errorf("%s: %q stands in %s", in.ID, s, from)
			}
		}
	}
}

// collect keeps the shingles of all texts in a JSON value.
func collect(t *testing.T, into map[string]string, name, text string) {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	walk(value, func(s string) {
		for _, piece := range shingles(s) {
			into[piece] = name
		}
	})
}

func walk(value any, each func(string)) {
	switch v := value.(type) {
	case string:
		each(v)
	case []any:
		for _, e := range v {
			walk(e, each)
		}
	case map[string]any:
		for _, e := range v {
			walk(e, each)
		}
	}
}

func shingles(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	var list []string
	for i := range len(words) - shingle + 1 {
		list = append(list, strings.Join(words[i:i+shingle], " "))
	}
	return list
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
