package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/browse"
)

// TestRunNotes notes things beside runs and finds runs by them; scores and what
// people write do not touch one another.
func TestRunNotes(t *testing.T) {
	check := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s := open(t)
	ctx := t.Context()
	for _, id := range []string{"a", "b", "c"} {
		create(t, s, newRun(id), items(1))
	}
	check(t, s.SaveRunNote(ctx, "a", noted(browse.Note{Tags: []string{"paper", "final"}, Text: "The run of Table 2 and Über Table 3"})))
	scores := []browse.Score{{Name: "drfr", Value: "71.2 %", Interval: "[68, 74]", Number: 0.712}}
	check(t, s.SaveRunScores(ctx, "a", "finished 1", scores))
	check(t, s.SaveRunScores(ctx, "b", "finished 2", []browse.Score{{Name: "drfr", Number: 0.8}}))
	check(t, s.SaveRunNote(ctx, "c", noted(browse.Note{Archived: true})))
	notes, err := s.RunNotes(ctx, "a", "b", "none")
	check(t, err)
	if none, err := s.RunNotes(ctx); err != nil || len(none) != 0 {
		t.Errorf("no runs have the notes %v, %v", none, err)
	}
	if none, err := s.RecordsAt(ctx, "a"); err != nil || len(none) != 0 {
		t.Errorf("at no positions are %v, %v", none, err)
	}
	want := browse.Note{Tags: []string{"paper", "final"}, Text: "The run of Table 2 and Über Table 3", Stamp: "finished 1", Scores: scores}
	if diff := cmp.Diff(want, notes["a"]); diff != "" || len(notes) != 2 {
		t.Errorf("%d notes: %s", len(notes), diff)
	}
	for name, c := range map[string]struct {
		q    browse.Query
		want []string
	}{
		"all":      {browse.Query{Sort: "score", Descending: true}, []string{"b", "a", "c"}},
		"current":  {browse.Query{Sort: "score", Archive: browse.Current}, []string{"a", "b"}},
		"archived": {browse.Query{Archive: browse.Archived}, []string{"c"}},
		"tag":      {browse.Query{Tag: "final"}, []string{"a"}},
		"part":     {browse.Query{Tag: "fin"}, nil},
		"text":     {browse.Query{Text: "table 2"}, []string{"a"}},
		"umlaut":   {browse.Query{Text: "Über TABLE"}, []string{"a"}},
	} {
		c.q.Limit = 10
		runs, total, err := s.SearchRuns(ctx, c.q)
		check(t, err)
		var got []string
		for _, r := range runs {
			got = append(got, r.ID)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || total != len(c.want) {
			t.Errorf("%s: %d: %s", name, total, diff)
		}
	}
	tags, err := s.RunTags(ctx)
	check(t, err)
	if diff := cmp.Diff([]string{"final", "paper"}, tags); diff != "" {
		t.Error(diff)
	}
	check(t, s.RemoveRun(ctx, "a"))
	if notes, err := s.RunNotes(ctx, "a"); err != nil || len(notes) != 0 {
		t.Errorf("%v, %v are left of a run that was removed", notes, err)
	}
	if err := s.SaveRunNote(ctx, "a", noted(browse.Note{})); err == nil {
		t.Error("something was noted of a run that is not there")
	}
}

// noted puts a note in the place of the one before.
func noted(n browse.Note) func(*browse.Note) error {
	return func(to *browse.Note) error { *to = n; return nil }
}
