package store_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"adhere"
	"adhere/internal/store"
)

func TestRequests(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, flagged := range []bool{false, true, false} {
		r := &store.Request{
			ID: string(rune('a' + i)), Account: "ada", Route: "/v1/chat/completions", Model: "m", Strategy: "decrim",
			Stopped: "satisfied", Flagged: flagged, Created: at.Add(time.Duration(i) * time.Hour), Body: json.RawMessage(`{"n":1.50}`),
		}
		if err := s.PutRequest(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.Requests(ctx, 2, false)
	if err != nil || len(all) != 2 || all[0].ID != "c" || all[1].ID != "b" || !all[1].Created.Equal(at.Add(time.Hour)) || all[0].Account != "ada" {
		t.Errorf("%+v, %v", all, err)
	}
	if flagged, err := s.Requests(ctx, 0, true); err != nil || len(flagged) != 1 || !flagged[0].Flagged {
		t.Errorf("%+v, %v", flagged, err)
	}
	if body, err := s.RequestBody(ctx, "b"); err != nil || string(body) != `{"n":1.50}` {
		t.Errorf("%s, %v", body, err)
	}
	if n, err := s.PruneRequests(ctx, at.Add(time.Hour)); n != 1 || err != nil {
		t.Errorf("%d removed, %v", n, err)
	}
	if _, err := s.RequestBody(ctx, "a"); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("%v, want not found", err)
	}
}
