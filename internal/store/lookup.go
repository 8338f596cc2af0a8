package store

import (
	"context"
	"database/sql"
	"runtime"
	"slices"

	"adhere/internal/lists"
)

// A lookup is a search for one stored call.
type lookup struct {
	key    string
	packed []byte // nil where there is no such call
	result chan error
}

// lookUp returns the stored reply under key as it was packed, or nil. Those
// who look at the same time share one statement: to open the database for
// reading, and to see what was written since, costs more than several looks.
func (s *Store) lookUp(ctx context.Context, key string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l := &lookup{key: key, result: make(chan error, 1)}
	if err := s.looks.add(l); err != nil {
		return nil, err
	}
	err := <-l.result
	return l.packed, err
}

// lookLoop answers who looks, all who wait at a time.
func (s *Store) lookLoop() {
	for range s.looks.news {
		runtime.Gosched() // those who are about to look come first
		for batch := range slices.Chunk(s.looks.take(), maxBatch) {
			err := s.lookUpAll(batch)
			for _, l := range batch {
				l.result <- err
			}
		}
	}
}

func (s *Store) lookUpAll(batch []*lookup) error {
	keys := lists.Map(batch, func(l *lookup) string { return l.key })
	const query = `select wanted.key, response from json_each($1) wanted
		cross join calls on calls.key = wanted.value`
	scan := func(rows *sql.Rows) error {
		var i int
		var packed []byte
		err := rows.Scan(&i, &packed)
		batch[i].packed = packed
		return err
	}
	if s.server != nil { // where readers do not wait for the writer
		return s.reader.each(context.Background(), query, []any{listOf(keys)}, scan)
	}
	if err := s.writer.lock(context.Background()); err != nil {
		return err
	}
	defer s.writer.unlock()
	return s.writer.each(query, []any{listOf(keys)}, scan)
}
