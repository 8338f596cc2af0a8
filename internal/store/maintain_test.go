package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/store"
)

// fill stores calls whose requests repeat a template, as a judge's do, one a
// second.
func fill(t *testing.T, s *store.Store, n int) {
	t.Helper()
	now := noon
	s.Now = func() time.Time { return now }
	for i := range n {
		now = now.Add(time.Second)
		req := &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: strings.Repeat("You decide whether an answer does what is asked. ", 40) + fmt.Sprint("Answer ", i)}}}
		if err := s.Put(t.Context(), fmt.Sprint("key", i), "m", req, &adhere.Response{Text: fmt.Sprint("reply ", i)}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPacked holds that calls which repeat one another are packed against
// one another, and read back, by this process and by others.
func TestPacked(t *testing.T) {
	s := open(t)
	const n = 200
	fill(t, s, n)
	stats, err := s.CallStats(t.Context())
	if err != nil || len(stats) != 1 {
		t.Fatal(stats, err)
	}
	if each := stats[0].Bytes / n; each > 400 {
		t.Errorf("a call of 2,000 bytes takes %d", each)
	}
	for name, s := range map[string]*store.Store{"the same": s, "another": openAt(t, s.Path())} {
		for i := range n {
			c, err := s.Call(t.Context(), fmt.Sprint("key", i))
			if err != nil || c.Response.Text != fmt.Sprint("reply ", i) || !strings.HasSuffix(c.Request.Messages[0].Text, fmt.Sprint("Answer ", i)) {
				t.Fatalf("%s process, call %d: %+v %v", name, i, c, err)
			}
		}
	}
}

// TestPackedKindChanges stores values of another template under a name that
// has a dictionary: a new one is made.
func TestPackedKindChanges(t *testing.T) {
	s := open(t)
	fill(t, s, 20)
	const n = 1000
	for i := range n {
		req := &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprint(i) + strings.Repeat(" Weigh two texts against each other; say which is better.", 30)}}}
		if err := s.Put(t.Context(), fmt.Sprint("other", i), "m", req, &adhere.Response{Text: "A"}); err != nil {
			t.Fatal(err)
		}
	}
	var each float64
	if err := raw(t, s.Path()).QueryRow("select avg(length(request)) from calls where key >= 'other900' and key <= 'other999'").Scan(&each); err != nil || each > 200 {
		t.Errorf("requests of 1,700 bytes take %v, %v", each, err)
	}
	for i := range n {
		if _, found, err := s.Get(t.Context(), fmt.Sprint("other", i)); err != nil || !found {
			t.Fatal(i, err)
		}
	}
}

func TestCheck(t *testing.T) {
	s := open(t)
	fill(t, s, 50)
	create(t, s, newRun("r"), items(3))
	if damage, err := s.Check(t.Context()); err != nil || len(damage) > 0 {
		t.Fatalf("a whole database: %v %v", damage, err)
	}
	db := raw(t, s.Path())
	for name, change := range map[string]string{
		"a packed value":          "update calls set request = cast(substr(request, 1, length(request) - 4) || x'00000000' as blob) where key = 'key40'",
		"a value that is no JSON": "update calls set response = x'7b2274657874223a' where key = 'key41'",
		"a lost run":              "delete from runs",
	} {
		before, _ := s.Check(t.Context())
		if _, err := db.Exec(change); err != nil {
			t.Fatal(err)
		}
		if after, err := s.Check(t.Context()); err != nil || len(after) <= len(before) {
			t.Errorf("%s: %v %v", name, after, err)
		}
	}
}

// TestCompact compacts a database of which most was stored unpacked and then
// removed.
func TestCompact(t *testing.T) {
	s := open(t)
	fill(t, s, 300)
	db := raw(t, s.Path())
	if _, err := db.Exec(`insert into calls select 'old' || key, model, cast('{"messages":[{"role":"user","text":"' || hex(zeroblob(1500)) || '"}]}' as blob), cast('{"text":"kept"}' as blob), created from calls`); err != nil {
		t.Fatal(err)
	}
	before, err := s.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	after, err := s.Info(t.Context())
	if err != nil || after.Bytes > before.Bytes/3 || after.Free != 0 {
		t.Errorf("%+v after %+v, %v", after, before, err)
	}
	if c, err := s.Call(t.Context(), "oldkey7"); err != nil || len(c.Request.Messages) != 1 || c.Response.Text != "kept" {
		t.Errorf("%+v, %v", c, err)
	}
	if damage, err := s.Check(t.Context()); err != nil || len(damage) > 0 {
		t.Error(damage, err)
	}
}

func TestRetain(t *testing.T) {
	s := open(t)
	fill(t, s, 100)
	if n, err := s.Retain(t.Context(), store.Retention{Bytes: 1 << 30}); err != nil || n.Calls != 0 {
		t.Errorf("a large bound removed %+v, %v", n, err)
	}
	if n, err := s.Retain(t.Context(), store.Retention{Since: noon.Add(11 * time.Second)}); err != nil || n.Calls != 10 {
		t.Errorf("by age %+v were removed, %v", n, err)
	}
	if n, err := s.Retain(t.Context(), store.Retention{Bytes: 1000}); err != nil || n.Calls < 50 {
		t.Errorf("by size %+v were removed, %v", n, err)
	}
	if _, found, err := s.Get(t.Context(), "key99"); err != nil || !found {
		t.Error("the newest call is gone", err)
	}
}

// TestGiveBack holds that the file shrinks.
func TestGiveBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "adhere.db")
	s := openAt(t, path)
	create(t, s, newRun("r"), items(15_000))
	before, err := s.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RemoveRun(t.Context(), "r"); err != nil {
		t.Fatal(err)
	}
	s.GiveBack(t.Context())
	if after, err := s.Info(t.Context()); err != nil || after.Bytes > before.Bytes/3 {
		t.Errorf("%d bytes of %d are left, %v", after.Bytes, before.Bytes, err)
	}
}

// TestManyLearnAtOnce has many read packed values, by all connections there
// are, before the store knows any dictionary, which it has to read meanwhile.
func TestManyLearnAtOnce(t *testing.T) {
	s := open(t)
	fill(t, s, 200)
	for range 5 {
		other := openAt(t, s.Path())
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				if _, err := other.Check(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}
