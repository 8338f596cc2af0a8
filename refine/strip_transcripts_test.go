package refine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adhere/internal/benchdata"
	"adhere/refine"
)

// TestRewrites takes the answer out of corrected responses that a real language
// model wrote, as a person does: where it begins, and where it ends.
func TestRewrites(t *testing.T) {
	type request struct {
		N        string
		Messages []struct{ Content string }
		Reply    string
	}
	type label struct{ N, Begins, Ends string }
	parts := regexp.MustCompile(`(?s)Instruction:\n"+\n(.*)\n"+\nAI response:\n"+\n(.*)\n"+\nFeedback:`)
	requests := map[string]request{}
	for _, r := range linesOf[request](t, filepath.Join(benchdata.Dir(t, "transcripts"), "requests.jsonl")) {
		requests[r.N] = r
	}
	for _, l := range linesOf[label](t, filepath.Join("testdata", "rewrites.jsonl")) {
		r := requests[l.N]
		m := parts.FindStringSubmatch(r.Messages[len(r.Messages)-1].Content)
		if m == nil {
			t.Fatalf("%s asks for no corrected response", l.N)
		}
		got := strings.TrimSpace(refine.Stripped(m[1], m[2], r.Reply))
		if !strings.HasPrefix(got, l.Begins) || !strings.HasSuffix(got, l.Ends) {
			t.Errorf("%s: %q is taken for the answer, want what begins with %q and ends with %q", l.N, got, l.Begins, l.Ends)
		}
	}
}

func linesOf[T any](t *testing.T, path string) []T {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	for line := range strings.Lines(string(b)) {
		var one T
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}
