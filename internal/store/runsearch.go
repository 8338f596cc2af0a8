package store

import (
	"context"
	"strings"
	"time"

	"adhere"
	"adhere/internal/browse"
)

const runMatches = `($1 = '' or bench = $1 or substr(bench, 1, length($1) + 1) = $1 || '@')
	and ($2 = '' or model = $2) and ($3 = '' or state = $3)
	and ($4 = 0 or started >= $4) and ($5 = 0 or started < $5)
	and ($6 = '' or exists (select 1 from json_each(plan, '$.judges') j where instr(j.value, $6) > 0))
	and ($7 = '' or instr(lower(id), $7) > 0 or instr(lower(plan), $7) > 0
		or exists (select 1 from run_notes n where n.run = num and instr(lower(n.tags || n.note), $7) > 0))
	and ($8 = '' or exists (select 1 from run_notes n where n.run = num and instr(n.tags, ' ' || $8 || ' ') > 0))
	and ($9 = '' or ($9 = 'archived') = exists (select 1 from run_notes n where n.run = num and n.archived = 1))`

// orderOf is what runs can be sorted by; equal ones stand newest first.
func orderOf(q *browse.Query) string {
	column := "started"
	switch q.Sort {
	case "bench", "model", "state":
		column = q.Sort
	case "score": // what has none stands last
		column = "coalesce((select score from run_notes n where n.run = num), -1)"
	}
	direction := " asc"
	if q.Descending {
		direction = " desc"
	}
	return " order by " + column + direction + ", started desc, num desc"
}

// SearchRuns returns the wanted part of the runs that fit, and how many fit.
func (s *Store) SearchRuns(ctx context.Context, q browse.Query) (runs []*adhere.Run, total int, err error) {
	args := []any{q.Bench, q.Model, string(q.State), milliseconds(q.Since), milliseconds(q.Until), q.Judge, strings.Map(asLower, q.Text), q.Tag, string(q.Archive)}
	if err := s.reader.row(ctx, "select count(*) from runs where "+runMatches, args, &total); err != nil {
		return nil, 0, s.failure("count the runs", err)
	}
	runs, err = s.runs(ctx, "search the runs", "where "+runMatches+orderOf(&q)+" limit $10 offset $11", append(args, q.Limit, q.Offset)...)
	return runs, total, err
}

// asLower is what lower does in both databases, which leaves letters as they are
// that ASCII does not have.
func asLower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

func milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// RunNames returns the benchmarks, models and judges of all runs, each once
// and in order.
func (s *Store) RunNames(ctx context.Context) (benches, models, judges []string, err error) {
	names := func(query string) (all []string) {
		if err == nil {
			all, err = find(ctx, s, "list the names in runs", query, nil, itself[string])
		}
		return all
	}
	benches = names("select distinct bench from runs order by bench")
	models = names("select distinct model from runs order by model")
	judges = names("select distinct j.value from runs, json_each(plan, '$.judges') j order by j.value")
	return benches, models, judges, err
}
