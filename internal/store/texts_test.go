package store_test

import (
	"fmt"
	"slices"
	"testing"

	"adhere"
	"adhere/internal/browse"
)

// TestSearchTexts finds items of finished runs by words of what was asked,
// answered and said of it, in any language, and none of a run that was removed.
func TestSearchTexts(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	run := func(id string, n int) {
		j := create(t, s, newRun(id), items(n))
		for i := range n {
			rec := &adhere.Record{Instruction: instruction(i), Response: &adhere.Response{Model: "m", Text: fmt.Sprintf("A café in Zürich, number%d of %s.", i, id)}}
			rec.Verdicts = []adhere.Verdict{{Requirement: "1", Judge: "judge/x@1", Outcome: adhere.NotMet, Reason: "it says nothing of \"tea\" OR -coffee*"}}
			if err := j.Finish(ctx, i, rec, adhere.Used{}, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	find := func(words ...string) []browse.Hit {
		t.Helper()
		hits, err := s.SearchTexts(ctx, words, 1000)
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}
	run("first", 450)
	run("second", 3)
	if left, err := s.TakeWords(ctx, 1000); err != nil || left != 0 || len(find("number2")) != 0 {
		t.Errorf("%d, %v: a run that goes on has its words taken", left, err)
	}
	for _, id := range []string{"first", "second"} {
		if err := s.SetRunState(ctx, id, adhere.Finished); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := s.TakeWords(ctx, 200); err != nil || left != 2 {
		t.Errorf("after one batch %d runs are left: %v", left, err)
	}
	if left, err := s.TakeWords(ctx, 1000); err != nil || left != 0 {
		t.Errorf("at last %d runs are left: %v", left, err)
	}
	if got := find("number2"); !slices.Contains(got, browse.Hit{Run: "first", Position: 2}) || !slices.Contains(got, browse.Hit{Run: "second", Position: 2}) || len(got) != 2 {
		t.Errorf("number2 is found at %v", got)
	}
	for words, want := range map[string]int{"zürich": 453, "number449": 1, "tea": 453, "nothing here": 0, `a" OR "b`: 0, "*": 0, "-coffee*": 453} {
		if got := find(words); len(got) != want {
			t.Errorf("%q is found %d times, want %d", words, len(got), want)
		}
	}
	if got := find("café", "second"); len(got) != 3 {
		t.Errorf("both words stand in %v", got)
	}
	if err := s.RemoveRun(ctx, "second"); err != nil {
		t.Fatal(err)
	}
	run("third", 1) // which may take the number of the second
	if got := find("number2"); len(got) != 1 {
		t.Errorf("after a run was removed number2 is found at %v", got)
	}
}
