package judge

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type criteriaReply struct {
	Reply string
	Want  []string // the points and the text, each degree below its criterion; none where the reply cannot be read
}

func criteriaReplies(t testing.TB) []criteriaReply {
	raw, err := os.ReadFile(filepath.Join("testdata", "criteria-replies.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []criteriaReply
	for line := range strings.Lines(string(raw)) {
		var row criteriaReply
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// TestReadCriteria reads what language models wrote when asked for a rubric:
// a careful one, which keeps to the form, and a careless one, which does not.
func TestReadCriteria(t *testing.T) {
	for _, row := range criteriaReplies(t) {
		got, err := ReadCriteria(row.Reply)
		if err != nil && row.Want == nil {
			continue
		}
		var said []string
		for i, r := range got.Requirements {
			said = append(said, strconv.FormatFloat(r.Weight, 'g', -1, 64)+" "+r.Text)
			for _, d := range got.Degrees[i] {
				said = append(said, "  "+strconv.FormatFloat(d.Points, 'g', -1, 64)+" "+d.Text)
			}
		}
		if diff := cmp.Diff(row.Want, said); diff != "" || err != nil {
			t.Errorf("%s\n%v\n%s", row.Reply, err, diff)
		}
	}
}

// FuzzReadCriteria holds that whatever is read as a criterion stands in the
// reply, with its points, and that those that give points come first.
func FuzzReadCriteria(f *testing.F) {
	for _, row := range criteriaReplies(f) {
		f.Add(row.Reply)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		got, err := ReadCriteria(reply)
		if (err == nil) != (len(got.Requirements) > 0) {
			t.Fatalf("%q: %+v, %v", reply, got.Requirements, err)
		}
		last := 1
		for i, r := range got.Requirements {
			for _, d := range got.Degrees[i] {
				if d.Text == "" || strings.Contains(d.Text, "\n") {
					t.Errorf("%q: %+v", reply, got.Degrees[i])
				}
			}
			if sign(r.Weight) > last || r.Text == "" || strings.Contains(r.Text, "\n") {
				t.Errorf("%q: %+v", reply, r)
			}
			last = sign(r.Weight)
		}
	})
}
