package web

import (
	"fmt"
	"net/url"
	"sync"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// TestTwoChangeOneThing has two people change the same member, the same run and
// the list of questions at once, many times: neither change is lost.
func TestTwoChangeOneThing(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "together", "validation", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	run := keepRun(t, x.store, "m", items(1, 1), 1)
	if _, err := x.store.AddDocuments(t.Context(), []writing.Document{{ID: "moss", Title: "Moss", Paragraphs: []writing.Paragraph{{Text: "Green."}}}}); err != nil {
		t.Fatal(err)
	}
	desk := &collect.Desk{Store: x.store}
	for n := range 30 {
		name, why := fmt.Sprint("t", n), []string{"too fast", ""}[n%2]
		post := func(path string, role accounts.Role, form url.Values) {
			if w := x.ask("POST", path, role, form); w.Code != 303 {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
		ask := func(text string) {
			q := writing.Asked{Question: writing.Question{Text: text}, Documents: []string{"moss"}, State: writing.Open}
			if err := desk.Ask(t.Context(), &q, 0, true); err != nil {
				t.Error(err)
			}
		}
		var both sync.WaitGroup
		both.Go(func() {
			post("/tasks/"+id+"/topics", accounts.Annotator, url.Values{"topic": {name}})
			post("/runs/notes", accounts.Admin, url.Values{"run": {run.ID}, "do": {"save"}, "tags": {"all " + name}, "note": {name}})
			ask("A " + name)
		})
		both.Go(func() {
			post("/campaigns/"+id+"/members", accounts.Admin, url.Values{"action": {map[bool]string{true: "include", false: "exclude"}[why == ""]}, "person": {"annotator"}, "why": {why}})
			post("/runs/notes", accounts.Admin, url.Values{"run": {run.ID}, "do": {map[bool]string{true: "restore", false: "archive"}[why == ""]}})
			ask("B " + name)
		})
		both.Wait()
		members, err := x.store.Members(t.Context(), id)
		if m := members[0]; err != nil || m.Topics[0] != name || m.Excluded != why {
			t.Fatalf("the topic %s and the reason %q came to %+v, %v", name, why, m, err)
		}
		notes, err := x.store.RunNotes(t.Context(), run.ID)
		if got := notes[run.ID]; err != nil || got.Text != name || got.Archived != (why != "") {
			t.Fatalf("the note %s, put aside or not, came to %+v, %v", name, got, err)
		}
		if all, err := x.store.Questions(t.Context()); err != nil || len(all) != 2*(n+1) {
			t.Fatalf("%d of %d questions are there: %v", len(all), 2*(n+1), err)
		}
	}
}

// TestAddedAgainStaysExcluded adds a member who is there already.
func TestAddedAgainStaysExcluded(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "again", "validation", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	x.lead(t, id, "members", 303, "action", "exclude", "person", "annotator", "why", "too fast")
	x.lead(t, id, "members", 303, "action", "add", "person", "annotator")
	members, err := x.store.Members(t.Context(), id)
	if err != nil || members[0].Excluded != "too fast" {
		t.Error(members, err)
	}
}
