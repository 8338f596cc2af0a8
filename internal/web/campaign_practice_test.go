package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// TestPracticeIsWrittenOnThePage makes practice and a check of units of work
// while people label, corrects and withdraws them, and holds what people get,
// what counts and what is exported.
func TestPracticeIsWrittenOnThePage(t *testing.T) {
	x := newSite(t, nil)
	p, _ := annotate.ProtocolNamed("double-check")
	c, err := annotate.NewCampaign("round", p.Name, annotate.Settings{Overlap: 1, Every: 1})
	if err != nil {
		t.Fatal(err)
	}
	id, err := x.open(t.Context(), c, labelUnits(p, 6), "annotator")
	if err != nil {
		t.Fatal(err)
	}
	first := x.next(t, id, accounts.Annotator)
	number := strings.TrimPrefix(first, "/tasks/"+id+"/")
	labelled := x.results(t, id).Tasks[0].Unit
	if fmt.Sprint(labelled) != number {
		t.Fatalf("the first task is %d, its page %s", labelled, first)
	}
	practice, check := 1+labelled%6, 1+(labelled+1)%6
	mark := func(unit, want int, kind string, version int, pairs ...string) string {
		t.Helper()
		return x.lead(t, id, fmt.Sprint("practice/", unit), want, append([]string{"kind", kind, "version", fmt.Sprint(version)}, pairs...)...)
	}
	if body := mark(labelled, 409, "training", 1, "1", "met"); !strings.Contains(body, "somebody has begun") || !strings.Contains(body, `value="met" checked`) {
		t.Error("what was begun can become practice, or what was sent is lost")
	}
	mark(practice, 400, "training", 1)
	mark(practice, 400, "work", 1, "1", "met")
	mark(practice, 400, "training", 1, "1", "perhaps")
	mark(practice, 303, "training", 1, "1", "not_met", "1.why", "It is filed elsewhere.")
	mark(check, 303, "check", 1, "2", "met")
	mark(check, 409, "check", 1, "2", "not_met")
	has(t, x.get("/campaigns/"+id+"/practice", accounts.Viewer), 200, "practice by <bdi>admin", "check by <bdi>admin")
	has(t, x.get(fmt.Sprint("/campaigns/", id, "/practice/", practice), accounts.Admin), 200, "It is filed elsewhere.", `value="not_met" checked`, "Withdraw")
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "4 units, 1 person each; 1 for practice, 1 attention check", fmt.Sprintf("practice and checks changed, <bdi>unit %d</bdi> by <bdi>admin", practice))

	if _, out := x.move(first, accounts.Annotator, 0, "client-0", "submit", "1", "met", "2", "met"); !strings.HasSuffix(out.Next, fmt.Sprint("/", practice)) {
		t.Fatalf("after the first unit comes %q, want the practice %d", out.Next, practice)
	}
	path := fmt.Sprint("/tasks/", id, "/", practice)
	if body := x.get(path, accounts.Annotator).Body.String(); strings.Contains(body, "filed elsewhere") {
		t.Error("the page of a practice unit says what is right")
	}
	if _, out := x.move(path, accounts.Annotator, 0, "client-1", "submit", "1", "met", "2", "met"); !out.Done {
		t.Fatal(out)
	}
	has(t, x.get(path, accounts.Annotator), 200, "0 of 1 correct", "It is filed elsewhere.")
	mark(practice, 409, "check", 2, "1", "met")
	mark(practice, 303, "training", 2, "1", "met")
	has(t, x.get(path, accounts.Annotator), 200, "1 of 1 correct")
	before := len(x.results(t, id).Tasks)
	mark(practice, 303, "withdrawn", 3)
	mark(check, 303, "withdrawn", 2)

	r := x.results(t, id)
	if kinds := []annotate.Kind{r.Units[practice-1].Kind, r.Units[check-1].Kind}; kinds[0] != annotate.Withdrawn || kinds[1] != annotate.Work {
		t.Errorf("what was done and what was not became %v", kinds)
	}
	if len(r.Tasks) != before || len(r.Labels()) != 2 {
		t.Errorf("%d tasks and %d labels, want %d and 2: what people answered stays", len(r.Tasks), len(r.Labels()), before)
	}
	if s := r.Standings(nil)[0]; s.Training.Of != 0 || s.Checks.Of != 0 {
		t.Errorf("what is withdrawn is marked: %+v", s)
	}
	x.label(t, id, accounts.Annotator, 0)
	if got := len(x.results(t, id).Counted()); got != 5 {
		t.Errorf("%d units of work were labelled, want 5", got)
	}
	file := x.get("/campaigns/"+id+"/files/practice.jsonl", accounts.Admin)
	has(t, file, 200, `"kind":"withdrawn"`, `"version":1,"kind":"work"`, `"version":3,"kind":"training"`, `"version":4,"kind":"withdrawn"`, `"by":"admin"`, "It is filed elsewhere.")
	if units, err := annotate.ReadPractice("practice.jsonl", file.Body.Bytes()); err != nil || len(units) != 0 {
		t.Errorf("withdrawn practice is read as %d units, %v", len(units), err)
	}
	has(t, x.ask("POST", fmt.Sprint("/campaigns/", id, "/practice/", check), accounts.Viewer, url.Values{"kind": {"check"}}), http.StatusForbidden)
	x.lead(t, id, "state", 303, "state", "closed")
	mark(check, 409, "check", 3, "1", "met")
}

// TestPracticeOfEveryProtocol says on a draft what is right, and holds that
// the form shows it again, that whoever labels so has all right, and that the
// exported file can be read as --practice reads it.
func TestPracticeOfEveryProtocol(t *testing.T) {
	for _, p := range annotate.Protocols() {
		t.Run(p.Name, func(t *testing.T) {
			x := newSite(t, nil)
			c, err := annotate.NewCampaign("draft", p.Name, annotate.Settings{Overlap: 1})
			if err != nil {
				t.Fatal(err)
			}
			units := labelUnits(&p, 2)
			c.Created = x.Now()
			if err := c.SetUnits(units); err != nil {
				t.Fatal(err)
			}
			if err := x.store.CreateCampaign(t.Context(), c, units); err != nil {
				t.Fatal(err)
			}
			pairs := []string{"kind", "training", "version", "1"}
			for _, q := range annotate.KnownForm(&p, &units[0]).Groups[0].Fields {
				switch q.Kind {
				case annotate.FieldChoice:
					pairs = append(pairs, q.Name, q.Choices[1].Value, q.Reason, "Because it is so.")
				case annotate.FieldList:
					pairs = append(pairs, q.Name, "Is it a poem?", annotate.FieldNote, "Because it is so.")
				default:
				}
			}
			x.lead(t, c.ID, "practice/1", 303, pairs...)
			x.lead(t, c.ID, "practice/2", 409, pairs...) // the last unit of work
			has(t, x.get("/campaigns/"+c.ID+"/practice/1", accounts.Admin), 200, "Because it is so.")
			u := &x.results(t, c.ID).Units[0]
			form := annotate.KnownForm(&p, u)
			if s := form.Mark(&annotate.Task{Fields: form.Right(), Order: form.Order}); s.Of == 0 || s.Right != s.Of {
				t.Errorf("whoever answers as the form shows has %d of %d right: %+v", s.Right, s.Of, u.Gold)
			}
			got, err := annotate.ReadPractice("practice.jsonl", x.get("/campaigns/"+c.ID+"/files/practice.jsonl", accounts.Admin).Body.Bytes())
			if err != nil || len(got) != 1 || len(got[0].Gold) != len(u.Gold) {
				t.Errorf("the exported file is read as %+v, %v", got, err)
			}
			x.lead(t, c.ID, "practice/1", 303, "kind", "withdrawn", "version", "2")
			if kind := x.results(t, c.ID).Units[0].Kind; kind != annotate.Work {
				t.Errorf("what is withdrawn before anybody began is %s, want work", kind)
			}
		})
	}
}

// TestPracticeIsMadeUp writes a unit for each protocol, refuses what it cannot
// take, and holds that nobody gets the unit before it is marked, and whoever
// labels does then.
func TestPracticeIsMadeUp(t *testing.T) {
	for _, p := range annotate.Protocols() {
		t.Run(p.Name, func(t *testing.T) {
			x := newSite(t, nil)
			c, err := annotate.NewCampaign("open", p.Name, annotate.Settings{Overlap: 1})
			if err != nil {
				t.Fatal(err)
			}
			id, err := x.open(t.Context(), c, labelUnits(&p, 2), "annotator")
			if err != nil {
				t.Fatal(err)
			}
			has(t, x.ask("POST", "/campaigns/"+id+"/practice", accounts.Admin, url.Values{"instruction": {" "}, "input": {"a frog"}}), 400, "the instruction is empty", "a frog")
			form := url.Values{"instruction": {"Write a haiku."}, "requirements": {"Is it short?\n\nIs it about a frog?"}, "answer": {}}
			for i := range p.Answers[1] {
				form.Add("answer", fmt.Sprint("A frog, number ", i))
			}
			w := x.ask("POST", "/campaigns/"+id+"/practice", accounts.Admin, form)
			has(t, w, http.StatusSeeOther)
			if to := w.Header().Get("Location"); to != "/campaigns/"+id+"/practice/3" {
				t.Fatalf("the form leads to %s", to)
			}
			has(t, x.get("/campaigns/"+id+"/practice", accounts.Admin), 200, "written-3", "withdrawn by <bdi>admin")
			if places, err := x.store.Places(t.Context(), id, "annotator"); err != nil || len(places) != 2 {
				t.Errorf("there are %d places, want 2, %v", len(places), err)
			}
			pairs := []string{"kind", "training", "version", "2"}
			for _, q := range annotate.KnownForm(&p, &x.results(t, id).Units[2]).Groups[0].Fields {
				switch q.Kind {
				case annotate.FieldChoice:
					pairs = append(pairs, q.Name, q.Choices[1].Value, q.Reason, "Because it is so.")
				case annotate.FieldList:
					pairs = append(pairs, q.Name, "Is it short?", annotate.FieldNote, "Because it is so.")
				default:
				}
			}
			x.lead(t, id, "practice/3", 303, pairs...)
			if to := x.next(t, id, accounts.Annotator); to != "/tasks/"+id+"/3" {
				t.Errorf("first comes %s, want what was written", to)
			}
			has(t, x.get("/tasks/"+id+"/3", accounts.Annotator), 200, "Write a haiku.", "practice</span>")
			x.lead(t, id, "state", 303, "state", "closed")
			has(t, x.ask("POST", "/campaigns/"+id+"/practice", accounts.Admin, form), http.StatusConflict)
		})
	}
}
