package web

import (
	"context"
	"iter"
	"net/http"
	"sync/atomic"
	"testing"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/browse"
)

// counting is a source that counts what it is asked.
type counting struct {
	Runs
	Records
	asked, records atomic.Int64
}

func (c *counting) SearchRuns(ctx context.Context, q browse.Query) ([]*adhere.Run, int, error) {
	c.asked.Add(1)
	return c.Runs.SearchRuns(ctx, q)
}

func (c *counting) Run(ctx context.Context, id string) (*adhere.Run, error) {
	c.asked.Add(1)
	return c.Runs.Run(ctx, id)
}

func (c *counting) SlimPlaced(ctx context.Context, run string) iter.Seq2[browse.Placed, error] {
	c.asked.Add(1)
	return func(yield func(browse.Placed, error) bool) {
		for p, err := range c.Records.SlimPlaced(ctx, run) {
			c.records.Add(1)
			if !yield(p, err) {
				return
			}
		}
	}
}

func (c *counting) RecordsAt(ctx context.Context, run string, positions ...int) ([]browse.Placed, error) {
	c.asked.Add(1)
	c.records.Add(int64(len(positions)))
	return c.Records.RecordsAt(ctx, run, positions...)
}

// TestPagesReadLittle holds what pages over a counted run read: a handful of
// questions, and no more records than they show, however large the run is.
func TestPagesReadLittle(t *testing.T) {
	var c counting
	x := newSite(t, func(config *Config) {
		c.Runs, c.Records = config.Runs, config.Records
		config.Runs, config.Records = &c, &c
	})
	all := items(1000, 4)
	a := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	b := keepRun(t, x.store, "openai/gpt-4o-mini", all, len(all))
	for _, page := range []struct {
		path string
		most int64 // records
	}{
		{"/runs", 0},
		{"/runs/" + a.ID, 0},
		{"/runs/" + a.ID + "/items", itemsPerPage},
		{"/runs/" + a.ID + "/items?page=9&label=Format&outcome=not_met", itemsPerPage},
		{"/runs/" + a.ID + "/items/700", 1},
		{"/compare/" + a.ID + "/" + b.ID, 2 * itemsPerPage},
		{"/compare/" + a.ID + "/" + b.ID + "/700", 2},
		{"/boards/garden@1", 0},
	} {
		has(t, x.settled(t, page.path), http.StatusOK)
		c.asked.Store(0)
		c.records.Store(0)
		has(t, x.get(page.path, accounts.Viewer), http.StatusOK)
		if asked, records := c.asked.Load(), c.records.Load(); asked > 5 || records > page.most {
			t.Errorf("%s asks %d questions and reads %d records, at most 5 and %d are needed", page.path, asked, records, page.most)
		}
	}
}

// BenchmarkPages answers pages over a run of 100,000 verdicts, 50,000 items
// with two each, when it is counted. CountRun is what is counted once, in the
// background.
func BenchmarkPages(b *testing.B) {
	x := newSite(b, nil)
	all := items(50_000, 1)
	first := keepRun(b, x.store, "openai/gpt-4o", all, len(all))
	second := keepRun(b, x.store, "openai/gpt-4o-mini", all, len(all))
	for _, page := range []struct{ name, path string }{
		{"Runs", "/runs"},
		{"Run", "/runs/" + first.ID},
		{"Disagreement", "/runs/" + first.ID + "/disagreement"},
		{"Items", "/runs/" + first.ID + "/items"},
		{"ItemsFiltered", "/runs/" + first.ID + "/items?label=Format&level=3&outcome=not_met&q=9"},
		{"ItemsLast", "/runs/" + first.ID + "/items?page=1000"},
		{"Item", "/runs/" + first.ID + "/items/40000"},
		{"Pairs", "/compare/" + first.ID + "/" + second.ID + "?only=differ"},
		{"Pair", "/compare/" + first.ID + "/" + second.ID + "/40000"},
		{"Board", "/boards/garden@1"},
	} {
		x.settled(b, page.path)
		b.Run(page.name, func(b *testing.B) {
			for b.Loop() {
				if w := x.get(page.path, accounts.Viewer); w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
			}
		})
	}
	b.Run("CountRun", func(b *testing.B) {
		for b.Loop() {
			if _, err := x.makeDigest(b.Context(), first, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
