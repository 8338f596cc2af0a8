package web

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/accounts"
)

// TestDisagreement goes from who differs from whom to the items, has people
// label just these, and finds what they say with the items and among those who
// differ.
func TestDisagreement(t *testing.T) {
	var later time.Duration
	x := newSite(t, func(c *Config) { c.Now = func() time.Time { return time.Now().Add(later) } })
	all := items(12, 2)
	for i := range all {
		all[i].verdict = func(judge string, k int) adhere.Outcome { // the panel differs from the rules on the first requirement of every third item
			return adhere.OutcomeOf(judge == rules || k == 1 || i%3 != 0)
		}
	}
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	page := "/runs/" + run.ID + "/disagreement"
	body := x.settled(t, page).Body.String()
	links := linksOf(body, "differ=")
	if len(links) != 2 || !strings.Contains(body, "4 of 24") || !strings.Contains(body, "4 of 12") { // all, and one of the two labels
		t.Fatalf("disagreement leads to %q in %s", links, body)
	}
	list := x.ask(http.MethodGet, links[0], accounts.Admin, nil)
	has(t, list, 200, "Have people label these 4")
	if got := strings.Count(list.Body.String(), "<li id="); got != 4 {
		t.Errorf("the number 4 leads to %d items", got)
	}

	// Just these become a campaign.
	form := linksOf(list.Body.String(), "/campaigns/new")
	has(t, x.get(form[0], accounts.Admin), 200, "4 items</a> of", " and rule/strict@1")
	has(t, x.get("/campaigns/new?set=https%3A%2F%2Felsewhere%2Fruns%2Fa%2Fitems", accounts.Admin), 400, "is not a list of items")
	made := x.ask("POST", "/campaigns", accounts.Admin, url.Values{"name": {"four"}, "protocol": {"score-then-questions"}, "lease": {"2"}, "set": {links[0]}})
	has(t, made, http.StatusSeeOther)
	r := x.results(t, "four")
	for i, u := range r.Units {
		if want := fmt.Sprintf("garden/bed-%06d", 3*i); u.Instruction.ID != want || len(r.Units) != 4 {
			t.Errorf("unit %d of %d is %s, want %s", i+1, len(r.Units), u.Instruction.ID, want)
		}
	}

	// What people say appears on the items, and counts.
	x.lead(t, "four", "state", 303, "state", "open")
	var labels strings.Builder
	for _, person := range []string{"ada", "bo"} {
		for k, outcome := range []adhere.Outcome{adhere.NotMet, adhere.OutcomeOf(person == "ada")} {
			fmt.Fprintf(&labels, `{"instruction":"garden/bed-000003","model":"openai/gpt-4o","requirement":"%d","judge":"person/%s","outcome":%q,"reason":"as %s sees it"}`+"\n", k+1, person, outcome, person)
		}
	}
	x.lead(t, "four", "import", 303, "labels", labels.String())
	blind := x.settled(t, "/runs/"+run.ID+"/items/3")
	has(t, blind, 200, "person/<wbr>1 of", "person/<wbr>2 of", "as bo sees it", `class="q differs"`)
	if strings.Contains(blind.Body.String(), "<wbr>ada") {
		t.Error("an item names who labels while the campaign is open")
	}
	later = time.Minute
	x.settled(t, page)
	if body := x.settled(t, page).Body.String(); strings.Contains(body, "ada") || !strings.Contains(body, "1 of") {
		t.Errorf("disagreement names who labels while the campaign is open: %s", body)
	}
	x.lead(t, "four", "state", 303, "state", "closed")
	has(t, x.settled(t, "/runs/"+run.ID+"/items/3"), 200, "person/<wbr>ada")
	later = time.Hour // counts of a run may be some seconds old
	x.settled(t, page)
	body = strings.ReplaceAll(html.UnescapeString(x.settled(t, page).Body.String()), "<wbr>", "")
	for _, want := range []string{"person/ada</bdi> <span class=\"under\">and <bdi>person/bo", panel + "</bdi> <span class=\"under\">and <bdi>most people"} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing in %s", want, body)
		}
	}
	for _, link := range linksOf(body, "differ=person") {
		if w := x.settled(t, link); strings.Count(w.Body.String(), "<li id=") != 1 {
			t.Errorf("%s leads to %s", link, w.Body)
		}
	}
	has(t, x.settled(t, "/runs/"+run.ID+"/items?judge=person%2Fbo&outcome=not_met"), 200, "bed-000003")
	has(t, x.settled(t, "/runs/"+run.ID+"/items?judge=person%2Fada"), 200, "bed-000003", "1 of 2 met")
}

// linksOf returns the addresses on a page that hold a text.
func linksOf(page, part string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if link := html.UnescapeString(m[1]); strings.Contains(link, part) {
			out = append(out, link)
		}
	}
	return out
}
