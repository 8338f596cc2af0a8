package store_test

import (
	"testing"

	"adhere/model/batch"
)

func TestBatches(t *testing.T) {
	ctx := t.Context()
	s := open(t)
	begin := func(id string, keys ...string) {
		t.Helper()
		if err := s.BeginBatch(ctx, batch.Batch{ID: id, Server: "openai/m", Calls: len(keys), Begun: s.Now()}, keys); err != nil {
			t.Fatal(err)
		}
	}
	begin("one", "k1", "k2")
	noonAgain := s.Now().Add(1e9)
	if err := s.BeginBatch(ctx, batch.Batch{ID: "two", Server: "openai/m", Calls: 1, Begun: noonAgain}, []string{"k2"}); err != nil {
		t.Fatal(err)
	}
	begin("gone", "k3")
	for _, err := range []error{s.BatchSent(ctx, "one", "batch_1"), s.FinishBatch(ctx, "one"), s.DropBatch(ctx, "gone")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := s.BatchesOf(ctx, "openai/m", []string{"k1", "k2", "k3", "k4"})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found["k1"].Provider != "batch_1" || !found["k1"].Finished || found["k2"].ID != "two" || found["k2"].Finished {
		t.Errorf("found %+v", found)
	}
	if other, err := s.BatchesOf(ctx, "openai/m@elsewhere", []string{"k1"}); err != nil || len(other) != 0 {
		t.Errorf("another server has %+v, %v", other, err)
	}
	pending, err := s.PendingBatches(ctx)
	if err != nil || len(pending) != 1 || pending[0].ID != "two" || !pending[0].Begun.Equal(noonAgain) || pending[0].Calls != 1 {
		t.Errorf("pending %+v, %v", pending, err)
	}
	names, err := s.BatchNames(ctx)
	if err != nil || len(names) != 1 || !names["batch_1"] {
		t.Errorf("names %v, %v", names, err)
	}
}
