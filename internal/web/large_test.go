package web

import (
	"context"
	"database/sql"
	"flag"
	"iter"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/browse"
	"adhere/internal/store/servertest"
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

// TestItemPageGrowsWithRequirements: eight times as many requirements of an item
// make a page of about eight times the work.
func TestItemPageGrowsWithRequirements(t *testing.T) {
	bytes := func(n int) uint64 {
		x := newSite(t, nil)
		all := items(1, n)
		path := "/runs/" + keepRun(t, x.store, "openai/gpt-4o", all, 1).ID + "/items/0"
		x.settled(t, path)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		has(t, x.get(path, accounts.Viewer), http.StatusOK)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	bytes(1)
	if few, many := bytes(50), bytes(400); many > 12*few {
		t.Errorf("%d bytes for 50 requirements, %d for 400", few, many)
	}
}

var pageItems = flag.Int("pageitems", 50_000, "items, of two verdicts each, of the runs that BenchmarkPages shows")

// multiply gives each run on a server further attempts at its items, with the
// same answers and verdicts, until there are so many.
func multiply(b *testing.B, address string, stored, wanted int) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		`insert into items (run, position, attempt, chain, name, kin, head, instruction)
			select run, position + n * $1, attempt + n, chain + n * $1, name, kin, head, instruction from items, generate_series(1, ($2 - 1) / $1) n where position + n * $1 < $2`,
		`insert into records (run, position, failed, marks, record, usage, words)
			select run, position + n * $1, failed, marks, record, usage, words from records, generate_series(1, ($2 - 1) / $1) n where position + n * $1 < $2`,
		"analyze",
	} {
		args := []any{int64(stored), int64(wanted)}
		if statement == "analyze" {
			args = nil
		}
		if _, err := db.ExecContext(b.Context(), statement, args...); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPages answers pages over runs of 100,000 verdicts when they are
// counted; -pageitems sets another size. fresh-ms is what a visit to a server
// takes that has just been started and is still counting, first-ms the first to
// the page once all is counted. CountRun is what is counted once,
// in the background. Where a PostgreSQL server is named, the runs lie there, with
// several attempts at each of 20,000 items.
func BenchmarkPages(b *testing.B) {
	x, address := newSite(b, nil), ""
	if os.Getenv("ADHERE_TEST_POSTGRES") != "" {
		address, _ = servertest.New(b)
		x = newSiteAt(b, address, nil)
	}
	stored := *pageItems
	if address != "" {
		stored = min(stored, 20_000)
	}
	all := items(stored, 1)
	first := keepRun(b, x.store, "openai/gpt-4o", all, len(all))
	second := keepRun(b, x.store, "openai/gpt-4o-mini", all, len(all))
	if stored < *pageItems {
		multiply(b, address, stored, *pageItems)
	}
	late := strconv.Itoa(*pageItems * 4 / 5)
	pages := []struct{ name, path string }{
		{"Runs", "/runs"},
		{"Run", "/runs/" + first.ID},
		{"Disagreement", "/runs/" + first.ID + "/disagreement"},
		{"Items", "/runs/" + first.ID + "/items"},
		{"ItemsFiltered", "/runs/" + first.ID + "/items?label=Format&level=3&outcome=not_met&q=9"},
		{"ItemsLast", "/runs/" + first.ID + "/items?page=" + strconv.Itoa(*pageItems/itemsPerPage)},
		{"Item", "/runs/" + first.ID + "/items/" + late},
		{"Pairs", "/compare/" + first.ID + "/" + second.ID + "?only=differ"},
		{"Pair", "/compare/" + first.ID + "/" + second.ID + "/" + late},
		{"Board", "/boards/garden@1"},
	}
	took := func(path string) float64 {
		begun := time.Now()
		if w := x.get(path, accounts.Viewer); w.Code != http.StatusOK && w.Code != http.StatusSeeOther { // to the page that waits
			b.Fatalf("%s: %d: %s", path, w.Code, w.Body)
		}
		return float64(time.Since(begun).Microseconds()) / 1000
	}
	b.Logf("stored after %v", b.Elapsed())
	fresh := map[string]float64{}
	for _, page := range pages {
		fresh[page.name] = took(page.path)
	}
	for _, page := range pages { // so that nothing is counted while pages are timed
		x.settled(b, page.path)
	}
	b.Logf("counted after %v", b.Elapsed())
	for _, page := range pages {
		once := took(page.path)
		b.Run(page.name, func(b *testing.B) {
			for b.Loop() {
				took(page.path)
			}
			b.ReportMetric(fresh[page.name], "fresh-ms")
			b.ReportMetric(once, "first-ms")
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
