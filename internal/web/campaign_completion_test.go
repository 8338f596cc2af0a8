package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// TestCompletionIsShownAtTheEnd has a person do all there is and get the code,
// not before, and the lead see it.
func TestCompletionIsShownAtTheEnd(t *testing.T) {
	const address = "https://crowd.example.org/complete?cc=C0DE&n=1"
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 2, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{"http://crowd.example.org/", "javascript:alert(1)", "https://", "https://a:b@crowd.example.org/", "https:crowd.example.org", "two words", strings.Repeat("x", 65), "https://crowd.example.org/" + strings.Repeat("x", 500), "https://crowd.example.org/a b"} {
		if page := x.lead(t, id, "completion", 400, "completion", wrong); !strings.Contains(page, "completion") {
			t.Errorf("%q: %s", wrong, page)
		}
	}
	has(t, x.ask("POST", "/campaigns/"+id+"/completion", accounts.Viewer, url.Values{"completion": {"C0DE"}}), http.StatusForbidden)
	x.lead(t, id, "completion", 303, "completion", " C0DE ")
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, `value="C0DE"`, "completion code changed")
	hides := func(path string) {
		t.Helper()
		if w := x.get(path, accounts.Annotator); w.Code != 200 || strings.Contains(w.Body.String(), "C0DE") {
			t.Errorf("%s: %d, and the code is shown before the end", path, w.Code)
		}
	}
	n := 0
	for path := x.next(t, id, accounts.Annotator); !strings.HasSuffix(path, "?finished"); path = x.next(t, id, accounts.Annotator) {
		hides(path)
		hides("/tasks/" + id + "?finished") // which anybody can ask for
		n++
		if _, out := x.move(path, accounts.Annotator, 0, fmt.Sprintf("client-%d", n), "submit", "1", "met", "2", "met"); !out.Done {
			t.Fatalf("%s: %+v", path, out)
		}
	}
	has(t, x.get("/tasks/"+id+"?finished", accounts.Annotator), 200, "nothing more for you", "Your completion code", `value="C0DE"`)
	x.lead(t, id, "completion", 303, "completion", address)
	for range 2 {
		has(t, x.get("/tasks/"+id, accounts.Annotator), 200, `<a href="https://crowd.example.org/complete?cc=C0DE&amp;n=1" rel="noreferrer noopener">`)
	}
	has(t, x.get("/campaigns/"+id, accounts.Viewer), 200, "completed on")
	log := x.get("/campaigns/"+id+"/files/log.jsonl", accounts.Admin)
	has(t, log, 200, `"kind":"completed","about":"annotator"`, `"kind":"completion","text":"C0DE"`)
	if n := strings.Count(log.Body.String(), `"completed"`); n != 1 {
		t.Errorf("shown three times, it is noted %d times", n)
	}
	x.lead(t, id, "state", 303, "state", "closed")
	has(t, x.get("/tasks/"+id, accounts.Annotator), 200, "crowd.example.org")
	x.lead(t, id, "state", 303, "state", "reopened")
	x.lead(t, id, "members", 303, "action", "exclude", "person", "annotator", "why", "not careful")
	hides("/tasks/" + id)
	x.lead(t, id, "members", 303, "action", "include", "person", "annotator")
	has(t, x.get("/tasks/"+id, accounts.Annotator), 200, "C0DE")
	x.lead(t, id, "members", 303, "action", "pause", "person", "annotator", "why", "not careful")
	hides("/tasks/" + id)
	x.lead(t, id, "members", 303, "action", "resume", "person", "annotator")
	x.lead(t, id, "completion", 303)
	hides("/tasks/" + id)
}

// TestCompletionDependsOnQuality opens the list of tasks, and asks for no next
// one, after work that is not as demanded.
func TestCompletionDependsOnQuality(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 3, annotate.Settings{Overlap: 1}, "annotator", "adjudicator")
	if err != nil {
		t.Fatal(err)
	}
	x.lead(t, id, "completion", 303, "completion", "C0DE")
	x.label(t, id, accounts.Annotator, 1) // the practice is wrong
	x.lead(t, id, "quality", 303, "practice", "100")
	w := x.get("/tasks/"+id, accounts.Annotator)
	has(t, w, 200, "Your work here is paused")
	if strings.Contains(w.Body.String(), "C0DE") {
		t.Error("who falls short gets the code")
	}
}

// TestParticipantsOfPlatforms joins by a link to which a platform added who
// comes, and finds that beside the account.
func TestParticipantsOfPlatforms(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 1, annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	x.lead(t, id, "completion", 303, "completion", "C0DE")
	w := x.ask("POST", "/campaigns/"+id+"/invites", accounts.Admin, url.Values{"days": {"3"}, "places": {"2"}})
	link := regexp.MustCompile(`http://example\.com(/join/\w+)`).FindStringSubmatch(w.Body.String())
	if link == nil {
		t.Fatal(w.Body)
	}
	for _, wrong := range []string{"a%20b", "%3Cb%3E", "a%2Fb", strings.Repeat("a", 65)} {
		has(t, x.get(link[1]+"?participant="+wrong, ""), 400, "participant")
	}
	has(t, x.get(link[1], ""), 200)
	has(t, x.get(link[1]+"?participant=5f_A-9", ""), 200, `name="participant" value="5f_A-9"`)
	form := url.Values{"name": {"bo"}, "password": {password}, "participant": {"a b"}}
	has(t, x.ask("POST", link[1], "", form), 400, "participant")
	form.Set("participant", "5f_A-9")
	w = x.ask("POST", link[1], "", form)
	has(t, w, http.StatusSeeOther)
	c := w.Result().Cookies()[0]
	as := func(r *http.Request) { r.AddCookie(c) }
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "participant <bdi>5f_A-9")
	for _, again := range []*httptest.ResponseRecorder{x.get(link[1]+"?participant=5f_A-9", ""), x.ask("POST", link[1], "", url.Values{"name": {"bo2"}, "password": {password}, "participant": {"5f_A-9"}})} {
		has(t, again, http.StatusConflict, "has joined this campaign already", "sign in")
	}
	if people, err := x.store.People(t.Context()); err != nil || slices.ContainsFunc(people, func(p accounts.Person) bool { return p.Name == "bo2" }) {
		t.Errorf("who came a second time has another account, %v", err)
	}
	n := 0
	for {
		to := x.ask("POST", "/tasks/"+id+"/next", "", url.Values{}, as).Header().Get("Location")
		if strings.HasSuffix(to, "?finished") {
			break
		}
		n++
		send := url.Values{"client": {fmt.Sprintf("client-%d", n)}, "version": {"0"}, "action": {"submit"}, "who": {"bo"}, "1": {"met"}, "2": {"met"}}
		if w := x.ask("POST", to, "", send, as); w.Code >= 400 || n > 9 {
			t.Fatalf("%s: %d %s", to, w.Code, w.Body)
		}
	}
	has(t, x.ask("GET", "/tasks/"+id, "", nil, as), 200, "C0DE")
	has(t, x.get("/campaigns/"+id+"/files/log.jsonl", accounts.Admin), 200, `"kind":"completed","about":"bo","text":"5f_A-9"`)
}
