package study_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"adhere/internal/jsonl"
	"adhere/internal/writing"
	"adhere/internal/writing/edits"
	"adhere/internal/writing/study"
)

// An edit by somebody who had not seen the rules, with the words that nobody
// asked for. None is in a half with which rules were developed.
type unseenEdit struct {
	ID          string   `json:"id"`
	Half        string   `json:"half"`
	Instruction string   `json:"instruction"`
	Before      string   `json:"before"`
	After       string   `json:"after"`
	Unrequested []string `json:"unrequested"`
}

// A played reply was written by a language model that was shown the request and
// no label. "strong" answers as it is asked to; "small" says the same in the ways
// of small models: Markdown, tables, reasons, no or wrong numbers.
type playedReply struct {
	Edit  string `json:"edit"`
	Reply string `json:"reply"`
}

func jsonLines[T any](t *testing.T, path string) []T {
	t.Helper()
	list, err := jsonl.ReadFile[T](path)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// played weighs the unseen edits by the replies of a player.
func played(t *testing.T, player string) map[string]study.Inspected {
	t.Helper()
	replies := map[string]string{}
	for _, r := range jsonLines[playedReply](t, "testdata/changes-"+player+".jsonl") {
		replies[r.Edit] = r.Reply
	}
	out := map[string]study.Inspected{}
	for id, e := range unseenEdits(t) {
		reply, ok := replies[id]
		if !ok {
			continue
		}
		row := &writing.Row{Session: id, Turn: 1, Instruction: e.Instruction, Previous: e.Before, Answer: e.After}
		r := study.Rater{Scheme: study.Two, Recorded: map[study.ReplyKey]string{{Key: study.KeyOf(row), Grades: 2, Changes: true}: reply}}
		got, err := r.Weigh(context.Background(), row)
		if err != nil {
			t.Fatal(err)
		}
		out[id] = got
	}
	return out
}

func unseenEdits(t *testing.T) map[string]unseenEdit {
	t.Helper()
	out := map[string]unseenEdit{}
	for _, set := range []string{"fresh", "second", "fourth", "fifth", "sixth"} {
		for _, e := range jsonLines[unseenEdit](t, "../edits/testdata/edits-"+set+".jsonl") {
			if e.Half == "unseen" {
				out[set+"-"+e.ID] = e
			}
		}
	}
	return out
}

// hit reports whether a change that is said not to be asked for is one that the
// label names.
func (e *unseenEdit) hit(f *study.Inspected) bool {
	for i := range f.Changes {
		c := &f.Changes[i]
		blamed := f.Weights == nil && c.Outcome == edits.Stray || f.Weights != nil && f.Weights[i] == study.Neither
		if blamed && slices.ContainsFunc(e.Unrequested, func(w string) bool { return strings.Contains(c.Before, w) != strings.Contains(c.After, w) }) {
			return true
		}
	}
	return false
}

// TestUnseenEdits holds precision and recall of changes that nobody asked for,
// by a model that weighs the numbered changes, and by the rules where its reply
// cannot be read. A change of the aligner asks for new replies: the numbers of
// the changes are those of the requests.
func TestUnseenEdits(t *testing.T) {
	unseen := unseenEdits(t)
	for player, mostOpen := range map[string]int{"strong": 0, "small": 10} {
		weighed := played(t, player)
		found, wrong, missed, open := 0, 0, 0, 0
		for id, f := range weighed {
			e := unseen[id]
			accused, _ := f.Unrequested()
			hit := e.hit(&f)
			found, open = found+count(hit), open+count(f.Grade == "")
			wrong, missed = wrong+count(accused && !hit), missed+count(len(e.Unrequested) > 0 && !hit)
		}
		precision, recall := float64(found)/float64(found+wrong), float64(found)/float64(found+missed)
		t.Logf("%s: %d edits, %d unreadable; precision %.2f, recall %.2f (%d found, %d wrong, %d missed)", player, len(weighed), open, precision, recall, found, wrong, missed)
		if precision < 0.85 || recall < 0.85 || open > mostOpen {
			t.Errorf("%s: want 0.85 of both and at most %d unreadable", player, mostOpen)
		}
	}
}

// TestSmallModelIsNotMisread holds that what is read of a small model's replies is
// what it says, which is what the strong one says.
func TestSmallModelIsNotMisread(t *testing.T) {
	strong := played(t, "strong")
	for id, got := range played(t, "small") {
		if want := strong[id]; got.Grade != "" && (got.Grade != want.Grade || !slices.Equal(got.Weights, want.Weights)) {
			t.Errorf("%s: read %s %s, it says %s %s", id, got.Weights, got.Grade, want.Weights, want.Grade)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
