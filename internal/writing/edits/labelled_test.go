package edits_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"adhere/internal/writing/edits"
)

// A labelled edit says which words nobody asked for.
type labelled struct {
	ID          string   `json:"id"`
	Hand        string   `json:"hand"`
	Instruction string   `json:"instruction"`
	Before      string   `json:"before"`
	After       string   `json:"after"`
	Unrequested []string `json:"unrequested"`
}

func labelledEdits(t *testing.T, half string) []labelled {
	t.Helper()
	f, err := os.Open("testdata/edits-" + half + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []labelled
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l labelled
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

// hits reports whether a change that was found is one that the label names.
func (l *labelled) hits(f *edits.Finding) bool {
	for _, c := range f.Stray {
		for _, words := range l.Unrequested {
			if strings.Contains(c.Before, words) && !strings.Contains(c.After, words) || strings.Contains(c.After, words) && !strings.Contains(c.Before, words) {
				return true
			}
		}
	}
	return false
}

// TestLabelledEdits holds precision and recall of edits in which something was
// changed that nobody asked for.
func TestLabelledEdits(t *testing.T) {
	for _, half := range []string{"dev", "unseen"} {
		var found, wrong, missed int
		for _, l := range labelledEdits(t, half) {
			f := edits.Inspect(l.Instruction, l.Before, l.After)
			switch accused := len(f.Stray) > 0; {
			case accused && l.hits(&f):
				found++
			case accused:
				wrong++
				if half == "dev" {
					t.Logf("%s %q: nobody would blame %+v", l.ID, l.Instruction, f.Stray)
				}
			}
			if len(l.Unrequested) > 0 && !l.hits(&f) {
				missed++
				if half == "dev" {
					t.Logf("%s %q: not found: %q", l.ID, l.Instruction, l.Unrequested)
				}
			}
		}
		precision, recall := float64(found)/float64(max(found+wrong, 1)), float64(found)/float64(max(found+missed, 1))
		t.Logf("%s: precision %.2f, recall %.2f (%d found, %d wrong, %d missed)", half, precision, recall, found, wrong, missed)
		if precision < 0.85 || recall < 0.85 {
			t.Errorf("%s: precision %.2f and recall %.2f, want 0.85 of both", half, precision, recall)
		}
	}
}
