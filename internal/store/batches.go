package store

import (
	"context"

	"adhere/model/batch"
)

// BeginBatch writes down a batch that is about to be sent, with the keys of
// its calls.
func (s *Store) BeginBatch(_ context.Context, b batch.Batch, keys []string) error {
	return s.failure("write down a batch", s.commit(func(t *tx) error {
		err := t.run("insert into batches (id, server, calls, begun) values ($1, $2, $3, $4)", b.ID, b.Server, b.Calls, b.Begun.UnixMilli())
		for i := 0; i < len(keys) && err == nil; i++ {
			err = t.run("insert into batch_calls (key, batch) values ($1, $2) on conflict do nothing", keys[i], b.ID)
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
	return s.failure("write down a batch", s.commit(func(t *tx) error { return t.run(query, args...) }))
}

const batchColumns = "batches.id, batches.server, batches.provider, batches.calls, batches.begun, batches.finished > 0"

func batchInto(b *batch.Batch) []any {
	return []any{&b.ID, &b.Server, &b.Provider, &b.Calls, asTime{&b.Begun}, &b.Finished}
}

// BatchesOf returns the newest batch of each of the keys, where there is one.
func (s *Store) BatchesOf(ctx context.Context, server string, keys []string) (map[string]batch.Batch, error) {
	type call struct {
		key string
		of  batch.Batch
	}
	all, err := find(ctx, s, "look for batches", "select batch_calls.key, "+batchColumns+` from batch_calls join batches on batches.id = batch_calls.batch
		where batch_calls.key in (select value from json_each($1)) and batches.server = $2 order by batches.begun, batches.id desc`,
		[]any{listOf(keys), server}, func(c *call) []any { return append([]any{&c.key}, batchInto(&c.of)...) })
	found := map[string]batch.Batch{}
	for _, c := range all { // the newest last
		found[c.key] = c.of
	}
	return found, err
}

// BatchNames returns the providers' names of all batches.
func (s *Store) BatchNames(ctx context.Context) (map[string]bool, error) {
	all, err := find(ctx, s, "list batches", "select provider from batches where provider <> ''", nil, itself[string])
	names := map[string]bool{}
	for _, name := range all {
		names[name] = true
	}
	return names, err
}

// PendingBatches returns the batches whose results nobody has seen yet, oldest
// first.
func (s *Store) PendingBatches(ctx context.Context) ([]batch.Batch, error) {
	return find(ctx, s, "list batches", "select "+batchColumns+" from batches where finished = 0 order by begun, id", nil, batchInto)
}
