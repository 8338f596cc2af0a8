package main

import (
	"context"

	"adhere"
	"adhere/internal/store"
	"adhere/model/batch"
)

// batchCalls is how many calls are in flight with --batch, and so may go into
// one batch.
const batchCalls = 5000

// collector returns what carries a model's calls in batches, nil where they
// are live.
func (m *models) collector() (*batch.Collector, error) {
	if !m.flags.batch {
		return nil, nil
	}
	journal, ok := m.calls.(batch.Journal)
	if !ok {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--batch: batches are remembered in a database, and this command has none"}
	}
	return &batch.Collector{
		Journal: journal, MaxCalls: m.flags.connections, Live: m.flags.batchLive, Refresh: m.flags.noCache,
		Report: func(line string) { m.program.say("%s", line) },
	}, nil
}

// sayPending names the batches whose results nobody has fetched.
func (p *program) sayPending(ctx context.Context, s *store.Store) error {
	pending, err := s.PendingBatches(ctx)
	for _, b := range pending {
		name, sent := b.Provider, "sent"
		if name == "" {
			name, sent = b.ID, "perhaps sent"
		}
		p.say("batch %s of %s, %s %s: %s; the command that made it, with --resume, waits for it", name, b.Server, plural(b.Calls, "call"), sent, day(b.Begun))
	}
	return err
}
