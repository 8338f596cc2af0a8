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

// lead sends a form of whoever leads a campaign.
func (x *site) lead(t *testing.T, id, path string, want int, pairs ...string) string {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	w := x.ask("POST", "/campaigns/"+id+"/"+path, accounts.Admin, form)
	has(t, w, want)
	return w.Body.String()
}

// TestClosingIsAskedAndUndone holds that the page says what is open before a
// campaign closes, that it can be reopened, that both are noted, and that a
// form open meanwhile keeps what was filled in.
func TestClosingIsAskedAndUndone(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "validation", 2, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	path := x.next(t, id, accounts.Annotator)
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, `action="/campaigns/`+id+`/close"`)
	has(t, x.get("/campaigns/"+id+"/close", accounts.Admin), 200, "<strong>2</strong> labels are missing", "Close the campaign")
	if state := x.results(t, id).Campaign.State; state != annotate.Open {
		t.Fatalf("asking made it %s", state)
	}
	x.lead(t, id, "state", 303, "state", "closed")
	if w, out := x.move(path, accounts.Annotator, 0, "client-1", "save", "1", "met"); w.Code != http.StatusConflict {
		t.Errorf("a closed campaign takes labels: %d %+v", w.Code, out)
	}
	has(t, x.get("/campaigns/"+id+"/close", accounts.Admin), http.StatusConflict, "is not open")
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "closed by <bdi>admin", "Reopen the campaign")
	x.lead(t, id, "state", 303, "state", "reopened")
	x.lead(t, id, "state", 409, "state", "reopened")
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "closed by <bdi>admin", "reopened by <bdi>admin")
	if w, _ := x.move(path, accounts.Annotator, 0, "client-2", "save", "1", "met"); w.Code != http.StatusOK {
		t.Errorf("a reopened campaign takes no labels: %s", w.Body)
	}
}

// TestSettlingKeepsInputWhenClosed sends what an adjudicator filled in after
// the campaign was closed.
func TestSettlingKeepsInputWhenClosed(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 1, annotate.Settings{Overlap: 2}, "annotator", "admin")
	if err != nil {
		t.Fatal(err)
	}
	x.label(t, id, accounts.Annotator, 0)
	x.label(t, id, accounts.Admin, 1)
	x.lead(t, id, "state", 303, "state", "closed")
	w := x.ask("POST", "/settle/"+id+"/1", accounts.Adjudicator, url.Values{"who": {"adjudicator"}, "version": {"0"}, "1": {"met"}, "1.why": {"I thought long about this."}})
	has(t, w, http.StatusConflict, "is not open", "I thought long about this.", `value="met" checked`)
	x.lead(t, id, "state", 303, "state", "reopened")
	has(t, x.ask("POST", "/settle/"+id+"/1", accounts.Adjudicator, url.Values{"who": {"adjudicator"}, "version": {"0"}, "1": {"met"}}), http.StatusSeeOther)
}

// TestImportLeavesAccountsFree holds that labels imported under the name of
// somebody who takes part count until that person labels, and block nobody.
func TestImportLeavesAccountsFree(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 2, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	line := `{"instruction":"topsecret-9/set/%d","requirement":"%s","judge":"person/annotator","outcome":"not_met"}` + "\n"
	var labels strings.Builder
	for i := range 2 {
		fmt.Fprintf(&labels, line+line, i, "fits", i, "valid")
	}
	x.lead(t, id, "import", 303, "labels", labels.String())
	saidNo := func() (no int) {
		for _, l := range x.results(t, id).Labels() {
			if l.Judge != "person/annotator" {
				t.Errorf("a label by %s", l.Judge)
			}
			if l.Outcome == "not_met" {
				no++
			}
		}
		return no
	}
	if no := saidNo(); no != 4 {
		t.Errorf("%d imported labels count, want 4", no)
	}
	x.label(t, id, accounts.Annotator, 0) // to the end
	if no := saidNo(); no != 0 {
		t.Errorf("%d imported labels count beside the person's own", no)
	}
	if got := len(x.results(t, id).Labels()); got != 4 {
		t.Errorf("%d labels count, want 4", got)
	}
}

// TestQualityActs holds that who falls short is paused, that the labels do not
// count then, that the rest goes to others, and that the lead can undo it or
// have everything done again.
func TestQualityActs(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 8, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	x.lead(t, id, "quality", 400, "practice", "101")
	x.lead(t, id, "quality", 400, "seconds", "soon")
	x.lead(t, id, "quality", 303, "practice", "80", "seconds", "30")
	n := 0
	hand := func() string { // hands in until there is nothing more
		path := x.next(t, id, accounts.Annotator)
		for strings.Contains(strings.TrimPrefix(path, "/tasks/"), "/") {
			n++
			_, out := x.move(path, accounts.Annotator, 0, fmt.Sprintf("client-%d", n), "submit", "1", "not_met", "2", "not_met")
			if !out.Done {
				t.Fatalf("%s: %+v", path, out)
			}
			path = x.next(t, id, accounts.Annotator)
		}
		return path
	}
	hand() // the practice is wrong
	has(t, x.get("/tasks/"+id, accounts.Annotator), 200, "Your work here is paused", "practice: 0 of 2 right, 80 % are demanded")
	page := x.get("/campaigns/"+id, accounts.Admin)
	has(t, page, 200, "paused", "by <bdi>quality", "Resume<span class=\"sr\"> the work of annotator")
	x.lead(t, id, "members", 303, "action", "resume", "person", "annotator")
	hand() // three units in no time
	r := x.results(t, id)
	if got := len(r.Counted()); got != 0 {
		t.Errorf("%d tasks of somebody who is paused count", got)
	}
	has(t, x.get("/tasks/"+id, accounts.Annotator), 200, "haste: the last 3 units took less than 30 seconds each")
	if places, _ := x.store.Places(t.Context(), id, "annotator"); len(places) > 5 { // practice, check, three units
		t.Errorf("who is paused still has %d places", len(places))
	}
	x.lead(t, id, "members", 303, "action", "resume", "person", "annotator")
	if got := len(x.results(t, id).Counted()); got != 3 {
		t.Errorf("after the lead looked %d tasks count, want 3", got)
	}
	x.lead(t, id, "members", 400, "action", "reassign", "person", "annotator")
	x.lead(t, id, "members", 303, "action", "reassign", "person", "annotator", "why", "not careful")
	x.lead(t, id, "members", 303, "action", "add", "person", "adjudicator")
	x.lead(t, id, "quality", 303)
	x.label(t, id, accounts.Adjudicator, 0)
	if got := len(x.results(t, id).Counted()); got != 8 {
		t.Errorf("of 8 units %d have a label that counts after they were given to others", got)
	}
	x.lead(t, id, "members", 303, "action", "resume", "person", "annotator")
	x.lead(t, id, "members", 303, "action", "include", "person", "annotator")
	if got := len(x.results(t, id).Counted()); got != 8 {
		t.Errorf("%d labels of 8 units count once the labels that others gave anew are included again", got)
	}
	has(t, x.get("/campaigns/"+id+"/agreement", accounts.Admin), 200, "tasks of annotator that were reassigned")
}

// TestIncludedBeforeOthersCame holds that work which was given to others, and
// which nobody has taken by the time that its labels are included again, is not
// done twice.
func TestIncludedBeforeOthersCame(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 4, annotate.Settings{Overlap: 2}, "annotator", "admin")
	if err != nil {
		t.Fatal(err)
	}
	x.label(t, id, accounts.Annotator, 0)
	x.lead(t, id, "members", 303, "action", "exclude", "person", "annotator", "why", "a mistake")
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "4 of 8 labels given, 4 left out")
	has(t, x.get("/campaigns/"+id+"/close", accounts.Admin), 200, "<strong>4</strong> labels do not count")
	x.lead(t, id, "members", 303, "action", "reassign", "person", "annotator", "why", "a mistake")
	x.lead(t, id, "members", 303, "action", "resume", "person", "annotator")
	x.lead(t, id, "members", 303, "action", "add", "person", "adjudicator")
	x.label(t, id, accounts.Adjudicator, 0)
	if got := len(x.results(t, id).Counted()); got != 4 {
		t.Errorf("%d labels count, want the 4 that were included again", got)
	}
}

// TestChecksAct holds that who fails attention checks is paused.
func TestChecksAct(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 8, annotate.Settings{Overlap: 1, Every: 2}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	x.lead(t, id, "quality", 303, "checks", "100", "window", "1")
	path := x.next(t, id, accounts.Annotator)
	for n := 0; strings.Contains(strings.TrimPrefix(path, "/tasks/"), "/"); n++ {
		if _, out := x.move(path, accounts.Annotator, 0, fmt.Sprintf("client-%d", n), "submit", "1", "met", "2", "met"); !out.Done {
			t.Fatalf("%s: %+v", path, out)
		}
		path = x.next(t, id, accounts.Annotator)
	}
	has(t, x.get("/tasks/"+id, accounts.Annotator), 200, "Your work here is paused", "attention checks: 0 of the last")
	if got := len(x.results(t, id).Counted()); got >= 8 {
		t.Errorf("who failed a check went on to label %d units", got)
	}
}

// TestGuidelinesHaveVersions writes guidelines anew on the page and finds the
// version in force in what is exported.
func TestGuidelinesHaveVersions(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 2, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	has(t, x.get("/campaigns/"+id+"/guidelines", accounts.Admin), 200, "version 1")
	x.lead(t, id, "guidelines", 303, "version", "1", "text", "# Ours\n\n#### Deep\n\nSay **yes** [or no](https://example.org/x). <script>alert(1)</script>")
	late := x.lead(t, id, "guidelines", 409, "version", "1", "text", "Mine, written at the same time.")
	if !strings.Contains(late, "Mine, written at the same time.") {
		t.Error("what came too late is lost")
	}
	has(t, x.get("/tasks/"+id+"/guidelines", accounts.Annotator), 200, "<h1>Guidelines</h1>", "<h2>Ours</h2>", "<h3>Deep</h3>", "<strong>yes</strong>", "&lt;script&gt;", "Version 2")
	x.label(t, id, accounts.Annotator, 0)
	has(t, x.get("/campaigns/"+id+"/files/verdicts.jsonl", accounts.Admin), 200, `"guidelines":2`)
	has(t, x.get("/campaigns/"+id+"/files/guidelines.jsonl", accounts.Admin), 200, `"version":1`, `"version":2`, `"by":"admin"`)
	has(t, x.get("/campaigns/"+id+"/guidelines", accounts.Viewer), 200, "version 2")
	has(t, x.ask("POST", "/campaigns/"+id+"/guidelines", accounts.Viewer, url.Values{"text": {"x"}, "version": {"2"}}), http.StatusForbidden)
}
