package training_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/training"
)

func TestExamples(t *testing.T) {
	var s training.Examples[string]
	s.Doubt("doubted before")
	s.Put("a", "a", "good")
	s.Put("b", "b", "good")
	s.Put("a again", "a", "good")
	s.Put("c", "c", "good")
	s.Put("c", "c", "bad")
	s.Put("d", "doubted before", "good")
	s.Doubt("never found")
	if diff := cmp.Diff([]string{"a", "b"}, s.Kept()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(training.Count{Kept: 2, Duplicates: 1, Contradicted: 2}, s.Count()); diff != "" {
		t.Error(diff)
	}
}

func TestKey(t *testing.T) {
	if training.Key("a", "b") == training.Key("a\",\"b") || training.Key("ab", "") == training.Key("a", "b") {
		t.Error("different texts share a key")
	}
}

func TestPage(t *testing.T) {
	p := training.Page{
		Title: "Of birds", Facts: "Birds: 2.", Last: "The end.",
		Files: []training.File{{Kind: training.KindPreferences, Count: training.Count{Kept: 2}}, {Kind: "critic", Shape: "its own"}},
		Lists: []training.List{{Title: "Empty"}, {Title: "Names", Lines: []string{"a`b", ""}, Code: true, Empty: "no name"}, {Title: "Rights", Lines: []string{"Ask\n# first."}}},
	}
	var b bytes.Buffer
	if err := p.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"---\nlicense: other\nconfigs:\n- config_name: preferences\n  data_files: preferences.jsonl\n---\n", "\n# Of birds\n", "| preferences.jsonl | 2 | 0 | 0 | `prompt`, `chosen`",
		"| critic.jsonl | 0 | 0 | 0 | its own |", "\nBirds: 2.\n", "\n## Names\n\n- `a'b`\n- no name\n", "\n- Ask # first.\n", "\nThe end.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "Empty") {
		t.Error("an empty list is shown")
	}
}
