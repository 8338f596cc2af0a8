package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"

	"adhere/internal/browse"
)

// RunNotes returns what was noted beside the runs with those exact IDs; those
// beside which nothing was are left out.
func (s *Store) RunNotes(ctx context.Context, ids ...string) (map[string]browse.Note, error) {
	notes := map[string]browse.Note{}
	err := s.reader.each(ctx, `select id, tags, note, archived, stamp, scores from run_notes join runs on num = run
		where id in (select value from json_each($1))`, []any{listOf(ids)}, func(rows *sql.Rows) error {
		var id, tags, scores string
		var n browse.Note
		if err := rows.Scan(&id, &tags, &n.Text, &n.Archived, &n.Stamp, &scores); err != nil {
			return err
		}
		n.Tags = strings.Fields(tags)
		notes[id] = n
		if scores == "" {
			return nil
		}
		err := json.Unmarshal([]byte(scores), &n.Scores)
		notes[id] = n
		return err
	})
	return notes, s.failure("read the notes of runs", err)
}

// SaveRunNote changes tags, text and archive beside the run with that exact ID.
func (s *Store) SaveRunNote(ctx context.Context, id string, n browse.Note) error {
	tags := strings.Join(n.Tags, " ")
	if tags != "" {
		tags = " " + tags + " "
	}
	return s.noteRun(ctx, id, `insert into run_notes (run, tags, note, archived) values ($1, $2, $3, $4)
		on conflict (run) do update set tags = excluded.tags, note = excluded.note, archived = excluded.archived`, tags, n.Text, n.Archived)
}

// SaveRunScores keeps what the run with that exact ID came to in the state that
// the stamp names, the score to sort by first.
func (s *Store) SaveRunScores(ctx context.Context, id, stamp string, scores []browse.Score) error {
	list, err := json.Marshal(scores)
	if err != nil {
		return err
	}
	var first any
	if len(scores) > 0 {
		first = scores[0].Number
	}
	return s.noteRun(ctx, id, `insert into run_notes (run, stamp, scores, score) values ($1, $2, $3, $4)
		on conflict (run) do update set stamp = excluded.stamp, scores = excluded.scores, score = excluded.score`, stamp, string(list), first)
}

func (s *Store) noteRun(ctx context.Context, id, query string, args ...any) error {
	run, err := s.runNum(ctx, id)
	if err != nil {
		return err
	}
	err = s.transact(ctx, func(t *tx) error {
		_, err := t.exec(query, append([]any{run}, args...)...)
		return err
	})
	return s.failure("note something of run "+id, err)
}

// RunTags returns the tags of all runs, each once and in order.
func (s *Store) RunTags(ctx context.Context) ([]string, error) {
	var tags []string
	err := s.reader.each(ctx, "select distinct tags from run_notes where tags <> ''", nil, func(rows *sql.Rows) error {
		var some string
		err := rows.Scan(&some)
		tags = append(tags, strings.Fields(some)...)
		return err
	})
	slices.Sort(tags)
	return slices.Compact(tags), s.failure("list the tags of runs", err)
}
