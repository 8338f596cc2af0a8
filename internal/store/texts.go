package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"adhere"
	"adhere/internal/browse"
	"adhere/internal/lists"
)

// textsBits is how many bits of a row's number are the item's position.
const textsBits = 24

// wordsBatch is how many items have their words taken in one transaction.
const wordsBatch = 200

// TakeWords makes at most so many more items of finished runs searchable, and
// returns how many runs are left that are not wholly so.
func (s *Store) TakeWords(ctx context.Context, most int) (left int, err error) {
	for n := 0; n < most; n += wordsBatch {
		var run, finished, upto int64
		var id string
		err := s.reader.row(ctx, `select num, id, r.finished, case when t.finished = r.finished then t.upto else 0 end from runs r left join texts_of t on t.run = num
			where r.finished is not null and (t.run is null or t.finished <> r.finished or t.upto >= 0) order by num limit 1`, nil, &run, &id, &finished, &upto)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, nil
		}
		if err == nil {
			err = s.takeWords(ctx, run, finished, int(upto))
		}
		if err != nil {
			return 0, s.failure("take the words of run "+id, err)
		}
	}
	err = s.reader.row(ctx, `select count(*) from runs r left join texts_of t on t.run = num
		where r.finished is not null and (t.run is null or t.finished <> r.finished or t.upto >= 0)`, nil, &left)
	return left, s.failure("look for texts without words", err)
}

// takeWords takes the words of some items of a run, from a position on; upto
// becomes -1 when there are no more.
func (s *Store) takeWords(ctx context.Context, run, finished int64, from int) error {
	words := map[int]string{}
	next := from - 1
	err := s.reader.each(ctx, wholeRecords, []any{run, next, wordsBatch}, func(rows *sql.Rows) error {
		var p browse.Placed
		if err := s.scanRecord(rows, &p); err != nil {
			return err
		}
		next, words[p.Position] = p.Position, wordsOf(p.Record)
		return nil
	})
	if err != nil {
		return err
	}
	upto := next + 1
	if len(words) < wordsBatch {
		upto = -1
	}
	return s.transact(ctx, func(t *tx) error {
		if from == 0 {
			if err := t.forgetWords(run); err != nil {
				return err
			}
		}
		for position, text := range words {
			if err := t.run("insert into texts (rowid, words) values ($1, $2)", run<<textsBits|int64(position), text); err != nil {
				return err
			}
		}
		return t.run("insert into texts_of (run, finished, upto) values ($1, $2, $3) on conflict (run) do update set finished = excluded.finished, upto = excluded.upto", run, finished, upto)
	})
}

func (t *tx) forgetWords(run int64) error {
	return t.run("delete from texts where rowid >= $1 and rowid < $2", run<<textsBits, (run+1)<<textsBits)
}

// wordsOf is all that can be searched of a record: what was asked, what was
// answered, and why judges decided as they did.
func wordsOf(rec *adhere.Record) string {
	var b strings.Builder
	add := func(text string) {
		if text != "" {
			b.WriteString(strings.ReplaceAll(text, "\x00", " "))
			b.WriteByte('\n')
		}
	}
	add(rec.Instruction.ID)
	for _, m := range rec.Instruction.Messages {
		add(m.Text)
	}
	add(rec.Instruction.Input)
	if rec.Response != nil {
		add(rec.Response.Text)
	}
	for i := range rec.Verdicts {
		add(rec.Verdicts[i].Reason)
		add(rec.Verdicts[i].Evidence)
	}
	const most = 900_000 // bytes; a server's index takes a megabyte at most
	text := b.String()
	return strings.ToValidUTF8(text[:min(len(text), most)], " ")
}

// SearchTexts returns the items in whose instruction, answer or reasons all
// words stand, those that are about them first, at most so many.
func (s *Store) SearchTexts(ctx context.Context, words []string, most int) ([]browse.Hit, error) {
	quoted := lists.Map(words, func(w string) string { return `"` + strings.ReplaceAll(w, `"`, " ") + `"` })
	return find(ctx, s, "search the texts of items", `select id, found.at & 16777215 from (select rowid as at from texts where texts match $1 order by rank limit $2) found join runs on num = found.at >> 24`,
		[]any{strings.Join(quoted, " "), most}, func(h *browse.Hit) []any { return []any{&h.Run, &h.Position} })
}
