package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// TestCampaignFromRuns makes a campaign of two runs and goes its way to the
// start.
func TestCampaignFromRuns(t *testing.T) {
	x := newSite(t, nil)
	all := items(6, 2)
	a, b := keepRun(t, x.store, "openai/gpt-4o", all, 6), keepRun(t, x.store, "ollama/small", all, 6) // whose answers say that they are the other's
	has(t, x.get("/campaigns/new?run="+a.ID, accounts.Admin), 200, a.ID, b.ID, "Score, then questions", "annotator")
	form := url.Values{
		"name": {"Spring round"}, "protocol": {"score-then-questions"}, "run": {a.ID}, "limit": {"4"}, "overlap": {"2"}, "seed": {"5"},
		"tag": {"category"}, "pay": {"0.50"}, "practice": {"yes"}, "person": {"annotator"}, "lease": {"2"}, "every": {"3"},
	}
	for name, bad := range map[string]url.Values{
		"names the model": {"name": {"Round of gpt-4o"}}, "no run is chosen": {"run": {}}, "two answers of": {"run": {a.ID, a.ID}}, "expected dollars": {"pay": {"much"}}, "0.50, got &#34;NaN&#34;": {"pay": {"NaN"}}, "expected a number": {"limit": {"-1"}},
		"there is no protocol": {"protocol": {"x"}}, "at least one letter or digit": {"name": {"!"}},
	} {
		wrong := url.Values{}
		for k, v := range form {
			wrong[k] = v
		}
		for k, v := range bad {
			wrong[k] = v
		}
		w := x.ask("POST", "/campaigns", accounts.Admin, wrong)
		if w.Code < 400 || w.Code >= 500 || !strings.Contains(w.Body.String(), name) {
			t.Errorf("%s: %d %.400s", name, w.Code, w.Body)
		}
	}
	w := x.ask("POST", "/campaigns", accounts.Admin, form)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/campaigns/spring-round" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	has(t, x.ask("POST", "/campaigns", accounts.Admin, form), http.StatusConflict, "already", `value="Spring round"`)
	has(t, x.get("/campaigns", accounts.Viewer), 200, "Spring round", "draft")
	has(t, x.get("/campaigns/spring-round", accounts.Admin), 200, "4 units, 2 people each", "1 for practice, 1 attention check", "cannot start yet", "only 1 take part; add people, or make a campaign")
	has(t, x.ask("POST", "/campaigns/spring-round/state", accounts.Admin, url.Values{"state": {"open"}}), http.StatusBadRequest, "only 1 take part")
	has(t, x.ask("POST", "/campaigns/spring-round/members", accounts.Admin, url.Values{"action": {"add"}, "person": {"nobody"}}), http.StatusNotFound)
	has(t, x.ask("POST", "/campaigns/spring-round/members", accounts.Admin, url.Values{"action": {"add"}, "person": {"adjudicator"}}), http.StatusSeeOther)
	has(t, x.get("/campaigns/spring-round", accounts.Admin), 200, "The plan", "nobody gets a unit twice")
	has(t, x.ask("POST", "/tasks/spring-round/topics", accounts.Annotator, url.Values{"topic": {"herbs"}}), http.StatusSeeOther)
	has(t, x.get("/tasks/spring-round", accounts.Annotator), 200, `value="herbs" checked`, "has not been started")
	has(t, x.ask("POST", "/tasks/spring-round/next", accounts.Annotator, url.Values{}), http.StatusSeeOther)
	has(t, x.ask("POST", "/campaigns/spring-round/state", accounts.Admin, url.Values{"state": {"open"}}), http.StatusSeeOther)
	form.Set("name", "Both")
	form.Set("pay", "$2.01")
	form["run"] = []string{a.ID, b.ID} // the answers of both are by one model
	has(t, x.ask("POST", "/campaigns", accounts.Admin, form), http.StatusSeeOther)
	if u := x.results(t, "both").Units[2]; len(u.Answers) != 2 || u.Answers[0].System != u.Answers[0].Model+" ("+a.ID+")" {
		t.Errorf("%+v", u.Answers)
	}
	if pay := x.results(t, "both").Campaign.Pay; pay != 2_010_000_000 {
		t.Errorf("$2.01 became %s", pay)
	}
	r := x.results(t, "spring-round")
	if len(r.Units) != 6 || len(r.Units[2].Answers) != 1 || r.Units[2].Answers[0].Verdicts == nil || r.Campaign.Pay == 0 {
		t.Errorf("%d units, the third %+v", len(r.Units), r.Units[2])
	}
}

func TestInvitedToACampaign(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 2, annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	has(t, x.ask("POST", "/campaigns/"+id+"/invites", accounts.Admin, url.Values{}), 400, "days")
	w := x.ask("POST", "/campaigns/"+id+"/invites", accounts.Admin, url.Values{"days": {"3"}})
	link := regexp.MustCompile(`http://example\.com(/join/\w+)`).FindStringSubmatch(w.Body.String())
	if link == nil {
		t.Fatal(w.Body)
	}
	w = x.ask("POST", link[1], "", url.Values{"name": {"bo"}, "password": {password}})
	has(t, w, http.StatusSeeOther)
	c := w.Result().Cookies()[0]
	as := func(r *http.Request) { r.AddCookie(c) }
	has(t, x.ask("GET", "/tasks", "", nil, as), 200, "round")
	w = x.ask("POST", "/tasks/"+id+"/next", "", url.Values{}, as)
	has(t, w, http.StatusSeeOther)
	has(t, x.ask("GET", w.Header().Get("Location"), "", nil, as), 200, "practice")
	has(t, x.get("/tasks/"+id, accounts.Annotator), http.StatusNotFound) // nobody let the other one in
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "bo")
}

// TestGroupsShareAnInvitation has as many people join a campaign by one link as
// it has places, and no more.
func TestGroupsShareAnInvitation(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 2, annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{"-1", "1001", "many"} {
		has(t, x.ask("POST", "/campaigns/"+id+"/invites", accounts.Admin, url.Values{"days": {"3"}, "places": {wrong}}), 400)
	}
	w := x.ask("POST", "/campaigns/"+id+"/invites", accounts.Admin, url.Values{"days": {"3"}, "places": {"2"}, "note": {"the class"}})
	link := regexp.MustCompile(`http://example\.com(/join/\w+)`).FindStringSubmatch(w.Body.String())
	if link == nil {
		t.Fatal(w.Body)
	}
	join := func(name string) *httptest.ResponseRecorder {
		return x.ask("POST", link[1], "", url.Values{"name": {name}, "password": {password}})
	}
	has(t, x.get("/people", accounts.Admin), 200, "open for 2 people")
	has(t, x.get(link[1], ""), 200, "The link works for 2 accounts")
	has(t, join("bo"), http.StatusSeeOther)
	has(t, x.get(link[1], ""), 200, "The link works for one account")
	has(t, join("bo"), http.StatusConflict, "bo") // the name is taken, the place is not
	has(t, x.get("/people", accounts.Admin), 200, "<td>open ")
	has(t, join("cy"), http.StatusSeeOther)
	has(t, join("di"), http.StatusNotFound, "has been used")
	has(t, x.get("/people", accounts.Admin), 200, "used by cy")
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "bo", "cy")
}

// TestInvitationsExpire opens links before and after their end, by the clock.
func TestInvitationsExpire(t *testing.T) {
	x := newSite(t, nil)
	now := time.Now()
	x.Now = func() time.Time { return now }
	x.Accounts = accounts.NewKeeper(x.store, x.Now)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 1, annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	link := func() string {
		w := x.ask("POST", "/campaigns/"+id+"/invites", accounts.Admin, url.Values{"days": {"1"}})
		found := regexp.MustCompile(`http://example\.com(/join/\w+)`).FindStringSubmatch(w.Body.String())
		if found == nil {
			t.Fatal(w.Body)
		}
		return found[1]
	}
	early, late := link(), link()
	join := func(path, name string) *httptest.ResponseRecorder {
		return x.ask("POST", path, "", url.Values{"name": {name}, "password": {password}})
	}
	now = now.Add(24*time.Hour - time.Second)
	has(t, x.get(late, ""), 200, day(now.Add(time.Second)))
	has(t, join(early, "early"), http.StatusSeeOther)
	now = now.Add(time.Second)
	for _, w := range []*httptest.ResponseRecorder{x.get(late, ""), join(late, "late")} {
		has(t, w, http.StatusNotFound, "the invitation ended on "+now.UTC().Format("2006-01-02"), "ask the person who sent it for another")
	}
	has(t, x.get(early, ""), http.StatusNotFound, "has been used", "sign in if it was you")
	session := &accounts.Session{Hash: sessionHash("later"), Person: *x.people[accounts.Admin], Created: now, Seen: now}
	if err := x.store.SaveSession(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	x.tokens[accounts.Admin] = "later"
	has(t, x.get("/people", accounts.Admin), 200, "used by early", "expired")
	if _, err := x.store.PersonNamed(t.Context(), "late"); err == nil {
		t.Error("an account was made by an invitation that had ended")
	}
}

// label hands in everything there is for somebody; say chooses among choices.
func (x *site) label(t *testing.T, id string, role accounts.Role, say int) {
	t.Helper()
	n := 0
	for path := x.next(t, id, role); !strings.HasSuffix(path, "?finished"); path = x.next(t, id, role) {
		pairs := []string{}
		for _, q := range []string{"1", "2"} {
			pairs = append(pairs, q, []string{"met", "not_met"}[say], q+".why", fmt.Sprintf("Reason %d of a secret-%s.", n, role))
		}
		w, out := x.move(path, role, 0, fmt.Sprintf("client-%d-%d", say, n), "submit", pairs...)
		if has(t, w, http.StatusOK); !out.Done {
			t.Fatalf("%+v", out)
		}
		n++
	}
}

func TestSettlingDifferences(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 2, annotate.Settings{Overlap: 2}, "annotator", "admin")
	if err != nil {
		t.Fatal(err)
	}
	has(t, x.get("/settle", accounts.Adjudicator), 200, "people agree so far")
	x.label(t, id, accounts.Annotator, 0)
	x.label(t, id, accounts.Admin, 1)
	has(t, x.get("/settle", accounts.Adjudicator), 200, "2 of 2 open", "/settle/round/1")
	w := x.get("/settle/round/1", accounts.Adjudicator)
	has(t, w, 200, "Reason", "<strong>Yes</strong>", "<strong>No</strong>")
	for _, secret := range []string{"topsecret", "a hidden reason", ">admin<"} {
		if strings.Contains(w.Body.String(), secret) {
			t.Errorf("who settles reads %q", secret)
		}
	}
	has(t, x.get("/settle/round/1", accounts.Admin), http.StatusConflict, "cannot adjudicate a task")
	has(t, x.get("/campaigns/round", accounts.Admin), 200, `<th scope="col" class="n">time</th>`, `<td class="n">2 of 2</td><td class="n">0</td><td class="n">0 s</td>`)
	has(t, x.get("/settle/round/3", accounts.Adjudicator), http.StatusNotFound)
	settle := func(form url.Values) *httptest.ResponseRecorder {
		form.Set("who", "adjudicator")
		return x.ask("POST", "/settle/round/1", accounts.Adjudicator, form)
	}
	has(t, settle(url.Values{}), 400, "no version")
	has(t, settle(url.Values{"version": {"0"}}), 400, "nothing was decided")
	has(t, settle(url.Values{"version": {"0"}, "1": {"perhaps"}}), 400, "none of the choices")
	for version, said := range []string{"met", "not_met"} { // and once more, otherwise
		has(t, settle(url.Values{"version": {fmt.Sprint(version)}, "1": {said}, "1.why": {"it is clear"}}), http.StatusSeeOther)
	}
	has(t, settle(url.Values{"version": {"1"}, "1": {"not_met"}, "1.why": {"it is clear"}}), http.StatusSeeOther) // sent twice
	has(t, settle(url.Values{"version": {"1"}, "2": {"met"}, "2.why": {"my words"}}), http.StatusConflict, "has just adjudicated", "my words", "decided: No", `name="version" value="2"`)
	has(t, x.ask("POST", "/settle/round/1", accounts.Adjudicator, url.Values{"who": {"zoe"}, "version": {"2"}, "1": {"met"}}), http.StatusForbidden, "nothing was stored")
	has(t, x.get("/settle", accounts.Adjudicator), 200, "1 of 2 open")
	has(t, x.get("/campaigns/round/agreement", accounts.Viewer), 200, "adjudicated answers, otherwise the majority", "3 to decide", "Krippendorff", "only 2 instructions: intervals take the answers for independent and are rough")
	gold := x.get("/campaigns/round/files/gold.jsonl", accounts.Viewer)
	has(t, gold, 200, `"requirement":"fits","judge":"gold/settled","outcome":"not_met","reason":"it is clear"`)
}

// TestSettlingDecompositions has a third person choose between the versions of
// two, then write one.
func TestSettlingDecompositions(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "decomposition", 1, annotate.Settings{Overlap: 2}, "annotator", "admin")
	if err != nil {
		t.Fatal(err)
	}
	first := x.get(x.next(t, id, accounts.Annotator), accounts.Annotator)
	if has(t, first, 200, "Put the list right"); strings.Contains(first.Body.String(), "the same by number") {
		t.Error("keys are named that a task without questions does not have")
	}
	for role, list := range map[accounts.Role]string{accounts.Annotator: "Is it a poem?\nDoes it rhyme?\nIs it <b>short</b>?", accounts.Admin: "Is it a poem?"} {
		for n, path := 0, x.next(t, id, role); !strings.HasSuffix(path, "?finished"); n, path = n+1, x.next(t, id, role) {
			w, _ := x.move(path, role, 0, fmt.Sprintf("message-%d", n), "submit", "constraints", list, "note", "my reasons")
			has(t, w, http.StatusOK)
		}
	}
	w := x.get("/settle/round/1", accounts.Adjudicator)
	has(t, w, 200, "Version 2", "<ins>Is it &lt;b&gt;short&lt;/b&gt;?</ins>", "<del>Does it rhyme?</del>", "my reasons", "settle.js")
	for _, secret := range []string{"topsecret", ">admin<", ">annotator<", "<b>short"} {
		if strings.Contains(w.Body.String(), secret) {
			t.Errorf("who settles reads %q", secret)
		}
	}
	settle := func(form url.Values) *httptest.ResponseRecorder {
		form.Set("who", "adjudicator")
		return x.ask("POST", "/settle/round/1", accounts.Adjudicator, form)
	}
	gold := func() *httptest.ResponseRecorder {
		return x.get("/campaigns/round/files/gold-edits.jsonl", accounts.Viewer)
	}
	if b := gold().Body; b.Len() != 0 {
		t.Errorf("nobody has settled, and held for right is %s", b)
	}
	has(t, settle(url.Values{"version": {"0"}}), 400, "nothing was decided")
	has(t, settle(url.Values{"version": {"0"}, "constraints.pick": {"own"}, "constraints": {" "}}), 400, "the list is empty")
	has(t, settle(url.Values{"version": {"0"}, "constraints.pick": {"=Is it a poem?"}, "constraints": {"not this"}}), http.StatusSeeOther)
	has(t, gold(), 200, `"requirements":[{"id":"1","text":"Is it a poem?","labels":["Format"]}],"tags"`, `"judge":"gold/settled"`)
	has(t, x.get("/settle/round/1", accounts.Adjudicator), 200, "decided: version 1", `value="=Is it a poem?" checked`)
	has(t, settle(url.Values{"version": {"1"}, "constraints.pick": {"own"}, "constraints": {"Is it a poem?\r\nIs it sad?"}}), http.StatusSeeOther)
	has(t, gold(), 200, "Is it sad?", "gold/settled")
	has(t, x.get("/settle/round/1", accounts.Adjudicator), 200, "decided: a text of its own", `value="own" checked`)
	has(t, x.get("/campaigns/round/agreement", accounts.Viewer), 200, "1 said version 1, 1 said version 2", "a text of its own")
}

func TestLeavingPeopleOut(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 2, annotate.Settings{Overlap: 2}, "annotator", "adjudicator")
	if err != nil {
		t.Fatal(err)
	}
	x.label(t, id, accounts.Annotator, 0)
	x.next(t, id, accounts.Adjudicator)
	change := func(action, why string) int {
		return x.ask("POST", "/campaigns/round/members", accounts.Admin, url.Values{"action": {action}, "person": {"annotator"}, "why": {why}}).Code
	}
	if got := change("pause", strings.Repeat("慢", longestWhy)); got != http.StatusSeeOther {
		t.Errorf("a reason of %d characters: %d", longestWhy, got)
	}
	change("resume", "")
	has(t, x.ask("POST", "/campaigns/"+id+"/members", accounts.Admin, url.Values{"action": {"pause"}, "person": {"annotator"}, "why": {strings.Repeat("x", longestWhy+1)}}), http.StatusBadRequest, "more than 500 characters")
	if got := change("exclude", ""); got != http.StatusBadRequest {
		t.Errorf("left out without a reason: %d", got)
	}
	change("exclude", "clicked <b>through</b>")
	has(t, x.get("/campaigns/round/agreement", accounts.Admin), 200, "tasks of annotator", "clicked &lt;b&gt;through", "Nothing has been handed in yet")
	if w := x.get("/campaigns/round/files/verdicts.jsonl", accounts.Admin); w.Body.Len() != 0 {
		t.Errorf("what does not count is exported: %s", w.Body)
	}
	change("include", "")
	has(t, x.get("/campaigns/round/files/labels.csv", accounts.Admin), 200, "person/annotator")
	has(t, x.get("/campaigns/round/files/events.jsonl", accounts.Admin), 200, `"kind":"begin"`, `"person":"adjudicator"`)
	has(t, x.get("/campaigns/round/files/nothing", accounts.Admin), 404)
	for what, want := range map[string]int{"release": 303, "dance": 400} {
		if got := change(what, ""); got != want {
			t.Errorf("%s gives %d, want %d", what, got, want)
		}
	}
	// Whose account is disabled keeps the work that is planned for them: the lead must see why it rests.
	const resting = "cannot sign in to label"
	if w := x.get("/campaigns/round", accounts.Admin); strings.Contains(w.Body.String(), resting) {
		t.Errorf("everybody can sign in: %s", w.Body)
	}
	yes := true
	if err := x.Accounts.Change(t.Context(), "annotator", accounts.Change{Disabled: &yes}); err != nil {
		t.Fatal(err)
	}
	if w := x.get("/campaigns/round", accounts.Admin); strings.Count(w.Body.String(), resting) != 1 {
		t.Errorf("nothing says that annotator cannot go on: %s", w.Body)
	}
}

func TestImportingOnThePage(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 1, annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	post := func(text string) *http.Response {
		return x.ask("POST", "/campaigns/"+id+"/import", accounts.Admin, url.Values{"labels": {text}}).Result()
	}
	line := `{"instruction":"topsecret-9/set/0","requirement":"fits","judge":"person/crowd-1","outcome":"met"}`
	if r := post("{"); r.StatusCode != http.StatusBadRequest {
		t.Error(r.Status)
	}
	has(t, x.ask("POST", "/campaigns/"+id+"/import", accounts.Admin, url.Values{"labels": {line + "\r\n" + strings.Replace(line, "set/0", "set/9", 1)}}), 200, "1 are about nothing")
	if r := post(line); r.StatusCode != http.StatusConflict {
		t.Errorf("taken twice: %s", r.Status)
	}
	has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "crowd-1", "1 imported")
	has(t, x.ask("POST", "/campaigns/"+id+"/state", accounts.Admin, url.Values{"state": {"closed"}}), http.StatusSeeOther)
	if r := post(strings.Replace(line, "crowd-1", "crowd-2", 1)); r.StatusCode != http.StatusConflict {
		t.Errorf("taken after the end: %s", r.Status)
	}
}
