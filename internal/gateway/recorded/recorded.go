// Package recorded has the requests that a gateway checked and recorded: it
// stores them in the database, reads and judges them again, and shows them on
// the pages.
package recorded

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"adhere/internal/gateway"
	"adhere/internal/store"
	"adhere/verify"
)

// largest bounds what is kept of one request, in bytes.
const largest = 1 << 20

// In returns what stores a request. One that is too large is stored without its
// texts; failed is told of what cannot be stored.
func In(s *store.Store, failed func(id string, err error)) func(*gateway.Exchange) {
	var one sync.Mutex // at a time: a record is several times as large as its request
	return func(e *gateway.Exchange) {
		one.Lock()
		defer one.Unlock()
		slim := *e
		slim.Request, slim.Trace = "", nil
		body, err := []byte(nil), error(nil)
		if len(e.Request) <= largest {
			body, err = json.Marshal(e)
		}
		if err == nil && (body == nil || len(body) > largest) {
			body, err = json.Marshal(&slim)
		}
		if err == nil {
			err = s.PutRequest(context.Background(), &store.Request{
				ID: e.ID, Account: e.Account, Route: e.Route, Model: e.Model, Strategy: e.Report.Strategy,
				Stopped: string(e.Report.Stopped), Flagged: e.Report.Flagged, Created: e.Time, Body: body,
			})
		}
		if err != nil {
			failed(e.ID, err)
		}
	}
}

// Get returns a request that was kept.
func Get(ctx context.Context, s *store.Store, id string) (*gateway.Exchange, error) {
	body, err := s.RequestBody(ctx, id)
	if err != nil {
		return nil, err
	}
	e := new(gateway.Exchange)
	if err := json.Unmarshal(body, e); err != nil {
		return nil, fmt.Errorf("request %s: %w", id, err)
	}
	return e, nil
}

// A Replayed request was judged again.
type Replayed struct {
	ID      string   `json:"id"`
	Same    bool     `json:"same"`
	Differs []string `json:"differs,omitempty"` // what is other than it was
	Skipped string   `json:"skipped,omitempty"` // why it cannot be judged again
}

// Result says the same in words.
func (r *Replayed) Result() string {
	switch {
	case r.Skipped != "":
		return "cannot be judged again: " + r.Skipped
	case r.Same:
		return "same"
	}
	return strings.Join(r.Differs, "; ")
}

// Replay judges requests again, without any model.
func Replay(ctx context.Context, s *store.Store, ids []string, c *verify.Catalog) ([]Replayed, error) {
	all := make([]Replayed, 0, len(ids))
	for _, id := range ids {
		e, err := Get(ctx, s, id)
		if err != nil {
			return nil, err
		}
		if e.Trace == nil {
			all = append(all, Replayed{ID: id, Skipped: "it was stored without its texts"})
			continue
		}
		differs, err := gateway.Replay(ctx, e, c)
		if err != nil {
			return nil, fmt.Errorf("request %s: %w", id, err)
		}
		all = append(all, Replayed{ID: id, Same: len(differs) == 0, Differs: differs})
	}
	return all, nil
}

// Count returns how many of the requests differ, and how many cannot be judged again.
func Count(all []Replayed) (different, skipped int) {
	for i := range all {
		if all[i].Skipped != "" {
			skipped++
		} else if !all[i].Same {
			different++
		}
	}
	return different, skipped
}
