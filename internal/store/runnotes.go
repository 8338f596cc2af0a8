package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"adhere/internal/browse"
)

// RunNotes returns what was noted beside the runs with those exact IDs; those
// beside which nothing was are left out.
func (s *Store) RunNotes(ctx context.Context, ids ...string) (map[string]browse.Note, error) {
	type row struct {
		id, tags string
		note     browse.Note
	}
	all, err := find(ctx, s, "read the notes of runs", `select id, tags, note, archived, stamp, scores from run_notes join runs on num = run
		where id in (select value from json_each($1))`, []any{listOf(ids)}, func(r *row) []any {
		return []any{&r.id, &r.tags, &r.note.Text, &r.note.Archived, &r.note.Stamp, asJSON{&r.note.Scores}}
	})
	notes := map[string]browse.Note{}
	for _, r := range all {
		r.note.Tags = strings.Fields(r.tags)
		notes[r.id] = r.note
	}
	return notes, err
}

// SaveRunNote has change alter tags, text and archive beside the run with that
// exact ID, while nobody else does; it may be called more than once.
func (s *Store) SaveRunNote(ctx context.Context, id string, change func(*browse.Note) error) error {
	run, err := s.runNum(ctx, id)
	if err != nil {
		return err
	}
	return s.change(ctx, "note something of run "+id, func(t *tx) error {
		var n browse.Note
		var tags string
		err := t.queryRow("select tags, note, archived from run_notes where run = $1", []any{run}, &tags, &n.Text, &n.Archived)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		n.Tags = strings.Fields(tags)
		if err := change(&n); err != nil {
			return err
		}
		if tags = strings.Join(n.Tags, " "); tags != "" {
			tags = " " + tags + " "
		}
		return t.run(`insert into run_notes (run, tags, note, archived) values ($1, $2, $3, $4)
			on conflict (run) do update set tags = excluded.tags, note = excluded.note, archived = excluded.archived`, run, tags, n.Text, n.Archived)
	})
}

// SaveRunScores keeps what the run with that exact ID came to in the state that
// the stamp names, the score to sort by first.
func (s *Store) SaveRunScores(ctx context.Context, id, stamp string, scores []browse.Score) error {
	var first any
	if len(scores) > 0 {
		first = scores[0].Number
	}
	run, err := s.runNum(ctx, id)
	if err != nil {
		return err
	}
	return s.change(ctx, "note something of run "+id, func(t *tx) error {
		return t.run(`insert into run_notes (run, stamp, scores, score) values ($1, $2, $3, $4)
			on conflict (run) do update set stamp = excluded.stamp, scores = excluded.scores, score = excluded.score`, run, stamp, asJSON{scores}, first)
	})
}

// RunTags returns the tags of all runs, each once and in order.
func (s *Store) RunTags(ctx context.Context) ([]string, error) {
	some, err := find(ctx, s, "list the tags of runs", "select distinct tags from run_notes where tags <> ''", nil, itself[string])
	tags := strings.Fields(strings.Join(some, " "))
	slices.Sort(tags)
	return slices.Compact(tags), err
}
