package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"adhere/internal/accounts"
)

// A Request is what the gateway kept of one request.
type Request struct {
	ID       string          `json:"id"`
	Created  time.Time       `json:"created"`
	Account  string          `json:"account,omitempty"` // the name of the caller's key
	Route    string          `json:"route"`
	Model    string          `json:"model"`
	Strategy string          `json:"strategy"`
	Stopped  string          `json:"stopped"`
	Flagged  bool            `json:"flagged"`
	Body     json.RawMessage `json:"-"` // the whole, as the gateway writes it
}

// PutRequest stores a request. It returns once that would survive a power
// cut. One that is there already stays as it is.
func (s *Store) PutRequest(_ context.Context, r *Request) error {
	body, err := s.packer.pack(r.Body)
	if err != nil {
		return fmt.Errorf("store request %s: %w", r.ID, err)
	}
	return s.failure("store a request", s.commitRows(func(t *tx) error {
		return t.run(`insert into requests (id, account, route, model, strategy, stopped, flagged, body, created)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
			r.ID, r.Account, r.Route, r.Model, r.Strategy, r.Stopped, r.Flagged, body, r.Created.UnixMilli())
	}))
}

// Requests returns stored requests without their bodies, the newest first:
// at most limit (0: all), and only flagged ones if that is wanted.
func (s *Store) Requests(ctx context.Context, limit int, flagged bool) ([]Request, error) {
	if limit <= 0 {
		limit = math.MaxInt32
	}
	return find(ctx, s, "list the requests", `select id, account, route, model, strategy, stopped, flagged, created from requests
		where flagged >= $1 order by created desc, id limit $2`, []any{flagged, limit}, func(r *Request) []any {
		return []any{&r.ID, &r.Account, &r.Route, &r.Model, &r.Strategy, &r.Stopped, &r.Flagged, asTime{&r.Created}}
	})
}

// RequestBody returns the whole of the request with that exact ID. The
// error's code is NotFound where there is none.
func (s *Store) RequestBody(ctx context.Context, id string) (json.RawMessage, error) {
	var body json.RawMessage
	err := s.reader.row(ctx, "select body from requests where id = $1", []any{id}, unpacked{s.packer, &body})
	return body, s.failure("read a request", noRow(err, missing("request", id, "adhere gateway requests shows what is stored")))
}

// PruneRequests removes requests stored before a time, and returns how many.
func (s *Store) PruneRequests(ctx context.Context, before time.Time) (n int, err error) {
	err = s.change(ctx, "remove requests", func(t *tx) (err error) {
		if n, err = t.exec("delete from requests where created < $1", before.UnixMilli()); err != nil || n == 0 {
			return err
		}
		return t.act(ctx, s, accounts.RequestsRemoved, "", fmt.Sprintf("%d before %s", n, before.UTC().Format(time.DateTime)))
	})
	return n, err
}
