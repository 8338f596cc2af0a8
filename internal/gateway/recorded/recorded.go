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

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/plural"
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
	Skipped string   `json:"skipped,omitempty"` // why it cannot be judged again, though nothing is wrong with it
	Err     string   `json:"error,omitempty"`   // what is wrong with it
}

// Result says the same in words.
func (r *Replayed) Result() string {
	switch {
	case r.Err != "":
		return "error: " + r.Err
	case r.Skipped != "":
		return "cannot be judged again: " + r.Skipped
	case r.Same:
		return "same"
	}
	return strings.Join(r.Differs, "; ")
}

// Replay judges requests again, without any model. What is wrong with one does not
// keep it from the others.
func Replay(ctx context.Context, s *store.Store, ids []string, c *verify.Catalog) ([]Replayed, error) {
	all := make([]Replayed, 0, len(ids))
	for _, id := range ids {
		r := Replayed{ID: id}
		e, err := Get(ctx, s, id)
		if err == nil && e.Trace == nil {
			r.Skipped = "it was stored without its texts"
		} else if err == nil {
			r.Differs, err = gateway.Replay(ctx, e, c)
			r.Same = err == nil && len(r.Differs) == 0
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			r.Err = err.Error()
		}
		all = append(all, r)
	}
	return all, nil
}

// Count returns how many of the requests differ, how many cannot be judged again, and
// with how many something is wrong.
func Count(all []Replayed) (different, skipped, failed int) {
	for i := range all {
		switch {
		case all[i].Err != "":
			failed++
		case all[i].Skipped != "":
			skipped++
		case !all[i].Same:
			different++
		}
	}
	return different, skipped, failed
}

// Unjudged is a line that says how many requests cannot be judged again, if there are
// any. It is an error if something is wrong with one, or none was judged.
func Unjudged(all []Replayed) (line string, err error) {
	_, skipped, failed := Count(all)
	of := plural.Of(len(all), "request")
	line = fmt.Sprintf("%d of %s cannot be judged again", skipped, of)
	switch {
	case failed > 0:
		err = &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%d of %s could not be judged because of an error", failed, of)}
	case skipped == len(all):
		err = &adhere.Error{Code: adhere.Invalid, Message: "no request was judged: " + line, Hint: "see what is stored with adhere gateway requests"}
	}
	if skipped == 0 {
		return "", err
	}
	return line + "\n", err
}
