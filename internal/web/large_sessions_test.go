package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// slowSessions are sessions that count how often the moves of one are read.
type slowSessions struct {
	collect.Store
	read atomic.Int64
}

func (c *slowSessions) Events(ctx context.Context, id string) (*writing.Head, []writing.Event, error) {
	c.read.Add(1)
	return c.Store.Events(ctx, id)
}

// TestListsOfSessionsReadWhatIsNew holds that a lead's lists read a session
// again only when somebody went on with it.
func TestListsOfSessionsReadWhatIsNew(t *testing.T) {
	x := newLeadSite(t)
	sessions := inventedSessions()
	if err := x.store.ImportSessions(t.Context(), sessions); err != nil {
		t.Fatal(err)
	}
	c := &slowSessions{Store: x.Writing.Desk.Store}
	x.Writing.Desk.Store = c
	view := func(path string) string {
		c.read.Store(0)
		w := x.get(path, accounts.Admin)
		has(t, w, http.StatusOK)
		return w.Body.String()
	}
	view(sessionsPath)
	if n := c.read.Load(); n != int64(len(sessions)) {
		t.Errorf("the first view reads %d sessions, want %d", n, len(sessions))
	}
	for _, path := range []string{sessionsPath, sessionsPath + "?person=bo", questionsPath, questionsPath + "/new", documentsPath} {
		if view(path); c.read.Load() != 0 {
			t.Errorf("%s reads %d sessions again", path, c.read.Load())
		}
	}
	if _, err := x.Writing.Desk.Release(t.Context(), sessions[1].ID); err != nil {
		t.Fatal(err)
	}
	body := view(sessionsPath + "?state=released")
	if c.read.Load() != 1 || !strings.Contains(body, sessionsPath+"/of/"+sessions[1].ID) {
		t.Errorf("after a session was taken back %d are read, and it is listed: %v", c.read.Load(), strings.Contains(body, sessions[1].ID))
	}
}

// BenchmarkSessions answers a lead's pages over 2,000 writing sessions, for the
// first time and later.
func BenchmarkSessions(b *testing.B) {
	x := newLeadSite(b)
	invented := inventedSessions()
	var all []writing.Session
	for i := range 2000 {
		s := invented[i%len(invented)]
		s.ID = fmt.Sprintf("%s-%d", s.ID, i)
		all = append(all, s)
	}
	if err := x.store.ImportSessions(b.Context(), all); err != nil {
		b.Fatal(err)
	}
	for name, forget := range map[string]bool{"First": true, "Later": false} {
		for _, path := range []string{sessionsPath, questionsPath, documentsPath} {
			b.Run(name+path, func(b *testing.B) {
				for b.Loop() {
					if forget {
						x.ledger.rows = nil
					}
					if w := x.get(path, accounts.Admin); w.Code != http.StatusOK {
						b.Fatal(w.Code)
					}
				}
			})
		}
	}
}

// BenchmarkPropose takes files of built questions on 1,000 documents as
// proposals; what a question takes is to be the same in both.
func BenchmarkPropose(b *testing.B) {
	for _, n := range []int{1000, 8000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			x := newLeadSite(b)
			docs := make([]writing.Document, 1000)
			for i := range docs {
				docs[i] = writing.Document{ID: fmt.Sprint("d", i), Title: "Of leaves", Paragraphs: []writing.Paragraph{{Text: fmt.Sprintf("Leaf %d turns red.", i)}}}
			}
			if _, err := x.store.AddDocuments(b.Context(), docs); err != nil {
				b.Fatal(err)
			}
			taken := 0
			for b.Loop() {
				var file strings.Builder
				for i := range n {
					fmt.Fprintf(&file, `{"question":"Why does leaf %d turn red?","documents":["d%d"]}`+"\n", taken+i, i%len(docs))
				}
				got, err := x.Writing.Desk.Propose(b.Context(), "built.jsonl", strings.NewReader(file.String()))
				if err != nil || got != n {
					b.Fatal(got, err)
				}
				taken += got
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(taken), "µs/question")
		})
	}
}
