// Package batch sends model calls through providers' batch interfaces, which
// take at most a day (Gemini's two) and cost half the price: OpenAI's, which
// other servers have too, Anthropic's and Gemini's.
//
// A Collector replaces a client's transport, so the code that makes the calls
// does not change: calls made shortly after one another are sent as one batch,
// and each is answered when the batch has ended. Protocols of several turns
// need one batch per turn.
//
// A batch is written into a Journal before it is sent, with the keys of its
// calls. After a crash at any moment the same calls find their batch again,
// and nothing is sent twice.
package batch

import (
	"context"
	"time"
)

// A Batch is one batch as the Journal remembers it.
type Batch struct {
	ID       string    // ours, made before it is sent
	Server   string    // the model and its address, as call keys know it
	Provider string    // the provider's name of it; empty until that is known
	Calls    int       // in it
	Begun    time.Time // just before it was sent
	Finished bool      // its results have been handed to whoever waited
}

// A Journal remembers batches. Each method returns once what it says would
// survive a crash. All are safe for concurrent use.
type Journal interface {
	// BeginBatch writes down a batch that is about to be sent.
	BeginBatch(ctx context.Context, b Batch, keys []string) error
	// BatchSent adds the provider's name of a batch.
	BatchSent(ctx context.Context, id, provider string) error
	// FinishBatch says that the results have been handed over.
	FinishBatch(ctx context.Context, id string) error
	// DropBatch forgets a batch that was never sent, or that the provider no
	// longer has.
	DropBatch(ctx context.Context, id string) error
	// BatchesOf returns the newest batch that each of the keys was sent in, if
	// there is one.
	BatchesOf(ctx context.Context, server string, keys []string) (map[string]Batch, error)
	// BatchNames returns the providers' names of all batches: a provider lists those of
	// other models too.
	BatchNames(ctx context.Context) (map[string]bool, error)
}

// Header names the batch, by the provider's name, in a response that came out
// of one.
const Header = "Adhere-Batch"

type keyOf struct{}

// WithKey returns a context in which a call is known by its key. Calls without
// one are not collected.
func WithKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyOf{}, key)
}

// Limits of a batch. Providers take 50,000 calls and 200 MB or more.
const (
	maxCalls = 50_000
	maxBytes = 150 << 20
)
