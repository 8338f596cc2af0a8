package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// anthropic is Anthropic's batch interface: the calls are the request, and the
// results one file.
type anthropic struct {
	*client
	root   *url.URL        // up to /messages/batches
	others map[string]bool // batches that find has seen to hold other calls
}

type anthropicBatch struct {
	ID      string    `json:"id"`
	Status  string    `json:"processing_status"`
	Results string    `json:"results_url"`
	Created time.Time `json:"created_at"`
	Counts  struct {
		Processing, Succeeded, Errored, Canceled, Expired int
	} `json:"request_counts"`
}

func (b *anthropicBatch) calls() int {
	n := &b.Counts
	return n.Processing + n.Succeeded + n.Errored + n.Canceled + n.Expired
}

func (a *anthropic) send(ctx context.Context, _ Batch, calls []*call) (string, error) {
	type request struct {
		ID     string          `json:"custom_id"`
		Params json.RawMessage `json:"params"`
	}
	var all struct {
		Requests []request `json:"requests"`
	}
	for _, one := range calls {
		all.Requests = append(all.Requests, request{one.key, one.body})
	}
	return a.make(ctx, a.root, all)
}

// alike lists the provider's batches that are like b by their time and number of
// calls, without those that are known to be others.
func (a *anthropic) alike(ctx context.Context, b Batch, known map[string]bool) (found []string, err error) {
	err = pages(a.root, "limit", "after_id", func(u *url.URL) (string, error) {
		var page struct {
			Data []anthropicBatch `json:"data"`
			More bool             `json:"has_more"`
			Last string           `json:"last_id"`
		}
		err := a.ask(ctx, http.MethodGet, u, "", nil, &page)
		older := false
		for _, one := range page.Data {
			since := one.Created.Sub(b.Begun)
			older = since < -clockSkew
			if !older && since <= longestCall+clockSkew && one.calls() == b.Calls && !known[one.ID] && !a.others[one.ID] {
				found = append(found, one.ID)
			}
		}
		if !page.More || older {
			page.Last = ""
		}
		return page.Last, err
	})
	return found, err
}

// find looks for the batch by its time and its number of calls, since the provider
// keeps no mark of ours, and by the calls in it once it has ended. Several that could be
// it are undecided: none is taken for another, and none is sent again. One whose
// results cannot be read may be it as long as no other is found to be.
func (a *anthropic) find(ctx context.Context, b Batch, known map[string]bool, calls []*call) (string, error) {
	found, err := a.alike(ctx, b, known)
	if err != nil {
		return "", err
	}
	keys := map[string]bool{}
	for _, one := range calls {
		keys[one.key] = true
	}
	var running, unread []string
	var why error
	for _, name := range found {
		s, err := a.state(ctx, name)
		if gone(err) {
			continue
		}
		if err != nil {
			return "", err
		}
		if !s.ended {
			running = append(running, name)
			continue
		}
		own := false
		err = a.results(ctx, s, func(key string, _ int, _ []byte) {
			own = own || keys[key]
		})
		switch {
		case own:
			return name, nil
		case err == nil:
			a.others[name] = true
		case unreadable(err), errors.Is(err, errTooLong):
			unread, why = append(unread, name), err
		default:
			return "", err
		}
	}
	switch possible := slices.Concat(running, unread); {
	case len(possible) == 0:
		return "", nil
	case len(possible) == 1:
		return possible[0], nil
	case len(running) > 0:
		return "", undecided{fmt.Errorf("%d batches of %d calls were made about %s, and which is this one can be told only once they have ended", len(possible), b.Calls, b.Begun.Local().Format(time.RFC3339))}
	}
	return "", fmt.Errorf("the results of %d batches, of which this may be one, cannot be read: %w", len(unread), why)
}

// clockSkew is by how much the provider's clock may differ from ours.
const clockSkew = 2 * time.Minute

func (a *anthropic) state(ctx context.Context, name string) (state, error) {
	var b anthropicBatch
	if err := a.ask(ctx, http.MethodGet, a.root.JoinPath(name), "", nil, &b); err != nil {
		return state{}, err
	}
	if b.Status == "" {
		return state{}, errNoBatch
	}
	s := state{ended: b.Status == "ended"}
	if s.ended {
		s.files = []string{b.Results}
		if b.Results == "" {
			s.files[0] = a.root.JoinPath(name, "results").String()
		}
	}
	return s, nil
}

func (a *anthropic) results(ctx context.Context, s state, each func(string, int, []byte)) error {
	u, err := a.own(s.files[0])
	if err != nil {
		return err
	}
	return a.lines(ctx, u, each, func(line []byte) error {
		var r struct {
			ID     string `json:"custom_id"`
			Result struct {
				Type    string          `json:"type"`
				Message json.RawMessage `json:"message"`
				Error   json.RawMessage `json:"error"`
			} `json:"result"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		switch r.Result.Type {
		case "succeeded":
			each(r.ID, http.StatusOK, r.Result.Message)
		case "errored":
			each(r.ID, statusOf(r.Result.Error), r.Result.Error)
		default: // canceled or expired: nobody has paid
			each(r.ID, http.StatusServiceUnavailable, errorBody("the call was "+r.Result.Type+" in its batch"))
		}
		return nil
	})
}

// statusOf returns the status that a live call would have had for an error.
func statusOf(raw json.RawMessage) int {
	var e struct {
		Error struct {
			Type string `json:"type"`
		} `json:"error"`
	}
	_ = json.Unmarshal(raw, &e) // what cannot be read is tried again, like what the provider could not do
	switch e.Error.Type {
	case "invalid_request_error":
		return http.StatusBadRequest
	case "authentication_error":
		return http.StatusUnauthorized
	case "permission_error":
		return http.StatusForbidden
	case "not_found_error":
		return http.StatusNotFound
	case "request_too_large":
		return http.StatusRequestEntityTooLarge
	case "rate_limit_error":
		return http.StatusTooManyRequests
	}
	return http.StatusServiceUnavailable
}
