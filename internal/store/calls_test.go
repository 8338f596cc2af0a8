package store_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/store"
)

// sample returns a call whose reply is n words long.
func sample(n int) (*adhere.Request, *adhere.Response) {
	seed := int64(7)
	req := &adhere.Request{
		Messages: []adhere.Message{{Role: adhere.User, Text: "Write about lakes. <b>שלום</b>"}},
		Params:   adhere.Params{Seed: &seed}, Schema: []byte(`{"type":"object"}`), Attempt: 2,
	}
	resp := &adhere.Response{
		Model: "stub/one", Text: strings.Repeat("water ", n), Reasoning: "hm", Finish: adhere.FinishLength,
		Usage:    adhere.Usage{Calls: 1, In: 9, Cached: 4, Out: n, Money: 12, Time: time.Second},
		Warnings: []string{"seed ignored"},
	}
	return req, resp
}

func TestCalls(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	if _, ok, err := s.Get(ctx, "short"); ok || err != nil {
		t.Fatalf("found in an empty store: %v, %v", ok, err)
	}
	for key, n := range map[string]int{"empty": 0, "short": 5, "long": 2000, "ten megabytes": 10 << 20 / 6} {
		req, resp := sample(n)
		if err := s.Put(ctx, key, "stub/one", req, resp); err != nil {
			t.Fatal(err)
		}
		got, ok, err := s.Get(ctx, key)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", key, ok, err)
		}
		if d := cmp.Diff(resp, got); d != "" {
			t.Errorf("%s: %s", key, d)
		}
		call, err := s.Call(ctx, key)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(req, call.Request); d != "" || call.Model != "stub/one" || !call.Created.Equal(noon) {
			t.Errorf("%s: %s %s %s", key, d, call.Model, call.Created)
		}
	}
	if _, err := s.Call(ctx, "none"); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("an unknown call: %v", err)
	}
}

// TestPutTakesTheNewest holds that a call that was made anew takes the place
// of the stored one: otherwise what came of it could not be told again.
func TestPutTakesTheNewest(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	for _, text := range []string{"first", "second"} {
		if err := s.Put(ctx, "k", "m", &adhere.Request{}, &adhere.Response{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	if resp, _, _ := s.Get(ctx, "k"); resp.Text != "second" {
		t.Errorf("found %q", resp.Text)
	}
}

// TestPutAfterCancel holds that a paid call is stored even if its user has
// gone.
func TestPutAfterCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := open(t)
	if err := s.Put(ctx, "k", "m", &adhere.Request{}, &adhere.Response{}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Get(context.Background(), "k"); !ok {
		t.Errorf("not stored: %v", err)
	}
	if _, _, err := s.Get(ctx, "k"); adhere.CodeOf(err) != adhere.Cancelled {
		t.Errorf("reading under a cancelled context: %v", err)
	}
}

func TestConcurrentPuts(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	var wg sync.WaitGroup
	for w := range 50 {
		wg.Go(func() {
			for i := range 8 {
				key := fmt.Sprint(w, "/", i)
				req, resp := sample(i)
				if err := s.Put(ctx, key, "m", req, resp); err != nil {
					t.Error(err)
				}
				if _, ok, err := s.Get(ctx, key); !ok || err != nil {
					t.Errorf("%s is not there after Put: %v", key, err)
				}
			}
		})
	}
	wg.Wait()
	stats, err := s.CallStats(ctx)
	if err != nil || len(stats) != 1 || stats[0].Count != 400 {
		t.Errorf("%+v, %v", stats, err)
	}
}

func TestUnreadableCalls(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	for i := range 3 {
		req, resp := sample(i)
		if i == 1 {
			resp = &adhere.Response{Finish: adhere.FinishBroken, Raw: `{"choices":[`, Warnings: []string{"it breaks off"}}
		}
		if err := s.Put(ctx, fmt.Sprint(i), "m", req, resp); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.UnreadableCalls(ctx)
	if err != nil || len(got) != 1 || got[0].Model != "m" || got[0].Reason != "it breaks off" || got[0].Reply != `{"choices":[` || got[0].Time.IsZero() {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestPruneCalls(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	now := noon
	s.Now = func() time.Time { return now }
	for i := range 6 {
		model := []string{"b/old", "a/new"}[i%2]
		req, resp := sample(10)
		if err := s.Put(ctx, fmt.Sprint(i), model, req, resp); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
	}
	stats, err := s.CallStats(ctx)
	if err != nil || len(stats) != 2 {
		t.Fatal(stats, err)
	}
	a := stats[0]
	if a.Model != "a/new" || a.Count != 3 || a.Bytes < 100 || !a.Oldest.Equal(noon.Add(time.Hour)) || !a.Newest.Equal(noon.Add(5*time.Hour)) {
		t.Errorf("%+v", a)
	}
	steps := []struct {
		before time.Time
		model  string
		want   int
	}{
		{noon, "", 0},
		{noon.Add(2 * time.Hour), "b/old", 1}, // hour 0
		{noon.Add(4 * time.Hour), "", 3},      // hours 1, 2, 3
		{time.Time{}, "a/new", 1},             // hour 5
		{time.Time{}, "", 1},
	}
	for _, step := range steps {
		if n, kept, err := s.PruneCalls(ctx, store.CallFilter{Before: step.before, Model: step.model}); n != step.want || kept != 0 || err != nil {
			t.Errorf("prune %v %q: %d, %v; want %d", step.before, step.model, n, err, step.want)
		}
	}
	req, resp := sample(3)
	if err := s.Put(ctx, "k", "m", req, resp); err != nil {
		t.Fatal(err)
	}
	if n, _, err := s.PruneCalls(ctx, store.CallFilter{}); n != 1 || err != nil {
		t.Errorf("clear: %d, %v", n, err)
	}
	if err := s.Compact(ctx); err != nil {
		t.Error(err)
	}
}

// Calls that a stored run names outlive a prune, wherever its records name
// them; told otherwise, they go too.
func TestPruneKeepsCallsNamedMeanwhile(t *testing.T) {
	ctx := t.Context()
	s := open(t)
	req, resp := sample(10)
	ok(t, s.Put(ctx, "old", "a/b", req, resp))
	create(t, s, newRun("r"), items(1))
	j, err := s.Journal(ctx, "r")
	ok(t, err)
	var all sync.WaitGroup
	ok(t, s.ChangePeople(ctx, func([]accounts.Person) error { // nothing is written meanwhile, but in the order asked for
		all.Go(func() {
			rec := record(0)
			rec.Response = &adhere.Response{Call: "old"}
			if err := j.Finish(ctx, 0, rec, adhere.Used{}, false); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(100 * time.Millisecond)
		all.Go(func() {
			if n, kept, err := s.PruneCalls(ctx, store.CallFilter{}); n != 0 || kept != 1 || err != nil {
				t.Errorf("removed %d, kept %d, %v", n, kept, err)
			}
		})
		time.Sleep(100 * time.Millisecond)
		return nil
	}))
	all.Wait()
}

func TestPruneKeepsNamedCalls(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	keys := []string{"answer", "verdict", "grade", "draft", "critique", "preference"}
	for _, key := range append(keys, "nobody's") {
		req, resp := sample(10)
		if err := s.Put(ctx, key, "a/b", req, resp); err != nil {
			t.Fatal(err)
		}
	}
	in := &adhere.Instruction{ID: "i", Requirements: []adhere.Requirement{{ID: "1"}}}
	run := &adhere.Run{ID: "r", Warnings: []string{"mind the gap"}}
	if err := s.CreateRun(ctx, run, func(yield func(adhere.Item, error) bool) { yield(adhere.Item{Instruction: in}, nil) }); err != nil {
		t.Fatal(err)
	}
	j, err := s.Journal(ctx, "r")
	if err != nil {
		t.Fatal(err)
	}
	rec := &adhere.Record{
		Instruction: in,
		Response:    &adhere.Response{Call: "answer"},
		Verdicts:    []adhere.Verdict{{Requirement: "1", Calls: []string{"verdict"}}},
		Grades:      []adhere.Grade{{Calls: []string{"grade"}}},
		Trace: &adhere.Trace{
			Preference: &adhere.Preference{Calls: []string{"preference"}},
			Attempts: []adhere.Attempt{{
				Response: &adhere.Response{Call: "draft"},
				Verdicts: []adhere.Verdict{{Requirement: "1", Calls: []string{"critique"}}},
			}},
		},
	}
	if err := j.Finish(ctx, 0, rec, adhere.Used{}, false); err != nil {
		t.Fatal(err)
	}
	if n, kept, err := s.PruneCalls(ctx, store.CallFilter{}); n != 1 || kept != len(keys) || err != nil {
		t.Errorf("removed %d, kept %d, %v", n, kept, err)
	}
	for _, key := range keys {
		if _, err := s.Call(ctx, key); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if n, kept, err := s.PruneCalls(ctx, store.CallFilter{Named: true}); n != len(keys) || kept != 0 || err != nil {
		t.Errorf("removed %d, kept %d, %v", n, kept, err)
	}
	if r, err := s.Run(ctx, "r"); err != nil || len(r.Warnings) != 1 || r.Warnings[0] != "mind the gap" {
		t.Errorf("%+v, %v", r, err)
	}
}
