package store

import (
	"context"
	"database/sql"
	"time"

	"adhere/model/batch"
)

// BeginBatch writes down a batch that is about to be sent, with the keys of
// its calls.
func (s *Store) BeginBatch(_ context.Context, b batch.Batch, keys []string) error {
	return s.failure("write down a batch", s.commit(func(t *tx) error {
		_, err := t.exec("insert into batches (id, server, calls, begun) values ($1, $2, $3, $4)", b.ID, b.Server, b.Calls, b.Begun.UnixMilli())
		for i := 0; i < len(keys) && err == nil; i++ {
			_, err = t.exec("insert into batch_calls (key, batch) values ($1, $2) on conflict do nothing", keys[i], b.ID)
		}
		return err
	}))
}

// BatchSent adds the provider's name of a batch.
func (s *Store) BatchSent(_ context.Context, id, provider string) error {
	return s.changeBatch("update batches set provider = $2 where id = $1", id, provider)
}

// FinishBatch says that the results of a batch have been handed over.
func (s *Store) FinishBatch(_ context.Context, id string) error {
	return s.changeBatch("update batches set finished = $2 where id = $1", id, s.now())
}

// DropBatch forgets a batch that was never sent, or that is gone.
func (s *Store) DropBatch(_ context.Context, id string) error {
	return s.changeBatch("delete from batches where id = $1", id)
}

func (s *Store) changeBatch(query string, args ...any) error {
	return s.failure("write down a batch", s.commit(func(t *tx) error {
		_, err := t.exec(query, args...)
		return err
	}))
}

const batchColumns = "batches.id, batches.server, batches.provider, batches.calls, batches.begun, batches.finished"

func scanBatch(rows *sql.Rows) (b batch.Batch, err error) {
	var begun, finished int64
	err = rows.Scan(&b.ID, &b.Server, &b.Provider, &b.Calls, &begun, &finished)
	b.Begun, b.Finished = time.UnixMilli(begun), finished > 0
	return b, err
}

// BatchesOf returns the newest batch of each of the keys, where there is one.
func (s *Store) BatchesOf(ctx context.Context, server string, keys []string) (map[string]batch.Batch, error) {
	found := map[string]batch.Batch{}
	for _, key := range keys {
		err := s.reader.each(ctx, "select "+batchColumns+` from batch_calls join batches on batches.id = batch_calls.batch
			where batch_calls.key = $1 and batches.server = $2 order by batches.begun desc, batches.id limit 1`, []any{key, server}, func(rows *sql.Rows) error {
			b, err := scanBatch(rows)
			found[key] = b
			return err
		})
		if err != nil {
			return nil, s.failure("look for batches", err)
		}
	}
	return found, nil
}

// BatchNames returns the provider's names of all batches of a server.
func (s *Store) BatchNames(ctx context.Context, server string) (map[string]bool, error) {
	names := map[string]bool{}
	err := s.reader.each(ctx, "select "+batchColumns+" from batches where server = $1 and provider <> ''", []any{server}, func(rows *sql.Rows) error {
		b, err := scanBatch(rows)
		names[b.Provider] = true
		return err
	})
	return names, s.failure("list batches", err)
}

// PendingBatches returns the batches whose results nobody has seen yet, oldest
// first.
func (s *Store) PendingBatches(ctx context.Context) ([]batch.Batch, error) {
	var all []batch.Batch
	err := s.reader.each(ctx, "select "+batchColumns+" from batches where finished = 0 order by begun, id", nil, func(rows *sql.Rows) error {
		b, err := scanBatch(rows)
		all = append(all, b)
		return err
	})
	return all, s.failure("list batches", err)
}
