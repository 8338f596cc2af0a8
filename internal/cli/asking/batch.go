package asking

import (
	"context"

	"adhere"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/model"
	"adhere/model/batch"
	"adhere/report"
)

// batchCalls is how many calls are in flight with --batch, and so may go into
// one batch.
const batchCalls = 5000

// collectors returns what makes the collector that carries the calls of one
// model in batches.
func (p Models) collectors(f *ModelFlags, calls model.Calls) (func() *batch.Collector, error) {
	journal, ok := calls.(batch.Journal)
	if !ok {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--batch: batches are remembered in a database, and this command has none"}
	}
	return func() *batch.Collector {
		return &batch.Collector{
			Journal: journal, MaxCalls: f.Connections, Live: f.batchLive, Refresh: f.NoCache,
			Report: func(line string) { p.Say("%s", line) },
		}
	}, nil
}

// SayPending names the batches whose results nobody has fetched.
func (p Models) SayPending(ctx context.Context, s *store.Store) error {
	pending, err := s.PendingBatches(ctx)
	for _, b := range pending {
		name, sent := b.Provider, "sent"
		if name == "" {
			name, sent = b.ID, "perhaps sent"
		}
		p.Say("batch %s of %s, %s %s: %s; the command that made it, with --resume, waits for it", name, b.Server, plural.Of(b.Calls, "call"), sent, report.When(b.Begun))
	}
	return err
}
